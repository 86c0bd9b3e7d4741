/* What a loop's text says, found once and kept. */
#ifndef SMEMLINT_EVAL_TRAITS_H
#define SMEMLINT_EVAL_TRAITS_H

#include "eval/exec/exec.h"

typedef enum LoopTrait {
	LOOP_SEEN = 1,
	LOOP_CONTINUES = 2,  /* it contains a continue (perhaps an inner loop's) */
	LOOP_FLOATS = 16,    /* all that it leaves behind is floating-point values in variables that hold nothing else */
	LOOP_COUNTS = 32,    /* its step adds 1 */
	LOOP_LAUNCHES = 64,  /* of host code: a launch is reached from it, or may be, through a pointer */
	LOOP_IDLE = 8,       /* running it leaves nothing behind that anybody asks for (ir/idle.h) */
	LOOP_TEST_HAS_EFFECTS = 4, /* its test may store, call, or read through a pointer */
} LoopTrait;

/* What a LOOP_FLOATS loop leaves behind, without running it: its variables are forgotten. */
void loop_skip(Eval *ev, const Stmt *loop);
bool loop_has(Eval *ev, const Stmt *loop, LoopTrait trait);

#endif
