/* Programs on the processor: their lines cost what the comments in kernels/ say (measured on a GPU), and one that fails
 * shows nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fixture.h"
#include "toolchain/toolkit.h"
#include "run.h"
#include "verify/cpu/cpu.h"

enum { NOTHING_TO_DO = 77 };

typedef struct Ran {
	Arena *arena;
	const char *failed;
	Measured measured;
	CpuNotes notes;
} Ran;

/* For all tests. */
static KeptObjects kept;

/* bare: without the toolkit's headers, even if there is one. */
static Ran run_with(const char *file, const char *argument, bool bare)
{
	Ran ran = { .arena = arena_new() };
	static const Toolkit none;
	const Toolkit *found = toolkit_find(ran.arena, NULL), *toolkit = found && !bare ? found : &none;
	const char *files[] = { file }, *args[] = { argument };
	CpuRequest request = {
		.files = files,
		.n_files = 1,
		.args = args,
		.n_args = argument ? 1 : 0,
		.toolkit = toolkit->root,
		.toolkit_include = toolkit->include,
		.includes = toolkit->more.at,
		.n_includes = toolkit->more.n,
		.kept = &kept,
		.seconds = argument && strcmp(argument, "hang") == 0 ? 2 : 30,
	};
	ran.failed = cpu_measure(ran.arena, &request, &ran.measured, &ran.notes);
	return ran;
}

/* What matters is what becomes of it: with the few headers that the runtime has, it compiles in less time. */
static Ran run(const char *file, const char *argument)
{
	return run_with(file, argument, true);
}

/* --- figures -------------------------------------------------------------------------------------- */

typedef struct Cost {
	int64_t wavefronts, ideal;
} Cost;

static int64_t blocks_of(const Ran *ran, const MeasuredLine *line)
{
	for (int i = 0; i < ran->measured.launches.n; i++) {
		const MeasuredLaunch *launch = &ran->measured.launches.at[i];
		if (strcmp(launch->kernel, line->kernel) == 0 && memcmp(launch->block, line->block, sizeof line->block) == 0)
			return launch->blocks;
	}
	return 1;
}

/* Of one block. */
static Cost cost_of(const Ran *ran, int line, const char *op)
{
	Cost cost = { 0, 0 };
	for (int i = 0; i < ran->measured.lines.n; i++) {
		const MeasuredLine *m = &ran->measured.lines.at[i];
		if (m->line != line || strcmp(access_kind_name(m->kind), op) != 0)
			continue;
		cost.wavefronts += m->wavefronts / blocks_of(ran, m);
		cost.ideal += m->ideal / blocks_of(ran, m);
	}
	return cost;
}

static bool same_cost(const ExpectedFact *fact, const Cost *cost)
{
	return fact->any_cost || (cost->wavefronts == fact->wavefronts && cost->ideal == fact->ideal);
}

/* As written; or as an H200 counted it; or no more than the worst that data may do. */
static bool fits(const Fixture *fixture, const ExpectedFact *fact, const Cost *cost)
{
	bool data = fact->certainty && strcmp(fact->certainty, "data-dependent") == 0;
	bool fit = same_cost(fact, cost) || (data && cost->wavefronts > 0 && cost->wavefronts <= fact->wavefronts);
	for (int i = 0; i < fixture->measured.n && !fit; i++) {
		const ExpectedFact *measured = &fixture->measured.at[i];
		fit = measured->line == fact->line && strcmp(measured->op, fact->op) == 0 && same_cost(measured, cost);
	}
	return fit;
}

