#include "report/stats.h"

#include <stdlib.h>

/* --- counting --------------------------------------------------------------------------------- */

static void add_facts(Stats *stats, const KernelFacts *kernel)
{
	stats->evaluations++;
	stats->stopped += kernel->failed != NULL;
	stats->assumed += kernel->launch->from == BLOCK_ASSUMED;
	stats->on_assumed += kernel->launch->from == BLOCK_ASSUMED ? kernel->n_facts : 0;
	stats->conditional += kernel->launch->n_assumptions > 0;
	stats->facts += kernel->n_facts;
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		stats->by_certainty[fact->certainty]++;
		if (fact->certainty != CERTAINTY_EXACT)
			stats->reasons[fact->certainty][fact->reason]++;
	}
}

void stats_add_parse(Stats *stats, const Unit *unit)
{
	stats->parse_ms += unit->parse_ms;
	stats->parse_peak_kb = unit->parse_peak_kb;
}

void stats_add(Stats *stats, const Analysis *analysis)
{
	const Coverage *coverage = &analysis->coverage;
	stats->phases = analysis->phases;
	stats->files++;
	stats->kernels += analysis->unit->n_kernels;
	stats->templates += analysis->unit->n_templates;
	stats->lost += coverage->lost;
	stats->shapeless += coverage->shapeless;
	stats->launches += coverage->launches;
	stats->runtime += coverage->runtime;
	stats->left_out += coverage->left_out;
	stats->cut += coverage->cut;
	stats->callers += coverage->callers;
	stats->unread += coverage->unread;
	stats->compared += analysis->comparison.compared;
	stats->differing += analysis->comparison.differences.n;
	stats->from_ptx += analysis->comparison.taken;
	for (int i = 0; i < analysis->unit->n_kernels; i++)
		stats->broken += analysis->unit->kernels[i]->broken != NULL;
	for (int i = 0; i < analysis->kernels.n; i++)
		add_facts(stats, &analysis->kernels.at[i]);
}

void stats_merge_parse(Stats *stats, const Stats *one)
{
	stats->parse_ms += one->parse_ms;
	stats->worker_ms += one->worker_ms;
	for (int p = 0; p < N_PHASES; p++)
		stats->phases.ms[p] += one->phases.ms[p];
	stats->peak_kb = one->peak_kb > stats->peak_kb ? one->peak_kb : stats->peak_kb;
	stats->parse_peak_kb = one->parse_peak_kb > stats->parse_peak_kb ? one->parse_peak_kb : stats->parse_peak_kb;
}

void stats_merge(Stats *stats, const Stats *one)
{
#define STAT(field, always, text) stats->field += one->field;
#include "report/stats.def"
#undef STAT
	for (int c = CERTAINTY_EXACT; c <= CERTAINTY_UNKNOWN; c++) {
		stats->by_certainty[c] += one->by_certainty[c];
		for (int r = 0; r < N_REASONS; r++)
			stats->reasons[c][r] += one->reasons[c][r];
	}
	stats_merge_parse(stats, one);
}

static int by_count(const void *a, const void *b)
{
	const StatsRow *x = a, *y = b;
	if (x->count != y->count)
		return y->count - x->count;
	return x->certainty != y->certainty ? (int)y->certainty - (int)x->certainty : (int)x->reason - (int)y->reason;
}

void stats_rows(Arena *arena, const Stats *stats, StatsRows *out)
{
	for (int c = CERTAINTY_EXACT + 1; c <= CERTAINTY_UNKNOWN; c++)
		for (int r = 0; r < N_REASONS; r++)
			if (stats->reasons[c][r])
				vec_push(arena, out, ((StatsRow){ (Certainty)c, (Reason)r, stats->reasons[c][r] }));
	if (out->n)
		qsort(out->at, (size_t)out->n, sizeof *out->at, by_count);
}

/* --- text ------------------------------------------------------------------------------------- */

static void print_counts(Buf *out, const Stats *stats)
{
	const struct {
		int n;
		bool always;
		const char *text;
	} rows[] = {
#define STAT(field, always, text) { stats->field, always, text },
#include "report/stats.def"
#undef STAT
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].n || rows[i].always)
			buf_printf(out, "%8d  %s\n", rows[i].n, rows[i].text);
}

static void print_row(Buf *out, int count, int total, const char *text)
{
	buf_printf(out, "%8d  %5.1f %%  %s\n", count, 100.0 * count / total, text);
}

static void print_certainties(Buf *out, const Stats *stats)
{
	for (int c = CERTAINTY_EXACT; c <= CERTAINTY_UNKNOWN; c++)
		if (stats->by_certainty[c])
			print_row(out, stats->by_certainty[c], stats->facts, certainty_name((Certainty)c));
}

static void print_reasons(Buf *out, const Stats *stats)
{
	Arena *arena = arena_new();
	StatsRows rows = { 0 };
	int unsure = stats->facts - stats->by_certainty[CERTAINTY_EXACT];
	stats_rows(arena, stats, &rows);
	if (unsure)
		buf_printf(out, "%8d  not exact, because:\n", unsure);
	for (int i = 0; i < rows.n; i++) {
		const StatsRow *row = &rows.at[i];
		const char *why = row->reason == REASON_NONE ? "no reason was recorded" : reason_text(row->reason);
		print_row(out, row->count, unsure, arena_printf(arena, "%s: %s", certainty_name(row->certainty), why));
	}
	arena_free(arena);
}

Usage stats_usage(const Stats *stats)
{
	const Usage now = usage_now();
	return (Usage){ now.ms - stats->start.ms + stats->worker_ms, now.peak_kb > stats->peak_kb ? now.peak_kb : stats->peak_kb };
}

static void print_usage(Buf *out, const Stats *stats)
{
	const Usage all = stats_usage(stats);
	buf_printf(out,
		   "%8.1f  ms of processor time in the parser, %.1f ms beyond\n"
		   "%8.1f  MiB at most up to the end of parsing, %.1f MiB in all\n",
		   stats->parse_ms, all.ms - stats->parse_ms, (double)stats->parse_peak_kb / 1024, (double)all.peak_kb / 1024);
}

void stats_print(Buf *out, const Stats *stats)
{
	print_counts(out, stats);
	print_certainties(out, stats);
	print_reasons(out, stats);
	print_usage(out, stats);
}
