/* Loads whose value only one branch of a condition needs, since nothing else names the variable, or the other one sets it anew: LLVM
 * sinks them into the branch, where fewer lanes execute them (observed in nvcc 13.0's PTX; testdata/facts/late_loads.cu). */
#ifndef SMEMLINT_IR_EFFECTS_LATE_H
#define SMEMLINT_IR_EFFECTS_LATE_H

#include "ir/ir.h"

/* A further flag of Unit.expr_effects (effects.h). */
enum { LATE_LOAD = 32 };

/* Sets that flag in `expr_effects` (by Expr.id). */
void late_find(uint16_t *expr_effects, const Unit *unit);

#endif
