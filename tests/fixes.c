/* Two tests for every fixture of fixes: fixes FOLDER prelude|toolkit
 *
 * NAME.cu must become NAME.fixed.cu by its fixes, which then leave nothing to fix; without a NAME.fixed.cu it must stay
 * as it is.  With --prefer=memory it must become NAME.memory.fixed.cu, and with --prefer=simplicity NAME.simple.fixed.cu, where there
 * is one.  In NAME.cu, anywhere in a line:
 *
 *   unsafe fixes                 unsafe ones too
 *   not fixed: OBJECT: TEXT      OBJECT keeps its layout, for a reason that TEXT stands in (without --prefer)
 *
 * Exit status 77: there is nothing to do (no toolkit). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/fixes.h"
#include "fixture.h"
#include "prefix.h"

enum { NOTHING_TO_DO = 77 };

/* A fixture under one of the preferences. */
typedef struct Case {
	const char *path;
	Preference prefer;
	FixSafety most;
} Case;

static const char *cuda_path;

static const char *const endings[N_PREFERENCES] = {
	[PREFER_OCCUPANCY] = ".fixed.cu",
	[PREFER_MEMORY] = ".memory.fixed.cu",
	[PREFER_SIMPLICITY] = ".simple.fixed.cu",
};

static const char *read_text(Arena *arena, const char *path, size_t *size)
{
	SourceSet *sources = arena_new_of(arena, SourceSet);
	sources->arena = arena;
	return source_text(sources, source_add(sources, path, false), size);
}

static const char *read_result(Arena *arena, const char *path, const char *ending, size_t *size)
{
	return read_text(arena, arena_printf(arena, "%.*s%s", (int)(strlen(path) - strlen(".cu")), path, ending), size);
}

/* NULL: the fixture stays as it is. */
static const char *wanted_text(Arena *arena, const Case *c, size_t *size)
{
	return read_result(arena, c->path, endings[c->prefer], size);
}

static void find_fixes(Arena *arena, const Case *c, const char *text, Fixes *out)
{
	Fixture *fixture = fixture_read(arena, c->path);
	fixture->options.cuda_path = cuda_path;
	fixture->options.prefix = prefix_for(arena, &fixture->options);
	fixture->options.text = text;
	fixture->options.prefer = c->prefer;
	fixes_find(arena, &fixture->options, analyze(arena, &fixture->options), (FixPolicy){ .most = c->most }, out);
}

static bool is_kept(const Fixes *fixes, const char *object, size_t length, const char *reason)
{
	for (int i = 0; i < fixes->at.n; i++) {
		const Fix *fix = &fixes->at.at[i];
		if (!fix->applied && strlen(fix->name) == length && strncmp(fix->name, object, length) == 0 && strstr(fix->why, reason))
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
		const char *colon = strstr(at, ": "); /* not that of "Storage::tile" */
		size_t object = colon ? (size_t)(colon - at) : strlen(at), reason = strcspn(at + object, "\r\n*");
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

static int check_text(Arena *arena, const Case *c, const Fixes *fixes)
{
	size_t size;
	const FixedFile *fixed = &fixes->files.at[0];
	const char *wanted = wanted_text(arena, c, &size);
	if (!wanted) {
		wanted = fixed->old_text;
		size = fixed->old_size;
	}
	if (size == fixed->new_size && memcmp(wanted, fixed->new_text, size) == 0)
		return 0;
	printf("%s: instead of *%s it became\n%s\n", c->path, endings[c->prefer], fixed->new_text);
	return 1;
}

static int check_idempotent(Arena *arena, const Case *c, const Fixes *fixes)
{
	Fixes again;
	find_fixes(arena, c, fixes->files.at[0].new_text, &again);
	for (int i = 0; i < again.at.n; i++)
		if (again.at.at[i].applied)
			printf("%s: fixed again: %s\n", c->path, again.at.at[i].text);
	return again.edits.n > 0;
}

static void test_fixes(void **state)
{
	Case c = *(const Case *)*state;
	Arena *arena = arena_new();
	size_t size;
	const char *text = read_text(arena, c.path, &size);
	Fixes fixes;
	assert_non_null(text);
	c.most = strstr(text, "unsafe fixes") ? FIX_UNSAFE : FIX_SAFE;
	find_fixes(arena, &c, NULL, &fixes);
	int bad = check_text(arena, &c, &fixes) + check_idempotent(arena, &c, &fixes);
	if (c.prefer == PREFER_OCCUPANCY)
		bad += check_kept(arena, c.path, text, &fixes);
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

/* The toolkit's headers take long to read: with them only what is different. */
static bool is_wanted(Arena *arena, const Case *c)
{
	size_t size;
	if (is_result(c->path))
		return false;
	if (c->prefer != PREFER_OCCUPANCY)
		return read_result(arena, c->path, endings[c->prefer], &size);
	return cuda_path || read_result(arena, c->path, endings[PREFER_MEMORY], &size);
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
	struct CMUnitTest *tests = arena_array(arena, struct CMUnitTest, N_PREFERENCES * paths.list.n + 1);
	Case *cases = arena_array(arena, Case, N_PREFERENCES * paths.list.n + 1);
	size_t n = 0;
	for (int i = 0; i < N_PREFERENCES * paths.list.n; i++) {
		cases[n] = (Case){ .path = paths.list.at[i / N_PREFERENCES], .prefer = (Preference)(i % N_PREFERENCES) };
		if (!is_wanted(arena, &cases[n]))
			continue;
		tests[n] = (struct CMUnitTest){ .name = cases[n].path, .test_func = test_fixes, .initial_state = &cases[n] };
		n++;
	}
	int failed = n ? _cmocka_run_group_tests(argv[1], tests, n, NULL, NULL) : 1;
	prefix_end();
	arena_free(arena);
	return failed ? 1 : 0;
}
