/* What eval_loop.c and eval_induction.c share. */
#ifndef SMEMLINT_EVAL_LOOP_IMPL_H
#define SMEMLINT_EVAL_LOOP_IMPL_H

#include "eval/exec/exec.h"
#include "eval/exec/traits.h"
#include "eval/exec/unroll.h"

/* One turn from the test on, for the lanes that go on; false when nobody does.  The lanes that leave at the test
 * are added to `left`. */
typedef struct Iteration {
	const Stmt *loop;
	Exits *exits;
	Mask left, maybe_left;
	Scope maybe_scope;  /* of the unknown tests so far */
	Reason maybe_why;
	Unrolling unrolling;
	bool unknown;       /* the test was not decided, and only deciding was asked for */
	Sym from;           /* what it hangs on */
	bool journal_failed;
	bool is_tested;     /* the test has been looked at, and had no effect: */
	Cond test;
} Iteration;

/* An iteration without its test (iteration_body), or with it, before or behind; temporaries go with it. */
void iteration_body(Eval *ev, Iteration *iteration);
void iteration_whole(Eval *ev, Iteration *iteration, bool test_first);
/* False: nobody goes on, or with must_decide it is not known who does. */
bool iteration_test(Eval *ev, Iteration *iteration, bool must_decide);

/* All turns that remain, as one. */
void iterations_remaining(Eval *ev, Iteration *iteration, bool test_first);
/* The same of a host loop, whose first iteration is run by itself if its launches would have no block otherwise. */
void iterations_of_host(Eval *ev, Iteration *iteration, bool test_first);

#endif
