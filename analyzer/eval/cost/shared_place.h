/* The alignment of a kernel's shared objects.
 *
 * Static objects are placed one after another in an order that the compiler chooses, the dynamic one behind them.  Shared
 * memory itself begins at 0 or, where the system takes the first KiB (since sm_80), behind that: dynamic memory alone is at 1024 on an
 * H200. */
#ifndef SMEMLINT_EVAL_COST_SHARED_PLACE_H
#define SMEMLINT_EVAL_COST_SHARED_PLACE_H

#include "base/arena.h"
#include "banks/banks.h"
#include "ir/ir.h"

typedef struct SharedPlaces SharedPlaces;

/* Collects the shared objects of the kernel and of all functions that it may call. */
SharedPlaces *shared_places_new(Arena *arena, const Unit *unit, const Func *kernel);

/* A power of two, at most 128, that divides the object's address in any order of the objects. */
int64_t shared_place_align(const SharedPlaces *places, const Var *var);

/* Where an object lies: its address less `start` is a multiple of `align`, a power of two.  Of the dynamic object and of one that is
 * alone that is known, since nothing is before it; of others nothing beyond what they declare (1). */
typedef struct SharedStart {
	int64_t align, start;
} SharedStart;
SharedStart shared_place_start(const SharedPlaces *places, const Arch *arch, const Var *var);

#endif
