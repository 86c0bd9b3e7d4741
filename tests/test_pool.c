/* Worker processes, and the outcomes that they return: they are read as written, and damaged ones are rejected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/archive.h"
#include "base/pool.h"
#include "facts_made.h"
#include "mutate.h"
#include "examine/outcome.h"
#include "report/make.h"
#include "rules/rule.h"

/* --- the pool --------------------------------------------------------------------------------- */

static void write_number(void *context, Buf *out)
{
	buf_printf(out, "%d", *(int *)context);
}

static void write_much(void *context, Buf *out)
{
	for (int i = 0; i < 300000; i++)
		buf_printf(out, "%d\n", *(int *)context);
}

static void crash(void *context, Buf *out)
{
	buf_puts(out, "half");
	(void)context;
	raise(SIGKILL);
}

static void leave(void *context, Buf *out)
{
	(void)context;
	(void)out;
	_exit(3);
}

static int start_one(Pool *pool, PoolJob job, void *context)
{
	return pool_start(pool, job, &context, 1);
}

static void results_go_to_their_jobs(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Pool *pool = pool_new(3);
	int numbers[40], is[40];
	for (int i = 0; i < 40; i++) {
		is[i] = i;
		numbers[i] = start_one(pool, i % 7 ? write_number : write_much, &is[i]);
		assert_in_range(numbers[i], 0, 39);
		assert_in_range(pool_running(pool), 1, 3);
	}
	for (int i = 39; i >= 0; i--) {
		const PoolEnd end = pool_wait(pool, arena, numbers[i]);
		assert_int_equal(end.signal, 0);
		assert_int_equal(atoi(arena_strndup(arena, end.bytes, end.n)), i);
		assert_int_equal(end.n, i % 7 ? (i < 10 ? 1 : 2) : i < 10 ? 600000 : 900000);
	}
	assert_int_equal(pool_running(pool), 0);
	pool_free(pool);
	arena_free(arena);
}

static void a_crash_affects_only_its_job(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Pool *pool = pool_new(2);
	int number = 7;
	const int killed = start_one(pool, crash, NULL), left = start_one(pool, leave, NULL);
	const int fine = start_one(pool, write_number, &number);
	assert_int_equal(pool_wait(pool, arena, fine).bytes[0], '7');
	assert_int_equal(pool_wait(pool, arena, killed).signal, SIGKILL);
	const PoolEnd end = pool_wait(pool, arena, left);
	assert_int_equal(end.how, POOL_CRASHED);
	assert_int_equal(end.signal, 0);
	pool_free(pool);
	arena_free(arena);
}

/* --- several jobs in one worker -------------------------------------------------------------------- */

/* A job of a worker, and how often that worker has run one before. */
typedef struct Step {
	char does; /* w: writes; c: crashes; f: crashes unless it is the worker's first; l: writes in the end; m: takes memory */
	int number;
} Step;

static int n_before; /* in the worker: it was forked with 0 */
static char *taken;  /* its memory, to the end */

static void take_step(void *context, Buf *out)
{
	const Step *step = context;
	const int before = n_before++;
	if (step->does == 'c' || (step->does == 'f' && before))
		raise(SIGKILL);
	if (step->does == 'l')
		for (;;)
			continue;
	if (step->does == 'm') {
		const size_t size = (size_t)600 << 20;
		taken = malloc(size);
		assert_non_null(taken);
		memset(taken, 1, size);
	}
	buf_printf(out, "%d %d %d", step->number, before, (int)getpid());
}

typedef struct Got {
	int number, before, pid;
} Got;

static Got got_by(Pool *pool, Arena *arena, int number)
{
	Got got = { -1, -1, -1 };
	const PoolEnd end = pool_wait(pool, arena, number);
	assert_int_equal(end.how, POOL_DONE);
	assert_int_equal(sscanf(arena_strndup(arena, end.bytes, end.n), "%d %d %d", &got.number, &got.before, &got.pid), 3);
	return got;
}

