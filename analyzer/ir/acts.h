/* What evaluating an expression does. */
#ifndef SMEMLINT_IR_ACTS_H
#define SMEMLINT_IR_ACTS_H

#include "base/arena.h"
#include "ir/ir.h"

/* Expressions, by what evaluating them does besides giving a value: memory that may be shared is read, something
 * other than an idle variable or global memory changes, straight-line code ends, or it is not known. */
enum { ACTS_ITSELF = 1, ACTS_INSIDE = 2 /* itself, or something in it */ };

/* Beside these, of a load of 8 bytes: only half of it may be asked for, and then nvcc loads 4 (seen on an H200 in
 * `(int)data[i]`). */
enum { HALF_ASKED = 4 };

/* Fills unit->acts (0: nothing) and unit->sides once idle_find() was there. */
void acts_find(Arena *arena, Unit *unit);

#endif
