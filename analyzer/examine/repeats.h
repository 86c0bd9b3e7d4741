/* Facts of what several analyses share, given once.
 *
 * A header's kernel is part of every file that includes it.  What an analysis says of a file other than its own is left out
 * where an earlier one said the same of the same kernel and block. */
#ifndef SMEMLINT_REPEATS_H
#define SMEMLINT_REPEATS_H

#include <stdint.h>

#include "analysis/analyze.h"

typedef struct Repeats {
	Arena *arena;        /* given by the caller; the rest is zeroed to begin with */
	VEC(uint64_t) seen;
} Repeats;

/* What tells equal facts; 0 for what stands in the unit's own file, which no other analysis has. */
uint64_t repeats_key(const Unit *unit, const Fact *fact);

/* Of one analysis: how many keys there were before it; then for each of its facts whether an earlier analysis had it. */
int repeats_begin(const Repeats *repeats);
bool repeats_has(Repeats *repeats, int before, uint64_t key);

/* The analysis with the facts that are new, in `arena`. */
const Analysis *repeats_drop(Repeats *repeats, Arena *arena, const Analysis *analysis);

#endif
