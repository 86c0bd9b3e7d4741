/* Loads that are the same in every iteration of a loop: nvcc takes them out of it, to the line of what stands before. */
#ifndef SMEMLINT_IR_INVARIANT_H
#define SMEMLINT_IR_INVARIANT_H

#include "ir/ir.h"

/* Beside those of effects.h, of a load in a loop: its address does not change in the innermost loop around it, and nothing
 * there surely keeps the load in its place: no barrier, no fence, no store or atomic to the same variable. */
enum { LOOP_INVARIANT_LOAD = 8 };

/* Adds to `expr_effects` (Unit.expr_effects, by Expr.id). */
void invariant_find(unsigned char *expr_effects, const Unit *unit);

#endif
