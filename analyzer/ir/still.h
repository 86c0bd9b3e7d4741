/* Loads that are the same in every turn of a loop: nvcc takes them out of it, to the line of what stands before. */
#ifndef SMEMLINT_IR_STILL_H
#define SMEMLINT_IR_STILL_H

#include "ir/ir.h"

/* Beside those of acts.h, of a load in a loop: its address does not change in the innermost loop around it, and nothing
 * there surely keeps the load in its place: no barrier, no fence, no store or atomic to the same variable. */
enum { SAME_EACH_TURN = 8 };

/* Adds to `acts` (Unit.acts, by Expr.id). */
void still_find(unsigned char *acts, const Unit *unit);

#endif
