/* Inline PTX, shared by the files ptx*.c: read once (ptx_read.c), executed for each lane (ptx.c). */
#ifndef SMEM_PTX_H
#define SMEM_PTX_H

#include "ptx_numbers.h"
#include "smem.h"

typedef struct Operand {
	OperandKind kind;
	bool negated;         /* a predicate behind '!' */
	int place;
	uint64_t number;
	int n;
	int item[PTX_ITEMS];
} Operand;

struct Run;
typedef struct Statement {
	char words[PTX_OPCODE];        /* the opcode's parts */
	const char *part[PTX_PARTS];
	int n_parts;
	int guard;                     /* a place */
	bool guard_negated;
	Operand operand[PTX_OPERANDS];
	int n_operands;
	void (*does)(struct Run *run);
} Statement;

typedef struct Ptx {
	Statement *statements;
	int n_statements;
} Ptx;

/* What executes the instructions of a row of ir/ptx.def; -1: of none. */
static void (*handler_of(int row))(struct Run *);

#endif
