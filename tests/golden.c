/* One test for every fixture: golden FOLDER prelude|toolkit diags|facts|clean
 *
 * `prelude` reads the fixtures with the bundled declarations, `toolkit` with the CUDA toolkit that is
 * found; what they expect is the same.  For `facts` its headers are precompiled, as from a user's second run on; for the
 * others they are not.  Exit status 77: there is no toolkit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fixture.h"
#include "prefix.h"
#include "report/facts_json.h"

enum { NOTHING_TO_DO = 77 };

static Strictness strictness;
static const char *cuda_path;

enum { SKIPPED = -1 };

/* Facts do not change when idle variables and loops are run, too (ir/effects/idle.h). */
static int check_idle(Arena *arena, AnalyzeOptions options, const Analysis *quick)
{
	Buf all = { 0 }, some = { 0 };
	options.eval.runs_all = true;
	report_facts(&all, analyze(arena, &options));
	report_facts(&some, quick);
	bool same = all.n == some.n && (!all.n || memcmp(all.s, some.s, all.n) == 0);
	if (!same)
		printf("%s: facts differ when everything is run\n", options.file);
	buf_free(&all);
	buf_free(&some);
	return !same;
}

/* How many expectations are not met; a program in kernels/ that lists no access is left out, and so is
 * one that needs a later libclang. */
static int check_fixture(Arena *arena, const char *path)
{
	Fixture *fixture = fixture_read(arena, path);
	if (fixture->broken) {
		printf("%s: bad fixture: %s\n", path, fixture->broken);
		return 1;
	}
	bool lists_none = strictness == STRICT_FACTS && !fixture->facts.n;
	if (lists_none && strncmp(path, "kernels/", 8) != 0) {
		printf("%s: bad fixture: it lists no access\n", path);
		return 1;
	}
	if (lists_none || fixture->libclang > SMEMLINT_LLVM_VERSION)
		return SKIPPED;
	fixture->options.cuda_path = cuda_path;
	if (strictness != STRICT_CLEAN && !cuda_path)
		fixture->options.prefix = prefix_for(arena, &fixture->options);
	const Analysis *analysis = analyze(arena, &fixture->options);
	int bad = fixture_check(arena, fixture, analysis, strictness);
	return bad + (cuda_path ? check_idle(arena, fixture->options, analysis) : 0);
}

static void test_fixture(void **state)
{
	const char *const *path = *state;
	Arena *arena = arena_new();
	int bad = check_fixture(arena, *path);
	arena_free(arena);
	fflush(stdout);
	if (bad == SKIPPED)
		skip();
	assert_int_equal(bad, 0);
}

static bool toolkit_found(Arena *arena)
{
	const AnalyzeOptions options = { .file = "probe.cu", .text = "__global__ void k() {}\n" };
	return analyze(arena, &options)->unit->toolkit != NULL;
}

static bool parse_arguments(char **argv)
{
	static const char *const words[] = { "diags", "facts", "clean" };
	cuda_path = strcmp(argv[2], "prelude") == 0 ? "none" : NULL;
	for (int i = 0; i < 3; i++)
		if (strcmp(argv[3], words[i]) == 0) {
			strictness = (Strictness)i;
			return true;
		}
	return false;
}

static int run(Arena *arena, const char *folder)
{
	Paths paths = { 0 };
	fixture_find(arena, folder, &paths);
	if (!paths.list.n) {
		printf("no fixture under %s\n", folder);
		return 1;
	}
	if (!cuda_path && !toolkit_found(arena)) {
		puts("no CUDA toolkit was found");
		return NOTHING_TO_DO;
	}
	struct CMUnitTest *tests = arena_array(arena, struct CMUnitTest, paths.list.n);
	for (int i = 0; i < paths.list.n; i++)
		tests[i] = (struct CMUnitTest){
			.name = paths.list.at[i],
			.test_func = test_fixture,
			.initial_state = &paths.list.at[i],
		};
	return _cmocka_run_group_tests(folder, tests, (size_t)paths.list.n, NULL, NULL) ? 1 : 0;
}

int main(int argc, char **argv)
{
	if (argc != 4 || !parse_arguments(argv)) {
		fputs("usage: golden FOLDER prelude|toolkit diags|facts|clean\n", stderr);
		return 2;
	}
	Arena *arena = arena_new();
	int status = run(arena, argv[1]);
	prefix_end();
	arena_free(arena);
	return status;
}
