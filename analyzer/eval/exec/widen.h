/* What the compiler knows of variables that a loop or a branch changes: their forms, at a loop's head or behind a branch. */
#ifndef SMEMLINT_EVAL_EXEC_WIDEN_H
#define SMEMLINT_EVAL_EXEC_WIDEN_H

#include "eval/exec/unroll.h"

/* The forms, before that, of cells that a text may change or not: through a pointer, or in another part of the record. */
typedef struct CameForms {
	StoredForm *at;
	int n, cap;
	Arena *arena; /* NULL: none is needed yet */
} CameForms;

/* Widens the forms of the variables that a text changes by name: at the head of a loop that is not fully unrolled (steps by a
 * constant keep their alignment, of so many copies; later: this is not the first iteration), and behind a branch that was not run
 * (1 copy).  False: the text may also change other variables.  came: gets what may be changed; or NULL. */
bool widen_forms(Eval *ev, const Stmt *text, Unrolling unrolling, int copies, bool later, CameForms *came);
/* Cells that widen_forms() widened at the head of a loop, with the alignment that they came with. */
typedef struct WidenedCell {
	Object *object;
	int64_t offset;
	int size;
	int log2_align;
	Stored *stored; /* NULL: there is no such cell now */
	const StoredForm *came; /* of what the loop may leave as it is; or NULL */
	StoredForm widened;  /* its form before widened_carry() */
} WidenedCell;
typedef VEC(WidenedCell) WidenedCells;
/* Those of the loop being run; before any iteration: a loop inside may widen them again. */
void note_widened(Eval *ev, Arena *arena, const CameForms *came, WidenedCells *out);
const WidenedCell *widened_find(const WidenedCells *cells, const Object *object, const Cell *cell); /* NULL: it is none */
/* A constant step does not tell the alignment of all of them. */
bool widened_may_carry(const WidenedCells *cells);
/* At the head of an iteration: they are as every iteration leaves them.  Behind the loop: what it does not change is as it came. */
void widened_keep(Eval *ev, WidenedCells *cells);
void widened_keep_unchanged(const WidenedCells *cells);
/* Takes the cells for aligned as they came, and what the loop may leave as it is for unchanged, for one iteration, and back: less is
 * known of those of which the iteration made less known. */
void widened_carry(WidenedCells *cells);
void widened_put_back(WidenedCells *cells);

/* For an unrolled loop: marks the variables that its step changes as its counters. */
void mark_unrolled_counter(Eval *ev, const Stmt *loop);
/* Whether the text stores to the variable by name; true as well if it may store to unknown variables. */
bool stmt_stores(Eval *ev, const Stmt *text, const Var *var);

#endif
