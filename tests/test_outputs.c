/* --output, --format and --statistics: what is written to which file, and what remains when a write fails. */
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
#include <jansson.h>

#include "base/replace_file.h"
#include "base/vec.h"
#include "driver/progress.h"
#include "report/formats.h"
#include "run.h"

#define EXAMPLE "--cuda-path none testdata/examples/transpose.cu"

static char folder[] = "/tmp/smemlint-outputs-XXXXXX";

static const char *in_folder(Arena *arena, const char *name)
{
	return arena_printf(arena, "%s/%s", folder, name);
}

static char *content(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);
	if (!file) {
		free(text);
		return NULL;
	}
	assert_true(fread(text, 1, (1 << 20) - 1, file) < (1 << 20) - 1);
	fclose(file);
	return text;
}

static void expect_content(const char *path, const char *part)
{
	char *text = content(path);
	assert_non_null(text);
	if (!strstr(text, part))
		fail_msg("%s has no '%s':\n%s", path, part, text);
	free(text);
}

static void expect_only(Arena *arena, const char *name)
{
	const char *command = arena_printf(arena, "test \"$(ls -A %s)\" = \"%s\"", folder, name);
	assert_int_equal(system(command), 0);
}

static void test_several(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Result result = run_smemlint(arena_printf(arena, EXAMPLE " --output sarif:%s --output=text:%s --output github:%s",
						  in_folder(arena, "a.sarif"), in_folder(arena, "a.txt"), in_folder(arena, "a.log")));
	assert_int_equal(result.status, 1);
	assert_string_equal(result.out.s, "");
	assert_string_equal(result.err.s, "");
	result_free(&result);
	expect_content(in_folder(arena, "a.sarif"), "\"ruleId\": \"smem-bank-conflict-load\"");
	expect_content(in_folder(arena, "a.sarif"), "\"uri\": \"testdata/examples/transpose.cu\"");
	expect_content(in_folder(arena, "a.sarif"), "\"fixes\"");
	expect_content(in_folder(arena, "a.txt"), "transpose.cu:16:24: warning: 32-way bank conflict");
	expect_content(in_folder(arena, "a.log"), "::warning file=testdata/examples/transpose.cu,line=16,");
	json_error_t error;
	json_t *document = json_load_file(in_folder(arena, "a.sarif"), 0, &error);
	assert_non_null(document);
	json_decref(document);
	remove(in_folder(arena, "a.sarif"));
	remove(in_folder(arena, "a.txt"));
	remove(in_folder(arena, "a.log"));
	expect_only(arena, "");
	arena_free(arena);
}

/* Every format is deterministic. */
static void test_same_twice(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	for (int i = 0; i < FORMAT_COUNT; i++) {
		const char *line = arena_printf(arena, EXAMPLE " testdata/bad/broken_kernel.cu testdata/clean/layouts.cu --format %s",
						formats[i].name);
		Result first = run_smemlint(line), second = run_smemlint(line);
		assert_int_equal(first.status, 3);
		assert_true(first.out.n > 0);
		assert_string_equal(first.out.s, second.out.s);
		result_free(&first);
		result_free(&second);
	}
	arena_free(arena);
}

static void test_to_stdout(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Result result = run_smemlint(arena_printf(arena, EXAMPLE " --output rdjson:- --output gitlab:%s", in_folder(arena, "a.json")));
	assert_int_equal(result.status, 1);
	json_error_t error;
	json_t *document = json_loadb(result.out.s, result.out.n, 0, &error);
	assert_non_null(json_object_get(document, "diagnostics"));
	json_decref(document);
	result_free(&result);
	expect_content(in_folder(arena, "a.json"), "\"check_name\"");
	remove(in_folder(arena, "a.json"));
	arena_free(arena);
}

