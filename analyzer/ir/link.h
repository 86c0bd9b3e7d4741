/* Links translation units of one program, as far as launches need it.
 *
 * The second unit was parsed as linked with the first (ParseOptions.linked_with): they share their sources, and their ids are
 * distinct.  A function or variable that one of them only declares gets the other's as its definition; so does a kernel
 * that both define at one place.  If they define a name at different places, they belong to different programs: the two stay
 * apart, and in a third unit that declares the name it is contested (is_contested). */
#ifndef SMEMLINT_IR_LINK_H
#define SMEMLINT_IR_LINK_H

#include "base/arena.h"
#include "ir/ir.h"

/* The first unit with the second one's host code added; kernels, directives and problems are the first one's.  Sets
 * `definition` and `is_contested` in both.  It may be linked with more; before it is run: unit_list_vars() and all that a unit that was
 * parsed gets. */
Unit *unit_link(Arena *arena, const Unit *first, const Unit *second);

/* The function in the unit that defines it, or else itself; NULL stays NULL. */
static inline const Func *func_defined(const Func *func)
{
	return func && func->definition ? func->definition : func;
}

static inline const Var *var_defined(const Var *var)
{
	return var->definition ? var->definition : var;
}

/* Fills in Unit.run_vars. */
void unit_list_vars(Arena *arena, Unit *unit);

#endif
