/* What the compiler still knows of variables where a text that changes them may have been run, or will be run again. */
#ifndef SMEMLINT_EVAL_SETTLE_H
#define SMEMLINT_EVAL_SETTLE_H

#include "eval/exec/unroll.h"

/* The variables that a text changes in place are not what they were: at the head of a loop that stays (what is stepped
 * by a constant keeps its alignment; `again`: not the first turn), and behind code that was not run.  False: it may
 * change others too. */
bool settle(Eval *ev, const Stmt *text, Turns turns, bool again);
/* The loop is laid out: what its step changes counts its turns. */
void settle_counter(Eval *ev, const Stmt *loop);
/* The text stores to the variable by its name. */
bool settle_stores(Eval *ev, const Stmt *text, const Var *var);

#endif
