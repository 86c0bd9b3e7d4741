/* Results of earlier runs: used while no input has changed, and ignored when damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <ftw.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "mutate.h"
#include "run.h"

#define HIT "of them not analysed again"

static char folder[] = TEST_FOLDER;

static const char kernel[] =
	"#include \"tile.h\"\n"
	"__global__ void k(float *out) {\n"
	"	__shared__ float tile[32][COLUMNS];\n"
	"	tile[threadIdx.y][threadIdx.x] = 1;\n"
	"	__syncthreads();\n"
	"	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n"
	"}\n";
static const char launch[] = "__global__ void k(float *);\nvoid go(float *p) { k<<<1, dim3(32, 32)>>>(p); }\n";

static const char *in_folder(const char *name)
{
	static char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

/* Results whose inputs changed during the run are not cached. */
static void age(const char *name, int seconds)
{
	struct timespec times[2];
	clock_gettime(CLOCK_REALTIME, &times[0]);
	times[0].tv_sec -= seconds;
	times[1] = times[0];
	assert_int_equal(utimensat(AT_FDCWD, in_folder(name), times, 0), 0);
}

static int set_up(void **state)
{
	(void)state;
	strcpy(folder, TEST_FOLDER);
	make_folder(folder);
	make_file(folder, "k.cu", kernel);
	make_file(folder, "tile.h", "enum { COLUMNS = 32 };\n");
	make_file(folder, "go.cu", launch);
	age("k.cu", 60);
	age("tile.h", 60);
	age("go.cu", 60);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	remove_folder(folder);
	return 0;
}

static Result run(const char *options)
{
	char line[2048];
	snprintf(line, sizeof line, "--cuda-path none --stats --cache-dir %s/cache %s %s/k.cu", folder, options, folder);
	return run_smemlint(line);
}

static bool is_cached(const Result *result)
{
	return strstr(result->err.s, HIT);
}

static void expect(bool hit, const char *finding)
{
	Result result = run("");
	assert_true(is_cached(&result) == hit);
	assert_int_equal(result.status, finding ? 1 : 0);
	assert_non_null(strstr(result.out.s, finding ? finding : "clean: 1 file"));
	result_free(&result);
}

#define CONFLICT "32-way bank conflict"

static void second_run_is_cached(void **state)
{
	(void)state;
	Result first = run("--map"), second = run("--map");
	assert_false(is_cached(&first));
	assert_true(is_cached(&second));
	assert_string_equal(first.out.s, second.out.s);
	assert_int_equal(first.status, second.status);
	result_free(&first);
	result_free(&second);
	Result third = run("--no-cache");
	assert_false(is_cached(&third));
	result_free(&third);
}

static void changed_inputs_are_noticed(void **state)
{
	(void)state;
	expect(false, CONFLICT);
	expect(true, CONFLICT);
	age("tile.h", 50); /* only the time changes */
	expect(true, CONFLICT);
	make_file(folder, "tile.h", "enum { COLUMNS = 33 };\n"); /* the same size */
	age("tile.h", 60);
	expect(false, NULL);
	expect(true, NULL);
	make_file(folder, "tile.h", "enum { COLUMNS = 32 };\n");
	age("tile.h", 60);
	expect(false, CONFLICT);
}

/* With the size and the time that it had. */
static void contents_are_believed(void **state)
{
	struct stat st;
	(void)state;
	expect(false, CONFLICT);
	expect(true, CONFLICT);
	assert_int_equal(stat(in_folder("tile.h"), &st), 0);
	make_file(folder, "tile.h", "enum { COLUMNS = 33 };\n");
	assert_int_equal(utimensat(AT_FDCWD, in_folder("tile.h"), (struct timespec[]){ st.st_atim, st.st_mtim }, 0), 0);
	expect(false, NULL);
}

static void make_aged(const char *name, const char *text)
{
	make_file(folder, name, text);
	age(name, 60);
}

static void flags_expect(bool hit, int status)
{
	char flags[1024];
	snprintf(flags, sizeof flags, "--extra-arg -I%s/first --extra-arg -I%s/second", folder, folder);
	Result result = run(flags);
	assert_int_equal(is_cached(&result), hit);
	assert_int_equal(result.status, status);
	result_free(&result);
}

static void link_to(const char *target)
{
	char path[256];
	snprintf(path, sizeof path, "%s/second", folder);
	unlink(path);
	assert_int_equal(symlink(target, path), 0);
}

