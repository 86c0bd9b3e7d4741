/* Accesses that both branches of a condition end with: nvcc may make one of them (docs/developers/compiler.md). */
#ifndef SMEMLINT_IR_SINK_H
#define SMEMLINT_IR_SINK_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills unit->sink_groups: of a load or store of what may be shared memory a number that it has in common with those on the
 * other branch of a condition, or of further ones (`else if`), that stand for it there; else 0. */
void sink_find(Arena *arena, Unit *unit);

#endif
