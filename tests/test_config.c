/* .smemlint.yaml: values, problems, inheritance and --dump-config. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/glob.h"
#include "base/paths.h"
#include "config/config.h"
#include "folder.h"
#include "run.h"

static const char *const rule_names[] = { "smem-bank-conflict-load", "smem-bank-conflict-store", "smem-data-dependent" };

static const char *no_equals(Arena *arena, const char *text)
{
	(void)arena;
	return strstr(text, "==") ? NULL : "expects ==";
}

static const ConfigKnown known = { rule_names, 3, no_equals };

typedef struct Read {
	Arena *arena;
	Config config;
	ConfigProblems problems;
	bool inherit;
} Read;

static Read read_text(const char *text)
{
	Read read = { .arena = arena_new() };
	read.inherit = config_read(read.arena, "/p/.smemlint.yaml", text, strlen(text), &known, &read.config, &read.problems);
	return read;
}

/* --- patterns ----------------------------------------------------------------------------------- */

static void test_globs(void **state)
{
	(void)state;
	assert_true(glob_name("smem-*", "smem-x") && glob_name("*", "") && glob_name("a?c*", "abc") && glob_name("*b*b", "abab"));
	assert_false(glob_name("smem-", "smem-x") || glob_name("?", "") || glob_name("a*b", "abc"));
	assert_int_equal(glob_list("-*, smem-bank-*", "smem-bank-x"), 1);
	assert_int_equal(glob_list("smem-*,-smem-bank-*\n", "smem-bank-x"), -1);
	assert_int_equal(glob_list("", "smem-bank-x"), 0);
	static const struct {
		const char *pattern, *path;
		bool matches;
	} rows[] = {
		{ "/p/*.cu", "/p/a.cu", true },
		{ "/p/*.cu", "/p/q/a.cu", false },
		{ "/p/**/a.cu", "/p/a.cu", true },
		{ "/p/**/a.cu", "/p/q/r/a.cu", true },
		{ "/p/**/a.cu", "/p/q/ba.cu", false },
		{ "/p/**", "/p/q/a", true },
		{ "/p/a**b", "/p/a/x/b", true },
		{ "/p/[a-c].cu", "/p/b.cu", true },
		{ "/p/[!a-c].cu", "/p/b.cu", false },
		{ "/p/[", "/p/[", true },
		{ "/p/\\*", "/p/x", false },
		{ "/p/\\*", "/p/*", true },
		{ "/p/?", "/p//", false },
		{ "/**/x/*/y", "/a/x/b/y/x/c/y", true },
		{ "/**/x/*/y", "/a/x/b/c/y", false },
		{ "/p/**/q/*.cu", "/p/a/q/b.cu", true },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (glob_path(rows[i].pattern, rows[i].path) != rows[i].matches)
			fail_msg("%s and %s", rows[i].pattern, rows[i].path);
}

static void test_paths(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	assert_string_equal(path_seen_from(arena, "/a/b", "/a/b/c/d"), "c/d");
	assert_string_equal(path_seen_from(arena, "/a/b", "/a/bc/d"), "../bc/d");
	assert_string_equal(path_seen_from(arena, "/a/b/c", "/a/x"), "../../x");
	assert_string_equal(path_seen_from(arena, "/a/b", "/a"), "..");
	assert_string_equal(path_seen_from(arena, "/a", "/a"), ".");
	assert_string_equal(path_seen_from(arena, "/", "/a/b"), "a/b");
	assert_string_equal(path_from_root(arena, "/no/such/./folder/../file"), "/no/such/file");
	arena_free(arena);
}

/* --- reading ------------------------------------------------------------------------------------ */

static void test_values(void **state)
{
	(void)state;
	Read read = read_text(
		"inherit: true\n"
		"checks: '-*, smem-bank-*'\n"
		"severity: {'smem-*': note, smem-bank-conflict-load: error}\n"
		"min-ways: 8\nfail-level: error\narch: sm_90a\nprefer: simplicity\n"
		"blocks: {transpose*: [32, 8], '*': 128, t: '4,4,4'}\n"
		"assume:\n  - n == 4\n"
		"cuda-path: toolkit\n"
		"ignore: [third_party/, '*.gen.cu', '!keep.gen.cu', /abs/x]\n");
	const Config *config = &read.config;
	assert_int_equal(read.problems.n, 0);
	assert_true(read.inherit);
	assert_true(config_has_rule(config, "smem-bank-conflict-load"));
	assert_false(config_has_rule(config, "smem-data-dependent"));
	assert_int_equal(config_severity(config, "smem-bank-conflict-load", SEV_WARNING), SEV_ERROR);
	assert_int_equal(config_severity(config, "smem-data-dependent", SEV_WARNING), SEV_NOTE);
	assert_int_equal(config_severity(config, "other", SEV_WARNING), SEV_WARNING);
	assert_int_equal(config_min_ways(config), 8);
	assert_int_equal(config_fail_level(config), SEV_ERROR);
	assert_string_equal(config->arch.text, "sm_90a");
	assert_int_equal(config->prefer.value, 2);
	assert_int_equal(config_block(config, "transpose_x")->block[1], 1); /* `*` stands behind it */
	assert_int_equal(config_block(config, "t")->block[2], 4);
	assert_string_equal(config->assume.at[0].text, "n == 4");
	assert_string_equal(config->cuda_path.text, "/p/toolkit");
	assert_non_null(config_ignores(config, "/p/third_party/deep/a.cu"));
	assert_null(config_ignores(config, "/p/third_party.cu"));
	assert_non_null(config_ignores(config, "/p/q/a.gen.cu"));
	assert_null(config_ignores(config, "/p/q/keep.gen.cu"));
	assert_non_null(config_ignores(config, "/abs/x/y.cu"));
	assert_null(config_ignores(config, "/q/a.gen.cu"));
	arena_free(read.arena);
}

static void test_defaults(void **state)
{
	(void)state;
	static const char *const texts[] = { "", "# nothing\n", "{}", "---\n" };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		Read read = read_text(texts[i]);
		assert_int_equal(read.problems.n, 0);
		assert_true(config_has_rule(&read.config, "smem-data-dependent"));
		assert_int_equal(config_min_ways(&read.config), 2);
		assert_int_equal(config_fail_level(&read.config), SEV_WARNING);
		assert_null(config_block(&read.config, "k"));
		assert_false(read.inherit);
		arena_free(read.arena);
	}
}

