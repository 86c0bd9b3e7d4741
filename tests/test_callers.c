/* Launches whose arguments come from other translation units. */
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

#include "analysis/callers.h"
#include "database/compdb.h"
#include "files.h"
#include "run.h"

#define AT "testdata/projects/callers/"
#define FACTS "facts --cuda-path none "

/* --- the scan --------------------------------------------------------------------------------- */

/* `names` and `expected`: between spaces. */
static void expect_wanted(const char *file, const char *names, Want what, const char *expected)
{
	Arena *arena = arena_new();
	WantedNames wanted = { 0 };
	Buf text = { 0 };
	char *save = NULL;
	for (char *name = strtok_r(arena_strdup(arena, names), " ", &save); name; name = strtok_r(NULL, " ", &save))
		vec_push(arena, &wanted, ((Wanted){ name, what }));
	Names files = callers_in_folder(arena, file), found = callers_among(arena, file, &files, &wanted, &(Inputs){ 0 });
	buf_puts(&text, "");
	for (int i = 0; i < found.n; i++)
		buf_printf(&text, "%s%s", i ? " " : "", found.at[i]);
	assert_string_equal(text.s, expected);
	buf_free(&text);
	arena_free(arena);
}

static void expect_callers(const char *file, const char *names, const char *expected)
{
	expect_wanted(file, names, WANT_CALL, expected);
}

static void test_scan(void **state)
{
	(void)state;
	expect_callers(AT "beside/kernels.cu", "run_strided", AT "beside/main.cpp");
	expect_callers(AT "beside/kernels.cu", "run_stride un_strided run", "");
	expect_callers(AT "beside/kernels.cu", "", "");
	expect_callers(AT "chain/kernels.cu", "launch_strided", AT "chain/glue.cu");
	expect_callers(AT "chain/kernels.cu", "launch_with middle launch_strided",
		       AT "chain/main.cc " AT "chain/glue.cu " AT "chain/library.cpp");
	expect_callers(AT "declared/kernels.cu", "strided", AT "declared/main.cu");
	expect_callers(AT "two_programs/first.cu", "run", "");
	expect_callers(AT "two_programs/library.cu", "launch", "");
	expect_callers("no/such/file.cu", "run", "");
}

/* A file of which the names are known is read only if it has one of those that are looked for: the answers are the same. */
static void test_known_names(void **state)
{
	(void)state;
	static const char *const folders[] = { AT "beside/kernels.cu", AT "chain/kernels.cu", AT "declared/kernels.cu",
					       AT "two_programs/first.cu", "testdata/newcomer/gemm.cu" };
	static const char *const words[] = {
		"", "crun\n", "lstrided\n", "nrun_strided\nbmiddle\n", "cmain\n", "bnowhere\ncmain\n", "cint\nnfloat\n"
	};
	int n = 0, n_other = 0;
	Arena *arena = arena_new();
	for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
		const Names files = callers_in_folder(arena, folders[f]);
		for (int i = 0; i < files.n; i++) {
			const FileNames known = callers_names(arena, files.at[i]);
			for (size_t w = 0; w < sizeof words / sizeof *words; w++, n++) {
				const int mentions = callers_mentions(files.at[i], words[w], NULL);
				assert_int_equal(callers_mentions(files.at[i], words[w], &known), mentions);
				n_other += mentions != callers_mentions(files.at[i], "", NULL);
			}
		}
	}
	assert_true(n > 100 && n_other > 10);
	const FileNames none = callers_names(arena, "no/such/file.cu");
	assert_int_equal(callers_mentions("no/such/file.cu", "crun\n", &none), 0);
	arena_free(arena);
}

