/* What evaluating an expression does. */
#ifndef SMEMLINT_IR_EFFECTS_H
#define SMEMLINT_IR_EFFECTS_H

#include "base/arena.h"
#include "ir/ir.h"

/* Expressions, by what evaluating them does besides giving a value: memory that may be shared is read, something
 * other than an idle variable or global memory changes, straight-line code ends, or it is not known. */
enum { EFFECT_ITSELF = 1, EFFECT_INSIDE = 2 /* itself, or something in it */ };

/* Beside these, of a load of 8 bytes: only half of it may be asked for, and then nvcc loads 4 (seen on an H200 in
 * `(int)data[i]`). */
enum { HALF_DEMANDED = 4 };

/* Fills unit->expr_effects (0: nothing) and unit->sink_groups once idle_find() was there. */
void effects_find(Arena *arena, Unit *unit);

#endif
