/* What of a program nobody asks for who wants to know only where shared memory is accessed, and by whom.
 *
 * A variable is idle if it holds floating-point numbers only, and neither an address nor a decision hangs on them:
 * they go into other idle variables, or to memory whose content is not tracked.  What is stored to it need not be
 * computed. */
#ifndef SMEMLINT_IR_IDLE_H
#define SMEMLINT_IR_IDLE_H

#include "base/arena.h"
#include "ir/ir.h"

/* Expressions, by what evaluating them does besides giving a value: memory that may be shared is read, something
 * other than an idle variable or global memory changes, straight-line code ends, or it is not known. */
enum { ACTS_ITSELF = 1, ACTS_INSIDE = 2 /* itself, or something in it */ };

/* Beside these, of a load of 8 bytes: only half of it may be asked for, and then nvcc loads 4 (seen on an H200 in
 * `(int)data[i]`). */
enum { HALF_ASKED = 4 };

/* Fills unit->is_idle and unit->acts (0: nothing). */
void idle_find(Arena *arena, Unit *unit);

bool type_is_floats(const Type *type); /* and nothing else */
/* The address, without what is added to it, of memory that is not tracked: shared, global, or behind a kernel's pointer
 * argument. */
bool is_elsewhere(const Expr *root);
/* A mathematical function of a library: it only computes. */
bool is_mathematics(const Expr *call);
/* A store to an idle variable. */
bool is_idle_store(const Unit *unit, const Expr *e);

#endif
