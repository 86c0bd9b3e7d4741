/* What need not be evaluated: statements on which no access to shared memory depends, nor any address or condition that decides one. */
#ifndef SMEMLINT_IR_SLICE_SLICE_H
#define SMEMLINT_IR_SLICE_SLICE_H

#include "base/arena.h"
#include "ir/ir.h"

/* Flags of Unit.slice.  Of a statement that is skipped they say what is left of it: it ends blocks as nvcc and ptxas see them
 * (eval/exec: eval_end_basic_block() and the like). */
enum {
	SLICE_SKIPPED = 1,
	SLICE_ENDS_BLOCK = 2,
	SLICE_SLOW_PATH = 4,
	SLICE_OPAQUE = 8,        /* opaque.h */
	SLICE_OPAQUE_OTHER = 16,
	SLICE_LEAVES = SLICE_ENDS_BLOCK | SLICE_SLOW_PATH | SLICE_OPAQUE | SLICE_OPAQUE_OTHER,
	/* A loop that only ends blocks, unless it is unrolled; its body leaves what its flags say. */
	SLICE_HOLLOW = 32,
};

/* Fills in unit->slice, after effects_find(). */
void slice_find(Arena *arena, Unit *unit);

#endif
