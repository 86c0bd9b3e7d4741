/* Calls of functions that only compute something.
 *
 * Template libraries wrap what they know in layers of functions and records: of CuTe's `tensor(i, j)` thirty calls come to
 * `tensor.data() + i * 8 + j`, and of flash-attention's calls fifteen of sixteen are of this kind.  What such a call gives takes its
 * place, as an expression in its arguments.  Nothing is lost by that: these functions access no memory that may be shared, and
 * nothing about an access refers to them. */
#ifndef SMEMLINT_IR_INLINE_H
#define SMEMLINT_IR_INLINE_H

#include "base/arena.h"
#include "ir/ir.h"

/* Changes the trees of the unit's functions; to be called before anything is found out about them. */
void inline_calls(Arena *arena, Unit *unit);

#endif
