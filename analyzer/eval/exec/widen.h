/* What the compiler still knows of variables where a text that changes them may have been run, or will be run again. */
#ifndef SMEMLINT_EVAL_WIDEN_H
#define SMEMLINT_EVAL_WIDEN_H

#include "eval/exec/unroll.h"

/* The variables that a text changes in place are not what they were: at the head of a loop that stays (what is stepped
 * by a constant keeps its alignment; `later`: not the first iteration), and behind code that was not run.  False: it may
 * change others too. */
bool widen_forms(Eval *ev, const Stmt *text, Unrolling unrolling, bool later);
/* The loop is unrolled: what its step changes counts its iterations. */
void mark_unrolled_counter(Eval *ev, const Stmt *loop);
/* The text stores to the variable by its name. */
bool stmt_stores(Eval *ev, const Stmt *text, const Var *var);

#endif
