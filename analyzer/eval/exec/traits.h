/* Properties of a loop's text, found once and kept. */
#ifndef SMEMLINT_EVAL_EXEC_TRAITS_H
#define SMEMLINT_EVAL_EXEC_TRAITS_H

#include "eval/exec/exec.h"

typedef enum LoopTrait {
	LOOP_SEEN = 1,
	LOOP_CONTINUES = 2,  /* it contains a continue (perhaps an inner loop's) */
	LOOP_FLOATS = 16,    /* it changes only floating-point variables */
	LOOP_COUNTS = 32,    /* its step adds 1 */
	LOOP_LAUNCHES = 64,  /* of host code: a launch is, or (through a function pointer) may be, reached from it */
	LOOP_IDLE = 8,       /* no address or condition depends on what it does (ir/effects/idle.h) */
	LOOP_TEST_HAS_EFFECTS = 4, /* its test may store, call, or read through a pointer */
} LoopTrait;

/* Instead of running a LOOP_FLOATS loop: the variables that it changes become unknown. */
void loop_skip(Eval *ev, const Stmt *loop);
bool loop_has(Eval *ev, const Stmt *loop, LoopTrait trait);

#endif