static void test_problems(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int line, column;
		const char *says;
	} rows[] = {
		{ "check: x\n", 1, 1, "there is no key 'check'; did you mean 'checks'?" },
		{ "checks: smem-*, smem-data-dependant\n", 1, 17, "did you mean 'smem-data-dependent'?" },
		{ "checks: 'bugprone-*'\n", 1, 10, "no rule matches 'bugprone-*'" },
		{ "checks: {a: b}\n", 1, 9, "'checks' expects patterns of rules, not a map" },
		{ "severity:\n  smem-*: warn\n", 2, 11, "note, warning or error, not 'warn'" },
		{ "severity: error\n", 1, 11, "expects a map" },
		{ "min-ways: 1\n", 1, 11, "a number from 2 to 32, not '1'" },
		{ "min-ways: 4x\n", 1, 11, "not '4x'" },
		{ "prefer: padding\n", 1, 9, "'prefer' expects occupancy, memory or simplicity, not 'padding'" },
		{ "fail-level: errors\n", 1, 13, "did you mean 'error'?" },
		{ "arch: 90\n", 1, 7, "like sm_90" },
		{ "blocks:\n  k: [64, 64]\n", 2, 6, "4096 threads, more than 1024" },
		{ "blocks: {k: [1, 1, 1, 1]}\n", 1, 13, "one to three numbers" },
		{ "assume: n = 3\n", 1, 9, "'assume' expects ==" },
		{ "ignore: ['']\n", 1, 10, "expects patterns of paths, not nothing" },
		{ "inherit: yes\n", 1, 10, "true or false" },
		{ "min-ways: 2\nmin-ways: 3\n", 2, 1, "duplicate key 'min-ways', first in line 1" },
		{ "blocks: {k: 1, k: 2}\n", 1, 16, "duplicate key" },
		{ "- a\n", 1, 1, "a map of keys" },
		{ "a: b: c\n", 1, 5, "mapping values are not allowed" },
		{ "checks: *x\n", 1, 9, "aliases are not supported" },
		{ "---\n{}\n---\n{}\n", 3, 1, "a single document" },
		{ "arch: sm_90\nx: \xff\n", 2, 4, "UTF-8" },
		{ "[a]: b\n", 1, 1, "expected a key" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Read read = read_text(rows[i].text);
		const ConfigProblem *problem = read.problems.at;
		if (read.problems.n != 1 || problem->at.line != rows[i].line || problem->at.column != rows[i].column ||
		    !strstr(problem->message, rows[i].says))
			fail_msg("%s: %d problems, %d:%d: %s", rows[i].text, read.problems.n, read.problems.n ? problem->at.line : 0,
				 read.problems.n ? problem->at.column : 0, read.problems.n ? problem->message : "");
		arena_free(read.arena);
	}
}

/* Removes the comments, which contain the places of values. */
static void drop_comments(char *text)
{
	char *out = text;
	for (; *text; text++) {
		if (text[0] == ' ' && text[1] == '#')
			while (text[1] && text[1] != '\n')
				text++;
		else
			*out++ = *text;
	}
	*out = 0;
}