/* What counts as a use, and what does not. */
static void test_uses(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool uses;
	} rows[] = {
		{ "void f() { run(1, 2); }", true },
		{ "void f() { ns::run (1); }", true },
		{ "auto p = &run;", true },
		{ "void f() { run<32>(1); run<<<1, 2>>>(3); }", true },
		{ "void f() { call(run, 3); }", true },
		{ "void run(int);", true },
		{ "// run(1)\n/* run(1) */ const char *s = \"run(1)\";", false },
		{ "void run(int) { }\nvoid f() { run(1); }", false },
		{ "void run(int n) const noexcept { }\nvoid f() { run(1); }", false },
		{ "template <> void run<8>(int) { }", false },
		{ "template <> void run<pair<2, 4>>(int n) const { }", false },
		{ "template <> void run<8>(int) { }\nvoid f() { run<4>(1); }", true },
		{ "void f() { if (run < 3) { } }", true },
		{ "int run = 1;", false },
		{ "#define X run(1)\n", false },
		{ "void f() { rerun(1); run_(1); }", false },
		{ "int main() { } void f() { run(1); }", true },
		{ "run(", true },
		{ "run", false },
		{ "", false },
	};
	char folder[] = TEST_FOLDER, path[64], other[64];
	make_folder(folder);
	snprintf(path, sizeof path, "%s/a.cu", folder);
	snprintf(other, sizeof other, "%s/b.cpp", folder);
	make_file(folder, "a.cu", "void run(int) { }\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		make_file(folder, "b.cpp", rows[i].text);
		expect_callers(path, "run", rows[i].uses ? other : "");
	}
	remove_folder(folder);
}

/* Where only an argument's value is wanted: files that may give one. */
static void test_numbers(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		Want what;
		bool uses;
	} rows[] = {
		{ "void f(int n) { run(p, 64); }", WANT_NUMBER, true },
		{ "void f(int n) { run(p, dim3(8, n)); }", WANT_NUMBER, true },
		{ "void f(int n) { run<8>(p, TILE); }", WANT_NUMBER, true },
		{ "int main() { int n = 64; run(p, n); }", WANT_NUMBER, true },
		{ "TEST(run, sizes) { int n = 64; run(p, n); }", WANT_NUMBER, true },
		{ "void f(int n) { run(p, n, 0, NULL, 1.5f, 'a'); g(64); }", WANT_NUMBER, false },
		{ "void run(int n) { }\nint main() { run(64); }", WANT_NUMBER, false },
		{ "void f() { run(64); }", WANT_BEGIN, false },
		{ "int main() { run(n); }", WANT_BEGIN, true },
		{ "void f(int n) { run<<<1, 64>>>(n); }", WANT_LAUNCH, true },
		{ "void f(int n) { cudaLaunchKernel((void *)run, 1, 64, args); }", WANT_LAUNCH, true },
		{ "void f(int n) { queue.submit(run(n)); }", WANT_LAUNCH, false },
	};
	char folder[] = TEST_FOLDER, path[64], other[64];
	make_folder(folder);
	snprintf(path, sizeof path, "%s/a.cu", folder);
	snprintf(other, sizeof other, "%s/b.cpp", folder);
	make_file(folder, "a.cu", "void run(int) { }\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		make_file(folder, "b.cpp", rows[i].text);
		expect_wanted(path, "run", rows[i].what, rows[i].uses ? other : "");
	}
	/* What a program hands on. */
	make_file(folder, "b.cpp", "void middle(int n) { if (n) { run(n); } }");
	make_file(folder, "c.cpp", "void outer(int n) { middle(n); }");
	expect_wanted(path, "run", WANT_NUMBER, "");
	make_file(folder, "d.cpp", "int main() { int n = 64; outer(n); }");
	expect_wanted(path, "run", WANT_NUMBER, other);
	remove_folder(folder);
}

/* --- the program ------------------------------------------------------------------------------ */

static bool line_says(const char *line, size_t n, const char *const *says, int n_says)
{
	for (int i = 0; i < n_says; i++)
		if (!memmem(line, n, says[i], strlen(says[i])))
			return false;
	return true;
}

/* Some line of standard output contains all of the texts. */
static void expect_line(const char *command, const char *const *says, int n_says)
{
	Result result = run_smemlint(command);
	bool found = false;
	for (const char *line = result.out.s; line && *line && !found;) {
		size_t n = strcspn(line, "\n");
		found = line_says(line, n, says, n_says);
		line += n + (line[n] == '\n');
	}
	if (!found)
		printf("smemlint %s\n%s%s", command, result.out.s, result.err.s ? result.err.s : "");
	result_free(&result);
	assert_true(found);
}
#define expect_fact(command, ...) \
	expect_line((command), (const char *const[]){ __VA_ARGS__ }, \
		    (int)(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *)))

