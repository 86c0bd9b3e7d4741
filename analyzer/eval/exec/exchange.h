/* Arrays as if their last two dimensions were exchanged (EvalOptions.exchange). */
#ifndef SMEMLINT_EVAL_EXEC_EXCHANGE_H
#define SMEMLINT_EVAL_EXEC_EXCHANGE_H

#include "eval/exec/exec.h"

/* Bytes that a step of an EX_PTRADD is, from the pointer `from`: in such an array a step through the rows goes to the next element, and
 * one within a row to the next row. */
int64_t exchange_scale(const Eval *ev, const Expr *e, const Value *from);

#endif
