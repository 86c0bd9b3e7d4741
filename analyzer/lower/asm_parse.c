/* Inline PTX as the evaluator has it. */
#include "lower/lower.h"

#include "ir/ptx_inline.h"

static AsmOperand operand(Arena *arena, const PtxOperand *o);

static const AsmOperand *boxed(Arena *arena, const PtxOperand *o)
{
	const AsmOperand one = operand(arena, o);
	return arena_dup(arena, &one, sizeof one);
}

static AsmOperand address(Arena *arena, const PtxOperand *o)
{
	return (AsmOperand){
		.kind = AO_ADDRESS,
		.imm = o->i,
		.base = o->n_parts ? boxed(arena, &o->parts[0]) : NULL,
		.offset = o->offset ? boxed(arena, o->offset) : NULL,
		.parts = o->n_parts > 1 ? boxed(arena, &o->parts[1]) : NULL,
		.n_parts = o->n_parts > 1,
	};
}

static AsmOperand vector(Arena *arena, const PtxOperand *o)
{
	AsmOperand *parts = arena_array(arena, AsmOperand, o->n_parts + 1);
	for (int i = 0; i < o->n_parts; i++)
		parts[i] = operand(arena, &o->parts[i]);
	return (AsmOperand){ .kind = AO_VECTOR, .parts = parts, .n_parts = o->n_parts };
}

static AsmOperand operand(Arena *arena, const PtxOperand *o)
{
	if (o->negated || o->is_decimal)
		return (AsmOperand){ .kind = AO_OTHER };
	switch (o->kind) {
	case PTX_ARGUMENT:
		return (AsmOperand){ .kind = AO_ARG, .arg = o->index };
	case PTX_NUMBER:
		return (AsmOperand){ .kind = AO_IMM, .imm = o->i };
	case PTX_NAME:
		return (AsmOperand){ .kind = o->name[0] == '%' ? AO_SPECIAL : AO_REG, .name = o->name };
	case PTX_ADDRESS:
		return address(arena, o);
	case PTX_VECTOR:
		return vector(arena, o);
	default: /* a list: of a call */
		return (AsmOperand){ .kind = AO_OTHER };
	}
}

static AsmInstr instruction(Arena *arena, const PtxInline *from)
{
	const PtxStatement *s = &from->statement;
	AsmOperand *operands = arena_array(arena, AsmOperand, s->n_operands + 1);
	for (int i = 0; i < s->n_operands; i++)
		operands[i] = operand(arena, &s->operands[i]);
	return (AsmInstr){
		.opcode = from->opcode,
		.guard = s->guard ? boxed(arena, s->guard) : NULL,
		.guard_negated = s->guard_negated,
		.operands = operands,
		.n_operands = s->n_operands,
		.is_jumped = from->is_jumped,
		.text = from->text,
	};
}

AsmBlock *asm_parse(Arena *arena, const char *text)
{
	PtxInlineText read;
	ptx_inline_read(arena, text, &read);
	AsmBlock *block = arena_new_of(arena, AsmBlock);
	AsmInstr *instrs = arena_array(arena, AsmInstr, read.statements.n + 1);
	for (int i = 0; i < read.statements.n; i++)
		instrs[i] = instruction(arena, &read.statements.at[i]);
	block->instrs = instrs;
	block->n_instrs = read.statements.n;
	return block;
}
