/* The fixtures' comments and smemlint's predictions for lines, compared with what an H200 counted there
 * (testdata/measured/h200_lines.tsv, made by scripts/measure-kernels.sh). */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fixture.h"

enum { COLUMNS = 14, LAUNCH = 1, MANGLED = 3, GRID = 4, BLOCK = 5, FILE_NAME = 6, LINE = 7, OP = 8, WAVEFRONTS = 12, IDEAL = 13 };

/* What a block of one launch took for one kind of access on one line. */
typedef struct Count {
	const char *file, *mangled, *op;
	int launch, line;
	int64_t blocks, block[3];
	int64_t wavefronts, ideal; /* of all blocks */
} Count;

typedef struct Counts {
	VEC(Count) all;
} Counts;

static int64_t product_of(const char *shape, int64_t out[3])
{
	assert_int_equal(sscanf(shape, "%" SCNd64 "x%" SCNd64 "x%" SCNd64, &out[0], &out[1], &out[2]), 3);
	return out[0] * out[1] * out[2];
}

/* Several rows may speak of one line, one for each width of access. */
static void add_row(Arena *arena, Counts *counts, char *const column[COLUMNS])
{
	Count row = { .file = arena_strdup(arena, column[FILE_NAME]),
		      .mangled = arena_strdup(arena, column[MANGLED]),
		      .op = arena_strdup(arena, column[OP]),
		      .launch = atoi(column[LAUNCH]),
		      .line = atoi(column[LINE]),
		      .wavefronts = atoll(column[WAVEFRONTS]),
		      .ideal = atoll(column[IDEAL]) };
	int64_t grid[3];
	row.blocks = product_of(column[GRID], grid);
	product_of(column[BLOCK], row.block);
	for (int i = 0; i < counts->all.n; i++) {
		Count *count = &counts->all.at[i];
		if (count->launch == row.launch && count->line == row.line && strcmp(count->op, row.op) == 0 &&
		    strcmp(count->file, row.file) == 0) {
			count->wavefronts += row.wavefronts;
			count->ideal += row.ideal;
			return;
		}
	}
	vec_push(arena, &counts->all, row);
}

static Counts read_counts(Arena *arena)
{
	Counts counts = { 0 };
	FILE *in = fopen("testdata/measured/h200_lines.tsv", "r");
	char *line = NULL;
	size_t size = 0;
	assert_non_null(in);
	while (getline(&line, &size, in) > 0) {
		char *column[COLUMNS], *rest = line;
		line[strcspn(line, "\n")] = 0;
		if (line[0] == '#' || strncmp(line, "program\t", 8) == 0)
			continue;
		for (int i = 0; i < COLUMNS; i++)
			assert_non_null(column[i] = strsep(&rest, "\t"));
		add_row(arena, &counts, column);
	}
	free(line);
	fclose(in);
	assert_true(counts.all.n > 500);
	return counts;
}

/* --- comments ------------------------------------------------------------------------------------------------------ */

static bool same_block(const int64_t *claimed, const Count *count)
{
	return !claimed[0] || memcmp(claimed, count->block, sizeof count->block) == 0;
}

/* What is exact is what was counted; a bound is never exceeded, nor is the worst that data may do; of others the ratio holds,
 * however often they run. */
static bool fits(const ExpectedFact *claim, const Count *count)
{
	int64_t wavefronts = claim->wavefronts * count->blocks, ideal = claim->ideal * count->blocks;
	if (!same_block(claim->block, count))
		return false;
	if (claim->any_cost || (wavefronts == count->wavefronts && ideal == count->ideal))
		return true;
	const char *certainty = claim->certainty ? claim->certainty : "";
	if (strcmp(certainty, "bound") == 0 || strcmp(certainty, "data-dependent") == 0)
		return count->wavefronts <= wavefronts;
	return strcmp(certainty, "exact") != 0 && wavefronts * count->ideal == ideal * count->wavefronts && count->ideal > ideal;
}

static bool is_about(const ExpectedFact *claim, const Count *count)
{
	return claim->line == count->line && strcmp(claim->op, count->op) == 0;
}

/* Rules' fixtures list diagnostics; facts only here and there. */
static bool must_claim(const Fixture *fixture, const Count *count)
{
	bool listed = fixture->facts.n > 0;
	for (int i = 0; i < fixture->expected.n; i++)
		listed = listed && fixture->expected.at[i].line != count->line;
	for (int i = 0; i < fixture->facts.n; i++)
		listed = listed || is_about(&fixture->facts.at[i], count);
	return listed;
}

/* `measured:` replaces the line's facts, which are known to be counted otherwise. */
static bool has_measured(const Fixture *fixture, const Count *count)
{
	for (int i = 0; i < fixture->measured.n; i++)
		if (fixture->measured.at[i].line == count->line)
			return true;
	return false;
}