static void test_dump_reads_back(void **state)
{
	(void)state;
	Read read = read_text(
		"checks: [-smem-data-dependent]\nseverity: {'smem-*': note, 'smem-b*': error}\nmin-ways: 4\n"
		"blocks: {'a \"b\\c': 32, z: [4, 4]}\nassume: \"n == 4,\\n m == 5\"\ncuda-path: none\nignore: ['a b/', x]\n");
	assert_int_equal(read.problems.n, 0);
	Buf first = { 0 }, second = { 0 };
	config_dump(&first, &read.config);
	Config again = { 0 };
	config_read(read.arena, "/elsewhere/c.yaml", first.s, first.n, &known, &again, &read.problems);
	assert_int_equal(read.problems.n, 0);
	config_dump(&second, &again);
	drop_comments(first.s);
	drop_comments(second.s);
	assert_string_equal(first.s, second.s);
	assert_non_null(strstr(first.s, "- \"/p/**/a b\""));
	buf_free(&first);
	buf_free(&second);
	arena_free(read.arena);
}

/* --- finding ------------------------------------------------------------------------------------ */

static int min_ways_in(Arena *arena, const char *name, const char *file)
{
	ConfigProblems problems = { 0 };
	const Config *config = config_load(arena, in_folder(arena, name), file, &known, &problems);
	assert_int_equal(problems.n, 0);
	return config_min_ways(config) * 100 + config->checks.n;
}

static void test_chain(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	static const char *const folders[] = { "a", "a/b", "a/b/c", "user", "user/smemlint" };
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		assert_int_equal(mkdir(in_folder(arena, folders[i]), 0777), 0);
	setenv("XDG_CONFIG_HOME", in_folder(arena, "user"), 1);
	assert_int_equal(min_ways_in(arena, "a/b/c", NULL), 200);
	put(arena, "user/smemlint/config.yaml", "min-ways: 9\nchecks: [smem-*]\n");
	assert_int_equal(min_ways_in(arena, "a/b/c", NULL), 901);
	put(arena, "a/.smemlint.yaml", "min-ways: 3\nchecks: [smem-*, smem-*]\n");
	assert_int_equal(min_ways_in(arena, "a/b/c", NULL), 302); /* the user's is a fallback */
	put(arena, "a/b/.smemlint.yaml", "checks: [smem-*]\n");
	assert_int_equal(min_ways_in(arena, "a/b/c", NULL), 201);
	put(arena, "a/b/.smemlint.yaml", "inherit: true\nchecks: [smem-*]\n");
	assert_int_equal(min_ways_in(arena, "a/b/c", NULL), 303);
	put(arena, "a/.smemlint.yaml", "inherit: true\nchecks: [smem-*, smem-*]\n");
	assert_int_equal(min_ways_in(arena, "a/b/c", NULL), 904);
	put(arena, "a/b/c/other.yaml", "min-ways: 5\n");
	assert_int_equal(min_ways_in(arena, "a", in_folder(arena, "a/b/c/other.yaml")), 500);
	put(arena, "a/b/c/other.yaml", "min-ways: 5\ninherit: true\n");
	assert_int_equal(min_ways_in(arena, "a", in_folder(arena, "a/b/c/other.yaml")), 504);
	arena_free(arena);
}

/* --- the program -------------------------------------------------------------------------------- */

static const char kernel[] =
	"__global__ void spread(float *out)\n"
	"{\n"
	"	__shared__ float s[1024];\n"
	"	s[threadIdx.x * 4] = 1;\n"
	"	out[threadIdx.x] = s[threadIdx.y];\n"
	"}\n";

static const char *line_of(Arena *arena, const char *format, const char *name)
{
	const char *path = in_folder(arena, name), *mark = strstr(format, "%s");
	return arena_printf(arena, "%.*s%s%s", (int)(mark - format), format, path, mark + 2);
}

