/* Calls. */
#include "ptx/lower.h"

#include <string.h>

static const Func *callee(const Ptx *p, const char *name)
{
	const Func *found = NULL;
	for (int i = 0; name && i < p->module->funcs.n; i++)
		if (!strcmp(p->module->funcs.at[i]->name, name) && (!found || p->module->funcs.at[i]->has_body))
			found = p->func_of[i];
	return found;
}

static const Expr *argument(Ptx *p, const PtxOperand *o)
{
	if (o->kind != PTX_SYMBOL)
		return ptx_value(p, o, o->kind == PTX_REG ? ptx_reg(p, o->index)->type : ptx_int(p, 8, true));
	const Var *var = ptx_symbol(p, o->var);
	return var->type->kind == TY_ARRAY ? ptx_addr(p, var) : ptx_load(p, ptx_addr(p, var), var->type);
}

/* Functions of the runtime that print or end the program, and access no shared memory. */
static bool is_harmless(const char *name)
{
	static const char *const names[] = { "vprintf", "__assertfail", "malloc", "free", "__nanosleep" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (name && !strcmp(name, names[i]))
			return true;
	return false;
}

static const Expr *call_of(Ptx *p, const char *name, const PtxOperand *args, const Type *type)
{
	const Func *func = callee(p, name);
	const int n = args && !(is_harmless(name) && !(func && func->body)) ? args->n_parts : 0;
	const Expr **list = arena_array(p->arena, const Expr *, n + 1);
	for (int i = 0; i < n; i++)
		list[i] = argument(p, &args->parts[i]);
	const bool is_known = func && func->kind == FN_DEVICE && func->n_params == n && name && !is_harmless(name);
	Expr *e = ptx_expr(p, is_known ? EX_CALL : EX_UNKNOWN, type, n, list);
	e->func = is_known ? func : NULL;
	e->reason = is_known ? NULL : "virtual call";
	e->runs = !name;
	return e;
}

/* call (result), function, (arguments); */
void ptx_lower_call(Ptx *p, const PtxInstr *instr)
{
	const PtxOperand *result = NULL, *args = NULL;
	const char *name = NULL;
	bool seen = false;
	for (int i = 0; i < instr->n_operands; i++) {
		const PtxOperand *o = &instr->operands[i];
		if (o->kind == PTX_LIST && !seen)
			result = o;
		else if (o->kind == PTX_LIST && !args)
			args = o;
		else if (!seen)
			name = o->kind == PTX_NAME ? o->name : NULL;
		seen = seen || o->kind != PTX_LIST;
	}
	const PtxOperand *to = result && result->n_parts == 1 ? &result->parts[0] : NULL;
	const Var *var = to && to->kind == PTX_SYMBOL ? ptx_symbol(p, to->var) : to && to->kind == PTX_REG ? ptx_reg(p, to->index) : NULL;
	const Expr *e = call_of(p, name, args, var ? var->type : p->t_void);
	if (!var) {
		ptx_effect(p, e);
	} else if (var->type->kind == TY_ARRAY) {
		if (e->kind != EX_CALL) {
			ptx_effect(p, e);
			return;
		}
		Expr *copy = ptx_expr(p, EX_COPY, var->type, 2, (const Expr *[]){ ptx_addr(p, var), e });
		copy->copied = var->type;
		ptx_effect(p, copy);
	} else {
		ptx_effect(p, ptx_expr(p, EX_STORE, var->type, 2, (const Expr *[]){ ptx_addr(p, var), e }));
	}
}
