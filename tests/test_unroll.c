/* Which loops are unrolled: small kernels, and the rules of docs/developers/compiler.md ("Loops"). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "eval/exec/unroll.h"
#include "frontend/frontend.h"

/* A bit for each answer that the document allows. */
enum { UNROLLED = 1 << UNROLLING_FULL, ALONE = 1 << UNROLLING_NONE, STAYS = 1 << UNROLLING_PARTIAL, OPEN = 1 << UNROLLING_UNKNOWN };

static const struct {
	const char *loop;
	unsigned may;
} rows[] = {
	{ "for (int i = 0; i < 8; i++) sum += s[i + t];", UNROLLED },
	{ "for (int o = 16; o; o >>= 1) sum += s[t + o];", UNROLLED },
	{ "for (int i = 0; i < 8; i++) { if (i & 1) continue; sum += s[i]; }", UNROLLED },
	{ "for (int i = 0; i < 50; i++) sum += s[i + t];", UNROLLED },               /* some 350 operations */
	{ "for (int i = 0; i < 200; i++) sum += s[i + t] * in[i];", STAYS | OPEN },  /* some 2000 */
	{ "for (int i = 0; i < 4000; i++) sum += s[i + t];", STAYS },
	{ "_Pragma(\"unroll\") for (int i = 0; i < 300; i++) sum += s[i + t];", UNROLLED },
	{ "_Pragma(\"unroll 1\") for (int i = 0; i < 8; i++) sum += s[i + t];", ALONE },
	{ "_Pragma(\"unroll 16\") for (int i = 0; i < 16; i++) sum += s[i + t];", UNROLLED },
	{ "_Pragma(\"unroll 4\") for (int i = 0; i < 16; i++) sum += s[i + t];", STAYS | OPEN },
	{ "for (int i = 0; i < n; i++) sum += s[i + t];", STAYS },
	{ "for (int i = t; i < 256; i += 32) sum += s[i];", STAYS },
	{ "for (int o = blockDim.x / 2; o; o >>= 1) sum += s[t + o];", STAYS },
	{ "for (int i = 0; i < in[0]; i++) sum += s[i + t];", STAYS | OPEN },
	{ "for (int i = 0; i < 8; i++) { if (in[i]) break; sum += s[i]; }", UNROLLED | OPEN },
	{ "for (int i = 0; i < 8; i++) { sum += s[i]; i += in[i]; }", STAYS | OPEN },
	/* Loops in loops. */
	{ "for (int i = 0; i < 4; i++) for (int k = 0; k < 8; k++) sum += s[i + k];", UNROLLED },
	{ "for (int i = 0; i < 8; i++) for (int k = 0; k < 100; k++) sum += s[i * k];", STAYS | OPEN },
	{ "for (int i = 0; i < 4; i++) for (int k = 0; k < n; k++) sum += s[i + k];", STAYS },
	{ "for (int i = 0; i < 4; i++) for (int k = 0; k < i; k++) sum += s[i + k];", STAYS },
	{ "for (int i = 1; i < 8; i *= 2) for (int k = i; k; k >>= 1) sum += s[i + k];", UNROLLED },
	{ "for (int i = 0; i < 4; i++) _Pragma(\"unroll 1\") for (int k = 0; k < 900; k++) sum += s[i + k];", UNROLLED },
	/* What is called counts with what it has; what cannot be inlined is never unrolled. */
	{ "for (int i = 0; i < 8; i++) sum += small(s, i);", UNROLLED },
	{ "for (int i = 0; i < 90; i++) sum += large(s, i);", STAYS | OPEN },
	{ "for (int i = 0; i < 8; i++) sum += elsewhere(i);", STAYS },
};

static const char source[] =
	"__device__ int small(int *s, int i) { return s[i]; }\n"
	"__device__ int large(int *s, int i) { int n = 0; for (int k = 0; k < 20; k++) n += s[i * k]; return n; }\n"
	"__device__ int elsewhere(int);\n"
	"__global__ void k(const int *in, int *out, int n)\n"
	"{\n"
	"\t__shared__ int s[8192];\n"
	"\tint t = threadIdx.x, sum = 0;\n"
	"\t%s\n"
	"\tout[t] = sum;\n"
	"}\n";

