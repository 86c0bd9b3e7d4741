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

/* To be called when the loop's initialisation has been run. */
Unrolling unroll_predict(Eval *ev, const Stmt *loop);

/* The trip count if it is the same every time, as unroll_predict() has found; -1: it is not known to be. */
int constant_trip_count(const Eval *ev, const Stmt *loop);

#endif
