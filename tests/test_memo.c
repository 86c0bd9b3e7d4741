/* Which calls repeat an earlier one (eval/exec/memo.h): by the operations that sixteen of them take more than four.  In a loop
 * that is not run iteration by iteration they are repeated within each trial of it, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/buf.h"
#include "eval/kernel.h"
#include "frontend/frontend.h"

enum {
	MOST_FOR_REPEATED = 24, /* operations of a call, its arguments included */
	ROUNDS = 4,             /* in which a loop is evaluated: trials and the recorded one */
};

static const struct {
	const char *call;
	bool repeats;
} rows[] = {
	{ "add(c, a);", true },
	{ "add(c + 8, a + 8);", true },
	{ "add(c + 8 * (i % 2), a);", true },
	{ "with(op, c, a);", true },              /* a kernel's argument */
	{ "n += triangle(5);", true },
	{ "n += triangle(i);", false },          /* other arguments */
	{ "n += triangle(threadIdx.x & 7);", false }, /* not one number */
	{ "keep(i);", false },                    /* changes what is no data */
	{ "load(c, s);", false },                 /* accesses shared memory */
	{ "wait(c);", false },                    /* a barrier */
	{ "ask(c, data);", false },               /* an undecided condition */
};

static const char before[] =
	"__device__ void add(float *c, const float *a) { for (int i = 0; i < 8; i++) c[i] += a[i]; }\n"
	"__device__ int triangle(int n) { int sum = 0; for (int i = 0; i < 12; i++) sum += i < n ? i : 0; return sum; }\n"
	"__device__ void load(float *c, const float *s) { for (int i = 0; i < 8; i++) c[i] = s[i]; }\n"
	"__device__ void wait(float *c) { for (int i = 0; i < 8; i++) c[i] += 1; __syncthreads(); }\n"
	"__device__ void ask(float *c, int data) { for (int i = 0; i < 8; i++) if (data > i) c[i] += 1; }\n"
	"struct Op { };\n"
	"__device__ void with(const Op &op, float *c, const float *a) { for (int i = 0; i < 8; i++) c[i] += a[i]; }\n"
	"__global__ void k(const float *in, const int *numbers, float *out, Op op, int rounds)\n"
	"{\n"
	"\t__shared__ float s[1024];\n"
	"\tfloat a[32], c[32];\n"
	"\tint n = 0, i = 0, data = numbers[threadIdx.x], kept[8] = { 0 };\n"
	"\tauto keep = [&](int by) { for (int k = 0; k < 8; k++) kept[k] += by; };\n"
	"\tfor (int k = 0; k < 32; k++) { a[k] = in[k * threadIdx.x]; c[k] = in[k]; }\n";
static const char after[] = "\ts[threadIdx.x + n + kept[3]] = c[0] + c[9] + data;\n\tout[threadIdx.x] = s[threadIdx.x ^ 1];\n}\n";

/* The operations that are run for the call n times; in a loop: of an unknown number of iterations. */
static int64_t ops_of(const char *call, int n, bool in_loop)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	buf_puts(&text, before);
	buf_puts(&text, in_loop ? "\tfor (int round = 0; round < rounds; round++) {\n" : "\t{\n");
	for (int i = 0; i < n; i++)
		buf_printf(&text, "\t%s\n\ti++;\n", call);
	buf_puts(&text, "\t}\n");
	buf_puts(&text, after);
	const ParseOptions options = { .file = "memo.cu", .compile = { .cuda_path = "none" }, .text = text.s };
	Unit *unit = frontend_parse(arena, &options);
	assert_int_equal(unit->n_kernels, 1);
	unit->slice = NULL; /* nothing is skipped */
	const LaunchShape launch = {
		.kernel = unit->kernels[0], .block = { 32, 1, 1 }, .grid = { -1, -1, -1 }, .dynamic_bytes = -1, .loc = LOC_NONE
	};
	const KernelFacts facts = eval_kernel(arena, unit, &launch, &(EvalOptions){ .no_cases = true });
	assert_null(facts.failed);
	const int64_t ops = facts.ops - facts.repeated;
	buf_free(&text);
	arena_free(arena);
	return ops;
}

static void check_rows(bool in_loop, int most)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const int64_t each = (ops_of(rows[i].call, 16, in_loop) - ops_of(rows[i].call, 4, in_loop)) / 12;
		if ((each <= most) != rows[i].repeats)
			fail_msg("%s: %lld operations each", rows[i].call, (long long)each);
	}
}

static void test_repeats(void **state)
{
	(void)state;
	check_rows(false, MOST_FOR_REPEATED);
}

static void test_repeats_in_trials(void **state)
{
	(void)state;
	check_rows(true, ROUNDS * MOST_FOR_REPEATED);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_repeats), cmocka_unit_test(test_repeats_in_trials) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
