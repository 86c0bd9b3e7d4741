/* What evaluations of one thread have in common, found once: what the texts of loops and kernels show, and prices. */
#ifndef SMEMLINT_EVAL_STATE_KEPT_H
#define SMEMLINT_EVAL_STATE_KEPT_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct Kept {
	Arena *arena;
	const Unit *unit;
	unsigned char *loop_traits; /* by Stmt.id (traits.h) */
	void **touched;             /* by Stmt.id (widen.c): variables that a loop changes */
	struct PriceMemo *prices;   /* eval/cost/price.h */
	Arena *of_kernel;           /* freed when another kernel is evaluated: */
	const Func *kernel;
	struct KnownAligns *known_aligns; /* NULL: not needed yet */
	struct SharedPlaces *places;      /* NULL: not needed yet */
} Kept;

Kept *kept_new(const Unit *unit);
void kept_free(Kept *kept); /* NULL: nothing happens */
/* The kernel that is evaluated next. */
void kept_begin(Kept *kept, const Func *kernel);

#endif
