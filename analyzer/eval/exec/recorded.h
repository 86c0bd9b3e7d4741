/* Taking back what an iteration recorded: facts, suspects, accesses that may be sunk. */
#ifndef SMEMLINT_EVAL_EXEC_RECORDED_H
#define SMEMLINT_EVAL_EXEC_RECORDED_H

#include "eval/state/eval.h"

/* What was recorded up to a mark. */
typedef struct Recorded Recorded;

/* NULL: nothing is recorded, or it cannot be taken back; the other functions do nothing then. */
Recorded *recorded_mark(Eval *ev);
void recorded_go_back(Eval *ev, const Recorded *recorded);
void recorded_end(Recorded *recorded);

#endif
