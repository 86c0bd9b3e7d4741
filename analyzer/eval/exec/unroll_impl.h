/* Shared by unroll.c, trip_count.c and loop_size.c. */
#ifndef SMEMLINT_EVAL_EXEC_UNROLL_IMPL_H
#define SMEMLINT_EVAL_EXEC_UNROLL_IMPL_H

#include "eval/exec/unroll.h"

/* --- the trip count (trip_count.c) ---------------------------------------------------------------------- */

/* Values of a trip count that is not a number.  MANY: more than 1024. */
enum { TRIP_COUNT_MANY = -1, TRIP_COUNT_MAYBE_KNOWN = -2, TRIP_COUNT_UNKNOWN = -3 };

/* Variables, each once. */
typedef struct CountNames {
	const Var *at[8];
	int n;
	bool too_many;
} CountNames;

typedef struct LoopExits {
	bool leaves;     /* by a break or a return */
	bool is_unknown; /* by what is not understood */
} LoopExits;

typedef enum Known { KNOWN_TO_NVCC, KNOWN_HERE /* in this launch, alike in all threads */ } Known;

/* By a pragma, whole or so many at a time. */
bool unroll_is_asked(const Stmt *loop);
/* init: NULL sets nothing. */
bool init_sets(const Stmt *init, const Var *var);
/* What the trip count depends on: variables of the init (NULL: it was run), of the test, and those that the step reads to set them.  In
 * `i < 2; i++, n--` that is `i` alone. */
CountNames trip_count_names(const Stmt *loop, const Stmt *init);
/* Of its body, whether or not they belong to a loop inside. */
LoopExits exits_of(const Stmt *loop);
/* The test and the step alone determine the trip count: the body neither leaves the loop nor changes a variable of theirs.  With #pragma
 * unroll it may leave it: nvcc made all copies of 72 such loops (docs/developers/compiler.md). */
bool counts_itself(Eval *ev, const Stmt *loop);
/* The trip count; nothing that is run has an effect.  init: to be run before, or NULL: it was. */
int count_iterations(Eval *ev, const Stmt *loop, const Stmt *init, Known known);
/* What nvcc knows it to be, kept if it is the same every time. */
int trip_count_of(Eval *ev, const Stmt *loop, const Stmt *init);
/* Whether nvcc may know the trip count of a loop whose body influences it: not if the first test depends on runtime values. */
bool trip_count_may_be_known(Eval *ev, const Stmt *loop);

/* --- the size of an iteration (loop_size.c) ---------------------------------------------------------------- */

/* As ir/size.h counts.  nested: an inner loop's trip count depends on this loop's iteration. */
int size_of_iteration(Eval *ev, const Stmt *loop, bool *nested);

#endif
