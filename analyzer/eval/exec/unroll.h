/* What nvcc does to loops, as far as it can be told (docs/developers/compiler.md): whether it lays out the iterations of one, one
 * after the other. */
#ifndef SMEMLINT_EVAL_UNROLL_H
#define SMEMLINT_EVAL_UNROLL_H

#include "eval/exec/exec.h"

typedef enum Unrolling {
	UNROLLING_FULL, /* all of them, and the counter is a constant in each */
	UNROLLING_NONE, /* each for itself: `#pragma unroll 1` */
	UNROLLING_PARTIAL, /* it stays a loop, but some iterations of it may be unrolled together */
	UNROLLING_UNKNOWN, /* any of the three */
} Unrolling;

/* The loop's initialisation has been run. */
Unrolling unroll_predict(Eval *ev, const Stmt *loop);

#endif
