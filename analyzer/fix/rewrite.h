/* A layout as edits of the source: of the declared lengths, and of the subscripts that change. */
#ifndef SMEMLINT_FIX_REWRITE_H
#define SMEMLINT_FIX_REWRITE_H

#include "fix/edit.h"
#include "fix/uses.h"

/* What launches allocate is not among the edits: dynamic.h.  Adds to `out` and returns NULL; or returns why the layout cannot be written as edits. */
const char *rewrite(Arena *arena, const Unit *unit, const Var *object, const Grid *grid, const Layout *layout, const Uses *uses,
		    Edits *out);

/* Where the rows of a flat array get longer: what uses the subscripts that stay as they are, but for places in the first row. */
void rewrite_unscaled(Arena *arena, const Unit *unit, const Var *object, const Grid *grid, const Layout *layout, const Uses *uses,
		      ExprList *out);

#endif
