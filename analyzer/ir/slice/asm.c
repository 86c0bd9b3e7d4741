/* Inline PTX that only computes. */
#include "ir/slice/slice_impl.h"

#include "ir/ptx_opcode.h"

static bool is_register(const AsmOperand *operand)
{
	bool is = operand->kind != AO_ADDRESS;
	for (int i = 0; i < operand->n_parts; i++)
		is = is && is_register(&operand->parts[i]);
	return is;
}

/* Of what eval/exec/asm_instr.c computes with such an instruction nothing else remains, whatever the operands are. */
static bool instr_computes(const AsmInstr *instr)
{
	static const bool computes[] = {
		[LOWER_MOVE] = true,  [LOWER_CONVERT] = true, [LOWER_BINARY] = true, [LOWER_MULTIPLY] = true,
		[LOWER_UNARY] = true, [LOWER_COMPARE] = true, [LOWER_CHOOSE] = true, [LOWER_OPAQUE] = true,
	};
	const PtxRow *row = instr->opcode ? instr->opcode->row : NULL;
	bool is = row && (row->class_ == PTX_VALUE || row->class_ == PTX_OPAQUE) &&
		  (size_t)row->lower < sizeof computes / sizeof *computes && computes[row->lower] && !instr->guard && !instr->is_jumped;
	for (int i = 0; i < instr->n_operands; i++)
		is = is && is_register(&instr->operands[i]);
	return is;
}

/* It is taken to end the basic block, as asm_other() does. */
static bool instr_ends_block(const AsmInstr *instr)
{
	const PtxRow *row = instr->opcode->row;
	return row->lower == LOWER_OPAQUE || ((row->lower == LOWER_COMPARE || row->lower == LOWER_CHOOSE) && row->how);
}

bool asm_ends_block(const AsmBlock *block)
{
	bool ends = false;
	for (int i = 0; i < block->n_instrs && !ends; i++)
		ends = instr_ends_block(&block->instrs[i]);
	return ends;
}

bool asm_computes(const AsmBlock *block)
{
	bool computes = true;
	for (int i = 0; i < block->n_instrs && computes; i++)
		computes = instr_computes(&block->instrs[i]);
	return computes;
}
