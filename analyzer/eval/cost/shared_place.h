/* Where a kernel's shared objects may begin.
 *
 * Static objects lie one after another in an order that is the compiler's, behind them the dynamic one.  Shared memory
 * itself begins at a multiple of 128 bytes. */
#ifndef SMEMLINT_EVAL_SHARED_PLACE_H
#define SMEMLINT_EVAL_SHARED_PLACE_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct SharedPlaces SharedPlaces;

/* Looks through the kernel and whatever it may call. */
SharedPlaces *shared_places_new(Arena *arena, const Unit *unit, const Func *kernel);

/* A power of two, at most 128, that the object's address is a multiple of, in whatever order the objects lie. */
int64_t shared_place_align(const SharedPlaces *places, const Var *var);

#endif
