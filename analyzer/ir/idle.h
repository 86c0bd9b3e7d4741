/* What of a program nobody asks for who wants to know only where shared memory is accessed, and by whom.
 *
 * A variable is idle if it holds floating-point numbers only, and neither an address nor a decision hangs on them:
 * they go into other idle variables, or to memory whose content is not tracked.  What is stored to it need not be
 * computed. */
#ifndef SMEMLINT_IR_IDLE_H
#define SMEMLINT_IR_IDLE_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills unit->is_idle and unit->is_global: pointer variables that never lead to shared memory, nor to a variable's. */
void idle_find(Arena *arena, Unit *unit);

#endif
