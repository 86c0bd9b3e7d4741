/* Shared arrays that the program divides: "extern __shared__ float smem[]; float *a = smem, *b = smem + N * N;" */
#ifndef SMEMLINT_IR_PLACES_H
#define SMEMLINT_IR_PLACES_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills in Var.is_set_once, .into, .at, .places and .n_places: of local pointers that are set once, to the start of a shared array or a constant
 * distance from it or from another such pointer.  An array that is also used by its own name has no places, unless its first part has
 * no other. */
void places_find(Arena *arena, Unit *unit);

#endif
