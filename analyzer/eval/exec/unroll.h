/* Whether nvcc unrolls a loop, as far as that can be predicted (docs/developers/compiler.md). */
#ifndef SMEMLINT_EVAL_EXEC_UNROLL_H
#define SMEMLINT_EVAL_EXEC_UNROLL_H

#include "eval/exec/exec.h"

typedef enum Unrolling {
	UNROLLING_FULL, /* every iteration is a copy of the body, with the counter a constant */
	UNROLLING_NONE, /* `#pragma unroll 1` */
	UNROLLING_PARTIAL, /* it stays a loop, perhaps with several iterations as copies in its body */
	UNROLLING_UNKNOWN, /* any of the three */
} Unrolling;

/* Of a loop that stays, the copies of the body that the loop has: iterations [first, end) are executed `copies` at a time, the others by
 * themselves. */
typedef struct Unrolled {
	Unrolling kind;
	int copies;      /* UNROLLING_PARTIAL: at least; 0: how many is not known, and `first` and `end` say nothing */
	bool is_certain; /* there are no more */
	int first, end;
	int exit;        /* the loop is left before the copy of this number, too; 0: before the first alone */
} Unrolled;

/* To be called when the loop's initialisation has been run. */
Unrolled unroll_predict(Eval *ev, const Stmt *loop);

/* The same of a loop and all inside of it, of which none is run: they are unrolled in full. */
bool unroll_all(Eval *ev, const Stmt *loop);

/* The trip count if it is the same every time, as unroll_predict() has found; -1: it is not known to be. */
int constant_trip_count(const Eval *ev, const Stmt *loop);

#endif
