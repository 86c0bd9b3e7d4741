/* A thread block's shape as people write it, and what the hardware allows. */
#ifndef SMEMLINT_BLOCK_H
#define SMEMLINT_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* A block for kernels whose names match a pattern (base/glob.h); of several that match the last counts. */
typedef struct NamedBlock {
	const char *pattern;
	int block[3];
} NamedBlock;

/* What is said of blocks outside the source. */
typedef struct BlockOptions {
	const int *any;          /* --block; [0] == 0: not given */
	const NamedBlock *named;
	int n_named;
} BlockOptions;

/* "32", "32,8" or "32, 8, 2"; missing dimensions are 1.  False: the text is none of these. */
bool block_parse(const char *text, int64_t out[3]);

/* Why no device can run such a block ("64x64x1 is 4096 threads, more than 1024"), or NULL. */
const char *block_problem(Arena *arena, const int64_t block[3]);

#endif
