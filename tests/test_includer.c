/* Files without kernels, analysed through those that include them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "project/includer.h"
#include "run.h"

#define AT "testdata/projects/includes/"

/* `expected`: the paths in order, separated by spaces. */
static void expect_includers(const char *file, const char *expected)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	int n, n_others;
	const char *const *found = includers_of(arena, file, &n, &n_others);
	buf_puts(&text, "");
	for (int i = 0; i < n; i++)
		buf_printf(&text, "%s%s", i ? " " : "", found[i]);
	assert_string_equal(text.s, expected);
	assert_int_equal(n_others, 0);
	buf_free(&text);
	arena_free(arena);
}

/* --- the scan --------------------------------------------------------------------------------- */

static void test_direct(void **state)
{
	(void)state;
	expect_includers(AT "shared/columns.cu", AT "shared/first.cu " AT "shared/second.cu");
	expect_includers(AT "shared/first.cu", "");
}

static void test_chain(void **state)
{
	(void)state;
	expect_includers(AT "chain/leaf.cuh", AT "chain/top.cu");
	expect_includers(AT "chain/middle.cuh", AT "chain/top.cu");
}

static void test_cycle(void **state)
{
	(void)state;
	expect_includers(AT "cycle/left.cuh", AT "cycle/ring.cu " AT "cycle/round.cu");
	expect_includers(AT "cycle/right.cuh", AT "cycle/ring.cu " AT "cycle/round.cu");
	expect_includers(AT "cycle/ring.cu", AT "cycle/round.cu");
}

static void test_missing(void **state)
{
	(void)state;
	expect_includers(AT "missing/helper.cuh", AT "missing/user.cu");
	expect_includers(AT "missing/lonely.cuh", "");
	expect_includers(AT "missing/no_such_header.cuh", "");
	expect_includers("no/such/folder/x.cuh", "");
	expect_includers("", "");
}

static void test_other_folder(void **state)
{
	(void)state;
	expect_includers(AT "apart/lib/tile.cuh", AT "apart/app/main.cu");
	expect_includers(AT "apart/lib/../lib/device.cuh", AT "apart/lib/../app/main.cu");
}

static void test_part_of_an_includer(void **state)
{
	(void)state;
	expect_includers(AT "parts/common.cuh", AT "parts/whole.cu");
	expect_includers(AT "parts/part.cu", AT "parts/whole.cu");
}

static void test_names_without_folder(void **state)
{
	(void)state;
	char *before = getcwd(NULL, 0);
	assert_int_equal(chdir(AT "apart/lib"), 0);
	expect_includers("tile.cuh", "../app/main.cu");
	expect_includers("./tile.cuh", "../app/main.cu");
	assert_int_equal(chdir("../../chain"), 0);
	expect_includers("leaf.cuh", "top.cu");
	assert_int_equal(chdir(before), 0);
	free(before);
}

/* --- many files, malformed files -------------------------------------------------------------- */

static void write_file(const char *folder, const char *name, const char *text, size_t n)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, n, file), n);
	fclose(file);
}

static void write_text(const char *folder, const char *name, const char *text)
{
	write_file(folder, name, text, strlen(text));
}

static void clear_folder(const char *folder, const char *const *names, int n)
{
	char path[256];
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	assert_int_equal(rmdir(folder), 0);
}

static void set_or_unset(const char *name, const char *value)
{
	assert_int_equal(value ? setenv(name, value, 1) : unsetenv(name), 0);
}

