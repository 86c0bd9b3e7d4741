/* Inline PTX, shared by the files ptx*.c: parsed once (ptx_read.c), executed for each lane (ptx.c). */
#ifndef SMEM_PTX_H
#define SMEM_PTX_H

#include "smem.h"

enum { PTX_PARTS = 12, PTX_OPERANDS = 16, PTX_VECTOR = 16, PTX_REGISTERS = 64, PTX_SLOTS = 128 };

typedef enum OperandKind { O_SLOT, O_REGISTER, O_NUMBER, O_SPECIAL, O_VECTOR, O_ADDRESS, O_NOTHING, O_PREDICATES } OperandKind;

typedef struct Operand {
	OperandKind kind;
	int index;             /* O_SLOT, O_REGISTER, O_SPECIAL; of an O_ADDRESS's base -1: none */
	bool base_is_slot;     /* O_ADDRESS */
	bool negated;          /* a predicate behind '!' */
	uint64_t number;       /* O_NUMBER; of an O_ADDRESS: the offset; O_PREDICATES: index of the second */
	int n;
	int item[PTX_VECTOR];  /* O_VECTOR: slots, or registers as -1 - index; PTX_SLOTS: nothing */
} Operand;

struct Run;
typedef struct Statement {
	char words[160];               /* the opcode's parts */
	const char *part[PTX_PARTS];
	int n_parts;
	int guard;                     /* register + 1; 0: none */
	bool guard_negated;
	Operand operand[PTX_OPERANDS];
	int n_operands;
	void (*does)(struct Run *run);
} Statement;

typedef struct Ptx {
	const char *text;
	Statement *statements;
	int n_statements;
	char names[PTX_REGISTERS][32];
	int n_names;
	const char *broken;
} Ptx;

/* What executes an opcode, by ir/ptx.def. */
static void (*handler_of(const char *opcode))(struct Run *);

#endif