/* Headers that come before the one that was read: by an include folder, by a link, next to the source. */
static void headers_that_shadow_are_noticed(void **state)
{
	(void)state;
	remove(in_folder("tile.h"));
	make_aged("a/tile.h", "enum { COLUMNS = 32 };\n");
	make_aged("b/tile.h", "enum { COLUMNS = 33 };\n");
	link_to("a");
	flags_expect(false, 1);
	flags_expect(true, 1);
	link_to("b");
	flags_expect(false, 0);
	link_to("a");
	flags_expect(false, 1);
	flags_expect(true, 1);
	make_aged("first/tile.h", "enum { COLUMNS = 33 };\n");
	flags_expect(false, 0);
	flags_expect(true, 0);
	make_aged("tile.h", "enum { COLUMNS = 32 };\n");
	flags_expect(false, 1);
	flags_expect(true, 1);
}

/* As many folders as large libraries have, with a header each: a result is kept, and one that shadows is noticed. */
static void headers_in_many_folders_are_looked_for(void **state)
{
	enum { N = 500 };
	static char all[N * sizeof "#include <lib/000/h.h>\n"];
	(void)state;
	remove(in_folder("tile.h"));
	all[0] = '\0';
	for (int i = 0; i < N; i++) {
		char name[64];
		snprintf(name, sizeof name, "second/lib/%03d/h.h", i);
		make_aged(name, i == N - 1 ? "enum { COLUMNS = 32 };\n" : "\n");
		snprintf(all + strlen(all), sizeof all - strlen(all), "#include <lib/%03d/h.h>\n", i);
	}
	make_aged("second/tile.h", all);
	flags_expect(false, 1);
	flags_expect(true, 1);
	make_aged("first/lib/499/h.h", "enum { COLUMNS = 33 };\n");
	flags_expect(false, 0);
	flags_expect(true, 0);
}

static void make_old(const char *name)
{
	make_file(folder, name, "x");
	age(name, 86400 * 100);
}

static void tidying_keeps_what_is_not_the_caches(void **state)
{
	static const char *const strangers[] = { "cache/ad/photo.jpg", "cache/ad/0123456789abcdef",
						 "elsewhere/0123456789abcdef0123456789abcd" };
	(void)state;
	for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
		make_old(strangers[i]);
	make_old("cache/ad/0123456789abcdef0123456789abcd");
	make_old("cache/ad/0123456789abcdef0123456789abcd.pch");
	assert_int_equal(symlink("../elsewhere", in_folder("cache/be")), 0);
	expect(false, CONFLICT);
	assert_int_not_equal(access(in_folder("cache/ad/0123456789abcdef0123456789abcd"), F_OK), 0);
	assert_int_not_equal(access(in_folder("cache/ad/0123456789abcdef0123456789abcd.pch"), F_OK), 0);
	for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
		assert_int_equal(access(in_folder(strangers[i]), F_OK), 0);
}

/* The launch is in another file of the folder. */
static void sources_of_the_folder_are_inputs(void **state)
{
	(void)state;
	expect(false, "block: 32x32");
	make_file(folder, "go.cu", "__global__ void k(float *);\nvoid go(float *p) { k<<<1, dim3(16, 32)>>>(p); }\n");
	age("go.cu", 60);
	expect(false, "block: 16x32");
	expect(true, "block: 16x32");
	make_file(folder, "go.cu", "// a comment\n__global__ void k(float *);\nvoid go(float *p) { k<<<1, dim3(16, 32)>>>(p); }\n");
	age("go.cu", 60);
	expect(false, "block: 16x32"); /* a file with a launch has changed */
	make_file(folder, "far.cu", "void far(void) {}\n");
	age("far.cu", 60);
	expect(false, "block: 16x32"); /* a file was added */
	make_file(folder, "far.cu", "void far(int) {}\n\n");
	age("far.cu", 60);
	expect(true, "block: 16x32"); /* it does not mention the kernel */
	unlink(in_folder("go.cu"));
	make_file(folder, "new.cu", launch);
	age("new.cu", 60);
	expect(false, "block: 32x32");
}

