/* Instructions of PTX as they are written: one syntax for whole files (ptx/), for inline PTX (ptx_inline.h), and so for
 * what runs on the processor (verify/cpu/). */
#ifndef SMEMLINT_IR_PTX_OPERAND_H
#define SMEMLINT_IR_PTX_OPERAND_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ptx_scan.h"

typedef enum PtxOperandKind {
	PTX_REG,      /* index */
	PTX_SYMBOL,   /* var, and i bytes behind its address */
	PTX_NAME,     /* a special register, a label, a function; in inline PTX each name: name */
	PTX_ARGUMENT, /* $0, ${0:r} of inline PTX: index, outputs first */
	PTX_NUMBER,   /* i: an integer, or the bits of a float */
	PTX_ADDRESS,  /* [parts[0] + i + *offset, parts[1] …]; without a base: n_parts 0 */
	PTX_VECTOR,   /* {a, b}, a|b */
	PTX_LIST,     /* (a, b), of calls */
} PtxOperandKind;

struct PtxVar;

typedef struct PtxOperand {
	PtxOperandKind kind;
	bool negated;      /* !%p */
	bool is_float;     /* PTX_NUMBER: 0f3F800000 */
	bool is_decimal;   /* … 1.5: i has the bits of a double */
	int index;
	const struct PtxVar *var;
	const char *name;
	int64_t i;
	const struct PtxOperand *offset; /* PTX_ADDRESS of inline PTX: an argument; else NULL */
	const struct PtxOperand *parts;
	int n_parts;
} PtxOperand;

typedef struct PtxStatement {
	const PtxOperand *guard; /* @p; NULL: none */
	bool guard_negated;
	Word opcode;
	int line;                /* of the opcode */
	const PtxOperand *operands;
	int n_operands;
} PtxStatement;

typedef struct PtxSyntax {
	Arena *arena;
	Scan *scan;
	/* What a name means (PTX_REG, PTX_SYMBOL); false: it stays PTX_NAME.  NULL in inline PTX, where all names stay, and
	 * where `$0` is an argument: in a file it is a name. */
	bool (*find)(void *of, Word name, PtxOperand *out);
	void *of;
	const char *problem;     /* why false was returned; else NULL */
} PtxSyntax;

/* Up to its `;`, which is taken, or to the end of the text. */
bool ptx_read_statement(PtxSyntax *s, PtxStatement *out);

#endif
