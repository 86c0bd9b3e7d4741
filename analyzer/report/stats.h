/* How much of the shared-memory accesses is understood, and what stands in the way of the rest. */
#ifndef SMEMLINT_STATS_H
#define SMEMLINT_STATS_H

#include "analysis/analyze.h"
#include "base/buf.h"
#include "base/usage.h"

enum {
	N_REASONS = 1
#define REASON(id, text) +1
#include "eval/value/reasons.def"
#undef REASON
};

/* Begun with `.start` and zeros; facts are access sites in one specialisation, call and launch. */
typedef struct Stats {
#define STAT(field, always, text) int field;
#include "report/stats.def"
#undef STAT
	int by_certainty[CERTAINTY_UNKNOWN + 1];
	int reasons[CERTAINTY_UNKNOWN + 1][N_REASONS];
	Usage start;           /* before the first file */
	double parse_ms;       /* of all files together */
	int64_t parse_peak_kb; /* the most that a process had taken when a file was parsed */
	double worker_ms;      /* processor time of other processes that analysed files … */
	int64_t peak_kb;       /* … and the most memory that one of them took */
} Stats;

/* One reason with its count. */
typedef struct StatsRow {
	Certainty certainty;
	Reason reason;
	int count;
} StatsRow;

typedef VEC(StatsRow) StatsRows;

void stats_add_parse(Stats *stats, const Unit *unit); /* for each file that was parsed, whatever came of it */
void stats_add(Stats *stats, const Analysis *analysis);
/* Adds what was counted of one file to that of all: everything, or only what its parsing took. */
void stats_merge(Stats *stats, const Stats *one);
void stats_merge_parse(Stats *stats, const Stats *one);
void stats_rows(Arena *arena, const Stats *stats, StatsRows *out); /* why facts are not exact, most frequent first */
/* What all of it took since `start`: processor time, and the most memory that one process took. */
Usage stats_usage(const Stats *stats);
void stats_print(Buf *out, const Stats *stats);

#endif
