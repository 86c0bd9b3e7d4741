/* Translation units of one program, put together as a linker would, for as much as launches need of them.
 *
 * The second unit was parsed beside the first (ParseOptions.linked_with): they share their sources, and numbers do not meet.
 * A function or variable that one of them only declares gets the other's as its definition; so does a kernel
 * that both have from one place.  What both define in different places are two things; what a third one means by their name
 * is not known: they are parts of two programs. */
#ifndef SMEMLINT_IR_LINK_H
#define SMEMLINT_IR_LINK_H

#include "base/arena.h"
#include "ir/ir.h"

/* The first unit with the host's code of the second; kernels, comments and problems are the first one's.  Definitions are
 * written into both. */
Unit *unit_link(Arena *arena, const Unit *first, const Unit *second);

/* The function itself, or what it is in the unit that defines it; NULL stays NULL. */
static inline const Func *func_defined(const Func *func)
{
	return func && func->definition ? func->definition : func;
}

static inline const Var *var_defined(const Var *var)
{
	return var->definition ? var->definition : var;
}

#endif
