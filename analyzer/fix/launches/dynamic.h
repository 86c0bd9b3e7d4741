/* Dynamic shared memory in another layout: the launches have to allocate what it takes. */
#ifndef SMEMLINT_FIX_LAUNCHES_DYNAMIC_H
#define SMEMLINT_FIX_LAUNCHES_DYNAMIC_H

#include "core/whole.h"
#include "fix/edit.h"
#include "fix/layouts/layout.h"

/* Adds to `out` the edits of all launches of kernels that access the dynamic `object`.  `kernels`: of all launches of the unit.
 * Returns NULL, or why that cannot be written, or may not be enough. */
const char *dynamic_resize(Arena *arena, const Unit *unit, const KernelFacts *kernels, int n_kernels, const Var *object,
			   const Layout *layout, Edits *out);

/* Whether the launches of the changed source allocate what the layout takes. */
bool dynamic_has_room(const KernelFacts *old, int n_old, const KernelFacts *new, int n_new, const Var *object, const Layout *layout);

/* Why launches elsewhere may depend on the layout; NULL: there can be none.  whole: NULL: other files are not known. */
const char *dynamic_obstacle(Arena *arena, const Unit *unit, const WholeProgram *whole, const KernelFacts *kernels, int n_kernels,
			     const Var *object, const Layout *layout);

#endif
