/* Counts of accesses by certainty, and the reasons why some are not exact. */
#ifndef SMEMLINT_REPORT_STATS_H
#define SMEMLINT_REPORT_STATS_H

#include "analysis/analyze.h"
#include "base/buf.h"
#include "base/usage.h"

enum {
	N_REASONS = 1
#define REASON(id, text) +1
#include "eval/value/reasons.def"
#undef REASON
};

/* Initialised with `.start` and zeros.  A fact is an access site in one specialisation, call and launch. */
typedef struct Stats {
#define STAT(field, always, text) int field;
#include "report/stats.def"
#undef STAT
	int by_certainty[CERTAINTY_UNKNOWN + 1];
	int reasons[CERTAINTY_UNKNOWN + 1][N_REASONS];
	Usage start;           /* usage before the first file */
	double parse_ms;       /* of all files together */
	int64_t parse_peak_kb; /* the most memory of a process after parsing a file */
	Phases phases;
	double worker_ms;      /* processor time of other processes that analysed files … */
	int64_t peak_kb;       /* … and the most memory of one of them */
} Stats;

/* One reason with its count. */
typedef struct StatsRow {
	Certainty certainty;
	Reason reason;
	int count;
} StatsRow;

typedef VEC(StatsRow) StatsRows;

void stats_add_parse(Stats *stats, const Unit *unit); /* to be called for each parsed file, also if it cannot be analysed */
void stats_add(Stats *stats, const Analysis *analysis);
/* Adds one file's counts to those of all. */
void stats_merge(Stats *stats, const Stats *one);
void stats_merge_parse(Stats *stats, const Stats *one);
void stats_rows(Arena *arena, const Stats *stats, StatsRows *out); /* why facts are not exact, most frequent first */
/* Since `start`, of all processes: processor time, and the most memory of one of them. */
Usage stats_usage(const Stats *stats);
void stats_print(Buf *out, const Stats *stats);

#endif
