/* Machine instructions that may access shared memory, by their names in the text of nvdisasm and the profiler. */
#ifndef SMEMLINT_BANKS_SASS_H
#define SMEMLINT_BANKS_SASS_H

#include <stddef.h>

#include "banks/banks.h"

typedef enum SassReach {
	SASS_SHARED,
	SASS_GENERIC, /* shared or global memory, by the address */
	SASS_SELDOM,  /* the same, but nearly always global: only a counter shows which */
} SassReach;

typedef struct SassOp {
	AccessKind kind;
	SassReach reach;
	int bytes; /* per lane; 16 for matrix rows */
} SassOp;

/* Reads an opcode of n characters, "LDS.U.64".  False: it cannot access shared memory. */
bool sass_op_read(const char *opcode, size_t n, SassOp *out);

#endif