/* Parent folders are searched only within the project. */
static void test_edge_of_project(void **state)
{
	(void)state;
	char top[] = "/tmp/smemlint-test-XXXXXX", lib[64], app[64], header[128], user[128];
	const char *const home = getenv("HOME");
	assert_non_null(mkdtemp(top));
	snprintf(lib, sizeof lib, "%s/lib", top);
	snprintf(app, sizeof app, "%s/app", top);
	snprintf(header, sizeof header, "%s/tile.cuh", lib);
	snprintf(user, sizeof user, "%s/main.cu", app);
	assert_int_equal(mkdir(lib, 0700), 0);
	assert_int_equal(mkdir(app, 0700), 0);
	write_text(lib, "tile.cuh", "int x;\n");
	write_text(app, "main.cu", "#include \"../lib/tile.cuh\"\n");
	char *before = home ? strdup(home) : NULL;
	expect_includers(header, user);
	set_or_unset("HOME", top);
	expect_includers(header, "");
	set_or_unset("HOME", before);
	free(before);
	expect_includers(header, user);
	write_text(lib, "compile_commands.json", "[]");
	expect_includers(header, "");
	clear_folder(lib, (const char *const[]){ "tile.cuh", "compile_commands.json" }, 2);
	clear_folder(app, (const char *const[]){ "main.cu" }, 1);
	assert_int_equal(rmdir(top), 0);
}

static void test_many(void **state)
{
	(void)state;
	static const char *const names[] = {
		"x.cuh", "0.cu", "1.cu", "2.cu", "3.cu", "4.cu", "5.cu", "6.cu", "7.cu", "8.cu", "9.cu",
	};
	enum { N = sizeof names / sizeof *names };
	char folder[] = "/tmp/smemlint-test-XXXXXX", path[64];
	assert_non_null(mkdtemp(folder));
	for (int i = 0; i < N; i++)
		write_text(folder, names[i], "#include \"x.cuh\"\n");
	snprintf(path, sizeof path, "%s/x.cuh", folder);
	Arena *arena = arena_new();
	int n, n_others;
	const char *const *found = includers_of(arena, path, &n, &n_others);
	assert_int_equal(n, MAX_INCLUDERS);
	assert_int_equal(n_others, 2);
	assert_non_null(strstr(found[0], "/0.cu"));
	assert_non_null(strstr(found[7], "/7.cu"));
	arena_free(arena);
	clear_folder(folder, names, N);
}

/* Incomplete #include lines are ignored, wherever the text ends. */
static void test_odd_text(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"#",
		"#include",
		"#include \"",
		"#include \"x.cuh",
		"#includ \"x.cuh\"",
		"# include x.cuh\n",
		"/",
		"/*",
		"#include \"\n\"x.cuh\"",
		"#include \"\"",
		"/* *\n#include \"x.cuh\"\n",
		"\"\\",
		"#include \"/\"",
		"",
	};
	static const char *const names[] = { "x.cuh", "odd.cu", "zero.cu" };
	char folder[] = "/tmp/smemlint-test-XXXXXX", path[64], expected[64];
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/x.cuh", folder);
	snprintf(expected, sizeof expected, "%s/zero.cu", folder);
	write_text(folder, "x.cuh", "#pragma once\n");
	write_file(folder, "zero.cu", "\0\xff\n#include \"x.cuh\"", 19);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		write_text(folder, "odd.cu", texts[i]);
		expect_includers(path, expected);
	}
	clear_folder(folder, names, 3);
}

static void test_header_names(void **state)
{
	(void)state;
	assert_true(path_is_header("a/b.cuh"));
	assert_true(path_is_header("b.inl"));
	assert_false(path_is_header("b.cu"));
	assert_false(path_is_header(".h"));
	assert_false(path_is_header(""));
}

/* --- the program ------------------------------------------------------------------------------ */