static void options_are_part_of_the_name(void **state)
{
	(void)state;
	expect(false, CONFLICT);
	Result other = run("--arch sm_120"), facts;
	assert_false(is_cached(&other));
	result_free(&other);
	other = run("--arch sm_120");
	assert_true(is_cached(&other));
	result_free(&other);
	other = run("--prefer=simplicity");
	assert_false(is_cached(&other));
	assert_non_null(strstr(other.out.s, "fix: pad the rows of 'tile' to [32][33]"));
	result_free(&other);
	char line[1024];
	for (int i = 0; i < 2; i++) {
		snprintf(line, sizeof line, "facts --stats --cuda-path none --cache-dir %s/cache %s/k.cu", folder, folder);
		facts = run_smemlint(line);
		assert_true(is_cached(&facts) == (i == 1));
		assert_non_null(strstr(facts.out.s, "\"wavefronts\":1024"));
		result_free(&facts);
	}
}

/* Only runs that need bank maps or fixes compute them. */
static void formats_have_their_own_entries(void **state)
{
	static const struct {
		const char *options, *part;
		bool hit;
	} runs[] = {
		{ "", CONFLICT, false },
		{ "--map", "after padding the rows", false },
		{ "--map", "after padding the rows", true },
		{ "--format html", "\"touches\"", true },
		{ "", CONFLICT, true },
		{ "--format json", CONFLICT, false },
	};
	(void)state;
	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		Result result = run(runs[i].options);
		assert_true(is_cached(&result) == runs[i].hit);
		assert_non_null(strstr(result.out.s, runs[i].part));
		result_free(&result);
	}
}

static void just_changed_inputs_are_not_cached(void **state)
{
	(void)state;
	age("tile.h", -5);
	expect(false, CONFLICT);
	expect(false, CONFLICT);
	age("tile.h", 60);
	expect(false, CONFLICT);
	expect(true, CONFLICT);
}

/* What stands in for a library's header is read until that comes. */
static void headers_are_missed_until_they_come(void **state)
{
	char text[1024];
	(void)state;
	snprintf(text, sizeof text, "#include \"torch/extension.h\"\n%s", kernel);
	make_file(folder, "k.cu", text);
	make_file(folder, "tile.h", "#ifndef COLUMNS\n#define COLUMNS 32\n#endif\n");
	age("k.cu", 60);
	age("tile.h", 60);
	expect(false, CONFLICT);
	expect(true, CONFLICT);
	assert_int_equal(mkdir(in_folder("torch"), 0755), 0);
	make_file(folder, "torch/extension.h", "#define COLUMNS 33\n");
	age("torch/extension.h", 60);
	expect(false, NULL);
	expect(true, NULL);
}

static void incomplete_results_are_not_cached(void **state)
{
	(void)state;
	make_file(folder, "k.cu", "#include \"missing.h\"\n__global__ void k() {}\n");
	age("k.cu", 60);
	for (int i = 0; i < 2; i++) {
		Result result = run("");
		assert_int_equal(result.status, 3);
		assert_false(is_cached(&result));
		result_free(&result);
	}
}

/* --- precompiled headers ---------------------------------------------------------------------- */

#define SOURCES \
	"testdata/facts/transpose.cu testdata/facts/structs.cu testdata/facts/atomics.cu testdata/facts/wmma.cu " \
	"testdata/facts/async_copies.cu kernels/transpose.cu"

static bool has_precompiled(void)
{
	char line[300];
	snprintf(line, sizeof line, "test -n \"$(find %s/cache -name '*.pch')\"", folder);
	return system(line) == 0;
}

/* With a toolkit: the first source requests precompiled headers, the second has them built, the others use them. */
static void precompiled_headers_change_nothing(void **state)
{
	char line[1024];
	(void)state;
	Result plain = run_smemlint("facts --no-cache " SOURCES);
	snprintf(line, sizeof line, "facts --cache-dir %s/cache " SOURCES, folder);
	for (int i = 0; i < 2; i++) {
		Result cached = run_smemlint(line);
		assert_string_equal(plain.out.s, cached.out.s);
		assert_string_equal(plain.err.s, cached.err.s);
		assert_int_equal(plain.status, cached.status);
		result_free(&cached);
	}
	result_free(&plain);
	Result command = run_smemlint("--print-command testdata/examples/transpose.cu --");
	assert_int_equal(has_precompiled(), strstr(command.out.s, "#   toolkit: /") != NULL);
	result_free(&command);
}

/* --- damage ----------------------------------------------------------------------------------- */

static char largest[4096];
static off_t largest_size;

static int note_larger(const char *path, const struct stat *st, int kind)
{
	if (kind == FTW_F && st->st_size > largest_size) {
		largest_size = st->st_size;
		snprintf(largest, sizeof largest, "%s", path);
	}
	return 0;
}

