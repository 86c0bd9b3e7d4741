#include "ir/inline/run.h"

#include "ir/link.h"
#include "ir/place.h"

enum { MAX_DEPTH = 400, MAX_STEPS = 4000 };

static const Expr *eval_copy(Run *run, const Expr *e)
{
	Part parts[MAX_PARTS];
	int n;
	const Expr *to = run_expr(run, e->arg[0]), *from = to ? run_expr(run, e->arg[1]) : NULL;
	if (!from || !run_load_record(run, from, e->copied, parts, &n))
		return NULL;
	const Place place = place_of(to);
	if (!run->func && place_of(from).behind)
		return NULL; /* it may be data, which is copied as a whole */
	return run_may_store(run, &place) && run_store_record(run, &place, parts, n) ? to : NULL;
}

/* --- calls ---------------------------------------------------------------------------------------- */

typedef struct Call {
	Run *run;
	const Func *func;
	const Expr **args;
} Call;

int param_index(const Func *func, const Var *param)
{
	int i = 0;
	while (i < func->n_params && func->params[i] != param)
		i++;
	return i;
}

static const Expr *argument(const Call *call, const Var *var)
{
	const int i = var->kind == VAR_PARAM ? param_index(call->func, var) : call->func->n_params;
	return i < call->func->n_params ? call->args[i] : NULL;
}

/* The expression with the call's arguments for the function's parameters. */
static const Expr *substitute(const Call *call, const Expr *e)
{
	if (++call->run->n_steps > MAX_STEPS)
		return NULL;
	if (e->kind == EX_ADDR)
		return e->var->kind == VAR_PARAM ? argument(call, e->var) : e;
	const Expr *from = e->kind == EX_LOAD ? e->arg[0] : NULL;
	if (from && from->kind == EX_ADDR && from->var->kind == VAR_PARAM && !type_by_address(from->var->type)) {
		const Expr *arg = argument(call, from->var);
		return arg && from->var->type->size == e->type->size ? run_cast(call->run, e->type, arg) : NULL;
	}
	const Expr **args = arena_array(call->run->arena, const Expr *, e->n_args + 1);
	for (int i = 0; i < e->n_args; i++)
		if (!(args[i] = substitute(call, e->arg[i])))
			return NULL;
	return from ? run_load(call->run, args[0], e->type) : run_with_args(call->run, e, args);
}

/* No other argument names what the function stores to. */
static bool has_own_names(const Call *call, const Straight *does)
{
	for (int i = 0; i < does->n_parts; i++) {
		const Part *part = &does->parts[i];
		const int to = part->at ? param_index(call->func, part->at) : -1;
		const Place place = to >= 0 ? place_of(call->args[to]) : (Place){ 0 };
		for (int a = 0; to >= 0 && a < call->func->n_params; a++) {
			const Type *type = call->func->params[a]->type;
			const Place other = place_of(call->args[a]);
			if (a != to && (type->kind == TY_PTR || type_by_address(type)) && other.var == place.var)
				return false;
		}
	}
	return true;
}

static const Expr *apply_parts(const Call *call, const Straight *does, const Type *type)
{
	Run *run = call->run;
	const Expr *values[MAX_PARTS];
	for (int i = 0; i < does->n_parts; i++)
		if (!(values[i] = substitute(call, does->parts[i].value)))
			return NULL;
	/* The object that a record is returned in. */
	Var *result = arena_new_of(run->arena, Var);
	*result = (Var){ .type = type, .kind = VAR_LOCAL };
	vec_push(run->arena, &run->fresh, result);
	for (int i = 0; i < does->n_parts; i++) {
		const Part *part = &does->parts[i];
		Place place = part->at ? place_of(call->args[param_index(call->func, part->at)]) : (Place){ result, false, true, 0, NULL };
		place.offset += part->offset;
		if (!run_store(run, &place, part->type, values[i]))
			return NULL;
	}
	return run_address(run, result, type);
}

static const Expr *eval_call(Run *run, const Expr *e)
{
	const Func *func = func_defined(e->func);
	const Straight *does = func && !e->callee && func->n_params == e->n_args ? straight_func(run->funcs, func) : NULL;
	if (!does)
		return NULL;
	Call call = { run, func, arena_array(run->arena, const Expr *, e->n_args + 1) };
	for (int i = 0; i < e->n_args; i++)
		if (!(call.args[i] = run_expr(run, e->arg[i])))
			return NULL;
	if (!has_own_names(&call, does))
		return NULL;
	const Expr *result = does->result ? substitute(&call, does->result) : NULL;
	if (does->result && !result)
		return NULL;
	const Expr *record = apply_parts(&call, does, e->type);
	return result && record ? run_cast(run, e->type, result) : record;
}

/* --- expressions ---------------------------------------------------------------------------------- */

