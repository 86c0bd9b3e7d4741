/* Instructions of PTX by the table ptx.def, and an opcode taken apart: "ld.volatile.shared.v4.f32".
 *
 * One table for whole files (ptx/), for inline PTX (eval/exec/eval_asm.c) and for the processor (verify/cpu/).  Their operands:
 * ptx_operand.h. */
#ifndef SMEMLINT_IR_PTX_OPCODE_H
#define SMEMLINT_IR_PTX_OPCODE_H

#include <stdbool.h>

#include "base/arena.h"

/* When an instruction is run, and which of its operands matter then. */
typedef enum PtxClass {
	PTX_VALUE,   /* if a result of it is used; then all operands matter */
	PTX_ACCESS,  /* if a result is used or it may access shared memory; all operands matter */
	PTX_STORE,   /* if it may access shared or local memory; the address matters, the value only in local memory */
	PTX_EFFECT,  /* always; all operands matter */
	PTX_OPAQUE,  /* if a result is used; it is unknown, and no operand matters */
	PTX_NOTHING, /* never: it neither has a result nor accesses shared memory */
	PTX_FLOW,    /* branches, returns, calls */
} PtxClass;

typedef enum PtxLower {
	LOWER_NONE,
#define PTX_LOWER(name) LOWER_##name,
#include "ir/ptx_lowerings.def"
#undef PTX_LOWER
} PtxLower;

/* What `INTRINSIC` rows of ptx.def become: rows of ir/intrinsics.def, for 4 and for 8 bytes. */
typedef enum PtxIntrinsic {
	INTRINSIC_ABS,
	INTRINSIC_MIN,
	INTRINSIC_MAX,
	INTRINSIC_SAD,
	INTRINSIC_POPC,
	INTRINSIC_CLZ,
	INTRINSIC_BREV,
	INTRINSIC_PRMT,
	INTRINSIC_ACTIVEMASK,
} PtxIntrinsic;

/* What `ASM` rows do. */
typedef enum PtxAsm {
	ASM_OTHER,   /* it is not known what it accesses */
	ASM_ATOMIC,
	ASM_MATRIX,
	ASM_COPY,    /* to shared memory, by lanes */
	ASM_WAIT,    /* for copies */
	ASM_BULK,    /* a copy by a unit */
	ASM_MESSAGE, /* a store by a unit */
	ASM_MMA,     /* tensor cores, which may read shared memory */
	ASM_MAPA,
	ASM_ORDER,   /* a barrier or fence */
	ASM_MAP,     /* a field of a tensor map, in shared memory or not */
	ASM_MAP_COPY, /* a tensor map, from there, by a warp */
} PtxAsm;

typedef struct PtxRow {
	const char *name;  /* the opcode begins with it: "mul", "cp.async.bulk" */
	int n_results;     /* how many of the first operands are results */
	PtxClass class_;
	PtxLower lower;
	int how;           /* what of `lower`: an Op of ir/ops.def, or what the lowering names */
} PtxRow;

typedef enum PtxKind { PTX_UNTYPED, PTX_BITS, PTX_SIGNED, PTX_UNSIGNED, PTX_FLOAT, PTX_PACKED /* f16x2 and the like */, PTX_PRED } PtxKind;

typedef struct PtxType {
	PtxKind kind;
	int bytes;
} PtxType;

/* "b32", "f16x2", "pred"; PTX_UNTYPED: it is no type. */
PtxType ptx_type(const char *word);

typedef enum PtxSpace { SPACE_NONE, SPACE_SHARED, SPACE_GLOBAL, SPACE_LOCAL, SPACE_CONST, SPACE_PARAM } PtxSpace;

enum { PTX_MAX_PARTS = 20 };

struct PtxOpcode {
	const char *text;
	const char *part[PTX_MAX_PARTS];
	int n;
	const PtxRow *row;   /* NULL: not in the table */
	PtxType type;        /* the last type that it names … */
	PtxType to;          /* … and the one before that, of conversions; else the same */
	PtxSpace space;      /* the first that it names */
	int vector;          /* 1, 2, 4, 8 */
};
typedef struct PtxOpcode PtxOpcode;

void ptx_opcode(Arena *arena, const char *text, PtxOpcode *out);
bool ptx_has(const PtxOpcode *opcode, const char *part);
int ptx_row_number(const PtxOpcode *opcode); /* in ptx.def, from 0; -1: it is not in the table */

/* The row of ir/intrinsics.def that computes an instruction of an `INTRINSIC` row, and how many operands it takes; NULL: none. */
const char *ptx_function(const PtxOpcode *opcode, int *n_args);
/* The same of a shuffle, vote or reduction, whose first argument is the mask of lanes. */
const char *ptx_warp_function(const PtxOpcode *opcode);

#endif
