/* The side effects of an expression. */
#ifndef SMEMLINT_IR_EFFECTS_EFFECTS_H
#define SMEMLINT_IR_EFFECTS_EFFECTS_H

#include "base/arena.h"
#include "ir/ir.h"

/* Flags of Unit.expr_effects.  An expression has a side effect if it reads memory that may be shared, changes anything but
 * idle variables and global memory, ends straight-line code, or is not understood. */
enum { EFFECT_ITSELF = 1, EFFECT_INSIDE = 2 /* itself, or an expression in it */ };

/* A load of 8 bytes of which only half may be demanded: nvcc then loads 4 (seen on an H200 in `(int)data[i]`). */
enum { HALF_DEMANDED = 4 };

/* Of loads of 2 bytes, what their value is made at once: a float, or an integer of 4 bytes or more.  nvcc loads the latter, sign and all,
 * into a register of 4 bytes, and ptxas does not merge such loads (seen in PTX and SASS of nvcc 13.0). */
enum { MADE_FLOAT = 512, MADE_WORD = 1024 };

/* Fills in unit->expr_effects (0: none), unit->sink_groups, unit->hoist_groups, unit->escapes, and what idle_find() does. */
void effects_find(Arena *arena, Unit *unit);

#endif
