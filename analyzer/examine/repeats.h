/* Drops facts that an earlier analysis has reported.
 *
 * A header's kernel is part of every file that includes it.  A fact outside the analysed file is dropped if an earlier analysis
 * had an equal one for the same kernel and block. */
#ifndef SMEMLINT_EXAMINE_REPEATS_H
#define SMEMLINT_EXAMINE_REPEATS_H

#include <stdint.h>

#include "analysis/analyze.h"

typedef struct Repeats {
	Arena *arena;        /* the caller's; the other members start as zero */
	VEC(uint64_t) seen;
} Repeats;

/* Equal for equal facts; 0: it is in the unit's main file, which no other analysis has. */
uint64_t repeats_key(const Unit *unit, const Fact *fact);

/* The number of keys before an analysis; then for each of its facts whether an earlier analysis had it. */
int repeats_begin(const Repeats *repeats);
bool repeats_has(Repeats *repeats, int before, uint64_t key);

/* The analysis with only its new facts, in `arena`. */
const Analysis *repeats_drop(Repeats *repeats, Arena *arena, const Analysis *analysis);

#endif
