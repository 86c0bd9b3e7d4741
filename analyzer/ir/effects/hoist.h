/* Loads that both branches of a condition begin with: LLVM loads once, before it (docs/developers/compiler.md).  If there is no
 * second branch, what follows may begin with them. */
#ifndef SMEMLINT_IR_EFFECTS_HOIST_H
#define SMEMLINT_IR_EFFECTS_HOIST_H

#include "base/arena.h"
#include "ir/ir.h"

/* A flag of Unit.expr_effects: a load of a shared variable that the straight-line body of a condition without a second branch
 * begins with: only such loads, and what can be computed before the condition, come before it. */
enum { STARTS_BRANCH = 16 };

/* Fills in unit->hoist_groups: a number that a load of memory that may be shared has in common with the same load in the other
 * branch, if nothing that differs comes before them; 0: there is none.  Sets the flag above in expr_effects. */
void hoist_find(Arena *arena, Unit *unit, uint16_t *expr_effects);

/* The same operations on the same operands. */
bool expr_same(const Expr *a, const Expr *b);

#endif
