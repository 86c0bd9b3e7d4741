/* Which kernels are evaluated once (analysis/outline.h), and that the facts of one that was not are its own
 * (analysis/evaluations.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/evaluations.h"
#include "analysis/outline.h"
#include "base/buf.h"
#include "eval/kernel.h"
#include "frontend/frontend.h"

static const char text[] =
	"struct A { static constexpr int pad = 1; };\n"
	"struct B { static constexpr int pad = 1; int unused; };\n"
	"struct C { static constexpr int pad = 2; };\n"
	"template <class Tag, class T> struct Part { T x[2]; };\n"
	"template <class Tag, int N> __device__ int place(int i) { return i * N + i / 32 * Tag::pad; }\n"
	"template <class Tag, int N, class T> __device__ void put(T *s, T v) { s[place<Tag, N>(threadIdx.x)] = v; }\n"
	"template <class Tag, int N, class T> __global__ void k(const T *in, T *out, int n)\n"
	"{\n"
	"\t__shared__ T s[2048];\n"
	"\t__shared__ Part<Tag, T> parts[64];\n"
	"\tput<Tag, N>(s, in[threadIdx.x]);\n"
	"\tparts[threadIdx.x].x[0] = in[0];\n"
	"\t__syncthreads();\n"
	"\tfor (int i = 0; i < n; i++)\n"
	"\t\tout[threadIdx.x + i] = s[place<Tag, N>(threadIdx.x ^ 1)] + parts[threadIdx.x].x[1];\n"
	"}\n";

static const struct {
	const char *first, *second;
	bool same;
} rows[] = {
	{ "A, 1, float", "B, 1, float", true },   { "A, 2, int", "B, 2, int", true },
	{ "A, 1, float", "C, 1, float", false },  /* another constant */
	{ "A, 1, float", "A, 2, float", false },  /* … that is a template's argument */
	{ "A, 1, float", "A, 1, double", false }, /* other sizes */
	{ "A, 1, float", "A, 1, int", false },    /* the same size, but no float */
};

static const Unit *unit_of(Arena *arena, size_t row)
{
	Buf source = { 0 };
	buf_puts(&source, text);
	const char *const args[] = { rows[row].first, rows[row].second };
	for (int i = 0; i < 2; i++) {
		const char *type = strrchr(args[i], ' ') + 1;
		buf_printf(&source, "template __global__ void k<%s>(const %s *, %s *, int);\n", args[i], type, type);
	}
	const ParseOptions options = { .file = "outline.cu", .compile = { .cuda_path = "none" }, .text = source.s };
	const Unit *unit = frontend_parse(arena, &options);
	buf_free(&source);
	assert_int_equal(unit->n_kernels, 2);
	return unit;
}

static void test_same(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Arena *arena = arena_new();
		const Unit *unit = unit_of(arena, i);
		Outlines *outlines = outlines_new(unit);
		assert_true(outlines_same(outlines, unit->kernels[0], unit->kernels[0]));
		if (outlines_same(outlines, unit->kernels[0], unit->kernels[1]) != rows[i].same)
			fail_msg("<%s> and <%s>", rows[i].first, rows[i].second);
		outlines_free(outlines);
		arena_free(arena);
	}
}

static void check_calls(const CallSite *a, const CallSite *b)
{
	for (; a && b; a = a->caller, b = b->caller) {
		assert_ptr_equal(a->func, b->func);
		assert_true(loc_same(a->range.begin, b->range.begin));
	}
	assert_ptr_equal(a, b);
}

static void check_facts(const KernelFacts *got, const KernelFacts *expected)
{
	assert_int_equal(got->n_facts, expected->n_facts);
	assert_int_equal(got->ops, expected->ops);
	for (int i = 0; i < got->n_facts; i++) {
		const Fact *a = &got->facts[i], *b = &expected->facts[i];
		assert_ptr_equal(a->site, b->site);
		assert_ptr_equal(a->object, b->object);
		assert_ptr_equal(a->launch, b->launch);
		assert_int_equal(a->wavefronts, b->wavefronts);
		assert_int_equal(a->certainty, b->certainty);
		check_calls(a->stack, b->stack);
	}
}

/* Each kernel after the other one, with values tried or not. */
static void test_facts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Arena *arena = arena_new();
		const Unit *unit = unit_of(arena, i);
		Evaluations *evaluations = evaluations_new(unit);
		for (int run = 0; run < 6; run++) {
			LaunchShape *launch = arena_new_of(arena, LaunchShape);
			*launch = (LaunchShape){ .kernel = unit->kernels[run % 2],
						 .block = { 64, 1, 1 },
						 .grid = { -1, -1, -1 },
						 .dynamic_bytes = -1,
						 .loc = LOC_NONE };
			const EvalOptions options = { .no_cases = run < 2, .hard_ops = EVAL_HARD_OPS };
			const KernelFacts got = evaluations_get(evaluations, arena, launch, &options);
			const KernelFacts expected = eval_kernel(arena, unit, launch, &options);
			assert_true(got.n_facts > 0);
			check_facts(&got, &expected);
		}
		evaluations_free(evaluations);
		arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_same), cmocka_unit_test(test_facts) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
