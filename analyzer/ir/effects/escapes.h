/* Variables that may be stored to through a pointer. */
#ifndef SMEMLINT_IR_EFFECTS_ESCAPES_H
#define SMEMLINT_IR_EFFECTS_ESCAPES_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills in unit->escapes: whether a variable is named otherwise than to load from it, store to it or copy it. */
void escapes_find(Arena *arena, Unit *unit);

#endif
