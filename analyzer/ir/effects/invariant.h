/* Loop-invariant loads: nvcc hoists them out of the loop, to the line of what precedes it. */
#ifndef SMEMLINT_IR_EFFECTS_INVARIANT_H
#define SMEMLINT_IR_EFFECTS_INVARIANT_H

#include "ir/ir.h"

/* A further flag of Unit.expr_effects (effects.h): a load whose address does not change in the innermost loop around it, where
 * that loop has no barrier, no fence, and no store or atomic to the same variable. */
enum { LOOP_INVARIANT_LOAD = 8 };

/* Sets that flag in `expr_effects` (by Expr.id). */
void invariant_find(uint16_t *expr_effects, const Unit *unit);

#endif
