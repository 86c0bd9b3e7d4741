/* One test for every fixture of fixes: fixes FOLDER prelude|toolkit
 *
 * NAME.cu must become NAME.fixed.cu by its fixes, which then leave nothing to fix; without a NAME.fixed.cu it must stay
 * as it is.  In NAME.cu, anywhere in a line:
 *
 *   unsafe fixes                 unsafe ones too
 *   not fixed: OBJECT: TEXT      OBJECT keeps its layout, for a reason that TEXT stands in
 *
 * Exit status 77: there is nothing to do (no toolkit). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fixes.h"
#include "fixture.h"

enum { NOTHING_TO_DO = 77 };

static const char *cuda_path;

static const char *read_text(Arena *arena, const char *path, size_t *size)
{
	SourceSet *sources = arena_new_of(arena, SourceSet);
	sources->arena = arena;
	return source_text(sources, source_add(sources, path, false), size);
}

static const char *fixed_path(Arena *arena, const char *path)
{
	return arena_printf(arena, "%.*s.fixed.cu", (int)(strlen(path) - strlen(".cu")), path);
}

static void find_fixes(Arena *arena, const char *path, const char *text, FixSafety most, Fixes *out)
{
	Fixture *fixture = fixture_read(arena, path);
	fixture->options.cuda_path = cuda_path;
	fixture->options.text = text;
	fixes_find(arena, &fixture->options, analyze(arena, &fixture->options), (FixPolicy){ .most = most }, out);
}

static bool is_kept(const Fixes *fixes, const char *object, size_t length, const char *reason)
{
	for (int i = 0; i < fixes->at.n; i++) {
		const Fix *fix = &fixes->at.at[i];
		if (!fix->applied && strlen(fix->object->name) == length && strncmp(fix->object->name, object, length) == 0 &&
		    strstr(fix->why, reason))
			return true;
	}
	return false;
}

/* How many "not fixed:" comments do not hold. */
static int check_kept(Arena *arena, const char *path, const char *text, const Fixes *fixes)
{
	static const char mark[] = "not fixed: ";
	int bad = 0;
	for (const char *at = strstr(text, mark); at; at = strstr(at, mark)) {
		at += strlen(mark);
		size_t object = strcspn(at, ":"), reason = strcspn(at + object, "\r\n*");
		while (reason > 2 && at[object + reason - 1] == ' ')
			reason--;
		const char *words = at[object] ? arena_strndup(arena, at + object + 2, reason > 2 ? reason - 2 : 0) : "";
		if (is_kept(fixes, at, object, words))
			continue;
		printf("%s: nothing was kept as '%.*s%.*s'\n", path, (int)object, at, (int)reason, at + object);
		bad++;
	}
	return bad;
}

static int check_text(Arena *arena, const char *path, const Fixes *fixes)
{
	size_t size;
	const FixedFile *fixed = &fixes->files.at[0];
	const char *wanted = read_text(arena, fixed_path(arena, path), &size);
	if (!wanted) {
		wanted = fixed->old_text;
		size = fixed->old_size;
	}
	if (size == fixed->new_size && memcmp(wanted, fixed->new_text, size) == 0)
		return 0;
	printf("%s: became\n%s\n", path, fixed->new_text);
	return 1;
}

static int check_idempotent(Arena *arena, const char *path, const Fixes *fixes, FixSafety most)
{
	Fixes again;
	find_fixes(arena, path, fixes->files.at[0].new_text, most, &again);
	for (int i = 0; i < again.at.n; i++)
		if (again.at.at[i].applied)
			printf("%s: fixed again: %s\n", path, again.at.at[i].text);
	return again.edits.n > 0;
}

static void test_fixes(void **state)
{
	const char *path = *state;
	Arena *arena = arena_new();
	size_t size;
	const char *text = read_text(arena, path, &size);
	FixSafety most = text && strstr(text, "unsafe fixes") ? FIX_UNSAFE : FIX_SAFE;
	Fixes fixes;
	assert_non_null(text);
	find_fixes(arena, path, NULL, most, &fixes);
	int bad = check_text(arena, path, &fixes) + check_kept(arena, path, text, &fixes) +
		  check_idempotent(arena, path, &fixes, most);
	arena_free(arena);
	fflush(stdout);
	assert_int_equal(bad, 0);
}

static bool is_result(const char *path)
{
	static const char ending[] = ".fixed.cu";
	size_t n = strlen(path);
	return n > strlen(ending) && strcmp(path + n - strlen(ending), ending) == 0;
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: fixes FOLDER prelude|toolkit\n", stderr);
		return 2;
	}
	Arena *arena = arena_new();
	Paths paths = { 0 };
	const AnalyzeOptions probe = { .file = "probe.cu", .text = "__global__ void k() {}\n" };
	cuda_path = strcmp(argv[2], "prelude") == 0 ? "none" : NULL;
	if (!cuda_path && !analyze(arena, &probe)->unit->toolkit) {
		arena_free(arena);
		return NOTHING_TO_DO;
	}
	fixture_find(arena, argv[1], &paths);
	struct CMUnitTest *tests = arena_array(arena, struct CMUnitTest, paths.list.n + 1);
	size_t n = 0;
	for (int i = 0; i < paths.list.n; i++)
		if (!is_result(paths.list.at[i]))
			tests[n++] = (struct CMUnitTest){ .name = paths.list.at[i], .test_func = test_fixes,
							  .initial_state = (void *)paths.list.at[i] };
	int failed = n ? _cmocka_run_group_tests(argv[1], tests, n, NULL, NULL) : 1;
	arena_free(arena);
	return failed ? 1 : 0;
}
