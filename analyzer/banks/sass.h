/* Machine instructions that may reach shared memory, by their names in nvdisasm's and the profiler's text. */
#ifndef SMEMLINT_BANKS_SASS_H
#define SMEMLINT_BANKS_SASS_H

#include <stddef.h>

#include "banks/banks.h"

typedef enum SassReach {
	SASS_SHARED,
	SASS_GENERIC, /* shared or global memory, as the address says */
	SASS_SELDOM,  /* the same, but nearly always global: only a counter tells */
} SassReach;

typedef struct SassOp {
	AccessKind kind;
	SassReach reach;
	int bytes; /* a lane; 16 of matrix rows */
} SassOp;

/* "LDS.U.64": n characters.  False: nothing that reaches shared memory. */
bool sass_op_read(const char *opcode, size_t n, SassOp *out);

#endif
