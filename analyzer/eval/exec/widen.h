/* What the compiler knows of variables that a loop or a branch changes: their forms, at a loop's head or behind a branch. */
#ifndef SMEMLINT_EVAL_EXEC_WIDEN_H
#define SMEMLINT_EVAL_EXEC_WIDEN_H

#include "eval/exec/unroll.h"

/* Widens the forms of the variables that a text changes by name: at the head of a loop that is not fully unrolled (steps by a
 * constant keep their alignment, of so many copies; later: this is not the first iteration), and behind a branch that was not run
 * (1 copy).  False: the text may also change other variables. */
bool widen_forms(Eval *ev, const Stmt *text, Unrolling unrolling, int copies, bool later);
/* Cells that widen_forms() widened at the head of a loop, with the alignment that they came with. */
typedef struct WidenedCell {
	Object *object;
	int64_t offset;
	int size;
	int log2_align;
	Stored *stored;
	uint8_t known, sure; /* the alignments of its form before widened_carry() */
} WidenedCell;
typedef VEC(WidenedCell) WidenedCells;
/* Those of the loop being run; before any iteration: a loop inside may widen them again. */
void note_widened(Eval *ev, Arena *arena, WidenedCells *out);
int widened_align(const WidenedCells *cells, const Object *object, const Cell *cell); /* 0: it is none */
/* Takes the cells for aligned as they came, for one iteration, and back. */
void widened_carry(WidenedCells *cells);
void widened_put_back(const WidenedCells *cells);

/* For an unrolled loop: marks the variables that its step changes as its counters. */
void mark_unrolled_counter(Eval *ev, const Stmt *loop);
/* Whether the text stores to the variable by name; true as well if it may store to unknown variables. */
bool stmt_stores(Eval *ev, const Stmt *text, const Var *var);

#endif
