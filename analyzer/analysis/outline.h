/* What the texts of kernels have in common: instances of a template that differ in names only are evaluated once.
 *
 * An outline is all that an evaluation reads of a kernel and of what it uses, but for which functions, variables and types these
 * are: they are numbered in the order in which they are found.  So the facts of a kernel are those of another one with the same
 * outline, with the variables and functions that have the same numbers.  Places in the source are part of it. */
#ifndef SMEMLINT_ANALYSIS_OUTLINE_H
#define SMEMLINT_ANALYSIS_OUTLINE_H

#include "ir/ir.h"

typedef struct Outlines Outlines;

/* Those of the unit's kernels of which there are several in one place. */
Outlines *outlines_new(const Unit *unit);
void outlines_free(Outlines *outlines); /* NULL: nothing */

/* The kernels are the same, or have the same outline. */
bool outlines_same(const Outlines *outlines, const Func *a, const Func *b);

/* What has the same number in the outline of `to` as this in that of `from`, which is the same; NULL stays NULL.  What is in neither
 * stays. */
const Var *outlines_var(const Outlines *outlines, const Func *from, const Func *to, const Var *var);
const Func *outlines_func(const Outlines *outlines, const Func *from, const Func *to, const Func *func);
const Expr *outlines_expr(const Outlines *outlines, const Func *from, const Func *to, const Expr *e);

#endif
