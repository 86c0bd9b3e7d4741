/* Threads that perhaps leave a loop, a switch or a function early, as warps or not: what becomes of the variables that are changed
 * in it. */
#ifndef SMEMLINT_EVAL_EXEC_LEAVING_H
#define SMEMLINT_EVAL_EXEC_LEAVING_H

#include "eval/state/eval.h"

/* Threads of `maybe` perhaps leave now: all of them or none, or all of each warp, or each for itself; `why` it is not known whether
 * they do.  Notes what they take along of what was changed since. */
void leaving_note(Eval *ev, Leaving *leaving, const Mask *maybe, Scope scope, Reason why);
/* Threads of `maybe` may have left whenever leaving_note() was called since the journal began; leaving NULL: at any time.  What was
 * stored since becomes unknown in them; where one number was added to it in all threads, or in each warp, that number does. */
void leaving_end(Eval *ev, const Journal *journal, const Mask *maybe, const Leaving *leaving, Reason reason);

#endif
