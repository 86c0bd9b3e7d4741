/* Whether functions read what their pointers and references point to. */
#ifndef SMEMLINT_IR_BYTES_READS_H
#define SMEMLINT_IR_BYTES_READS_H

#include "ir/ir.h"

/* All zero at the start. */
typedef struct Reads {
	int *n_reads;         /* by Var.id, of a pointer: how often it is used for more than to store where it points */
	unsigned char *known; /* by Func.id: 1: they are being counted, 2: they are */
	bool *by_lambda;      /* by Var.id: a lambda within the variable's function may use it, too */
} Reads;

/* The function's i-th parameter names an object and no more: a reference, or a method's own. */
bool param_names_object(const Func *func, int i);

/* Whether the function, or one that it calls, does more with the pointer, a parameter, than store where it points. */
bool pointer_is_read(Reads *reads, const Func *func, const Var *pointer);

#endif
