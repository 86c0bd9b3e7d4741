/* Variables whose values do not affect which shared memory is accessed, and by which threads.
 *
 * A variable is idle if it holds only floating-point numbers, and no address and no condition depends on them: they go
 * only into other idle variables, or to memory whose content is not tracked.  What is stored to it need not be computed. */
#ifndef SMEMLINT_IR_EFFECTS_IDLE_H
#define SMEMLINT_IR_EFFECTS_IDLE_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills in unit->is_idle, and unit->is_global: pointer variables that never point to shared memory or to a variable. */
void idle_find(Arena *arena, Unit *unit);

#endif