/* Starts a step for each letter, in one worker; the k-th is to be run behind `before[k]` others, -1: it fails. */
static void check_steps(const char *letters, const int *before, PoolLimits limits)
{
	Arena *arena = arena_new();
	Pool *pool = pool_new(2);
	Step steps[16];
	void *contexts[16];
	const int n = (int)strlen(letters);
	pool_limit(pool, limits);
	for (int i = 0; i < n; i++) {
		steps[i] = (Step){ letters[i], i };
		contexts[i] = &steps[i];
	}
	const int first = pool_start(pool, take_step, contexts, n);
	assert_in_range(first, 0, 0);
	for (int i = 0; i < n; i++) {
		if (before[i] < 0) {
			const PoolEnd end = pool_wait(pool, arena, first + i);
			assert_int_equal(end.how, letters[i] == 'l' ? POOL_LATE : POOL_CRASHED);
			assert_int_equal(end.signal, SIGKILL);
			continue;
		}
		const Got got = got_by(pool, arena, first + i);
		assert_int_equal(got.number, i);
		assert_int_equal(got.before, before[i]);
	}
	assert_int_equal(pool_running(pool), 0);
	pool_free(pool);
	arena_free(arena);
}

static void one_worker_runs_several_jobs(void **state)
{
	(void)state;
	const PoolLimits none = { 0 };
	check_steps("wwwww", (int[]){ 0, 1, 2, 3, 4 }, none);
	check_steps("cwwcwc", (int[]){ -1, 0, 1, -1, 0, -1 }, none); /* one that fails was run as the first, too */
	check_steps("wfwwf", (int[]){ 0, 0, 1, 2, 0 }, none);
	check_steps("wlw", (int[]){ 0, -1, 0 }, (PoolLimits){ .seconds = 1 });
	check_steps("wmww", (int[]){ 0, 1, 0, 1 }, none); /* a worker that has grown large runs no more */
}

/* --- ends ---------------------------------------------------------------------------------------- */

static void linger(void *context, Buf *out)
{
	(void)context;
	(void)out;
	sleep(60);
}

static void freeing_kills_running_jobs(void **state)
{
	(void)state;
	Pool *pool = pool_new(2);
	assert_int_equal(start_one(pool, linger, NULL), 0);
	pool_free(pool); /* must not wait, or the test times out */
}

static void a_job_begins_when_those_before_have_ended(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Pool *pool = pool_new(1);
	Step steps[] = { { 'w', 0 }, { 'l', 1 } };
	assert_int_equal(pool_start(pool, take_step, (void *[]){ &steps[0], &steps[1] }, 2), 0);
	const double first = pool_since(pool, 0);
	got_by(pool, arena, 0);
	const double second = pool_since(pool, 1);
	usleep(10000);
	assert_true(second > first);
	assert_true(pool_since(pool, 1) == second);
	assert_true(pool_since(pool, 0) > second); /* it runs no more: now */
	pool_free(pool);
	arena_free(arena);
}

/* --- outcomes --------------------------------------------------------------------------------- */

static int64_t column_32(int x, int y)
{
	return 128 * x + 4 * y;
}