static bool is_claimed(const Fixture *fixture, const Count *count)
{
	bool measured = has_measured(fixture, count);
	const ExpectedFact *claims = measured ? fixture->measured.at : fixture->facts.at;
	int n = measured ? fixture->measured.n : fixture->facts.n;
	for (int i = 0; i < n; i++)
		if (is_about(&claims[i], count) && fits(&claims[i], count))
			return true;
	return false;
}

/* --- facts --------------------------------------------------------------------------------------------------------- */

/* A line's facts of a kind in a kernel and block. */
typedef struct Predicted {
	int64_t wavefronts, ideal;
	Certainty certainty; /* the least */
	bool counted;        /* how often they run is known */
	int n;
} Predicted;

static Predicted predicted_for(const Analysis *analysis, const Count *count)
{
	Predicted predicted = { .counted = true };
	for (int k = 0; k < analysis->kernels.n; k++) {
		const KernelFacts *kernel = &analysis->kernels.at[k];
		const int *block = kernel->launch->block;
		if (strcmp(kernel->launch->kernel->mangled, count->mangled) != 0 || block[0] != count->block[0] ||
		    block[1] != count->block[1] || block[2] != count->block[2])
			continue;
		for (int f = 0; f < kernel->n_facts; f++) {
			const Fact *fact = &kernel->facts[f];
			if (fact->range.begin.file != analysis->unit->main_file || fact_line(fact) != count->line ||
			    strcmp(access_kind_name(fact->kind), count->op) != 0)
				continue;
			predicted.wavefronts += fact->wavefronts;
			predicted.ideal += fact_profiled(fact);
			predicted.certainty = fact->certainty > predicted.certainty ? fact->certainty : predicted.certainty;
			predicted.counted = predicted.counted && fact->count_known;
			predicted.n++;
		}
	}
	return predicted;
}

static bool contradicts(const Predicted *predicted, const Count *count)
{
	if (!predicted->counted || predicted->certainty > CERTAINTY_BOUND)
		return false;
	int64_t wavefronts = predicted->wavefronts * count->blocks;
	return predicted->certainty == CERTAINTY_BOUND
		       ? count->wavefronts > wavefronts
		       : count->wavefronts != wavefronts || count->ideal != predicted->ideal * count->blocks;
}

/* --- facts and counts ------------------------------------------------------------------------------------------------ */

typedef struct Checked {
	int claims, facts, bad;
} Checked;

static void complain(Checked *checked, const Count *count, const char *who)
{
	printf("%s:%d: launch %d: measured %s %g/%g, which %s\n", count->file, count->line, count->launch, count->op,
	       (double)count->wavefronts / (double)count->blocks, (double)count->ideal / (double)count->blocks, who);
	checked->bad++;
}

static void check_count(Checked *checked, const Fixture *fixture, const Analysis *analysis, const Count *count)
{
	bool must = must_claim(fixture, count);
	checked->claims += must;
	if (must && !is_claimed(fixture, count))
		complain(checked, count, "the comment does not have");
	Predicted predicted = predicted_for(analysis, count);
	if (!predicted.n || has_measured(fixture, count))
		return;
	checked->facts++;
	if (contradicts(&predicted, count))
		complain(checked, count, "its facts contradict");
}

static int lines_in(const char *path)
{
	FILE *in = fopen(path, "r");
	int lines = 0;
	if (!in)
		return 0;
	for (int c; (c = getc(in)) != EOF;)
		lines += c == '\n';
	fclose(in);
	return lines;
}

static void lines_are_what_was_measured(void **state)
{
	Arena *arena = arena_new();
	Counts counts = read_counts(arena);
	Checked checked = { 0 };
	const Fixture *fixture = NULL;
	const Analysis *analysis = NULL;
	int lines = 0;
	(void)state;
	for (int i = 0; i < counts.all.n; i++) {
		const Count *count = &counts.all.at[i];
		if (!fixture || strcmp(fixture->path, count->file) != 0) {
			Fixture *read = fixture_read(arena, count->file);
			assert_null(read->broken);
			read->options.cuda_path = "none";
			read->options.facts_only = true;
			analysis = read->libclang > SMEMLINT_LLVM_VERSION ? NULL : analyze(arena, &read->options);
			fixture = read;
			lines = lines_in(count->file);
		}
		assert_in_range(count->line, 1, lines);
		if (analysis)
			check_count(&checked, fixture, analysis, count);
	}
	assert_int_equal(checked.bad, 0);
	assert_true(checked.claims > 500 && checked.facts > 500);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_what_was_measured),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
