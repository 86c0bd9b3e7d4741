/* Numbers that are made of numbers: what every compiler folds. */
#ifndef SMEMLINT_IR_CONSTANT_H
#define SMEMLINT_IR_CONSTANT_H

#include "ir/ir.h"

/* The value of an integer expression of numbers, + - * and /.  False: it is something else, or overflows. */
bool expr_constant(const Expr *e, int64_t *out);

#endif
