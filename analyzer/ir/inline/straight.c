#include <stdlib.h>

#include "base/heap.h"
#include "ir/inline/run.h"
#include "ir/place.h"

enum { MAX_NODES = 200 /* of what a function gives */ };

/* --- functions ------------------------------------------------------------------------------------ */

/* It says something after the run, too: no address of what began in it is in it, and it is not too large. */
bool run_lasts(const Run *run, const Expr *e, int *n_nodes)
{
	if (++*n_nodes > MAX_NODES)
		return false;
	if (e->kind == EX_ADDR && (run_is_fresh(run, e->var) || (run->func && e->var->kind == VAR_LOCAL)))
		return false;
	for (int i = 0; i < e->n_args; i++)
		if (!run_lasts(run, e->arg[i], n_nodes))
			return false;
	return true;
}

/* A parameter's own address may only be that of a record that is passed by value, and read. */
static bool names_params(const Func *func, const Expr *e, bool is_read)
{
	if (e->kind == EX_ADDR && e->var->kind == VAR_PARAM)
		return is_read && param_index(func, e->var) < func->n_params;
	for (int i = 0; i < e->n_args; i++)
		if (!names_params(func, e->arg[i], e->kind == EX_LOAD || (is_read && place_leads_on(e) && i == 0)))
			return false;
	return true;
}

static bool is_known_after(const Run *run, const Expr *value)
{
	int n_nodes = 0;
	return run_lasts(run, value, &n_nodes) && names_params(run->func, value, false);
}

static const Straight *straight_of(Run *run)
{
	Part parts[MAX_PARTS];
	int n = 0;
	const Type *type = run->func->result;
	const bool gives_record = type_by_address(type);
	if (type->kind != TY_VOID && !run->result)
		return NULL;
	if (gives_record && !run_load_record(run, run->result, type, parts, &n))
		return NULL;
	for (int i = 0; i < run->parts.n; i++) {
		if (!run->parts.at[i].behind)
			continue;
		if (n == MAX_PARTS)
			return NULL;
		parts[n++] = run->parts.at[i];
	}
	for (int i = 0; i < n; i++)
		if (!is_known_after(run, parts[i].value))
			return NULL;
	Straight *does = arena_new_of(run->arena, Straight);
	*does = (Straight){ .parts = arena_dup(run->arena, parts, sizeof *parts * (size_t)n), .n_parts = n };
	if (type_is_simple(type)) {
		if (!is_known_after(run, run->result))
			return NULL;
		does->result = run->result;
	}
	return does;
}

static bool may_be_straight(const Func *func)
{
	return func->body && func->kind != FN_KERNEL && !func->is_system && !func->no_inline && !func->broken && func->result;
}

const Straight *straight_func(StraightFuncs *funcs, const Func *func)
{
	if (func->id >= funcs->unit->n_func_ids)
		return NULL;
	if (!funcs->visited[func->id]) {
		funcs->visited[func->id] = true;
		Run run = { .funcs = funcs, .arena = funcs->arena, .func = func };
		if (may_be_straight(func) && run_stmt(&run, func->body))
			funcs->known[func->id] = straight_of(&run);
	}
	return funcs->known[func->id];
}

StraightFuncs *straight_new(Arena *arena, Unit *unit)
{
	StraightFuncs *funcs = arena_new_of(arena, StraightFuncs);
	*funcs = (StraightFuncs){ .arena = arena, .unit = unit };
	funcs->visited = heap_alloc((size_t)unit->n_func_ids + 1, sizeof *funcs->visited);
	funcs->known = heap_alloc((size_t)unit->n_func_ids + 1, sizeof *funcs->known);
	return funcs;
}

void straight_end(StraightFuncs *funcs)
{
	Unit *unit = funcs->unit;
	Var **vars = arena_array(funcs->arena, Var *, unit->n_vars + funcs->made.n + 1);
	for (int i = 0; i < unit->n_vars + funcs->made.n; i++)
		vars[i] = i < unit->n_vars ? unit->vars[i] : funcs->made.at[i - unit->n_vars];
	unit->vars = vars;
	unit->n_vars += funcs->made.n;
	free(funcs->visited);
	free(funcs->known);
}
