#include "ir/inline.h"

#include <stdlib.h>

#include "base/heap.h"
#include "ir/link.h"
#include "ir/place.h"

enum { MAX_DEPTH = 3000 };

typedef struct Inliner {
	Arena *arena;
	Unit *unit;
	bool *visited;         /* by Func.id */
	const Expr **results;  /* by Func.id: the number or place that it gives; NULL: it does more, or that is not known yet */
	int depth;
} Inliner;

static void visit_func(Inliner *in, const Func *func);

/* --- what a function gives ------------------------------------------------------------------------ */

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
	if (e->kind != EX_BINARY || !op_is_comparison(e->op) || !is_number(e->arg[0], &a) || !is_number(e->arg[1], &b))
		return false;
	if (e->op != OP_EQ && e->op != OP_NE)
		return false;
	*number = op_compare(e->op, a<b, a == b, a> b);
	return true;
}

/* The value that a function whose body this is returns, if it does nothing else; NULL: it does. */
static const Expr *returned(const Stmt *s, bool *is_empty)
{
	int64_t number;
	*is_empty = false;
	if (s->kind == ST_RETURN)
		return s->expr;
	if (s->kind == ST_IF && !s->init && is_number(s->expr, &number)) {
		const Stmt *branch = number ? s->body : s->other;
		if (branch)
			return returned(branch, is_empty);
		*is_empty = true;
	}
	if (s->kind != ST_BLOCK)
		return NULL;
	for (int i = 0; i < s->n_items; i++) {
		bool none;
		const Expr *value = returned(s->items[i], &none);
		if (!none)
			return value; /* what follows is not reached */
	}
	*is_empty = true;
	return NULL;
}

/* A parameter that is read. */
static const Var *read_param(const Expr *e)
{
	const Var *var = e->kind == EX_LOAD && !e->bit_width && e->arg[0]->kind == EX_ADDR ? e->arg[0]->var : NULL;
	return var && var->kind == VAR_PARAM && !type_by_address(var->type) && var->type->size == e->type->size ? var : NULL;
}

/* A number, or a parameter plus constant distances. */
static bool is_place(const Expr *e)
{
	while (place_leads_on(e)) {
		if (e->kind == EX_PTRADD && e->arg[1]->kind != EX_INT)
			return false;
		e = e->arg[0];
	}
	return e->kind == EX_INT || (read_param(e) && e->type->kind == TY_PTR);
}

/* --- calls --------------------------------------------------------------------------------------- */

/* It need not be run if its value is not used. */
static bool is_droppable(const Expr *e)
{
	switch (e->kind) {
	case EX_INT:
	case EX_FLOAT:
	case EX_STRING:
	case EX_ADDR:
	case EX_FUNC:
		return true;
	case EX_TEMP:
		return !e->stmt;
	case EX_LOAD:
		return e->arg[0]->kind == EX_ADDR && var_is_own(e->arg[0]->var) && !e->type->is_volatile;
	case EX_PTRADD:
	case EX_CAST:
		for (int i = 0; i < e->n_args; i++)
			if (!is_droppable(e->arg[i]))
				return false;
		return true;
	default:
		return false;
	}
}

static int index_of(const Func *func, const Var *param)
{
	int i = 0;
	while (i < func->n_params && func->params[i] != param)
		i++;
	return i;
}

/* The place with the call's argument for the parameter, all of it at the place of the call. */
static const Expr *substitute(Inliner *in, const Func *func, const Expr *call, const Expr *place)
{
	const Var *param = read_param(place);
	if (param)
		return call->arg[index_of(func, param)];
	Expr *e = arena_dup(in->arena, place, sizeof *place);
	e->id = in->unit->n_exprs++;
	e->range = call->range;
	if (!e->n_args)
		return e;
	e->arg = arena_dup(in->arena, place->arg, sizeof *place->arg * (size_t)place->n_args);
	e->arg[0] = substitute(in, func, call, place->arg[0]);
	if (e->n_args > 1) {
		Expr *by = arena_dup(in->arena, place->arg[1], sizeof *by);
		by->id = in->unit->n_exprs++;
		by->range = call->range;
		e->arg[1] = by;
	}
	return e;
}

