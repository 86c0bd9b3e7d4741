/* The alignment of a kernel's shared objects.
 *
 * Static objects are placed one after another in an order that the compiler chooses, the dynamic one behind them.  Shared
 * memory itself begins at a multiple of 1024 bytes: at 0 or, where the system takes the first KiB, at 1024. */
#ifndef SMEMLINT_EVAL_COST_SHARED_PLACE_H
#define SMEMLINT_EVAL_COST_SHARED_PLACE_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct SharedPlaces SharedPlaces;

/* Collects the shared objects of the kernel and of all functions that it may call. */
SharedPlaces *shared_places_new(Arena *arena, const Unit *unit, const Func *kernel);

/* A power of two, at most 128, that divides the object's address in any order of the objects. */
int64_t shared_place_align(const SharedPlaces *places, const Var *var);

/* A power of two, at most 1024, that divides the dynamic object's address: more than it declares if nothing is before it;
 * 1 for others. */
int64_t shared_place_base(const SharedPlaces *places, const Var *var);

#endif