static void test_program(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	assert_int_equal(mkdir(in_folder(arena, "p"), 0777), 0);
	put(arena, "p/k.cu", kernel);
	put(arena, "p/.smemlint.yaml", "cuda-path: none\nblocks: {'spre*': [8, 32]}\n");
	expect_says(line_of(arena, "%s", "p/k.cu"), 0, "");
	expect_says(line_of(arena, "facts %s", "p/k.cu"), 0, "\"block\":[8,32,1],\"block_from\":\"configuration\"");
	expect_says(line_of(arena, "--block 64 %s", "p/k.cu"), 1, "4-way bank conflict", "block: 64x1x1 from --block");
	put(arena, "p/.smemlint.yaml", "cuda-path: none\nblocks: {spread: 64}\nmin-way: 3\n");
	expect_says(line_of(arena, "%s", "p/k.cu"), 2, "p/.smemlint.yaml:3:1: error: there is no key 'min-way'; did you mean 'min-ways'?",
		    "block: 64x1x1 from the configuration");
	expect_says(line_of(arena, "--verify-config %s", "p/k.cu"), 2, "did you mean 'min-ways'?");
	expect_says(line_of(arena, "--verify-config %s", "p/.smemlint.yaml"), 2, "did you mean 'min-ways'?");
	put(arena, "p/.smemlint.yaml", "cuda-path: none\nblocks: {spread: 64}\n");
	expect_says(line_of(arena, "--min-ways 4 %s", "p/k.cu"), 1, "4-way bank conflict");
	expect_says(line_of(arena, "--stats --min-ways 5 %s", "p/k.cu"), 0,
		    "1  findings left out: conflicts of fewer ways than min-ways\n");
	expect_says(line_of(arena, "--checks -smem-bank-* --stats %s", "p/k.cu"), 0, "1  findings left out: of disabled rules\n");
	expect_says(line_of(arena, "--fail-level error %s", "p/k.cu"), 0, "4-way bank conflict");
	expect_says(line_of(arena, "--exit-zero %s", "p/k.cu"), 0, "4-way bank conflict");
	put(arena, "p/.smemlint.yaml", "cuda-path: none\nblocks: {spread: 64}\nseverity: {smem-*-store: error}\nfail-level: error\n");
	expect_says(line_of(arena, "%s", "p/k.cu"), 1, "p/k.cu:4:2: error: 4-way bank conflict");
	put(arena, "p/.smemlint.yaml", "cuda-path: none\nignore: [k.cu]\n");
	expect_says(line_of(arena, "%s", "p/k.cu"), 0, "k.cu: note: not analysed:", "ignored by ", ".smemlint.yaml:2\n");
	put(arena, "p/.smemlint.yaml", "checks: '-*,smem-bank-*'\nseverity: {'*-load': error}\n");
	expect_says(line_of(arena, "--verify-config %s", "p/k.cu"), 0, "");
	expect_says(line_of(arena, "--list-checks %s", "p/k.cu"), 0, "smem-bank-conflict-load    error ",
		    "smem-data-dependent        off ");
	expect_says(line_of(arena, "--dump-config --min-ways 7 %s", "p/k.cu"), 0, "min-ways: 7 # --min-ways\n", "  - \"smem-bank-*\" #");
	expect_says(line_of(arena, "--list-checks --checks smem-bank-conflict-laod %s", "p"), 2, "did you mean 'smem-bank-conflict-load'?");
	arena_free(arena);
}

/* --- the documentation -------------------------------------------------------------------------- */

/* Replaces white space by single spaces, so that line breaks do not matter. */
static char *unwrapped(char *text)
{
	char *to = text;
	for (const char *from = text; *from; from++)
		if (!isspace((unsigned char)*from))
			*to++ = *from;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	*to = 0;
	return text;
}

static void test_keys_are_documented(void **state)
{
	(void)state;
	static const char *const rows[] = {
#define CONFIG(field, kind, key, value, otherwise, help) "- `" key "`, " value " (default: " otherwise "): " help ".",
#include "config/config.def"
#undef CONFIG
	};
	Arena *arena = arena_new();
	size_t size;
	const char *text = file_bytes(arena, "docs/users/configuration.md", &size);
	assert_non_null(text);
	const char *page = unwrapped(arena_strdup(arena, text));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strstr(page, rows[i]))
			fail_msg("docs/users/configuration.md lacks this key: %s", rows[i]);
	arena_free(arena);
}

/* The schema has the same keys, with the same words. */
static void test_keys_are_in_the_schema(void **state)
{
	(void)state;
	static const struct {
		const char *key, *description;
	} rows[] = {
#define CONFIG(field, kind, key, value, otherwise, help) { key, help " (default: " otherwise ")" },
#include "config/config.def"
#undef CONFIG
		{ "inherit", NULL },
	};
	json_t *schema = json_load_file("docs/users/configuration.schema.json", 0, NULL);
	assert_non_null(schema);
	json_t *properties = json_object_get(schema, "properties");
	assert_int_equal(json_object_size(properties), sizeof rows / sizeof *rows);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *text = json_string_value(json_object_get(json_object_get(properties, rows[i].key), "description"));
		if (!text || (rows[i].description && strcmp(text, rows[i].description) != 0))
			fail_msg("docs/users/configuration.schema.json: '%s' is not: %s", rows[i].key, rows[i].description);
	}
	json_decref(schema);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_globs),
		cmocka_unit_test(test_paths),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_problems),
		cmocka_unit_test(test_dump_reads_back),
		cmocka_unit_test(test_chain),
		cmocka_unit_test(test_program),
		cmocka_unit_test(test_keys_are_documented),
		cmocka_unit_test(test_keys_are_in_the_schema),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
