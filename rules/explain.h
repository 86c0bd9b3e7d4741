/* Why an access costs what it does: a sentence each, NULL if there is none. */
#ifndef SMEMLINT_RULES_EXPLAIN_H
#define SMEMLINT_RULES_EXPLAIN_H

#include "eval/facts/facts.h"

/* The address, and why its lanes conflict. */
const char *explain_form(Arena *arena, const Fact *fact);
/* The distance of neighbouring lanes in bytes; false: it is not the same for all active lanes, or there is none. */
bool explain_lane_step(const WarpPattern *pattern, int64_t *step);
/* "warp 0: lanes 0-31 use 32 different words of bank 0" */
const char *explain_witness(Arena *arena, const Fact *fact);
/* The number of different words of the busiest bank that its lanes access. */
int explain_words(const Fact *fact);
/* "120 wavefronts in 44 requests of all warps and iterations, …", unless each request costs the same. */
const char *explain_total(Arena *arena, const Fact *fact);
/* For an access of a tree reduction whose step doubles; it gives the order that has no such strides (reduction.c). */
const char *explain_reduction(Arena *arena, const KernelFacts *kernel, const Fact *fact);
/* For an array with one dimension of which each thread uses a row of its own: how to interleave them (own_rows.c). */
const char *explain_own_rows(Arena *arena, const KernelFacts *kernel, const Fact *fact);

#endif
