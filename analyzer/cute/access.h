/* Which addresses the warps access that copy a tile of shared memory. */
#ifndef SMEMLINT_CUTE_ACCESS_H
#define SMEMLINT_CUTE_ACCESS_H

#include "banks/banks.h"
#include "base/vec.h"
#include "cute/layout.h"
#include "cute/read.h"

typedef struct CuteCopy {
	const char *name;
	BankOp op;
	int bytes;      /* at each address */
	int lanes;      /* that give an address */
} CuteCopy;

/* How threads are laid over the tile. */
typedef enum CuteOrder {
	CUTE_BY_DEFAULT,  /* matrices: by columns of up to 16 rows, as mma.sync takes them; else by rows */
	CUTE_BY_ROWS,     /* thread t copies the t-th piece along what is contiguous */
	CUTE_BY_COLUMNS,  /* … across it */
	CUTE_BY_THREADS,  /* `threads` and `values`, as in make_tiled_copy() */
	CUTE_BY_OPERAND,  /* `operand` */
} CuteOrder;

typedef struct CuteAccess {
	const char *text;     /* as it was asked for */
	CuteCopy copy;        /* CUTE_BY_OPERAND: bytes 0, until it is known how many of a lane's values are contiguous */
	CuteOrder order;
	CuteLayout threads;   /* (m,n) to the thread */
	CuteLayout values;    /* (m,n) to the value of a thread */
	bool has_values;
	CuteLayout operand;   /* (lane, value) to the coordinate in a tile of operand_rows x operand_columns */
	int operand_rows, operand_columns, operand_bits;
} CuteAccess;

/* Reads COPY, COPY@ORDER or COPY@THREADS@VALUES: a name of copies.def, or an atom's operand as in
 * SM80_16x8x16_F32F16F16F32_TN:A; ORDER is rows or columns.  False: `why` says why not. */
bool cute_access_read(Arena *arena, const char *text, CuteAccess *out, Buf *why);
/* THREADS, or rows or columns, and VALUES (or NULL).  False: `why` has the reason. */
bool cute_access_order(Arena *arena, const char *threads, const char *values, CuteAccess *access, Buf *why);

typedef VEC(WarpRequest) CuteRequests;

/* The requests with which `access` copies the whole tile once: the first two modes of the layout.  Their addresses are those
 * in the layout, from its start.  The layout is known, and its elements have `bits` bits, a power of two.
 * False: `why` says why it cannot be copied so. */
bool cute_requests(Arena *arena, const CuteAccess *access, const CuteLayout *layout, int bits, CuteRequests *out, Buf *why);

/* The names of copies, for messages. */
int cute_copy_names(const char **out, int most);

#endif
