/* Loads that both branches of a condition begin with: LLVM loads once, before it (docs/developers/compiler.md). */
#ifndef SMEMLINT_IR_HOIST_H
#define SMEMLINT_IR_HOIST_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills in unit->hoist_groups: a number that a load of memory that may be shared has in common with the same load in the other
 * branch, if nothing that differs comes before them; 0: there is none. */
void hoist_find(Arena *arena, Unit *unit);

#endif
