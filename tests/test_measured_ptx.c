/* The facts of PTX that Triton, torch.compile, Numba and NVRTC wrote, compared with what an H200 counted
 * (testdata/measured/ptx/lines.tsv, made by scripts/measure-ptx.sh). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analyze.h"

#define FOLDER "testdata/measured/ptx/"

enum { COLUMNS = 7, PTX = 0, KERNEL = 1, LINES = 3, OP = 4, WAVEFRONTS = 5, IDEAL = 6 };

/* What smemlint says of a row's lines. */
typedef struct Said {
	double wavefronts, ideal;
	double least, most; /* of the facts' own ratios */
	Certainty certainty; /* the least */
	bool counted;        /* how often they run is known */
	int n;
} Said;

typedef struct Tally {
	int rows, agree, unknown, bad;
} Tally;

/* lines: "86" or "86,87". */
static bool is_of(const char *lines, int line)
{
	for (const char *at = lines; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (atoi(at) == line)
			return true;
	return false;
}

static void add_fact(Said *said, const Fact *fact)
{
	const double ratio = fact->ideal ? (double)fact->wavefronts / (double)fact->ideal : 0;
	said->wavefronts += (double)fact->wavefronts;
	said->ideal += (double)fact_profiled(fact);
	said->least = !said->n || ratio < said->least ? ratio : said->least;
	said->most = ratio > said->most ? ratio : said->most;
	said->certainty = fact->certainty > said->certainty ? fact->certainty : said->certainty;
	said->counted = said->counted && fact->count_known;
	said->n++;
}

static Said said_of(const Analysis *analysis, char *const column[COLUMNS])
{
	Said said = { .counted = true };
	for (int k = 0; k < analysis->kernels.n; k++) {
		const KernelFacts *kernel = &analysis->kernels.at[k];
		for (int f = 0; f < kernel->n_facts && strcmp(kernel->launch->kernel->mangled, column[KERNEL]) == 0; f++)
			if (is_of(column[LINES], fact_line(&kernel->facts[f])) &&
			    strcmp(access_kind_name(kernel->facts[f].kind), column[OP]) == 0)
				add_fact(&said, &kernel->facts[f]);
	}
	return said;
}

static bool near(double a, double b)
{
	return a <= 1.02 * b && b <= 1.02 * a;
}

/* Where it is not known how often each access runs, their mix may be any. */
static void hold(Tally *tally, const Said *said, char *const column[COLUMNS])
{
	const double ratio = atof(column[WAVEFRONTS]) / atof(column[IDEAL]);
	const double most = said->counted ? said->wavefronts / said->ideal : said->most;
	bool contradicts = false;
	tally->rows++;
	if (!said->n || said->certainty > CERTAINTY_SYMBOLIC)
		tally->unknown++;
	else if (near(said->wavefronts / said->ideal, ratio))
		tally->agree++;
	else if (said->certainty == CERTAINTY_BOUND)
		contradicts = ratio > 1.02 * most;
	else
		contradicts = said->counted || ratio > 1.02 * said->most || 1.02 * ratio < said->least;
	if (contradicts)
		printf("%s: line %s: %s: measured %s/%s, said %g/%g\n", column[PTX], column[LINES], column[OP], column[WAVEFRONTS],
		       column[IDEAL], said->wavefronts, said->ideal);
	tally->bad += contradicts;
}

static const Analysis *analysis_of(Arena *arena, const char *name)
{
	AnalyzeOptions options = { .file = arena_printf(arena, FOLDER "%s", name), .cuda_path = "none", .facts_only = true };
	return analyze(arena, &options);
}

static void compiled_kernels_cost_what_was_measured(void **state)
{
	Arena *arena = arena_new();
	FILE *in = fopen(FOLDER "lines.tsv", "r");
	char *line = NULL, *open = "";
	size_t size = 0;
	Tally tally = { 0 };
	const Analysis *analysis = NULL;
	(void)state;
	assert_non_null(in);
	while (getline(&line, &size, in) > 0) {
		char *column[COLUMNS], *rest = line;
		line[strcspn(line, "\n")] = 0;
		if (line[0] == '#' || strncmp(line, "ptx\t", 4) == 0)
			continue;
		for (int i = 0; i < COLUMNS; i++)
			assert_non_null(column[i] = strsep(&rest, "\t"));
		if (strcmp(open, column[PTX]) != 0)
			analysis = analysis_of(arena, open = arena_strdup(arena, column[PTX]));
		const Said said = said_of(analysis, column);
		hold(&tally, &said, column);
	}
	free(line);
	fclose(in);
	printf("%d rows: %d agree, of %d nothing is known\n", tally.rows, tally.agree, tally.unknown);
	assert_int_equal(tally.bad, 0);
	assert_true(tally.rows > 150 && 10 * tally.agree >= 9 * tally.rows);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compiled_kernels_cost_what_was_measured),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
