/* Accesses that both sides of a condition end with: nvcc may make one of them (docs/developers/compiler.md). */
#ifndef SMEMLINT_IR_SIDES_H
#define SMEMLINT_IR_SIDES_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills unit->sides: of a load or store of what may be shared memory a number that it has in common with those on the
 * other side of a condition, or of further ones (`else if`), that stand for it there; else 0. */
void sides_find(Arena *arena, Unit *unit);

#endif
