/* A layout as edits of the source: the declaration's lengths, and the subscripts where they change. */
#ifndef SMEMLINT_FIX_REWRITE_H
#define SMEMLINT_FIX_REWRITE_H

#include "fix/edit.h"
#include "fix/uses.h"

/* NULL and `out` filled; or why the layout cannot be written by an edit. */
const char *rewrite(Arena *arena, const Unit *unit, const Var *object, const Grid *grid, const Layout *layout, const Uses *uses,
		    Edits *out);

#endif
