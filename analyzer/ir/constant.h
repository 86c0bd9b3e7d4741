/* Numbers that are made of numbers: what every compiler folds. */
#ifndef SMEMLINT_IR_CONSTANT_H
#define SMEMLINT_IR_CONSTANT_H

#include "ir/ir.h"

/* a op b, for + - * / % << and >>.  False: it overflows, is not defined, or is another operator. */
bool constant_combine(Op op, int64_t a, int64_t b, int64_t *out);

/* The value of an integer expression of numbers and these operators, with casts that change none.  False: it is something else. */
bool expr_constant(const Expr *e, int64_t *out);

/* Converting the number to the type changes nothing. */
bool type_holds(const Type *type, int64_t value);

#endif
