#include "fix/numbers.h"

#include "ir/ptx_opcode.h"
#include "ir/walk.h"

/* What carries the number of one call: a local variable that is set to nothing but such numbers, or a parameter that gets it. */
typedef struct Carrier {
	const Var *var;
	int n_named; /* how often it is named but for being read or set to such a number */
} Carrier;

typedef struct Followed {
	Arena *arena;
	const Expr *call;
	const ExprList *calls;
	VEC(Carrier) carriers;
	FuncList givers;  /* functions that return it */
	const Func *func;         /* the one that is looked at */
	bool is_lost;             /* something else is done with the number */
} Followed;

static bool is_number_of_place(const Expr *e)
{
	return e->kind == EX_INTRINSIC && is_intrinsic(e, IN_ADDRESS);
}

static Carrier *carrier_of(Followed *f, const Var *var)
{
	for (int i = 0; i < f->carriers.n; i++)
		if (f->carriers.at[i].var == var)
			return &f->carriers.at[i];
	return NULL;
}

/* The variable that is read, without casts; else NULL. */
static const Var *read_var(const Expr *e)
{
	e = expr_without_casts(e);
	return e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR ? e->arg[0]->var : NULL;
}

static bool is_followed(Followed *f, const Expr *e)
{
	const Var *var = read_var(e);
	e = expr_without_casts(e);
	return e == f->call || is_handed_back(f->calls, &f->givers, e) || (var && carrier_of(f, var));
}

/* Whether a variable that is set to it keeps carrying numbers of places: others' are as good. */
static bool is_number(Followed *f, const Expr *e)
{
	return is_number_of_place(expr_without_casts(e)) || is_followed(f, e);
}

static void carry(Followed *f, const Var *var)
{
	if (!carrier_of(f, var))
		vec_push(f->arena, &f->carriers, ((Carrier){ .var = var }));
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

/* The variable that gets operand `n` of `e`; else NULL. */
static const Var *receiver(const Expr *e, int n)
{
	const Func *func = e->kind == EX_CALL ? e->func : NULL;
	if (func)
		return func->body && !func->is_system && n < func->n_params && func->params[n]->type->kind == TY_INT ? func->params[n]
														     : NULL;
	const bool is_set = e->kind == EX_STORE && n == 1 && e->arg[0]->kind == EX_ADDR && e->arg[0]->var->kind == VAR_LOCAL;
	return is_set ? e->arg[0]->var : NULL;
}

static void look_at(void *data, const Expr *e)
{
	Followed *f = data;
	const bool is_cast = e->kind == EX_CAST && e->type->kind == TY_INT;
	const bool is_read = e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR;
	if (e->asm_block)
		look_at_asm(f, e->asm_block);
	for (int i = 0; i < e->n_args && !is_cast; i++) {
		const Var *to = is_followed(f, e->arg[i]) ? receiver(e, i) : NULL;
		if (to)
			carry(f, to);
		else if (is_followed(f, e->arg[i]))
			f->is_lost = true;
	}
	const Var *var = e->kind == EX_ADDR ? e->var : is_read ? e->arg[0]->var : e->kind == EX_STORE ? receiver(e, 1) : NULL;
	Carrier *carrier = var ? carrier_of(f, var) : NULL;
	if (carrier && e->kind == EX_ADDR)
		carrier->n_named++;
	else if (carrier && (is_read || is_number(f, e->arg[1])))
		carrier->n_named--;
}

static void look_at_stmt(void *data, const Stmt *s)
{
	Followed *f = data;
	if (s->kind == ST_EXPR || !s->expr || !is_followed(f, s->expr))
		return;
	if (s->kind != ST_RETURN || !f->func)
		f->is_lost = true;
	else if (!funcs_have(&f->givers, f->func))
		vec_push(f->arena, &f->givers, f->func);
}

/* Once; false: there are carriers or givers that it did not know from the start. */
static bool look(Followed *f, const Unit *unit)
{
	const int carriers = f->carriers.n, givers = f->givers.n;
	for (int i = 0; i < carriers; i++)
		f->carriers.at[i].n_named = 0;
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk walk = { look_at, look_at_stmt, f, 0 };
		f->func = unit->funcs[i];
		walk_stmt(&walk, f->func->body);
	}
	return f->carriers.n == carriers && f->givers.n == givers;
}

bool number_is_place(Arena *arena, const Unit *unit, const Expr *e, const ExprList *calls)
{
	Followed f = { .arena = arena, .call = e, .calls = calls };
	if (!is_number_of_place(e))
		return false;
	while (!look(&f, unit) && !f.is_lost)
		;
	for (int i = 0; i < f.carriers.n; i++)
		f.is_lost |= f.carriers.at[i].n_named != 0;
	return !f.is_lost;
}
