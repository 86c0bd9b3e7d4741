/* Inline PTX as numbers, which the runtime executes: ptx_numbers.h. */
#ifndef SMEMLINT_VERIFY_CPU_PTX_CODE_H
#define SMEMLINT_VERIFY_CPU_PTX_CODE_H

#include <stdint.h>

#include "base/arena.h"

typedef struct PtxCode {
	const int64_t *at;
	int n;
	const char *problem; /* what cannot be executed ("PTX with … is not supported"); else NULL */
} PtxCode;

/* text: as LLVM has it, with arguments $0, ${1:r}. */
PtxCode ptx_code(Arena *arena, const char *text);

#endif
