#include "ir/link.h"

#include <string.h>

/* --- functions -------------------------------------------------------------------------------- */

/* Whether `other`, which has a body, is the function that `func` declares. */
static bool is_defined_by(const Func *func, const Func *other)
{
	bool may = func->is_declared ? func->is_external && other->is_external : loc_same(func->loc, other->loc);
	return may && other->body && strcmp(func->mangled, other->mangled) == 0;
}

static void define_func(Func *func, const Unit *by)
{
	for (int i = 0; i < by->n_funcs && !func->is_contested; i++) {
		const Func *other = by->funcs[i];
		if (!is_defined_by(func, other))
			continue;
		func->is_contested = func->definition && func->definition != other && !loc_same(func->definition->loc, other->loc);
		func->definition = func->is_contested ? NULL : func->definition ? func->definition : other;
	}
}

static void define_funcs(const Unit *unit, const Unit *by)
{
	for (int i = 0; i < unit->n_declared; i++)
		define_func(unit->declared[i], by);
}

/* --- variables -------------------------------------------------------------------------------- */

static void define_var(Var *var, const Unit *by)
{
	for (int i = 0; i < by->n_vars && !var->is_contested; i++) {
		const Var *other = by->vars[i];
		if (!other->link_name || other->is_declared || strcmp(var->link_name, other->link_name) != 0)
			continue;
		var->is_contested = var->definition && var->definition != other;
		var->definition = var->is_contested ? NULL : other;
	}
}

static void define_vars(const Unit *unit, const Unit *by)
{
	for (int i = 0; i < unit->n_vars; i++)
		if (unit->vars[i]->is_declared && unit->vars[i]->link_name)
			define_var(unit->vars[i], by);
}

/* --- all -------------------------------------------------------------------------------------- */

static void *joined(Arena *arena, const void *a, int n_a, const void *b, int n_b)
{
	const void **all = arena_array(arena, const void *, n_a + n_b + 1);
	if (n_a)
		memcpy(all, a, sizeof *all * (size_t)n_a);
	if (n_b)
		memcpy(all + n_a, b, sizeof *all * (size_t)n_b);
	return all;
}

void unit_list_vars(Arena *arena, Unit *unit)
{
	VEC(const Var *) list = { 0 };
	for (int i = 0; i < unit->n_vars; i++) {
		const VarKind kind = unit->vars[i]->kind;
		if (kind == VAR_BUILTIN || (kind == VAR_GLOBAL && unit->vars[i]->is_host))
			vec_push(arena, &list, unit->vars[i]);
		unit->has_shared = unit->has_shared || kind == VAR_SHARED || kind == VAR_DYNAMIC;
	}
	unit->run_vars = list.at;
	unit->n_run_vars = list.n;
}

static const int *with_file(Arena *arena, const Unit *unit, int file)
{
	int *files = arena_array(arena, int, unit->n_linked + 1);
	for (int i = 0; i < unit->n_linked; i++)
		files[i] = unit->linked[i];
	files[unit->n_linked] = file;
	return files;
}

#define JOIN(list, n) \
	unit->list = joined(arena, first->list, first->n, second->list, second->n); \
	unit->n = first->n + second->n

Unit *unit_link(Arena *arena, const Unit *first, const Unit *second)
{
	Unit *unit = arena_dup(arena, first, sizeof *first);
	define_funcs(first, second);
	define_funcs(second, first);
	define_vars(first, second);
	define_vars(second, first);
	JOIN(funcs, n_funcs);
	JOIN(hosts, n_hosts);
	JOIN(declared, n_declared);
	JOIN(vars, n_vars);
	unit->linked = with_file(arena, first, second->main_file);
	unit->n_linked = first->n_linked + 1;
	unit->parse_ms = first->parse_ms + second->parse_ms;
	unit->parse_peak_kb = second->parse_peak_kb;
	unit->n_exprs = second->n_exprs;
	unit->n_stmts = second->n_stmts;
	unit->n_func_ids = first->n_func_ids + second->n_func_ids;
	return unit;
}
