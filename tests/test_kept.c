/* The parse cache gives the same facts and findings as parsing without it, after any edits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cmocka.h>

#include "fixture.h"
#include "frontend/frontend.h"
#include "project/project.h"
#include "report/facts_json.h"

static char *analysis_text(Arena *arena, const AnalyzeOptions *options)
{
	Buf text = { 0 };
	const Analysis *analysis = analyze(arena, options);
	report_facts(&text, analysis);
	for (int i = 0; i < analysis->diags.n; i++) {
		const Diag *diag = &analysis->diags.at[i];
		buf_printf(&text, "%d:%d: %s\n", diag->range.begin.line, diag->range.begin.column, diag->message);
	}
	char *copy = arena_strndup(arena, text.s ? text.s : "", text.n);
	buf_free(&text);
	return copy;
}

static char *text_of(Arena *arena, const char *path)
{
	Buf text = { 0 };
	char bytes[4096];
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
		buf_add(&text, bytes, n);
	fclose(file);
	char *copy = arena_strndup(arena, text.s ? text.s : "", text.n);
	buf_free(&text);
	return copy;
}

static void only_parse(Arena *arena, const AnalyzeOptions *options)
{
	const ParseOptions parse = {
		.file = options->file,
		.text = options->text,
		.compile = analyze_compile(options),
		.cache = options->cache,
		.libraries = &options->libraries,
	};
	frontend_parse(arena, &parse);
}

/* A file is completed, something is inserted before it and removed. */
static int compare_one(Arena *arena, const char *path, const char *cuda_path)
{
	const Fixture *fixture = fixture_read(arena, path);
	AnalyzeOptions options = fixture->options;
	if (fixture->broken || fixture->libclang > SMEMLINT_LLVM_VERSION)
		return 0;
	options.cuda_path = cuda_path;
	const char *text = text_of(arena, path), *expected = analysis_text(arena, &options);
	const char *const texts[] = {
		arena_strndup(arena, text, strlen(text) / 2),
		arena_printf(arena, "%s\nint more;\n", text),
		text,
		arena_printf(arena, "__device__ int before() { return 1; }\n%s", text),
		text,
	};
	int bad = 0;
	options.cache = parse_cache_new();
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		options.text = texts[i];
		const bool is_half = i == 0; /* what is broken is analysed, too */
		if (texts[i] != text && !is_half) {
			only_parse(arena, &options);
			continue;
		}
		const char *actual = analysis_text(arena, &options);
		if (is_half || strcmp(actual, expected) == 0)
			continue;
		printf("%s: step %zu gives\n%s\ninstead of\n%s\n", path, i, actual, expected);
		bad++;
	}
	parse_cache_free(options.cache);
	return bad;
}

static int compare_folder(const char *folder, const char *cuda_path, int step)
{
	Arena *all = arena_new();
	Paths paths = { 0 };
	int bad = 0;
	fixture_find(all, folder, &paths);
	assert_true(paths.list.n > 0);
	for (int i = 0; i < paths.list.n; i += step) {
		Arena *arena = arena_new();
		bad += compare_one(arena, paths.list.at[i], cuda_path);
		arena_free(arena);
	}
	arena_free(all);
	return bad;
}

/* Fewer files under sanitizers. */
#ifdef SMEMLINT_SANITIZE
enum { STEP = 6 };
#else
enum { STEP = 3 };
#endif

static void test_with_prelude(void **state)
{
	(void)state;
	assert_int_equal(compare_folder("testdata/facts", "none", STEP), 0);
	assert_int_equal(compare_folder("testdata/rules", "none", STEP), 0);
	assert_int_equal(compare_folder("testdata/clean", "none", STEP), 0);
}

static void test_with_toolkit(void **state)
{
	(void)state;
	assert_int_equal(compare_folder("testdata/facts", NULL, 6 * STEP), 0);
	assert_int_equal(compare_folder("kernels", NULL, 2 * STEP), 0);
}

/* --- many parses ------------------------------------------------------------------------------------ */

static void parse_variant(ParseOptions *options, int i)
{
	Arena *arena = arena_new();
	options->text = arena_printf(arena, "#include <cstdio>\n__global__ void k(float *out) { out[0] = %d; }\n", i);
	frontend_parse(arena, options);
	arena_free(arena);
}

/* 0: not known on this platform. */
static size_t held_bytes(void)
{
#if defined(__GLIBC__) && !defined(SMEMLINT_SANITIZE)
	return mallinfo2().uordblks;
#else
	return 0;
#endif
}

enum { MANY = 1000, PIECE = 1 << 20 };

#ifndef SMEMLINT_SANITIZE
/* After many edits the cache becomes stale and is parsed anew, and memory is then what it was. */
static void test_stale_cache_is_parsed_anew(void **state)
{
	(void)state;
	ParseOptions options = { .file = "typed.cu", .compile.cuda_path = "none", .cache = parse_cache_new() };
	parse_variant(&options, 0);
	const size_t first = held_bytes();
	int stale = 0, anew = 0;
	for (int i = 1; i < MANY && !anew; i++) {
		parse_variant(&options, i);
		const bool is_stale = parse_cache_is_stale(options.cache);
		if (is_stale && !stale)
			stale = i;
		if (!is_stale && stale)
			anew = i;
	}
	printf("stale after %d parses, parsed anew at number %d; %zu bytes held at first, %zu then\n", stale, anew, first, held_bytes());
	assert_true(stale && anew);
	assert_true(held_bytes() < first + PIECE);
	parse_cache_free(options.cache);
}
#endif

/* Dropping a stale cache frees memory, and the next parse is not stale. */
static void test_drop_stale(void **state)
{
	(void)state;
	ParseOptions options = { .file = "typed.cu", .compile.cuda_path = "none", .cache = parse_cache_new() };
	for (int i = 0; i < MANY && !parse_cache_is_stale(options.cache); i++)
		parse_variant(&options, i);
	assert_true(parse_cache_is_stale(options.cache));
	const size_t before = held_bytes();
	parse_cache_drop_stale(options.cache);
	assert_false(parse_cache_is_stale(options.cache));
	assert_true(held_bytes() < before || before == 0);
	parse_variant(&options, MANY);
	assert_false(parse_cache_is_stale(options.cache));
	parse_cache_free(options.cache);
}

/* The language server looks up the database for every edit. */
static void test_repeated_lookups_allocate_nothing(void **state)
{
	(void)state;
	static const Options options = { .n_files = 0 };
	Project project = { .arena = arena_new() };
	project_database(&project, &options, "testdata/facts");
	const size_t once = arena_used(project.arena);
	for (int i = 0; i < 10; i++)
		project_database(&project, &options, "testdata/facts");
	assert_int_equal(arena_used(project.arena), once);
	arena_free(project.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_with_prelude),
		cmocka_unit_test(test_with_toolkit),
#ifndef SMEMLINT_SANITIZE
		cmocka_unit_test(test_stale_cache_is_parsed_anew),
#endif
		cmocka_unit_test(test_drop_stale),
		cmocka_unit_test(test_repeated_lookups_allocate_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