static void test_beside(void **state)
{
	(void)state;
	expect_fact(FACTS AT "beside/kernels.cu", "\"kernel\":\"strided\"", "\"block\":[96,1,1],\"block_from\":\"launch\"",
		    "\"args\":{\"stride\":4}", "\"calls\":[{\"function\":\"run_strided\",\"file\":\"" AT "beside/main.cpp\",\"line\":15}]",
		    "\"wavefronts\":12,\"ideal\":3", "\"certainty\":\"exact\"");
	expect_fact(FACTS AT "beside/kernels.cu", "\"kernel\":\"planned\"", "\"block\":[128,1,1]", "\"args\":{\"stride\":8}",
		    "\"wavefronts\":32,\"ideal\":4", "\"certainty\":\"exact\"");
	expect_says("--verbose --cuda-path none " AT "beside/kernels.cu", 1,
		    AT "beside/main.cpp:15:2: note: the launch is reached by this call of 'run_strided'",
		    "kernels.cu:18:2: note: block 96x1x1 from this launch with stride = 4");
}

static void test_named(void **state)
{
	(void)state;
	static const char flags[] = " -- -I" AT "apart/lib -DBLOCK_THREADS=64 -DSTRIDE=2";
	char command[512];
	snprintf(command, sizeof command, FACTS AT "apart/lib/kernels.cu " AT "apart/app/main.cpp%s", flags);
	expect_fact(command, "\"block\":[64,1,1]", "\"args\":{\"stride\":2}", "apart/app/main.cpp", "\"wavefronts\":4,\"ideal\":2");
	snprintf(command, sizeof command, FACTS AT "apart/lib/kernels.cu%s", flags);
	expect_fact(command, "\"block\":[64,1,1]", "\"args\":{}");
	/* A file of host code is no work of its own. */
	expect_says("--stats --cuda-path none " AT "beside/kernels.cu " AT "beside/main.cpp", 1, "       1  files");
	expect_says("--cuda-path none " AT "beside/main.cpp", 0, "there is no kernel in this file");
}

static void test_chain(void **state)
{
	(void)state;
	expect_fact(FACTS AT "chain/kernels.cu", "\"block\":[16,4,1]", "\"args\":{\"stride\":8}",
		    "\"function\":\"launch_strided\",\"file\":\"" AT "chain/glue.cu\"",
		    "\"function\":\"launch_with\",\"file\":\"" AT "chain/library.cpp\"",
		    "\"function\":\"middle\",\"file\":\"" AT "chain/main.cc\"");
}

static void test_other_programs(void **state)
{
	(void)state;
	expect_fact(FACTS AT "two_programs/first.cu", "\"block_from\":\"assumed\"", "\"args\":{}");
	expect_fact(FACTS AT "two_programs/library.cu", "\"block_from\":\"assumed\"");
}

static void test_globals(void **state)
{
	(void)state;
	expect_fact(FACTS AT "globals/kernels.cu", "\"kernel\":\"strided\"", "\"block\":[64,1,1]", "\"args\":{\"step\":4}");
	expect_fact(FACTS AT "globals/kernels.cu", "\"kernel\":\"smaller\"", "\"others\":2",
		    "\"cases\":[{\"value\":2,\"wavefronts\":2,\"ideal\":1,\"ways\":2},"
		    "{\"value\":4,\"wavefronts\":4,\"ideal\":1,\"ways\":4},{\"value\":8,\"wavefronts\":8,\"ideal\":1,\"ways\":8}]");
}

static void test_kernel_of_another_file(void **state)
{
	(void)state;
	expect_fact(FACTS AT "declared/kernels.cu", "\"block\":[64,1,1]", "\"args\":{\"stride\":4}",
		    "\"launch\":{\"file\":\"" AT "declared/main.cu\",\"line\":5", "\"certainty\":\"exact\"");
}

static void test_template(void **state)
{
	(void)state;
	expect_fact(FACTS AT "header/library.cu", "\"kernel\":\"tiled<64>\"", "\"block\":[96,1,1]", "\"args\":{\"stride\":4}");
	/* 64 threads, of which each reads the fourth word. */
	expect_fact(FACTS AT "instances/kernels.cu", "\"kernel\":\"staged<float, 4>\"", "\"block\":[64,1,1],\"block_from\":\"launch\"",
		    "instances/library.cu", "\"wavefronts\":8,\"ideal\":2", "\"certainty\":\"exact\"");
}

