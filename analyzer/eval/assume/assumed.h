/* Assumptions while a kernel is evaluated. */
#ifndef SMEMLINT_EVAL_ASSUME_ASSUMED_H
#define SMEMLINT_EVAL_ASSUME_ASSUMED_H

#include "eval/state/eval.h"

/* Sets ev->assumed if the launch has assumptions, and applies them to symbols.  Call it before the kernel's body runs; the
 * functions below need ev->assumed. */
void assume_begin(Eval *ev);
/* The result of the comparison `a op b` at `e`: v, and where that is unknown, what follows from the assumptions. */
Value assume_compared(Eval *ev, const Expr *e, Op op, Int type, Value a, Value b, Value v);
/* The value that active threads store in an object: v, and where that is unknown, what the assumptions state. */
Value assume_stored(Eval *ev, const Object *object, int64_t offset, Loc loc, Value v);

#endif
