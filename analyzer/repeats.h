/* Facts of what several analyses share, given once.
 *
 * A header's kernel is part of every file that includes it.  What an analysis says of a file other than its own is left out
 * where an earlier one said the same of the same kernel and block. */
#ifndef SMEMLINT_REPEATS_H
#define SMEMLINT_REPEATS_H

#include <stdint.h>

#include "analyze.h"

typedef struct Repeats {
	Arena *arena;        /* given by the caller; the rest is zeroed to begin with */
	VEC(uint64_t) seen;
} Repeats;

/* The analysis with the facts that are new, in `arena`. */
const Analysis *repeats_drop(Repeats *repeats, Arena *arena, const Analysis *analysis);

#endif
