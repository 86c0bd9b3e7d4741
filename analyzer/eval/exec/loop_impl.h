/* Shared by the files that run loops. */
#ifndef SMEMLINT_EVAL_EXEC_LOOP_IMPL_H
#define SMEMLINT_EVAL_EXEC_LOOP_IMPL_H

#include "eval/exec/exec.h"
#include "eval/exec/traits.h"
#include "eval/exec/unroll.h"
#include "eval/exec/widen.h"

/* The state of a loop between its iterations. */
typedef struct Iteration {
	const Stmt *loop;
	Exits *exits;
	Mask left, maybe_left; /* threads that left at the test, certainly or perhaps */
	Scope maybe_scope;  /* the widest scope of the unknown tests so far … */
	Reason maybe_why;   /* … and the last reason */
	Unrolled unrolled;
	bool is_first;      /* none was run */
	int n_run;          /* how many were run one by one */
	uint32_t parted;    /* bit w: some lanes of warp w left behind one of them, and others did not … */
	bool apart;         /* … and went round so often that nvcc's unrolled loop has some of them only */
	bool unknown;       /* iteration_test() with must_decide: the test is not decided … */
	Sym from;           /* … and depends on this symbol */
	bool journal_failed;
	CameForms came;     /* of a loop that stays: what it may change or not … */
	WidenedCells carried; /* … and what every iteration leaves aligned so, or unchanged; in the arena of `came` */
	bool is_tested;     /* the test was evaluated, without side effects; its result: */
	Cond test;
} Iteration;

/* Runs the body and step; iteration_whole() with the test, before or after them, and frees temporaries. */
void iteration_body(Eval *ev, Iteration *iteration);
void iteration_whole(Eval *ev, Iteration *iteration, bool test_first);
/* Runs the test; threads for which it fails leave.  False: no thread goes on, or, with must_decide, that is unknown. */
/* Whether the test behind the body is known after one iteration, which is only tried here. */
bool iteration_decides(Eval *ev, Iteration *iteration);
bool iteration_test(Eval *ev, Iteration *iteration, bool must_decide);

/* Before the first iteration: finds what ptxas knows of the alignment of what the loop carries.  The iteration is only tried here. */
void iteration_find_carried(Eval *ev, Iteration *iteration, bool test_first);
/* Runs all remaining iterations as one. */
void iterations_remaining(Eval *ev, Iteration *iteration, bool test_first);
/* The same for a host loop; if its launches have no known block so, the first iteration is also run by itself. */
void iterations_of_host(Eval *ev, Iteration *iteration, bool test_first);

#endif
