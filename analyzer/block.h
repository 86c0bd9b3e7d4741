/* A thread block's shape as people write it, and what the hardware allows. */
#ifndef SMEMLINT_BLOCK_H
#define SMEMLINT_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* "32", "32,8" or "32, 8, 2"; missing dimensions are 1.  False: the text is none of these. */
bool block_parse(const char *text, int64_t out[3]);

/* Why no device can run such a block ("64x64x1 is 4096 threads, more than 1024"), or NULL. */
const char *block_problem(Arena *arena, const int64_t block[3]);

#endif