static void agrees_with(const char *path, bool bare)
{
	Ran ran = run_with(path, NULL, bare);
	int wrong = 0;
	if (ran.failed)
		fail_msg("%s: %s", path, ran.failed);
	Fixture *fixture = fixture_read(ran.arena, path);
	for (int i = 0; i < fixture->facts.n; i++) {
		const ExpectedFact *fact = &fixture->facts.at[i];
		Cost cost = cost_of(&ran, fact->line, fact->op);
		if (fits(fixture, fact, &cost))
			continue;
		printf("%s:%d: %s: %d/%d expected, not %d/%d\n", path, fact->line, fact->op, (int)fact->wavefronts, (int)fact->ideal,
		       (int)cost.wavefronts, (int)cost.ideal);
		wrong++;
	}
	assert_true(fixture->facts.n > 0);
	assert_int_equal(wrong, 0);
	arena_free(ran.arena);
}

static void agrees(void **state)
{
	agrees_with(*state, false);
}

/* With the few headers that the runtime has itself. */
static void agrees_bare(void **state)
{
	agrees_with(*state, true);
}

/* --- programs that go wrong ----------------------------------------------------------------------- */

static void must_fail(const char *file, const char *how, const char *words)
{
	Ran ran = run(file, how);
	if (!ran.failed || !strstr(ran.failed, words))
		fail_msg("%s: expected \"%s\", not \"%s\"", how ? how : file, words, ran.failed ? ran.failed : "no failure");
	arena_free(ran.arena);
}

static void bad_programs(void **state)
{
	(void)state;
	must_fail("testdata/cpu/bad.cu", "fail", "exit status 3");
	must_fail("testdata/cpu/bad.cu", "hang", "stopped after 2 s");
	must_fail("testdata/cpu/bad.cu", "nothing", "launched no kernel");
	must_fail("testdata/cpu/bad.cu", "insist", "its last output: _Z4trapPi: it accesses memory that is not its own");
	must_fail("testdata/bad/no_such_file.cu", NULL, "does not compile");
}

/* It asks for input, which is empty, and prints more than is kept. */
static void good_after_all(void **state)
{
	(void)state;
	Ran ran = run("testdata/cpu/bad.cu", "talk");
	assert_null(ran.failed);
	assert_int_equal(ran.measured.lines.n, 2);
	arena_free(ran.arena);
}

/* Inline PTX gives the numbers that the PTX ISA says. */
static void ptx_operands(void **state)
{
	(void)state;
	Ran ran = run("testdata/cpu/operands.cu", NULL);
	if (ran.failed)
		fail_msg("%s", ran.failed);
	assert_true(ran.measured.lines.n > 0);
	arena_free(ran.arena);
}

static void waits_for_ever(void **state)
{
	(void)state;
	Ran ran = run("testdata/cpu/stuck.cu", NULL);
	assert_null(ran.failed);
	assert_int_equal(ran.measured.lines.n, 0);
	assert_int_equal(ran.notes.lines.n, 1);
	assert_non_null(strstr(ran.notes.lines.at[0], "wait for ever at a barrier"));
	arena_free(ran.arena);
}

/* Predictions compared with a run. */
static void verified(void **state)
{
	(void)state;
	expect_says("verify --with=cpu --cuda-path none kernels/strides.cu", 0, "without a CUDA toolkit only the declarations",
		    "0 refuted, 28 confirmed", "28 of these to the wavefront");
	if (access("/usr/include/mma.h", F_OK) != 0) /* Debian's toolkit has its headers where every compiler looks */
		expect_says("verify --with=cpu --cuda-path none testdata/facts/wmma.cu", 2, "'mma.h' file not found");
}

static void fragments(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	bool has_headers = toolkit_find(arena, NULL);
	arena_free(arena);
	if (!has_headers)
		skip();
	expect_says("verify --with=cpu kernels/wmma.cu", 0, "0 refuted, 20 confirmed", "20 of these to the wavefront");
}

/* --- files without a main() ----------------------------------------------------------------------- */

