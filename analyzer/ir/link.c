#include "ir/link.h"

#include <string.h>

/* --- functions -------------------------------------------------------------------------------- */

static bool same_place(const Func *a, const Func *b)
{
	return a->loc.file == b->loc.file && a->loc.offset == b->loc.offset;
}

/* `func` stands for `other`, which has a body. */
static bool is_defined_by(const Func *func, const Func *other)
{
	bool may = func->is_declared ? func->is_external && other->is_external : same_place(func, other);
	return may && other->body && strcmp(func->mangled, other->mangled) == 0;
}

static void define_func(const Func *func, const Unit *by)
{
	for (int i = 0; i < by->n_funcs && !func->definition; i++)
		if (is_defined_by(func, by->funcs[i]))
			((Func *)func)->definition = by->funcs[i]; /* units are the link's to complete */
}

static void define_funcs(const Unit *unit, const Unit *by)
{
	for (int i = 0; i < unit->n_declared; i++)
		define_func(unit->declared[i], by);
}

/* --- variables -------------------------------------------------------------------------------- */

static void define_vars(const Unit *unit, const Unit *by)
{
	for (int i = 0; i < unit->n_vars; i++) {
		const Var *var = unit->vars[i];
		for (int k = 0; var->is_declared && k < by->n_vars; k++) {
			const Var *other = by->vars[k];
			if (other->link_name && !other->is_declared && strcmp(var->link_name, other->link_name) == 0)
				((Var *)var)->definition = other;
		}
	}
}

/* --- all -------------------------------------------------------------------------------------- */

static const void *joined(Arena *arena, const void *a, int n_a, const void *b, int n_b)
{
	const void **all = arena_array(arena, const void *, n_a + n_b + 1);
	if (n_a)
		memcpy(all, a, sizeof *all * (size_t)n_a);
	if (n_b)
		memcpy(all + n_a, b, sizeof *all * (size_t)n_b);
	return all;
}

#define JOIN(list, n) \
	unit->list = (void *)joined(arena, first->list, first->n, second->list, second->n); \
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
	unit->parse_ms = first->parse_ms + second->parse_ms;
	unit->parse_peak_kb = second->parse_peak_kb;
	unit->n_exprs = second->n_exprs;
	unit->n_stmts = second->n_stmts;
	unit->n_func_ids = first->n_func_ids + second->n_func_ids;
	return unit;
}