/* The path of the outcome's entry, which is the largest: the other one notes that go.cu was parsed. */
static const char *entry(void)
{
	char cache[4096];
	snprintf(cache, sizeof cache, "%s/cache", folder);
	largest_size = 0;
	assert_int_equal(ftw(cache, note_larger, 8), 0);
	return largest;
}

static Buf read_entry(void)
{
	Buf bytes = { 0 };
	FILE *file = fopen(entry(), "rb");
	assert_non_null(file);
	for (int c; (c = getc(file)) != EOF;)
		buf_putc(&bytes, (char)c);
	fclose(file);
	return bytes;
}

static void write_entry(const char *path, const char *bytes, size_t n)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, n, file), n);
	fclose(file);
}

static void damaged_entries_are_replaced(void **state)
{
	Rng rng = { 7 };
	(void)state;
	expect(false, CONFLICT);
	Buf bytes = read_entry();
	char path[4096];
	snprintf(path, sizeof path, "%s", entry());
	for (int i = 0; i < 12; i++) {
		char *copy = malloc(bytes.n);
		memcpy(copy, bytes.s, bytes.n);
		copy[i < 3 ? (size_t)i * 8 : rng_below(&rng, bytes.n)] ^= (char)(1 << rng_below(&rng, 8));
		write_entry(path, copy, i % 2 ? bytes.n : rng_below(&rng, bytes.n));
		free(copy);
		expect(false, CONFLICT);
		expect(true, CONFLICT);
	}
	write_entry(path, "", 0);
	expect(false, CONFLICT);
	buf_free(&bytes);
}

static void unwritable_folder_is_no_error(void **state)
{
	(void)state;
	make_file(folder, "cache", "not a folder\n");
	expect(false, CONFLICT);
	expect(false, CONFLICT);
}

/* A file size limit of 0 fails like a full disk. */
static void full_disk_leaves_no_entry(void **state)
{
	char line[1024];
	(void)state;
	snprintf(line, sizeof line,
		 "trap '' XFSZ; ulimit -f 0; " SMEMLINT_BINARY " --cuda-path none --cache-dir %s/cache %s/k.cu 2>&1 | grep -q '" CONFLICT
		 "'",
		 folder, folder);
	assert_int_equal(system(line), 0);
	expect(false, CONFLICT);
	expect(true, CONFLICT);
}

/* --- several processes, and killed ones ------------------------------------------------------- */

static pid_t start(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		char line[600];
		snprintf(line, sizeof line, "exec " SMEMLINT_BINARY " --cuda-path none --cache-dir %s/cache %s/k.cu >%s/out.%d 2>&1",
			 folder, folder, folder, (int)getpid());
		execl("/bin/sh", "sh", "-c", line, NULL);
		_exit(127);
	}
	return pid;
}

static void concurrent_runs_agree(void **state)
{
	pid_t pids[6];
	(void)state;
	for (int i = 0; i < 6; i++)
		pids[i] = start();
	for (int i = 0; i < 6; i++) {
		int status;
		waitpid(pids[i], &status, 0);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	}
	expect(true, CONFLICT);
}

static void killed_runs_leave_valid_entries(void **state)
{
	Rng rng = { 11 };
	(void)state;
	for (int i = 0; i < 12; i++) {
		make_file(folder, "tile.h", i % 2 ? "enum { COLUMNS = 33 };\n" : "enum { COLUMNS = 32 };\n");
		age("tile.h", 60);
		pid_t pid = start();
		usleep((useconds_t)rng_below(&rng, 120000));
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		Result result = run("");
		assert_int_equal(result.status, i % 2 ? 0 : 1);
		assert_true(!strstr(result.out.s, CONFLICT) == (i % 2 == 1));
		result_free(&result);
	}
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(second_run_is_cached),
		TEST(changed_inputs_are_noticed),
		TEST(sources_of_the_folder_are_inputs),
		TEST(options_are_part_of_the_name),
		TEST(formats_have_their_own_entries),
		TEST(contents_are_believed),
		TEST(headers_that_shadow_are_noticed),
		TEST(headers_in_many_folders_are_looked_for),
		TEST(tidying_keeps_what_is_not_the_caches),
		TEST(just_changed_inputs_are_not_cached),
		TEST(headers_are_missed_until_they_come),
		TEST(incomplete_results_are_not_cached),
		TEST(precompiled_headers_change_nothing),
		TEST(damaged_entries_are_replaced),
		TEST(unwritable_folder_is_no_error),
		TEST(full_disk_leaves_no_entry),
		TEST(concurrent_runs_agree),
		TEST(killed_runs_leave_valid_entries),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