static bool gives_place(Inliner *in, const Expr *call)
{
	const Func *func = func_defined(call->func);
	if (!func || !func->body || func->id >= in->unit->n_func_ids || func->n_params != call->n_args || call->callee)
		return false;
	visit_func(in, func);
	const Expr *result = in->results[func->id];
	const Var *param = result ? read_param(place_root(result)) : NULL;
	for (int i = 0; result && i < func->n_params; i++)
		if (func->params[i] != param && !is_droppable(call->arg[i]))
			return false;
	return result && call->type->kind == result->type->kind && call->type->size == result->type->size;
}

/* --- trees --------------------------------------------------------------------------------------- */

static void visit_stmt(Inliner *in, const Stmt *s);

static const Expr *visit(Inliner *in, const Expr *e);

static void visit_list(Inliner *in, const Expr **list, int n)
{
	for (int i = 0; i < n; i++)
		list[i] = visit(in, list[i]);
}

static void visit_parts(Inliner *in, const Expr *e)
{
	visit_list(in, e->arg, e->n_args);
	visit_stmt(in, e->stmt);
	if (e->asm_block) {
		visit_list(in, e->asm_block->outputs, e->asm_block->n_outputs);
		visit_list(in, e->asm_block->inputs, e->asm_block->n_inputs);
	}
	if (e->launch)
		visit_list(in, e->launch->args, e->launch->n_args);
}

/* What stands for the expression from now on. */
static const Expr *visit(Inliner *in, const Expr *e)
{
	if (!e || in->depth >= MAX_DEPTH)
		return e;
	in->depth++;
	visit_parts(in, e);
	in->depth--;
	if (e->kind != EX_CALL || !gives_place(in, e))
		return e;
	const Func *func = func_defined(e->func);
	const Expr *place = substitute(in, func, e, in->results[func->id]);
	if (place->type == e->type)
		return place;
	/* An argument that stands for the call has the type of its own. */
	Expr *cast = arena_new_of(in->arena, Expr);
	*cast = (Expr){ .kind = EX_CAST, .type = e->type, .n_args = 1, .id = in->unit->n_exprs++, .range = e->range };
	cast->arg = arena_dup(in->arena, &place, sizeof place);
	return cast;
}

static void visit_stmt(Inliner *in, const Stmt *s)
{
	if (!s || in->depth >= MAX_DEPTH)
		return;
	in->depth++;
	/* The front end has made the tree, and nobody has seen it yet. */
	Stmt *own = (Stmt *)(uintptr_t)s;
	own->expr = visit(in, s->expr);
	own->step = visit(in, s->step);
	visit_stmt(in, s->init);
	visit_stmt(in, s->body);
	visit_stmt(in, s->other);
	for (int i = 0; i < s->n_items; i++)
		visit_stmt(in, s->items[i]);
	in->depth--;
}

static bool may_stand_for_calls(const Func *func)
{
	return func->kind != FN_KERNEL && !func->is_system && !func->no_inline && !func->broken && func->result;
}

/* A lambda's body may also name parameters of the function around it. */
static bool names_own(const Func *func, const Expr *place)
{
	const Var *param = read_param(place_root(place));
	return !param || index_of(func, param) < func->n_params;
}

static void visit_func(Inliner *in, const Func *func)
{
	bool is_empty;
	if (in->visited[func->id])
		return;
	in->visited[func->id] = true;
	visit_stmt(in, func->body);
	const Expr *result = may_stand_for_calls(func) ? returned(func->body, &is_empty) : NULL;
	in->results[func->id] = result && is_place(result) && names_own(func, result) ? result : NULL;
}

void inline_places(Arena *arena, Unit *unit)
{
	Inliner in = { .arena = arena, .unit = unit };
	in.visited = heap_alloc((size_t)unit->n_func_ids + 1, sizeof *in.visited);
	in.results = heap_alloc((size_t)unit->n_func_ids + 1, sizeof *in.results);
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->body)
			visit_func(&in, unit->funcs[i]);
	free(in.visited);
	free(in.results);
}