static void test_bad_options(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	expect_says(EXAMPLE " --output xml:a", 2, "--output: unknown format in 'xml:a': expected one of text, json, sarif,");
	expect_says(EXAMPLE " --output sarif", 2, "expected FORMAT:FILE instead of 'sarif'");
	expect_says(EXAMPLE " --output sarif:", 2, "expected FORMAT:FILE instead of 'sarif:'");
	expect_says(EXAMPLE " --output sarif:- --output text:-", 2, "two --output options write to '-'");
	expect_says(EXAMPLE " --output sarif:/x/y --output text:/x/y", 2, "cannot write '/x/y': No such file or directory");
	expect_says(EXAMPLE " --format json --output text:-", 2, "--format cannot be combined with --output");
	expect_says(arena_printf(arena, EXAMPLE " --output sarif:%s", folder), 2, "cannot write", "Is a directory");
	expect_only(arena, "");
	arena_free(arena);
}

/* If an output cannot be written, nothing is analysed and no file changes. */
static void test_not_writable(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *path = in_folder(arena, "kept.sarif");
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs("old", file);
	fclose(file);
	chmod(path, 0444);
	expect_says(arena_printf(arena, EXAMPLE " --output sarif:%s", path), 2, "cannot write", "the file is read-only");
	expect_content(path, "old");
	chmod(path, 0640);
	expect_says(arena_printf(arena, EXAMPLE " --output sarif:%s", path), 1, "");
	expect_content(path, "\"2.1.0\"");
	struct stat st;
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	expect_says(EXAMPLE " --output sarif:/dev/null", 1, "");
	expect_says(EXAMPLE " --output sarif:/dev/full", 2, "cannot write '/dev/full': No space left on device");
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	expect_only(arena, "kept.sarif");
	remove(path);
	arena_free(arena);
}

static void test_write_file(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *path = in_folder(arena, "new"), *link = in_folder(arena, "link");
	mode_t mask = umask(027);
	assert_null(write_file(path, "one", 3));
	umask(mask);
	struct stat st;
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	assert_int_equal(symlink("new", link), 0);
	assert_null(write_file(link, "two", 3));
	expect_content(path, "two");
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_string_equal(write_file("", "x", 1), "the file name is empty");
	assert_string_equal(write_file("/dev/full", "x", 1), "No space left on device");
	remove(link);
	remove(path);
	expect_only(arena, "");
	arena_free(arena);
}

/* A full disk, and a process that is killed while it writes. */
static void test_cut_short(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *path = in_folder(arena, "a.sarif");
	static const char *const before[] = { "trap '' XFSZ;", "" };
	for (int i = 0; i < 2; i++) {
		assert_null(write_file(path, "old", 3));
		const char *command =
			arena_printf(arena, "bash -c \"%s ulimit -f 4; exec '%s' --no-cache %s --output sarif:%s\" 2>/dev/null", before[i],
				     SMEMLINT_BINARY, EXAMPLE, path);
		assert_int_not_equal(system(command), 0);
		expect_content(path, "old");
		if (i == 0)
			expect_only(arena, "a.sarif");
		assert_int_equal(system(arena_printf(arena, "rm %s/*", folder)), 0);
	}
	arena_free(arena);
}

static void test_statistics(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Result result = run_smemlint(EXAMPLE " --statistics");
	assert_int_equal(result.status, 1);
	assert_string_equal(result.out.s,
			    "     1  smem-bank-conflict-load     a load whose lanes access different words of one bank\n"
			    "     1  finding in 1 of 1 file\n");
	/* What it cost is no finding: it is told beside them, and only to those who look. */
	assert_non_null(strstr(result.err.s, "  ms of processor time\n"));
	assert_non_null(strstr(result.err.s, " %  reading the source and its headers\n"));
	assert_non_null(strstr(result.err.s, " %  evaluating kernels\n"));
	assert_non_null(strstr(result.err.s, " %  searching for better layouts\n"));
	assert_non_null(strstr(result.err.s, "         1  file analysed, the slowest first:\n"));
	assert_non_null(strstr(result.err.s, "transpose.cu: parse "));
	result_free(&result);
	result = run_smemlint(EXAMPLE " --statistics -q");
	assert_string_equal(result.err.s ? result.err.s : "", "");
	result_free(&result);
	expect_says(arena_printf(arena, EXAMPLE " --statistics --output text:%s", in_folder(arena, "a.txt")), 1, "     1  finding");
	expect_content(in_folder(arena, "a.txt"), "32-way");
	remove(in_folder(arena, "a.txt"));
	expect_says(EXAMPLE " --statistics --output text:-", 2, "--statistics and --output both write to standard output");
	expect_says(EXAMPLE " --statistics --format sarif", 2, "--format cannot be combined with --statistics");
	arena_free(arena);
}

