/* A file whose time is up before its kernels were run to their ends (EvalOptions.deadline_ms): each of them is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analyze.h"
#include "base/buf.h"

/* More than may all take the most, in the order of the text; and so many that each is given little at first. */
enum { SOME = 12, MANY = 70 };

/* Each takes more than one of many is given at first, and has two launches that differ. */
static void put_kernel(Buf *text, int i)
{
	buf_printf(text,
		   "__global__ void k%d(float *out, int by)\n{\n\t__shared__ float s[1024];\n\tint at[8] = { 0 };\n"
		   "\tfor (int i = 0; i < 4000; i++)\n\t\tfor (int k = 0; k < 8; k++)\n\t\t\tat[k] += i * by + at[(k + 3) %% 8];\n"
		   "\ts[(at[3] + threadIdx.x) & 1023] = 1;\n\tout[threadIdx.x] = s[threadIdx.x];\n}\n"
		   "void launch%d(float *out)\n{\n\tk%d<<<1, 32>>>(out, 3);\n\tk%d<<<2, 32>>>(out, 5);\n}\n",
		   i, i, i, i);
}

static bool is_named(const Diags *diags, int kernel)
{
	char words[64];
	snprintf(words, sizeof words, "'k%d' was not analysed to its end", kernel);
	bool is = false;
	for (int i = 0; i < diags->n; i++)
		is = is || strstr(diags->at[i].message, words);
	return is;
}

static void analyze_late(int n_kernels, int deadline_ms)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	for (int i = 0; i < n_kernels; i++)
		put_kernel(&text, i);
	const AnalyzeOptions options = { .file = "late.cu", .text = text.s, .cuda_path = "none", .eval = { .deadline_ms = deadline_ms } };
	const Analysis *analysis = analyze(arena, &options);
	assert_int_equal(analysis->unit->n_kernels, n_kernels);
	for (int i = 0; i < n_kernels; i++)
		assert_int_equal(is_named(&analysis->diags, i), deadline_ms);
	assert_int_equal(analysis->incomplete, deadline_ms);
	buf_free(&text);
	arena_free(arena);
}

static void test_named(void **state)
{
	(void)state;
	analyze_late(SOME, 0);
	analyze_late(SOME, 1);
	analyze_late(MANY, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_named) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
