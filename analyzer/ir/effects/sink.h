/* Accesses that both branches of a condition end with: nvcc may sink them into one (docs/developers/compiler.md). */
#ifndef SMEMLINT_IR_EFFECTS_SINK_H
#define SMEMLINT_IR_EFFECTS_SINK_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills in unit->sink_groups: a number that a load or store of memory that may be shared has in common with those that it
 * may be sunk with, in the other branch or branches (`else if`); 0: there are none. */
void sink_find(Arena *arena, Unit *unit);

#endif
