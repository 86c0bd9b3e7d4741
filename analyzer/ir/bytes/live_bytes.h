/* Which bytes of local variables are used: what nvcc loads in vain it does not load. */
#ifndef SMEMLINT_IR_BYTES_LIVE_BYTES_H
#define SMEMLINT_IR_BYTES_LIVE_BYTES_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills in unit->live_bytes; after effects_find().  A byte is dead if it is only ever copied, or computed
 * with, into bytes that are dead.  Elements of an array are told apart in loops whose trip counts are numbers.  Bytes are followed into
 * functions, by value, by reference or by a pointer that is set once, and back (what one call uses all use); who gets at an address
 * otherwise may use all, and need not.  The order of stores and loads does not matter, but for bytes that are copied and stored to
 * before they are read: these may be used. */
void live_bytes_find(Arena *arena, Unit *unit);

/* False: for certain nothing uses one of these bytes of the variable. */
bool bytes_may_be_used(const Unit *unit, const Var *var, int64_t offset, int64_t size);
/* True: for certain one of them is. */
bool bytes_are_used(const Unit *unit, const Var *var, int64_t offset, int64_t size);

#endif
