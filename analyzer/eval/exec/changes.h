/* What an iteration of a loop changes: the first step of eval_induction.c, within this folder. */
#ifndef SMEMLINT_EVAL_EXEC_CHANGES_H
#define SMEMLINT_EVAL_EXEC_CHANGES_H

#include "eval/exec/loop_impl.h"
#include "eval/exec/widen.h"

typedef enum Induction { INDUCTION_LINEAR, INDUCTION_ALTERNATING, INDUCTION_UNKNOWN } Induction;

/* One cell that an iteration changes, and how. */
typedef struct Change {
	Object *object;
	int64_t offset;
	int size;            /* 0: the whole object became unknown */
	bool is_float;
	Induction induction;
	bool uniform;
	Reason why;          /* if it becomes unknown */
	int64_t step_align;  /* a power of two: each iteration adds a multiple of it in each thread; 0: not known */
	int log2_align;      /* at the head of every iteration, as ptxas knows it; verified as the guess is */
	const StoredForm *came; /* of what no iteration changes, though the loop's text may; verified so, too; or NULL */
	Scope apart;         /* how uniform the added amount is in the threads that it is added in */
	Mask where;          /* these threads; those in which the object does not exist follow them */
	bool has_start, has_delta;
	unsigned points_to;  /* POINTS_TO_… of the values before and after */
	Value start, delta;  /* linear: start + k*delta; alternating: start, or start + delta */
} Change;

typedef struct Changes {
	VEC(Change) list;
	WidenedCells widened; /* empty: an iteration was run before */
	Arena *arena;
	Mask active;       /* the threads that run the iterations */
	bool may_count;    /* no thread was seen to leave but at the test */
	int64_t remaining; /* how many iterations follow; 0: not known */
} Changes;

/* Guesses the induction of what has changed since the journal began, if the change is not in the list.  Symbols from n_syms on are
 * of the iteration.  Variables that the loop's body declares are new in each iteration: they are left out. */
void changes_note(Eval *ev, Changes *changes, const Journal *journal, int n_syms);
/* Variables that the loop's text names, but that the iteration did not change: in a record others were. */
void changes_note_unchanged(Eval *ev, Changes *changes, int n_syms);

/* What the loop carries: fills in iteration->carried. */
void changes_note_carried(const Changes *changes, Iteration *iteration);

/* How the values before and after differ in threads of `where`: as Change.step_align and Change.apart. */
void change_drift(Eval *ev, const Cell *before, const Cell *after, const Mask *where, int64_t *step_align, Scope *apart);
bool cell_is_uniform(const Eval *ev, const Cell *cell); /* or NULL: no */
/* The reason if a value becomes unknown that was `after` (or NULL) behind an iteration. */
Reason cell_why_unknown(const Eval *ev, const Cell *after);

#endif