/* What two programs both define is neither's. */
static void test_contested(void **state)
{
	(void)state;
	expect_fact(FACTS AT "contested/kernels.cu", "\"kernel\":\"strided\"", "\"block_from\":\"assumed\"", "\"args\":{}");
	expect_fact(FACTS AT "contested/kernels.cu", "\"kernel\":\"by_function\"", "\"block\":[64,1,1]", "\"args\":{}");
}

/* What a caller's errors leave of it counts, and what they take away is not known. */
static void test_errors(void **state)
{
	(void)state;
	expect_fact(FACTS AT "errors/kernels.cu", "\"kernel\":\"strided\"", "\"block\":[64,1,1]", "\"args\":{\"stride\":4}",
		    "\"wavefronts\":8,\"ideal\":2", "\"certainty\":\"exact\"");
	expect_fact(FACTS AT "errors/kernels.cu", "\"kernel\":\"planned\"", "\"block\":[64,1,1]", "\"args\":{\"stride\":8}",
		    "\"wavefronts\":16,\"ideal\":2", "\"certainty\":\"symbolic\"");
	expect_says("--stats --cuda-path none " AT "errors/kernels.cu", 1,
		    "       1  other files read for the calls that lead to launches");
}

/* Functions that call each other, across files and without an end. */
static void test_cycle(void **state)
{
	(void)state;
	expect_fact(FACTS AT "cycle/kernels.cu", "\"kernel\":\"strided\"", "\"block\":[32,1,1]");
	expect_fact(FACTS AT "cycle/kernels.cu " AT "cycle/other.cu", "\"kernel\":\"strided\"", "\"block\":[32,1,1]");
}

static int count_lines(const char *text, const char *says)
{
	int n = 0;
	for (const char *at = text; at && (at = strstr(at, says)); at++)
		n++;
	return n;
}

/* A finding in a header that both files include is reported once, and again if its cost differs. */
static void test_repeats(void **state)
{
	(void)state;
	Result one = run_smemlint(FACTS AT "shared/first.cu"), all = run_smemlint(FACTS AT "shared/first.cu " AT "shared/second.cu");
	assert_int_equal(count_lines(one.out.s, "tile.cuh"), 2);
	assert_int_equal(count_lines(all.out.s, "\"kernel\":\"same\""), 1);
	assert_int_equal(count_lines(all.out.s, "\"kernel\":\"other\""), 2);
	result_free(&one);
	result_free(&all);
}

/* --- compile_commands.json -------------------------------------------------------------------- */

static void write_database(const char *folder, const char *text)
{
	char build[256];
	snprintf(build, sizeof build, "%s/build", folder);
	mkdir(build, 0777);
	make_file(build, "compile_commands.json", text);
}

