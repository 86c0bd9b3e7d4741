/* How much of the shared-memory accesses is understood, and what stands in the way of the rest. */
#ifndef SMEMLINT_STATS_H
#define SMEMLINT_STATS_H

#include "analyze.h"
#include "base/buf.h"

enum {
	N_REASONS = 1
#define REASON(id, text) + 1
#include "eval/reasons.def"
#undef REASON
};

/* Zeroed to begin with; counts facts: access sites in one specialisation, call and launch. */
typedef struct Stats {
	int files, kernels, evaluations, broken, facts;
	int sure[SURE_UNKNOWN + 1];
	int reasons[N_REASONS];
} Stats;

void stats_add(Stats *stats, const Analysis *analysis);
void stats_print(Buf *out, const Stats *stats);

#endif
