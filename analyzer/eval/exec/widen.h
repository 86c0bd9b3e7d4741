/* What the compiler knows of variables that a loop or a branch changes: their forms, at a loop's head or behind a branch. */
#ifndef SMEMLINT_EVAL_EXEC_WIDEN_H
#define SMEMLINT_EVAL_EXEC_WIDEN_H

#include "eval/exec/unroll.h"

/* Widens the forms of the variables that a text changes by name: at the head of a loop that is not fully unrolled (steps by a
 * constant keep their alignment; later: this is not the first iteration), and behind a branch that was not run.  False: the
 * text may also change other variables. */
bool widen_forms(Eval *ev, const Stmt *text, Unrolling unrolling, bool later);
/* For an unrolled loop: marks the variables that its step changes as its counters. */
void mark_unrolled_counter(Eval *ev, const Stmt *loop);
/* Whether the text stores to the variable by name; true as well if it may store to unknown variables. */
bool stmt_stores(Eval *ev, const Stmt *text, const Var *var);

#endif
