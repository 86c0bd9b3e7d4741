#include "fix/numbers.h"

#include "ir/ptx_opcode.h"
#include "ir/walk.h"

typedef struct Followed {
	const Expr *call; /* the uses of this value, … */
	const Var *var;   /* … and of this variable's; NULL: it is in none */
	int n_named;      /* how often the variable is named but for being read or set to such a value */
	bool is_lost;     /* something else is done with the value */
} Followed;

static bool is_number_of_place(const Expr *e)
{
	return e->kind == EX_INTRINSIC && is_intrinsic(e, IN_ADDRESS);
}

static bool is_followed(const Followed *f, const Expr *e)
{
	e = expr_without_casts(e);
	return e == f->call || (f->var && e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == f->var);
}

static bool has_arg(const AsmOperand *operand, int arg)
{
	if (!operand)
		return false;
	if (operand->kind == AO_ARG && operand->arg == arg)
		return true;
	for (int i = 0; operand->kind == AO_VECTOR && i < operand->n_parts; i++)
		if (has_arg(&operand->parts[i], arg))
			return true;
	return operand->kind == AO_ADDRESS && (has_arg(operand->base, arg) || has_arg(operand->offset, arg));
}

/* Whether it is an access by lanes. */
static bool is_access(const AsmInstr *instr)
{
	const PtxRow *row = instr->opcode ? instr->opcode->row : NULL;
	if (!row)
		return false;
	return row->lower == LOWER_LOAD || row->lower == LOWER_STORE ||
	       (row->lower == LOWER_ASM && (row->how == ASM_ATOMIC || row->how == ASM_MATRIX || row->how == ASM_COPY));
}

/* Whether all instructions that take the operand access memory there. */
static bool is_place_in(const AsmBlock *block, int arg)
{
	for (int i = 0; i < block->n_instrs; i++) {
		const AsmInstr *instr = &block->instrs[i];
		for (int o = 0; o < instr->n_operands; o++)
			if (has_arg(&instr->operands[o], arg) && (!is_access(instr) || instr->operands[o].kind != AO_ADDRESS))
				return false;
	}
	return true;
}

static void look_at_asm(Followed *f, const AsmBlock *block)
{
	for (int i = 0; i < block->n_inputs; i++)
		if (is_followed(f, block->inputs[i]))
			f->is_lost |= !is_place_in(block, block->n_outputs + i);
}

static void look_at(void *data, const Expr *e)
{
	Followed *f = data;
	const bool is_cast = e->kind == EX_CAST && e->type->kind == TY_INT;
	const Var *to = e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR ? e->arg[0]->var : NULL;
	if (e->asm_block)
		look_at_asm(f, e->asm_block);
	for (int i = 0; i < e->n_args && !is_cast; i++) {
		if (!is_followed(f, e->arg[i]))
			continue;
		if (i == 1 && to && to->kind == VAR_LOCAL && (!f->var || f->var == to) && is_number_of_place(expr_without_casts(e->arg[1])))
			f->var = to;
		else
			f->is_lost = true;
	}
	if (!f->var)
		return;
	f->n_named += e->kind == EX_ADDR && e->var == f->var;
	f->n_named -= e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == f->var;
	f->n_named -= to == f->var && is_number_of_place(expr_without_casts(e->arg[1]));
}

static void look_at_stmt(void *data, const Stmt *s)
{
	Followed *f = data;
	f->is_lost |= s->kind != ST_EXPR && s->expr && is_followed(f, s->expr);
}

bool number_is_place(const Unit *unit, const Expr *e)
{
	Followed f = { .call = e };
	if (!is_number_of_place(e))
		return false;
	/* The first time finds the variable. */
	for (int round = 0; round < 2; round++) {
		f.n_named = 0;
		for (int i = 0; i < unit->n_funcs; i++) {
			Walk walk = { look_at, look_at_stmt, &f, 0 };
			walk_stmt(&walk, unit->funcs[i]->body);
		}
	}
	return !f.is_lost && !f.n_named;
}
