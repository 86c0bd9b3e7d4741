/* Why an access costs what it does, in sentences; each is NULL where there is nothing to say. */
#ifndef SMEMLINT_RULES_EXPLAIN_H
#define SMEMLINT_RULES_EXPLAIN_H

#include "eval/facts/facts.h"

/* The address and why its lanes meet. */
const char *explain_form(Arena *arena, const Fact *fact);
/* "warp 0: lanes 0-31 all hit bank 0 in different words" */
const char *explain_witness(Arena *arena, const Fact *fact);
/* "in all, 44 warp accesses …", unless every warp pays the same. */
const char *explain_total(Arena *arena, const Fact *fact);
/* The access belongs to a sum that a tree of doubling steps adds up in place (reduction.c). */
const char *explain_reduction(Arena *arena, const KernelFacts *kernel, const Fact *fact);

#endif
