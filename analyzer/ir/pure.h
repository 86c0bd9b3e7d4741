/* What functions leave: those that may be evaluated twice, or although the budget is spent. */
#ifndef SMEMLINT_IR_PURE_H
#define SMEMLINT_IR_PURE_H

#include "ir/ir.h"

/* The function gets and returns numbers, not pointers, changes nothing but its own variables, and calls only such functions. */
bool func_is_pure(const Func *func);

/* Nothing remains of a call but what it gives; it may read what its arguments point to. */
bool func_only_gives(const Func *func);

/* There are no loops in the function and in those that it calls, and not much else. */
bool func_is_brief(const Func *func);

#endif
