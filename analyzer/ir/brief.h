/* Functions that take next to no time. */
#ifndef SMEMLINT_IR_BRIEF_H
#define SMEMLINT_IR_BRIEF_H

#include "ir/ir.h"

/* There are no loops in the function and in those that it calls, and not much else. */
bool func_is_brief(const Func *func);

#endif
