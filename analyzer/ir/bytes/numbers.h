/* Integers that are constants where a walk through a function stands. */
#ifndef SMEMLINT_IR_BYTES_NUMBERS_H
#define SMEMLINT_IR_BYTES_NUMBERS_H

#include "ir/ir.h"

/* By Var.id: the variables whose values are known, and what they are. */
typedef struct Numbers {
	bool *is_known;
	int64_t *number;
} Numbers;

/* False: it is not an integer, or not known. */
bool number_of(const Numbers *numbers, const Expr *e, int64_t *out);

#endif