/* Absolute folders, so it is made here. */
static void test_database(void **state)
{
	(void)state;
	static const char *const files[] = { "lib/kernels.cu", "lib/kernels.h", "app/main.cpp", "flags.rsp" };
	char folder[] = TEST_FOLDER, path[256], text[2048], command[512];
	make_folder(folder);
	make_file(folder, files[0],
		  "#include \"kernels.h\"\n"
		  "__global__ void strided(int *out, int stride)\n{\n\t__shared__ int data[4096];\n"
		  "\tout[threadIdx.x] = data[threadIdx.x * stride % 4096];\n}\n"
		  "void run_strided(int *out, int stride)\n{\n\tstrided<<<1, BLOCK_THREADS>>>(out, stride);\n}\n");
	make_file(folder, files[1], "void run_strided(int *out, int stride);\n");
	make_file(folder, files[2], "#include <kernels.h>\nint main() { run_strided(nullptr, STRIDE); }\n");
	make_file(folder, files[3], "-DSTRIDE=2 -Ilib\n");
	snprintf(text, sizeof text,
		 "[{\"directory\": \"%s\", \"file\": \"lib/kernels.cu\", \"arguments\": "
		 "[\"nvcc\", \"-DBLOCK_THREADS=64\", \"-c\", \"lib/kernels.cu\", \"-o\", \"k.o\"]}, {\"no\": 1}, 7,\n"
		 "{\"directory\": \"%s\", \"file\": \"app/main.cpp\", \"command\": \"g++ @flags.rsp -c app/main.cpp\"}]",
		 folder, folder);
	write_database(folder, text);
	snprintf(command, sizeof command, FACTS "%s/lib/kernels.cu", folder);
	expect_fact(command, "\"block\":[64,1,1]", "\"args\":{\"stride\":2}", "app/main.cpp", "\"wavefronts\":4,\"ideal\":2");
	/* The command line's flags are those of the file and its neighbours. */
	snprintf(command, sizeof command, FACTS "%s/lib/kernels.cu -- -DBLOCK_THREADS=32", folder);
	expect_fact(command, "\"block\":[32,1,1]", "\"args\":{\"stride\":2}");
	/* The database that is named, in a folder where it is not looked for. */
	snprintf(path, sizeof path, "%s/build/compile_commands.json", folder);
	snprintf(text, sizeof text, "%s/app/named.json", folder);
	assert_int_equal(rename(path, text), 0);
	snprintf(command, sizeof command, FACTS "%s/lib/kernels.cu", folder);
	expect_says(command, 0, "use of undeclared identifier 'BLOCK_THREADS'");
	snprintf(command, sizeof command, FACTS "-p %s/app/named.json %s/lib/kernels.cu", folder, folder);
	expect_fact(command, "\"block\":[64,1,1]", "\"args\":{\"stride\":2}", "app/main.cpp");
	snprintf(command, sizeof command, "-p %s/app %s/lib/kernels.cu", folder, folder);
	expect_says(command, 2, "no compile_commands.json found");
	unlink(text);
	write_database(folder, "[{\"file\": ");
	snprintf(command, sizeof command, "--cuda-path none %s/lib/kernels.cu -- -DBLOCK_THREADS=32", folder);
	expect_says(command, 1, "compile_commands.json: warning: cannot read this compilation database: line 1");
	remove_folder(folder);
}

static void test_database_text(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int n;
		bool problem;
	} rows[] = {
		{ "[]", 0, false },
		{ "{}", 0, true },
		{ "", 0, true },
		{ "[", 0, true },
		{ "[null, [], {}, \"x\"]", 0, false },
		{ "[{\"file\": \"a.cu\"}]", 0, false },
		{ "[{\"file\": \"a.cu\", \"arguments\": []}]", 0, false },
		{ "[{\"file\": \"a.cu\", \"arguments\": [1, \"nvcc\", null]}]", 1, false },
		{ "[{\"file\": \"a.cu\", \"command\": \"nvcc a.cu\", \"directory\": 3}]", 1, false },
		{ "[{\"file\": \"\", \"command\": \"nvcc\"}]", 0, false },
		{ "[{\"file\": \"b/a.cu\", \"command\": \"nvcc 'a b' \\\\\\\"\", \"directory\": \"x\"}]", 1, false },
	};
	char folder[] = TEST_FOLDER, path[64];
	make_folder(folder);
	snprintf(path, sizeof path, "%s/db.json", folder);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Arena *arena = arena_new();
		make_file(folder, "db.json", rows[i].text);
		const CompDb *db = compdb_read(arena, path);
		assert_int_equal(db->entries.n, rows[i].n);
		assert_int_equal(db->problem != NULL, rows[i].problem);
		arena_free(arena);
	}
	remove_folder(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scan),           cmocka_unit_test(test_uses),        cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_beside),         cmocka_unit_test(test_named),       cmocka_unit_test(test_chain),
		cmocka_unit_test(test_other_programs), cmocka_unit_test(test_globals),     cmocka_unit_test(test_kernel_of_another_file),
		cmocka_unit_test(test_template),       cmocka_unit_test(test_contested),   cmocka_unit_test(test_errors),
		cmocka_unit_test(test_cycle),          cmocka_unit_test(test_repeats),     cmocka_unit_test(test_database),
		cmocka_unit_test(test_database_text),  cmocka_unit_test(test_known_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
