/* A finding in few and plain words, for people (Brief in core/diag.h). */
#ifndef SMEMLINT_RULES_PLAIN_H
#define SMEMLINT_RULES_PLAIN_H

#include "rules/rule.h"

/* Why the access conflicts, from the addresses of its costliest request: "thread x+1 is 32 words away: all 32 lanes use
 * bank 0".  A bound says why it is one.  NULL: no two lanes share a bank. */
const char *plain_conflict(Arena *arena, const Fact *fact);
/* " (at most: nvcc may merge it with a neighbour)" if the cost is a bound; else "". */
const char *plain_bound(Arena *arena, const Fact *fact);

/* "32x8 from the launch in line 24 with n = 1024": the block, known arguments and assumptions of a finding at `from`. */
const char *plain_block(const RuleContext *context, Range from);
/* "line 7", or "tile.cuh:7" if that is not the file of `from`. */
const char *plain_line(Arena *arena, const SourceSet *sources, Range from, Loc loc);

#endif