static void test_quiet(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/bad/broken_host.cu", 1, "error outside the kernels");
	Result result = run_smemlint("--quiet --cuda-path none testdata/bad/broken_host.cu");
	assert_int_equal(result.status, 1);
	assert_string_equal(result.err.s, "");
	assert_non_null(strstr(result.out.s, "2-way"));
	result_free(&result);
	expect_says("--quiet --cuda-path none testdata/bad/broken_host.cu no-such.cu", 2, "no-such.cu: error: No such file");
}

/* A cached outcome without fixes is not used for a format that has them. */
static void test_cached(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *line = arena_printf(arena, "--cache-dir %s " EXAMPLE, in_folder(arena, "cache"));
	expect_says(line, 1, "32-way");
	for (int i = 0; i < 2; i++) {
		Result result = run_smemlint(arena_printf(arena, "%s --format sarif", line));
		assert_non_null(strstr(result.out.s, "\"fixes\""));
		result_free(&result);
	}
	expect_says(arena_printf(arena, "%s --stats", line), 1, "1  of them not analysed again");
	assert_int_equal(system(arena_printf(arena, "rm -r %s", in_folder(arena, "cache"))), 0);
	arena_free(arena);
}

static void expect_progress(Progress *progress, const char *expected)
{
	char text[256] = "";
	FILE *out = progress->out;
	rewind(out);
	const size_t n = fread(text, 1, sizeof text - 1, out);
	assert_int_equal(n, strlen(expected));
	assert_string_equal(text, expected);
	assert_int_equal(ftruncate(fileno(out), 0), 0);
	rewind(out);
}

static void test_progress(void **state)
{
	(void)state;
	FILE *out = tmpfile();
	assert_non_null(out);
	Progress progress;
	progress_start(&progress, false);
	if (!isatty(STDERR_FILENO))
		assert_null(progress.out);
	progress.out = out;
	progress.columns = 120;
	progress_show(&progress, 1, 40, "a.cu", progress_now()); /* not yet a second */
	progress_clear(&progress);
	expect_progress(&progress, "");
	progress.start -= 2;
	progress_show(&progress, 0, 1, "a.cu", progress_now()); /* a single file has no progress */
	expect_progress(&progress, "");
	progress_show(&progress, 0, 40, "a.cu", progress_now());
	progress_clear(&progress);
	progress_clear(&progress);
	expect_progress(&progress, "\rsmemlint: [--------------------] 0 of 40 files\033[K\r\033[K");
	progress_show(&progress, 10, 150, "a.cu", progress_now() - 1);
	expect_progress(&progress, "\rsmemlint: [#-------------------] 10 of 150 files, 5.0/s, 0:28 left\033[K");
	progress_show(&progress, 1, 101, "a\n.cu", progress_now() - 65.5); /* two seconds each: 200 */
	expect_progress(&progress, "\rsmemlint: [--------------------] 1 of 101 files, 0.5/s, 3:20 left; a\\n.cu: 65 s\033[K");
	progress.columns = 30; /* it stays in its line */
	progress_show(&progress, 39, 40, "a.cu", progress_now());
	expect_progress(&progress, "\rsmemlint: [##################\033[K");
	fclose(out);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_several),     cmocka_unit_test(test_same_twice),   cmocka_unit_test(test_to_stdout),
		cmocka_unit_test(test_bad_options), cmocka_unit_test(test_not_writable), cmocka_unit_test(test_write_file),
		cmocka_unit_test(test_cut_short),   cmocka_unit_test(test_statistics),   cmocka_unit_test(test_quiet),
		cmocka_unit_test(test_cached),      cmocka_unit_test(test_progress),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