static void fill(Arena *arena, Outcome *out)
{
	Made *made = made_new(arena, "k", 32, 32);
	const Var *tile = made_shared(made, "tile", made_array(arena, made_array(arena, made_scalar(arena, TY_FLOAT, "float", 4), 32), 32));
	Analysis *analysis = arena_new_of(arena, Analysis);
	made_affine(made_add(made, tile, BANK_LD, 4, column_32), 32, 1, "32*threadIdx.x + threadIdx.y");
	vec_push(arena, &analysis->kernels, *made_facts(made));
	analysis->unit = &made->unit;
	run_rules(arena, analysis->unit, analysis->kernels.at, analysis->kernels.n, PREFER_MEMORY, NULL, &analysis->diags, NULL);
	*out = (Outcome){ .report = report_make(arena, analysis, true),
			  .status = EXIT_INCOMPLETE,
			  .messages = "message\n",
			  .stats = { .files = 1, .parse_ms = 1.5 } };
	assert_int_equal(out->report->findings.n, 1);
	Finding *finding = &out->report->findings.at[0];
	assert_true(finding->now.n > 0 && finding->layouts.n == 3 && finding->layouts.at[2].maps.n == finding->now.n);
	for (int lane = 0; lane < REPORT_LANES; lane++)
		vec_push(arena, &finding->now.at[0].source, lane * 16);
	vec_push(arena, &out->facts, ((FactLine){ UINT64_MAX, "{}" }));
	vec_push(arena, &out->facts, ((FactLine){ 0, NULL }));
	vec_push(arena, &out->assumed, 3);
	vec_push(arena, &out->once, "once\n");
	const FindingEdit edit = { { .path = "a.cu", .line = 3, .offset = 1 << 30 }, "[33]" };
	FindingFix fix = { .text = "padding", .price = "+128 bytes", .is_safe = true, .before = INT64_MIN, .after = INT64_MAX };
	vec_push(arena, &fix.edits, edit);
	vec_push(arena, &out->report->findings.at[0].fixes, fix);
}

static void outcomes_are_read_as_written(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Outcome there, here = { .report = NULL };
	Buf bytes = { 0 }, again = { 0 };
	fill(arena, &there);
	archive_outcome(&(Archive){ .out = &bytes }, &there);
	Archive reading = { .at = bytes.s, .end = bytes.s + bytes.n, .arena = arena };
	archive_outcome(&reading, &here);
	assert_true(archive_ended(&reading));
	archive_outcome(&(Archive){ .out = &again }, &here);
	assert_int_equal(bytes.n, again.n);
	assert_memory_equal(bytes.s, again.s, bytes.n);
	const Finding *finding = &here.report->findings.at[0];
	assert_string_equal(finding->rule, "smem-bank-conflict-load");
	assert_int_equal(finding->now.at[0].offset[31], 31 * 128);
	assert_int_equal(finding->now.at[0].source.at[31], 31 * 16);
	assert_string_equal(finding->layouts.at[2].text, "padding the rows of 'tile' to [32][33]");
	assert_int_equal(finding->layouts.at[2].maps.at[0].at[0].offset[31], 31 * 132);
	assert_true(finding->fixes.at[0].before == INT64_MIN && finding->fixes.at[0].after == INT64_MAX);
	assert_true(here.facts.at[0].key == UINT64_MAX);
	assert_null(here.facts.at[1].text);
	assert_true(here.stats.parse_ms == 1.5);
	buf_free(&bytes);
	buf_free(&again);
	arena_free(arena);
}

static bool is_read(const char *bytes, size_t n)
{
	Arena *arena = arena_new();
	Outcome out = { .report = NULL };
	Archive reading = { .at = bytes, .end = bytes + n, .arena = arena };
	archive_outcome(&reading, &out);
	const bool is = archive_ended(&reading);
	arena_free(arena);
	return is;
}

static void damaged_outcomes_are_rejected_or_harmless(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Outcome there;
	Buf bytes = { 0 };
	Rng rng = { 42 };
	fill(arena, &there);
	archive_outcome(&(Archive){ .out = &bytes }, &there);
	for (size_t n = 0; n < bytes.n; n++)
		assert_false(is_read(bytes.s, n));
	for (int i = 0; i < 3000; i++) {
		char *copy = arena_dup(arena, bytes.s, bytes.n);
		for (size_t k = 1 + rng_below(&rng, 4); k > 0; k--)
			copy[rng_below(&rng, bytes.n)] = (char)rng_next(&rng);
		(void)is_read(copy, bytes.n);
	}
	buf_free(&bytes);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_go_to_their_jobs),
		cmocka_unit_test(a_crash_affects_only_its_job),
		cmocka_unit_test(one_worker_runs_several_jobs),
		cmocka_unit_test(freeing_kills_running_jobs),
		cmocka_unit_test(a_job_begins_when_those_before_have_ended),
		cmocka_unit_test(outcomes_are_read_as_written),
		cmocka_unit_test(damaged_outcomes_are_rejected_or_harmless),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
