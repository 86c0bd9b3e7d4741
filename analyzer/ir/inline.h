/* Calls of functions that only give a number or a place.
 *
 * Template libraries wrap what they know in layers of such functions: CuTe's `get<0>(t)` is four calls deep before it is a constant
 * distance from its argument, and of the calls in flash-attention's kernels a third are of this kind.  What such a call gives takes
 * its place: a constant, or an argument plus constant distances.  Nothing is lost by that: such functions access no memory, and
 * nothing about an access refers to them. */
#ifndef SMEMLINT_IR_INLINE_H
#define SMEMLINT_IR_INLINE_H

#include "base/arena.h"
#include "ir/ir.h"

/* Changes the trees of the unit's functions; to be called before anything is found out about them. */
void inline_places(Arena *arena, Unit *unit);

#endif