/* The launches are those that the fixture's comments describe. */
static void driven(void **state)
{
	(void)state;
	expect_says("verify --with=cpu testdata/cpu/driven.cu", 0,
		    "has no main(): its kernels were launched with arrays of 1048576 elements",
		    "store in transposed [32,8,1]: predicted at most 8/8 (bound), measured 512/512 in 16 blocks",
		    "load in transposed [32,8,1]: predicted 1024/32 (exact), measured 16384/512 in 16 blocks",
		    "load in promised [64,1,1]: predicted 2/2 (exact), measured 8/8 in 4 blocks", "_Z5cubesPii: launched with 64 instead",
		    "load in cubes [32,1,1]: predicted 1/1 (exact), measured 2/2",
		    "load in records<Particle, 32> [32,1,1]: predicted 4/2 (exact), measured 4/2",
		    "load in one_of_two [32,1,1]: predicted at most 8/1 (symbolic), measured 8/1",
		    "0 refuted, 10 confirmed, 0 not-reached");
	expect_says("verify --with=cpu --drive-size=64 testdata/cpu/driven.cu", 0, "arrays of 4096 elements, and 64 for unknown integers");
}

static void scoped_atomics(void **state)
{
	(void)state;
	expect_says("verify --with=cpu --cuda-path none testdata/cpu/scoped.cu", 0,
		    "0 refuted, 8 confirmed, 0 not-reached, 0 no-claim, 0 measured",
		    "atomic in of_a_block [32,1,1]: predicted 32/1 (exact), measured 128/4", "8 of these to the wavefront");
}

/* A kernel that fails does not affect the others. */
static void not_driven(void **state)
{
	(void)state;
	expect_says("verify --with=cpu --time-limit=9 testdata/cpu/lost.cu", 0,
		    "in beyond [32,1,1]: predicted 1/1 (exact); its run failed: it accesses memory that is not its own",
		    "in endless [32,1,1]: predicted 1/1 (exact); its run failed: it does not end within",
		    "in unpromised [32,1,1]: predicted 1/1 (exact); its run failed: there is a condition on i, which is not an argument",
		    "in beyond_shared [32,1,1]: predicted 1/1 (exact); its run failed: it accesses shared memory beyond its variables",
		    "in good [32,1,1]: predicted 1/1 (exact), measured 4/4 in 4 blocks", "0 refuted, 1 confirmed");
	expect_says("verify --with=cpu --drive-size=0 testdata/cpu/lost.cu", 2, "'--drive-size' expects a number from 1 to 8192");
	expect_says("verify --with=cpu --run ./app testdata/cpu/lost.cu", 2, "no file has a main()");
}

static bool can_run(void)
{
	Arena *arena = arena_new();
	bool can = cpu_available(arena) == NULL;
	arena_free(arena);
	return can;
}

#define AGREES(file) { file, agrees, NULL, NULL, file }
#define AGREES_BARE(file) { "bare", agrees_bare, NULL, NULL, file }

int main(void)
{
	static char transpose[] = "kernels/transpose.cu", control[] = "kernels/control.cu", atomics[] = "kernels/atomics.cu",
		    reduction[] = "kernels/reduction.cu", matrix[] = "kernels/matrix.cu", ptx[] = "kernels/ptx.cu",
		    async_copy[] = "kernels/async_copy.cu", vectors[] = "kernels/vectors.cu", records[] = "testdata/cpu/records.cu";
	const struct CMUnitTest tests[] = {
		AGREES(transpose),
		AGREES(control),
		AGREES(atomics),
		AGREES(reduction),
		AGREES(matrix),
		AGREES(ptx),
		AGREES(async_copy),
		AGREES(vectors),
		AGREES(records),
		AGREES_BARE(transpose),
		AGREES_BARE(atomics),
		AGREES_BARE(ptx),
		cmocka_unit_test(verified),
		cmocka_unit_test(fragments),
		cmocka_unit_test(bad_programs),
		cmocka_unit_test(good_after_all),
		cmocka_unit_test(ptx_operands),
		cmocka_unit_test(waits_for_ever),
		cmocka_unit_test(driven),
		cmocka_unit_test(not_driven),
		cmocka_unit_test(scoped_atomics),
	};
	if (!can_run())
		return NOTHING_TO_DO;
	kept.arena = arena_new();
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_free(kept.arena);
	return failed;
}
