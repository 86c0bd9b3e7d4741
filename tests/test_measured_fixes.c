/* What the fixtures of fixes cost before and after, compared with those measured on an H200 (testdata/measured/h200_fixes.tsv and
 * h200_fix_pairs.tsv, made by scripts/measure-fixes.sh): every measured line must be predicted to the wavefront, or be at most its
 * bound, and every fixed fixture must have given the results of its origin in fewer wavefronts. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analyze.h"

enum { COLUMNS = 14, MANGLED = 3, GRID = 4, BLOCK = 5, FILE_NAME = 6, LINE = 7, OP = 8, BYTES = 9, WAVEFRONTS = 12, IDEAL = 13 };

typedef struct Row {
	char *column[COLUMNS];
} Row;

static int split(char *line, Row *row)
{
	int n = 0;
	line[strcspn(line, "\n")] = 0;
	for (char *at = line; at && n < COLUMNS; n++) {
		row->column[n] = at;
		at = strchr(at, '\t');
		if (at)
			*at++ = 0;
	}
	return n;
}

static bool is_of_launch(const KernelFacts *kernel, const Row *row)
{
	char block[64];
	const int *size = kernel->launch->block;
	snprintf(block, sizeof block, "%dx%dx%d", size[0], size[1], size[2]);
	return strcmp(kernel->launch->kernel->mangled, row->column[MANGLED]) == 0 && strcmp(block, row->column[BLOCK]) == 0;
}

/* Several rows may speak of one line, one for each kind and width of access: those of a row are summed. */
static void sum_facts(const Analysis *analysis, const Row *row, int64_t *wavefronts, int64_t *ideal, bool *exact, bool *counted)
{
	*wavefronts = *ideal = 0;
	*exact = *counted = true;
	for (int k = 0; k < analysis->kernels.n; k++) {
		const KernelFacts *kernel = &analysis->kernels.at[k];
		for (int f = 0; f < kernel->n_facts && is_of_launch(kernel, row); f++) {
			const Fact *fact = &kernel->facts[f];
			if (fact->range.end.line != atoi(row->column[LINE]) || strcmp(access_kind_name(fact->kind), row->column[OP]) != 0 ||
			    fact->bytes != atoi(row->column[BYTES]))
				continue;
			*exact = *exact && fact->certainty == CERTAINTY_EXACT;
			*counted = *counted && fact->count_known;
			*wavefronts += fact->wavefronts;
			*ideal += fact->ideal;
		}
	}
}

static int check_row(const Analysis *analysis, const Row *row)
{
	int64_t wavefronts, ideal;
	bool exact, counted;
	sum_facts(analysis, row, &wavefronts, &ideal, &exact, &counted);
	const int64_t measured = atoll(row->column[WAVEFRONTS]), least = atoll(row->column[IDEAL]);
	/* A fact is of one block; of a loop that data end, the ratio is what it says. */
	const bool one_block = strcmp(row->column[GRID], "1x1x1") == 0 && counted;
	if (one_block ? wavefronts == measured && ideal == least : ideal && wavefronts * least == measured * ideal)
		return 0;
	/* nvcc may execute fewer than a bound says: it hoists what a loop repeats. */
	if (!exact && (measured <= wavefronts || !counted) && measured * ideal <= wavefronts * least)
		return 0;
	printf("%s:%s: %s: measured %s/%s, predicted %lld/%lld\n", row->column[FILE_NAME], row->column[LINE], row->column[OP],
	       row->column[WAVEFRONTS], row->column[IDEAL], (long long)wavefronts, (long long)ideal);
	return 1;
}

static void lines_cost_what_was_measured(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	FILE *in = fopen(SMEMLINT_SOURCE_DIR "/testdata/measured/h200_fixes.tsv", "r");
	const Analysis *analysis = NULL;
	char *line = NULL, last[256] = "";
	size_t size = 0;
	int n = 0, bad = 0;
	assert_non_null(in);
	while (getline(&line, &size, in) > 0) {
		Row row;
		if (line[0] == '#' || strncmp(line, "program\t", 8) == 0)
			continue;
		assert_int_equal(split(line, &row), COLUMNS);
		if (strcmp(last, row.column[FILE_NAME]) != 0) {
			const AnalyzeOptions options = { .file = arena_strdup(arena, row.column[FILE_NAME]),
							 .cuda_path = "none",
							 .facts_only = true };
			analysis = analyze(arena, &options);
			snprintf(last, sizeof last, "%s", row.column[FILE_NAME]);
		}
		bad += check_row(analysis, &row);
		n++;
	}
	free(line);
	fclose(in);
	arena_free(arena);
	assert_true(n > 100);
	assert_int_equal(bad, 0);
}

/* The row of a fixed fixture: equal to the bit, and cheaper. */
static bool is_proven(const char *table, const char *fixed)
{
	long long before, after;
	char same[8] = "";
	const char *at = strstr(table, fixed);
	const bool is_read = at && sscanf(at + strlen(fixed), "\t%lld\t%lld\t%*s\t%*s\t%7s", &before, &after, same) == 3;
	return is_read && after < before && strcmp(same, "yes") == 0;
}

static void read_all(const char *path, char *out, size_t size)
{
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	out[fread(out, 1, size - 1, in)] = 0;
	fclose(in);
	assert_true(*out);
}

static int count_unproven(const char *table, const char *pattern)
{
	glob_t paths;
	int unproven = 0;
	assert_int_equal(glob(pattern, 0, NULL, &paths), 0);
	for (size_t i = 0; i < paths.gl_pathc; i++) {
		const char *path = strstr(paths.gl_pathv[i], "testdata/fixes/");
		if (is_proven(table, path))
			continue;
		print_error("%s: not measured, or not as it should be\n", path);
		unproven++;
	}
	globfree(&paths);
	return unproven;
}

static void all_pairs_were_measured(void **state)
{
	(void)state;
	char table[1 << 16];
	read_all(SMEMLINT_SOURCE_DIR "/testdata/measured/h200_fix_pairs.tsv", table, sizeof table);
	assert_int_equal(count_unproven(table, SMEMLINT_SOURCE_DIR "/testdata/fixes/*.fixed.cu"), 0);
	assert_int_equal(count_unproven(table, SMEMLINT_SOURCE_DIR "/testdata/fixes/traps/*.fixed.cu"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_cost_what_was_measured),
		cmocka_unit_test(all_pairs_were_measured),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