/* The first loop, reached as the evaluator reaches it. */
static Unrolled unrolled_of(Arena *arena, const Unit *unit)
{
	assert_int_equal(unit->n_kernels, 1);
	const Func *kernel = unit->kernels[0];
	const LaunchArg n = { .param = 2, .size = 4, .value = 38 };
	LaunchShape launch = { .kernel = kernel,
			       .block = { 32, 1, 1 },
			       .grid = { -1, -1, -1 },
			       .dynamic_bytes = -1,
			       .loc = LOC_NONE,
			       .args = &n,
			       .n_args = 1 };
	Eval ev;
	Frame frame;
	KernelFacts facts;
	eval_begin(&ev, arena, unit, launch.block, NULL);
	ev.recorder = recorder_new(arena, &ev.ctx, ev.arch, &launch, NULL);
	eval_enter_kernel(&ev, &launch, &frame);
	const Stmt *body = kernel->body;
	int at = 0;
	while (at < body->n_items && body->items[at]->kind != ST_LOOP)
		eval_stmt(&ev, body->items[at++]);
	assert_true(at < body->n_items);
	if (body->items[at]->init)
		eval_stmt(&ev, body->items[at]->init);
	const Unrolled unrolled = unroll_predict(&ev, body->items[at]);
	recorder_finish(ev.recorder, true, &facts);
	recorder_free(ev.recorder);
	eval_end(&ev);
	return unrolled;
}

static void loops_are_unrolled_as_the_document_says(void **state)
{
	static const char *const names[] = { "unrolled", "left as it is", "a loop that stays", "open" };
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Arena *arena = arena_new();
		ParseOptions options = { .file = "unroll.cu",
					 .compile.cuda_path = "none",
					 .text = arena_printf(arena, source, rows[i].loop) };
		const Unit *unit = frontend_parse(arena, &options);
		assert_int_equal(unit->n_problems, 0);
		const Unrolled unrolled = unrolled_of(arena, unit);
		if (!(rows[i].may >> unrolled.kind & 1))
			fail_msg("%s is %s", rows[i].loop, names[unrolled.kind]);
		arena_free(arena);
	}
}

/* What nvcc 13.0's PTX of such loops has: how many copies of the body a loop has, how many iterations are executed by it, and where in
 * it there is a second exit. */
static const struct {
	const char *loop;
	int copies, end, exit;
} partial[] = {
	{ "_Pragma(\"unroll 4\") for (int i = 0; i < 64; i++) sum += s[i + t];", 4, 64, 0 },
	{ "_Pragma(\"unroll 4\") for (int i = 0; i < 30; i++) sum += s[i + t];", 4, 30, 2 },
	{ "_Pragma(\"unroll 8\") for (int i = 0; i < 60; i++) sum += s[i + t];", 8, 60, 4 },
	{ "_Pragma(\"unroll 3\") for (int i = 64; i > 0; i--) sum += s[i + t];", 3, 64, 1 },
	{ "for (int i = 0; i < 1000; i++) sum += s[i + t];", 8, 1000, 0 },
	{ "for (int i = 0; i < 1024; i++) sum += s[i + t];", 16, 1024, 0 },
	{ "for (int i = 0; i < 999; i++) sum += s[i + t];", 0, 0, 0 },
	{ "for (int i = 0; i < n; i++) sum += s[i + t];", 4, 36, 0 },
	{ "_Pragma(\"unroll 8\") for (int i = 0; i < n; i++) sum += s[i + t];", 8, 32, 0 },
	{ "for (int i = 4; i < n; i += 4) sum += s[i + t];", 4, 8, 0 },
	{ "for (int i = 0; i < n; i += 3) sum += s[i + t];", 0, 0, 0 },
	{ "for (int i = 0; i < n; i += blockDim.x) sum += s[i + t];", 0, 0, 0 },
	{ "for (int i = n - 1; i >= 0; i--) sum += s[i + t];", 0, 0, 0 },
	{ "for (int i = 0; i < n; i++) { if (in[i]) break; sum += s[i]; }", 0, 0, 0 },
};

static void loops_that_stay_have_copies(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof partial / sizeof *partial; i++) {
		Arena *arena = arena_new();
		ParseOptions options = { .file = "unroll.cu",
					 .compile.cuda_path = "none",
					 .text = arena_printf(arena, source, partial[i].loop) };
		const Unit *unit = frontend_parse(arena, &options);
		const Unrolled unrolled = unrolled_of(arena, unit);
		if (unrolled.copies != partial[i].copies || unrolled.end != partial[i].end || unrolled.exit != partial[i].exit)
			fail_msg("%s: %d copies up to %d, exit %d", partial[i].loop, unrolled.copies, unrolled.end, unrolled.exit);
		arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loops_that_stay_have_copies),
		cmocka_unit_test(loops_are_unrolled_as_the_document_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
