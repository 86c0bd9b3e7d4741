/* testdata/measured/h200_elected.tsv: what atomics of whole warps to one address took on an H200 (kernels/probes/elected.py).
 * Exact facts must say the same, bounds no less. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analyze.h"
#include "base/buf.h"

enum { COLUMNS = 9, WAVEFRONTS = 7, MAX_ROWS = 600 };

typedef struct Row {
	char text[160];
	const char *kind, *type, *address, *value, *result, *guard;
	int64_t wavefronts;
} Row;

typedef struct Word {
	const char *name, *code;
} Word;

static const Word kinds[] = {
	{ "add", "atomicAdd" },
	{ "sub", "atomicSub" },
	{ "min", "atomicMin" },
	{ "max", "atomicMax" },
	{ "and", "atomicAnd" },
	{ "or", "atomicOr" },
	{ "xor", "atomicXor" },
	{ "exch", "atomicExch" },
	{ "inc", "atomicInc" },
	{ "dec", "atomicDec" },
	{ "add_block", "atomicAdd_block" },
	{ NULL, NULL },
};
static const Word addresses[] = {
	{ "scalar", "&s" },
	{ "first", "&a[0]" },
	{ "fourth", "&a[3]" },
	{ "blockIdx", "&a[blockIdx.x]" },
	{ "argument", "&a[n]" },
	{ "warp_by_shift", "&a[threadIdx.x >> 5]" },
	{ "warp_by_division", "&a[threadIdx.x / 32]" },
	{ "threadIdx.y", "&a[threadIdx.y]" },
	{ "loaded", "&a[in[0] & 7]" },
	{ "dynamic", "&d[0]" },
	{ "selected", "(n > 7 ? &a[5] : &s)" },
	{ NULL, NULL },
};
static const Word values[] = {
	{ "1", "1" },   { "5", "5" }, { "argument", "n" }, { "lane", "v" }, { "blockIdx", "blockIdx.x" }, { "two_of", "(v > 3 ? 2 : 4)" },
	{ NULL, NULL },
};
static const Word guards[] = {
	{ "none", "" }, { "data", "if (v > 5) " }, { "half_a_warp", "if (threadIdx.x % 32 < 16) " }, { "uniform", "if (n > 3) " },
	{ NULL, NULL },
};

static const char *code_of(const Word *words, const char *name)
{
	for (; words->name; words++)
		if (strcmp(words->name, name) == 0)
			return words->code;
	fail_msg("%s: not a word of the table", name);
	return "";
}

static bool read_row(char *line, Row *row)
{
	const char **words[] = { &row->kind, &row->type, &row->address, &row->value, &row->result, &row->guard };
	char *at = row->text;
	snprintf(row->text, sizeof row->text, "%s", line);
	for (int i = 0; i < COLUMNS; i++) {
		char *word = at;
		at += strcspn(at, "\t\n");
		if (*at)
			*at++ = 0;
		if (i < (int)(sizeof words / sizeof *words))
			*words[i] = word;
		else if (i == WAVEFRONTS)
			row->wavefronts = atoll(word);
	}
	return line[0] != '#' && strcmp(row->kind, "kind") != 0;
}

static int read_table(Row *rows)
{
	FILE *in = fopen(SMEMLINT_SOURCE_DIR "/testdata/measured/h200_elected.tsv", "r");
	char line[160];
	int n = 0;
	assert_non_null(in);
	while (n < MAX_ROWS && fgets(line, sizeof line, in))
		n += read_row(line, &rows[n]);
	fclose(in);
	return n;
}

/* One line a row: the line's number is the row's, from 1. */
static void add_kernel(Buf *out, const Row *row, int i)
{
	buf_printf(out,
		   "__global__ void k%d(const int *in, %s *out, int n) { __shared__ %s s, a[32]; extern __shared__ %s d_%s[]; "
		   "%s *d = d_%s; int v = in[threadIdx.x + 32 * threadIdx.y]; __syncthreads(); %s%s%s(%s, (%s)(%s)); (void)d; }\n",
		   i, row->type, row->type, row->type, row->type, row->type, row->type, code_of(guards, row->guard),
		   strcmp(row->result, "used") == 0 ? "out[v] = " : "", code_of(kinds, row->kind), code_of(addresses, row->address),
		   row->type, code_of(values, row->value));
}

static const Fact *atomic_of(const KernelFacts *kernel)
{
	for (int f = 0; f < kernel->n_facts; f++)
		if (kernel->facts[f].kind == ACCESS_ATOMIC)
			return &kernel->facts[f];
	return NULL;
}

/* Under a condition on data the lanes that take part are not known: the ratio's denominator is one a warp all the same. */
static int check(const Row *row, const Fact *fact)
{
	bool one = fact && fact->wavefronts == fact->ideal, measured_one = row->wavefronts <= 2;
	if (fact && (fact->certainty == CERTAINTY_EXACT ? one == measured_one : !one || measured_one))
		return 0;
	printf("%s %s %s %s %s %s: measured %lld, predicted %lld\n", row->kind, row->type, row->address, row->value, row->result,
	       row->guard, (long long)row->wavefronts, fact ? (long long)fact->wavefronts : -1);
	return 1;
}

static void rows_are_reproduced(void **state)
{
	static Row rows[MAX_ROWS];
	int n = read_table(rows), bad = 0, exact = 0;
	Arena *arena = arena_new();
	Buf text = { 0 };
	(void)state;
	for (int i = 0; i < n; i++)
		add_kernel(&text, &rows[i], i);
	const AnalyzeOptions options = {
		.file = "elected.cu", .text = text.s, .block = { 32, 2, 1 }, .cuda_path = "none", .alone = true, .facts_only = true
	};
	const Analysis *analysis = analyze(arena, &options);
	assert_int_equal(analysis->kernels.n, n);
	for (int k = 0; k < n; k++) {
		const KernelFacts *kernel = &analysis->kernels.at[k];
		const Fact *fact = atomic_of(kernel);
		bad += check(&rows[kernel->launch->kernel->loc.line - 1], fact);
		exact += fact && fact->certainty == CERTAINTY_EXACT;
	}
	assert_int_equal(bad, 0);
	assert_true(exact > n / 2);
	buf_free(&text);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(rows_are_reproduced) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
