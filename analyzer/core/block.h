/* Parses the shape of a thread block and checks it against the hardware's limits. */
#ifndef SMEMLINT_CORE_BLOCK_H
#define SMEMLINT_CORE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* The block of kernels whose names match a pattern (base/glob.h); the last pattern that matches counts. */
typedef struct NamedBlock {
	const char *pattern;
	int block[3];
} NamedBlock;

/* Blocks given by an option and by the configuration. */
typedef struct BlockOptions {
	const int *any;          /* --block; [0] == 0: not given */
	const NamedBlock *named;
	int n_named;
} BlockOptions;

/* "32", "32,8" or "32, 8, 2"; missing dimensions are 1.  False: the text is not a shape. */
bool block_parse(const char *text, int64_t out[3]);

/* NULL, or why no device can run such a block ("64x64x1 is 4096 threads, more than 1024"). */
const char *block_problem(Arena *arena, const int64_t block[3]);

#endif
