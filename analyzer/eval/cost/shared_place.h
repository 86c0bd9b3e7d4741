/* The alignment of a kernel's shared objects.
 *
 * Static objects are placed one after another in an order that the compiler chooses, the dynamic one behind them.  Shared
 * memory itself begins at a multiple of 128 bytes. */
#ifndef SMEMLINT_EVAL_COST_SHARED_PLACE_H
#define SMEMLINT_EVAL_COST_SHARED_PLACE_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct SharedPlaces SharedPlaces;

/* Collects the shared objects of the kernel and of all functions that it may call. */
SharedPlaces *shared_places_new(Arena *arena, const Unit *unit, const Func *kernel);

/* A power of two, at most 128, that divides the object's address in any order of the objects. */
int64_t shared_place_align(const SharedPlaces *places, const Var *var);

#endif
