#include "stats.h"

static void add_facts(Stats *stats, const KernelFacts *kernel)
{
	stats->evaluations++;
	stats->facts += kernel->n_facts;
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		stats->sure[fact->certainty]++;
		if (fact->certainty != SURE_EXACT)
			stats->reasons[fact->reason]++;
	}
}

void stats_add_parse(Stats *stats, const Unit *unit)
{
	stats->parse_ms += unit->parse_ms;
	stats->parse_peak_kb = unit->parse_peak_kb;
}

void stats_add(Stats *stats, const Analysis *analysis)
{
	stats->files++;
	stats->kernels += analysis->unit->n_kernels;
	for (int i = 0; i < analysis->unit->n_kernels; i++)
		stats->broken += analysis->unit->kernels[i]->broken != NULL;
	for (int i = 0; i < analysis->kernels.n; i++)
		add_facts(stats, &analysis->kernels.at[i]);
}

/* The position of the largest count that is left, which is then taken out; -1: none. */
static int take_largest(int *counts, int n)
{
	int best = -1;
	for (int i = 0; i < n; i++)
		if (counts[i] && (best < 0 || counts[i] > counts[best]))
			best = i;
	return best;
}

static void print_row(Buf *out, int count, int total, const char *text)
{
	buf_printf(out, "%8d  %5.1f %%  %s\n", count, 100.0 * count / total, text);
}

static void print_sorted(Buf *out, const int *counts, int n, int total, const char *(*name)(int))
{
	int left[N_REASONS];
	for (int i = 0; i < n; i++)
		left[i] = counts[i];
	for (int best; (best = take_largest(left, n)) >= 0; left[best] = 0)
		print_row(out, left[best], total, name(best));
}

static const char *sure_name(int i)
{
	return certainty_name((Certainty)i);
}

static const char *why_name(int i)
{
	return i == WHY_NONE ? "no reason was recorded" : reason_text((Reason)i);
}

static void print_usage(Buf *out, const Stats *stats)
{
	const Usage now = usage_now();
	buf_printf(out, "%8.1f  ms of processor time in the parser, %.1f ms beyond\n"
		   "%8.1f  MiB at most up to the end of parsing, %.1f MiB in all\n", stats->parse_ms,
		   now.ms - stats->start.ms - stats->parse_ms, (double)stats->parse_peak_kb / 1024,
		   (double)now.peak_kb / 1024);
}

static void print_counts(Buf *out, const Stats *stats)
{
	buf_printf(out, "%8d  files\n%8d  kernels\n%8d  of them not analysed\n%8d  kernel and launch combinations\n"
		   "%8d  shared-memory accesses:\n", stats->files, stats->kernels, stats->broken, stats->evaluations,
		   stats->facts);
	if (!stats->facts)
		return;
	print_sorted(out, stats->sure, SURE_UNKNOWN + 1, stats->facts, sure_name);
	int unsure = stats->facts - stats->sure[SURE_EXACT];
	if (!unsure)
		return;
	buf_printf(out, "%8d  not exact, because:\n", unsure);
	print_sorted(out, stats->reasons, N_REASONS, unsure, why_name);
}

void stats_print(Buf *out, const Stats *stats)
{
	print_counts(out, stats);
	print_usage(out, stats);
}
