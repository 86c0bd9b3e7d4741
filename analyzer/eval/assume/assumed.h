/* Assumptions at work, while the kernel runs. */
#ifndef SMEMLINT_EVAL_ASSUME_ASSUMED_H
#define SMEMLINT_EVAL_ASSUME_ASSUMED_H

#include "eval/state/eval.h"

void assume_begin(Eval *ev);
/* The others are called only where ev->assumed is not NULL.
 * `a op b` is v as far as it is known: with what follows from the assumptions.  e: where it stands. */
Value assume_compared(Eval *ev, const Expr *e, Op op, Int type, Value a, Value b, Value v);
/* What is stored in an object of the active lanes: v, or what is said of it. */
Value assume_stored(Eval *ev, const Object *object, int64_t offset, Loc loc, Value v);

#endif
