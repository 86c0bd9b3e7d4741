/* What eval_loop.c and eval_turns.c share. */
#ifndef SMEMLINT_EVAL_LOOP_IMPL_H
#define SMEMLINT_EVAL_LOOP_IMPL_H

#include "eval/exec/exec.h"
#include "eval/exec/traits.h"
#include "eval/exec/unroll.h"

/* One turn from the test on, for the lanes that go on; false when nobody does.  The lanes that leave at the test
 * are added to `left`. */
typedef struct Turn {
	const Stmt *loop;
	Exits *exits;
	Mask left, maybe_left;
	Scope maybe_scope;  /* of the unknown tests so far */
	Reason maybe_why;
	Turns turns;
	bool unknown;       /* the test was not decided, and only deciding was asked for */
	Sym from;           /* what it hangs on */
	bool journal_failed;
	bool is_tested;     /* the test has been looked at, and had no effect: */
	Cond test;
} Turn;

/* A turn without its test (turn_body), or with it, before or behind; temporaries go with it. */
void turn_body(Eval *ev, Turn *turn);
void turn_whole(Eval *ev, Turn *turn, bool test_first);
/* False: nobody goes on, or with must_decide it is not known who does. */
bool turn_test(Eval *ev, Turn *turn, bool must_decide);

/* All turns that remain, as one. */
void turns_remaining(Eval *ev, Turn *turn, bool test_first);
/* The same of a host loop, whose first turn is run by itself if its launches would have no block otherwise. */
void turns_of_host(Eval *ev, Turn *turn, bool test_first);

#endif