/* `if constexpr` is a condition that is a number. */
static bool is_number(const Expr *e, int64_t *number)
{
	int64_t a, b;
	if (e->kind == EX_INT) {
		*number = e->i;
		return true;
	}
	if (e->kind == EX_UNARY && e->op == OP_LNOT && is_number(e->arg[0], &a))
		return *number = !a, true;
	if (e->kind == EX_LAND || e->kind == EX_LOR) {
		const bool decides = e->kind == EX_LOR;
		if (!is_number(e->arg[0], &a))
			return false;
		*number = a != 0;
		return (a != 0) == decides || (is_number(e->arg[1], &b) && (*number = b != 0, true));
	}
	if (e->kind != EX_BINARY || (e->op != OP_EQ && e->op != OP_NE) || !is_number(e->arg[0], &a) || !is_number(e->arg[1], &b))
		return false;
	*number = op_compare(e->op, a<b, a == b, a> b);
	return true;
}

static const Expr *eval_store(Run *run, const Expr *e)
{
	const Expr *to = run_expr(run, e->arg[0]), *value = to ? run_expr(run, e->arg[1]) : NULL;
	if (!value || e->bit_width || e->type->is_volatile)
		return NULL;
	const Place place = place_of(to);
	return run_store(run, &place, e->type, value) ? value : NULL;
}

/* A number at once, lest it is looked for in all that is made of it. */
static const Expr *folded(const Run *run, const Expr *e)
{
	int64_t number;
	const bool is = e->kind != EX_INT && is_number(e, &number);
	return is ? run_make(run, (Expr){ .kind = EX_INT, .type = e->type, .i = number }, NULL, NULL) : e;
}

/* Unless all operands are evaluated, those after the first must not store anything. */
static const Expr *eval_operands(Run *run, const Expr *e, bool all)
{
	int64_t number;
	const Expr **args = arena_array(run->arena, const Expr *, e->n_args + 1);
	for (int i = 0; i < e->n_args; i++) {
		const int before = run->n_stores;
		args[i] = run_expr(run, e->arg[i]);
		if (!args[i] || (!all && i > 0 && run->n_stores != before))
			return NULL;
		if (e->kind == EX_COND && i == 0 && is_number(args[0], &number))
			return run_expr(run, e->arg[number ? 1 : 2]);
	}
	return folded(run, run_with_args(run, e, args));
}

static const Expr *eval_temporary(Run *run, const Expr *e)
{
	return run_begin(run, e->var) && run_stmt(run, e->stmt) ? run_address(run, e->var, e->type) : NULL;
}

static const Expr *eval_load(Run *run, const Expr *e)
{
	const Expr *address = e->bit_width || e->type->is_volatile ? NULL : run_expr(run, e->arg[0]);
	return address ? run_load(run, address, e->type) : NULL;
}

static const Expr *eval_kind(Run *run, const Expr *e)
{
	if (expr_is_leaf(e))
		return e;
	switch (e->kind) {
	case EX_LOAD:
		return eval_load(run, e);
	case EX_STORE:
		return eval_store(run, e);
	case EX_COPY:
		return eval_copy(run, e);
	case EX_UNARY:
	case EX_BINARY:
	case EX_CAST:
	case EX_PTRADD:
	case EX_PTRDIFF:
		return eval_operands(run, e, true);
	case EX_LAND:
	case EX_LOR:
	case EX_COND:
		return eval_operands(run, e, false);
	case EX_COMMA:
		return run_expr(run, e->arg[0]) ? run_expr(run, e->arg[1]) : NULL;
	case EX_TEMP:
		return eval_temporary(run, e);
	case EX_INTRINSIC:
		return is_intrinsic(e, IN_COMPUTES) && type_is_simple(e->type) ? eval_operands(run, e, true) : NULL;
	case EX_CALL:
		return eval_call(run, e);
	default:
		return NULL;
	}
}

const Expr *run_expr(Run *run, const Expr *e)
{
	if (++run->n_steps > MAX_STEPS || run->funcs->depth >= MAX_DEPTH)
		return NULL;
	run->funcs->depth++;
	const Expr *value = eval_kind(run, e);
	run->funcs->depth--;
	return value;
}

/* --- statements ----------------------------------------------------------------------------------- */

static bool exec_if(Run *run, const Stmt *s)
{
	int64_t number;
	const Expr *cond = run_stmt(run, s->init) ? run_expr(run, s->expr) : NULL;
	return cond && is_number(cond, &number) && run_stmt(run, number ? s->body : s->other);
}

/* What a closure holds is declared where it is made, and lives as long as the closure. */
static bool exec_declaration(Run *run, const Stmt *s)
{
	const bool ends = run->func || s == run->declaration;
	return ends && run_begin(run, s->var) && run_stmt(run, s->init);
}

static bool exec_return(Run *run, const Stmt *s)
{
	run->result = s->expr ? run_expr(run, s->expr) : NULL;
	run->has_returned = true;
	return !s->expr || run->result;
}

bool run_stmt(Run *run, const Stmt *s)
{
	bool could = true;
	if (!s || run->has_returned)
		return true;
	switch (s->kind) {
	case ST_EXPR:
		return run_expr(run, s->expr) != NULL;
	case ST_DECL:
		return exec_declaration(run, s);
	case ST_BLOCK:
		for (int i = 0; i < s->n_items && could; i++)
			could = run_stmt(run, s->items[i]);
		return could;
	case ST_IF:
		return exec_if(run, s);
	case ST_RETURN:
		return exec_return(run, s);
	default:
		return false;
	}
}
