/* What nvcc is predicted to do with each access (report/plan.h): as fixtures say, and with the widths that an H200 counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fixture.h"
#include "report/plan.h"

/* --- as fixtures say ------------------------------------------------------------------------------------------------ */

/* How often the comment "plan: TEXT" of a line holds for an access of it. */
static int met(Arena *arena, const Analysis *analysis, int line, const char *text)
{
	int n = 0;
	for (int k = 0; k < analysis->kernels.n; k++)
		for (int f = 0; f < analysis->kernels.at[k].n_facts; f++) {
			const Fact *fact = &analysis->kernels.at[k].facts[f];
			n += fact_line(fact) == line && strstr(report_plan(arena, analysis->unit, fact), text);
		}
	return n;
}

static void test_decisions(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const AnalyzeOptions options = { .file = "testdata/plans/decisions.cu", .cuda_path = "none" };
	const Analysis *analysis = analyze(arena, &options);
	FILE *in = fopen(options.file, "r");
	char *line = NULL;
	size_t size = 0;
	int n = 0, bad = 0;
	assert_non_null(in);
	for (int number = 1; getline(&line, &size, in) > 0; number++) {
		char *text = strstr(line, "// plan: ");
		if (!text)
			continue;
		text[strcspn(text, "\n")] = 0;
		n++;
		if (met(arena, analysis, number, text + strlen("// plan: ")) != 1) {
			printf("%s:%d: not so: %s\n", options.file, number, text);
			bad++;
		}
	}
	free(line);
	fclose(in);
	arena_free(arena);
	assert_true(n > 20);
	assert_int_equal(bad, 0);
}

/* --- as measured ------------------------------------------------------------------------------------------------------ */

enum { COLUMNS = 14, MANGLED = 3, FILE_NAME = 6, LINE = 7, OP = 8, BYTES = 9, MOST_ROWS = 128 };

typedef struct Row {
	char *mangled, *op;
	int line, bytes;
} Row;

/* The rows of the table for one file. */
static int read_rows(Arena *arena, const char *file, Row rows[MOST_ROWS])
{
	FILE *in = fopen("testdata/measured/h200_lines.tsv", "r");
	char *line = NULL;
	size_t size = 0;
	int n = 0;
	assert_non_null(in);
	while (getline(&line, &size, in) > 0) {
		char *column[COLUMNS], *rest = arena_strdup(arena, line);
		int c = 0;
		while (c < COLUMNS && (column[c] = strsep(&rest, "\t")))
			c++;
		if (c < COLUMNS || strcmp(column[FILE_NAME], file) != 0)
			continue;
		assert_true(n < MOST_ROWS);
		rows[n++] = (Row){ column[MANGLED], column[OP], atoi(column[LINE]), atoi(column[BYTES]) };
	}
	free(line);
	fclose(in);
	return n;
}

/* Rows of the line and kind of a fact, of its width; bytes 0: of any. */
static int count_rows(const Row *rows, int n, const Fact *fact, int bytes)
{
	int found = 0;
	for (int i = 0; i < n; i++)
		found += rows[i].line == fact_line(fact) && (!bytes || rows[i].bytes == bytes) &&
			 strcmp(rows[i].op, access_kind_name(fact->kind)) == 0 &&
			 strcmp(rows[i].mangled, fact->launch->kernel->mangled) == 0;
	return found;
}

static int requests_of(const KernelFacts *kernel, const Fact *fact)
{
	int64_t n = 0;
	for (int i = 0; i < kernel->n_facts; i++)
		if (fact_line(&kernel->facts[i]) == fact_line(fact) && kernel->facts[i].kind == fact->kind)
			n += kernel->facts[i].warps;
	return n > 0;
}

/* A decision that is certain is what was counted: a request of that width, or none in the line. */
static void check_file(const char *file, int *n_requests, int *n_gone)
{
	Arena *arena = arena_new();
	Row rows[MOST_ROWS];
	const int n = read_rows(arena, file, rows);
	const AnalyzeOptions options = { .file = file, .cuda_path = "none" };
	const Analysis *analysis = analyze(arena, &options);
	int bad = 0;
	assert_true(n > 0);
	for (int k = 0; k < analysis->kernels.n; k++) {
		const KernelFacts *kernel = &analysis->kernels.at[k];
		for (int f = 0; f < kernel->n_facts; f++) {
			const Fact *fact = &kernel->facts[f];
			if (fact->doubts || fact->certainty != CERTAINTY_EXACT)
				continue;
			const bool stays = requests_of(kernel, fact);
			const int found = count_rows(rows, n, fact, fact->warps ? fact->bytes : 0);
			*n_requests += fact->warps > 0;
			*n_gone += !stays;
			if (fact->warps ? !found : !stays && found) {
				printf("%s: not as measured\n", report_plan(arena, analysis->unit, fact));
				bad++;
			}
		}
	}
	arena_free(arena);
	assert_int_equal(bad, 0);
}

static void test_measured(void **state)
{
	(void)state;
	int n_requests = 0, n_gone = 0;
	check_file("kernels/merge.cu", &n_requests, &n_gone);
	check_file("kernels/redundant.cu", &n_requests, &n_gone);
	check_file("kernels/structs.cu", &n_requests, &n_gone);
	check_file("kernels/widths.cu", &n_requests, &n_gone);
	assert_true(n_requests > 100 && n_gone > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_decisions), cmocka_unit_test(test_measured) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
