/* Code across which NVVM merges no accesses, though ptxas does: inline PTX, shuffles and votes, atomics, loads with a cache operator, and
 * arithmetic on half and bfloat16, which CUDA's headers write as inline PTX (observed in nvcc 13.0's PTX of loops with one such thing
 * each; docs/developers/compiler.md). */
#ifndef SMEMLINT_IR_EFFECTS_OPAQUE_H
#define SMEMLINT_IR_EFFECTS_OPAQUE_H

#include "ir/ir.h"

/* Further flags of Unit.expr_effects (effects.h). */
enum {
	OPAQUE_ITSELF = 64,
	OPAQUE_INSIDE = 128,       /* itself, or an expression in it */
	OPAQUE_OTHER_INSIDE = 256, /* the same, of other things than arithmetic on halves, across which ptxas merges loads of halves */
};

/* Sets those flags in `expr_effects` (by Expr.id). */
void opaque_find(uint16_t *expr_effects, const Unit *unit);

#endif
