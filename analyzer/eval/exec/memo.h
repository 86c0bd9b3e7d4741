/* Calls that repeat an earlier one: what it did is done again without running the function.
 *
 * Kernels of template libraries compute with tiles of registers in functions that get views of them: hundreds of calls that differ
 * only in which part of which array the views show.  A call repeats an earlier one if its function, the threads and the arguments
 * are the same, with all that the arguments lead to: numbers are equal, pointers lead to variables whose content is the same in
 * turn, whatever these variables are and wherever in them they point.  Variables that contain nothing but data are all alike.
 *
 * Only calls are kept that did nothing but return a constant or nothing, and make data of parts of such variables: Eval.events
 * counts what else they may do. */
#ifndef SMEMLINT_EVAL_EXEC_MEMO_H
#define SMEMLINT_EVAL_EXEC_MEMO_H

#include "base/hash.h"
#include "eval/state/eval.h"

enum { MEMO_OBJECTS = 24 };

/* A call to be made: its key, and the variables that its arguments lead to, in the order in which they are found. */
typedef struct MemoCall {
	bool is_candidate;
	Hash key;
	int n;
	struct {
		Object *object;
		int64_t base; /* where the first pointer to it points, in bytes; offsets are kept relative to it */
		bool is_tile; /* its content is not part of the key */
		int64_t known_reads; /* Object.known_reads before the call */
	} at[MEMO_OBJECTS];
	int64_t events, ops, basic_block, nvvm_block; /* Eval.events … before it */
	int named_frame;
} MemoCall;

/* For each variable that code names: those of outer functions are no arguments. */
static inline void memo_named(Eval *ev, const Object *object)
{
	if (object->kind == OBJ_LOCAL && object->frame && object->frame < ev->named_frame)
		ev->named_frame = object->frame;
}

/* True: the call repeats an earlier one, and its effects were applied.  Else fills in `call` for memo_learn(). */
bool memo_repeats(Eval *ev, const Func *func, const Value *args, int n_args, MemoCall *call, Value *result);
/* After the function ran: keeps what it did, if that can be repeated.  changed: the variables as they were before. */
void memo_learn(Eval *ev, const Func *func, const MemoCall *call, const Journal *changed, const Value *result);
void memo_free(struct Memo *memo); /* NULL: nothing */

#endif
