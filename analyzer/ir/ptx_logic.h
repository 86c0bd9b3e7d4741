/* lop3 as operations of two operands, as few as its table of values allows. */
#ifndef SMEMLINT_IR_PTX_LOGIC_H
#define SMEMLINT_IR_PTX_LOGIC_H

#include "ir/ir.h"

/* Operands of steps: 0 to 2 are those of the instruction; then 0, -1, and the results of earlier steps. */
enum { LOGIC_ZERO = 3, LOGIC_ONES, LOGIC_STEP, MAX_LOGIC_STEPS = 12 };

typedef struct LogicStep {
	Op op;    /* AND, OR, XOR, or NOT, of which `b` is no operand */
	int a, b;
} LogicStep;

typedef struct Logic {
	LogicStep steps[MAX_LOGIC_STEPS];
	int n;
	int result; /* the operand that is the result */
} Logic;

/* table: bit 4a + 2b + c is the result for these three bits (PTX ISA, lop3). */
void ptx_logic3(unsigned table, Logic *out);

#endif