static int count(const char *text, const char *what)
{
	int n = 0;
	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

/* The number of times that standard output contains `what`. */
static void expect_count(const char *line, const char *what, int expected)
{
	Result result = run_smemlint(line);
	int n = count(result.out.s, what);
	if (n != expected)
		printf("smemlint %s\n%d times, not %d: %s\n%s\n%s", line, n, expected, what, result.out.s, result.err.s);
	result_free(&result);
	assert_int_equal(n, expected);
}

#define RUN "--cuda-path none "
#define FINDING "shared/columns.cu:4:9: warning: "

static void test_device_functions(void **state)
{
	(void)state;
	expect_says(RUN AT "shared/columns.cu", 1,
		    AT "shared/columns.cu: note: no kernel here; analysed through " AT "shared/first.cu and " AT
		       "shared/second.cu, which include it",
		    FINDING);
	expect_count(RUN AT "shared/columns.cu", "warning: ", 1);
	expect_count("facts " RUN AT "shared/columns.cu", "\"kernel\":\"first\"", 2);
	expect_count("facts " RUN AT "shared/columns.cu", "\"kernel\":\"second\"", 2);
	expect_count(RUN "--format json " AT "shared/columns.cu", "smem-bank-conflict-load", 1);
}

static void test_header(void **state)
{
	(void)state;
	expect_says(RUN AT "chain/leaf.cuh", 1,
		    AT "chain/leaf.cuh: note: this is a header; analysed through " AT "chain/top.cu, which includes it",
		    "chain/leaf.cuh:4:9: warning: 2-way");
	expect_says(RUN AT "chain/middle.cuh", 0, "analysed through");
	expect_count("facts " RUN AT "chain/leaf.cuh " AT "chain/middle.cuh", "\"kernel\":\"top\"", 2);
	expect_says(RUN AT "missing/lonely.cuh", 1, "missing/lonely.cuh:7:21: warning: 2-way");
	expect_says(RUN AT "missing/helper.cuh", 3, "analysed through", "no_such_header.cuh");
}

/* A source with kernels that is a part of another one. */
static void test_pieces(void **state)
{
	(void)state;
	expect_says(RUN AT "pieces/broken.cu", 1,
		    AT "pieces/broken.cu: note: kernel 'broken' cannot be compiled by itself; analysed through " AT
		       "pieces/program.cu, which includes it",
		    "pieces/broken.cu:15:21: warning: 4-way");
	expect_count("facts " RUN AT "pieces/broken.cu", "\"kernel\":\"complete\"", 2);
	expect_says(RUN AT "pieces/generic.cu", 1, "it has a kernel template that it does not instantiate; analysed through ",
		    "pieces/generic.cu:7:21: warning: 2-way");
	expect_count(RUN AT "pieces/generic.cu", "broken.cu:15:21", 0);
	expect_count(RUN AT "pieces/broken.cu " AT "pieces/program.cu", "broken.cu:15:21: warning: ", 1);
	/* It compiles: only its launch is taken from the other source. */
	expect_says(RUN AT "pieces/launched.cu", 1, "pieces/launched.cu:7:21: warning: 4-way");
	expect_count("facts " RUN AT "pieces/launched.cu", "\"certainty\":\"exact\"", 2);
}

/* A named file that is also an includer is analysed once, and shown as a named one. */
static void test_named_too(void **state)
{
	(void)state;
	static const char both[] = RUN AT "shared/columns.cu " AT "shared/second.cu";
	expect_count(both, "columns.cu:4:9: warning: ", 1);
	expect_count(both, "shared/second.cu:7:2: warning: ", 1);
	expect_count(RUN AT "shared/first.cu " AT "shared/second.cu", "columns.cu:4:9: warning: ", 1);
	expect_count(RUN AT "shared/second.cu " AT "shared/second.cu", "shared/second.cu:7:2: warning: ", 2);
	expect_count("facts " RUN AT "shared/columns.cu " AT "shared/second.cu", "\"kernel\":\"second\"", 2);
	expect_count("facts " RUN AT "shared/columns.cu " AT "chain/../shared/second.cu", "\"kernel\":\"second\"", 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_direct),
		cmocka_unit_test(test_chain),
		cmocka_unit_test(test_cycle),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_other_folder),
		cmocka_unit_test(test_part_of_an_includer),
		cmocka_unit_test(test_names_without_folder),
		cmocka_unit_test(test_edge_of_project),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_odd_text),
		cmocka_unit_test(test_header_names),
		cmocka_unit_test(test_device_functions),
		cmocka_unit_test(test_header),
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_named_too),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
