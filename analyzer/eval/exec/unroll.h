/* What nvcc does to loops, as far as it can be told (docs/compiler.md): whether it lays out the turns of one, one
 * after the other. */
#ifndef SMEMLINT_EVAL_UNROLL_H
#define SMEMLINT_EVAL_UNROLL_H

#include "eval/exec/exec.h"

typedef enum Turns {
	TURNS_LAID_OUT, /* all of them, and the counter is a constant in each */
	TURNS_ALONE,    /* each for itself: `#pragma unroll 1` */
	TURNS_STAY,     /* it stays a loop, but some turns of it may be laid out together */
	TURNS_OPEN,     /* any of the three */
} Turns;

/* The loop's initialisation has been run. */
Turns unroll_turns(Eval *ev, const Stmt *loop);

#endif
