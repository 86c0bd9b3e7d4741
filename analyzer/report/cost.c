#include "report/cost.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 10 };

static const char *const texts[N_PHASES] = {
#define PHASE(id, name, text) text,
#include "core/phases.def"
#undef PHASE
};
static const char *const names[N_PHASES] = {
#define PHASE(id, name, text) name,
#include "core/phases.def"
#undef PHASE
};

static int slowest_first(const void *a, const void *b)
{
	const FileCost *x = a, *y = b;
	const double p = phases_sum(&x->phases), q = phases_sum(&y->phases);
	return p != q ? (p < q) - (p > q) : strcmp(x->file, y->file);
}

static void print_row(Buf *out, double ms, double all, const char *text)
{
	buf_printf(out, "%10.1f  %5.1f %%  %s", ms, all > 0 ? 100 * ms / all : 0, text);
}

/* "a.cu: parse 120.1, evaluate 14.0": what takes at least a hundredth of the file's time. */
static void print_file(Buf *out, const FileCost *cost, double all)
{
	const double sum = phases_sum(&cost->phases);
	const char *separator = ": ";
	print_row(out, sum, all, "");
	buf_add_shown(out, cost->file);
	for (int p = 0; p < N_PHASES; p++)
		if (cost->phases.ms[p] >= sum / 100) {
			buf_printf(out, "%s%s %.1f", separator, names[p], cost->phases.ms[p]);
			separator = ", ";
		}
	buf_putc(out, '\n');
}

void cost_print(Buf *out, FileCosts *files, const Stats *stats)
{
	const double all = stats_usage(stats).ms, known = phases_sum(&stats->phases);
	int analysed = 0;
	for (int i = 0; i < files->n; i++)
		analysed += phases_sum(&files->at[i].phases) > 0;
	buf_printf(out, "%10.1f  ms of processor time\n", all);
	for (int p = 0; p < N_PHASES; p++)
		if (stats->phases.ms[p] > 0) {
			print_row(out, stats->phases.ms[p], all, texts[p]);
			buf_putc(out, '\n');
		}
	print_row(out, all > known ? all - known : 0, all, "in the main process: the cache, includes, outputs\n");
	if (files->n)
		qsort(files->at, (size_t)files->n, sizeof *files->at, slowest_first);
	if (analysed)
		buf_printf(out, "%10d  file%s analysed, the slowest first:\n", analysed, analysed == 1 ? "" : "s");
	for (int i = 0; i < analysed && i < MOST_FILES; i++)
		print_file(out, &files->at[i], all);
}
