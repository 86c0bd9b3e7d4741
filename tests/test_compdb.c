/* compile_commands.json: the entry that is used for a file, the files of a project, and messages on malformed databases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "database/compdb.h"
#include "files.h"
#include "run.h"

#define KERNEL \
	"__global__ void columns(float *out)\n{\n\t__shared__ float tile[128][32];\n" \
	"\tout[threadIdx.x] = tile[threadIdx.x][0];\n}\nvoid run(float *out) { columns<<<1, WIDTH>>>(out); }\n"
#define FOUND "32-way bank conflict"

/* --- each test has a folder, which is the current one ------------------------------------------- */

static Arena *arena;
static char folder[64], before[4096];

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	strcpy(folder, TEST_FOLDER);
	assert_non_null(getcwd(before, sizeof before));
	make_folder(folder);
	assert_int_equal(chdir(folder), 0);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	assert_int_equal(chdir(before), 0);
	remove_folder(folder);
	arena_free(arena);
	return 0;
}

static void put(const char *name, const char *text)
{
	make_file(".", name, text);
}

/* Writes the text with each @ replaced by the test's folder. */
static void make_database(const char *name, const char *text)
{
	Buf out = { 0 };
	for (; *text; text++)
		if (*text == '@')
			buf_puts(&out, folder);
		else
			buf_putc(&out, *text);
	put(name, out.s);
	buf_free(&out);
}

static const CompDb *read_text(const char *text)
{
	make_database("db.json", text);
	return compdb_read(arena, "db.json");
}

/* --- entries ----------------------------------------------------------------------------------- */

#define ENTRY(file, command) "{\"directory\": \"@\", \"file\": \"" file "\", \"command\": \"" command "\"}"

/* Bear records the steps of nvcc too; CMake has an entry for each target. */
static void test_which_counts(void **state)
{
	(void)state;
	put("a.cu", "");
	const CompDb *db = read_text("[" ENTRY("a.cu", "g++ -E -x c++ a.cu") "," ENTRY("a.cu", "nvcc -M a.cu") "," ENTRY(
		"a.cu", "ccache nvcc -DONE -c a.cu") "," ENTRY("./x/../a.cu", "nvcc -DTWO -c a.cu") "]");
	assert_int_equal(db->entries.n, 4);
	assert_int_equal(compdb_entry(db, "a.cu")->number, 3);
	CompDbFiles files = compdb_cuda(arena, db);
	assert_int_equal(files.n, 1);
	assert_int_equal(files.at[0]->number, 3);
}

static void test_what_is_cuda(void **state)
{
	static const struct {
		const char *entry;
		bool is_cuda;
	} rows[] = {
		{ ENTRY("a.cu", "nvcc a.cu"), true },
		{ ENTRY("a.cpp", "nvcc -c a.cpp"), false },
		{ ENTRY("a.cpp", "nvcc -x cu -c a.cpp"), true },
		{ ENTRY("a.cc", "clang++ -xcuda -c a.cc"), true },
		{ ENTRY("a.cc", "nvcc --x=cu -c a.cc"), true },
		{ ENTRY("a.cc", "g++ -x c++ -c a.cc"), false },
		{ ENTRY("a.cc", "nvcc -x"), false },
		{ ENTRY("cu", "g++ cu"), false },
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const CompDb *db = read_text(arena_printf(arena, "[%s]", rows[i].entry));
		assert_int_equal(db->entries.n, 1);
		assert_int_equal(db->entries.at[0].is_cuda, rows[i].is_cuda);
	}
}

static void test_nearest(void **state)
{
	(void)state;
	put("lib/deep/tile.cuh", "");
	put("app/other.cuh", "");
	put("lib/scan_impl.cuh", "");
	const CompDb *db = read_text("[" ENTRY("app/main.cpp", "g++ app/main.cpp") "," ENTRY("app/main.cu", "nvcc a") "," ENTRY(
		"lib/first.cu", "nvcc b") "," ENTRY("lib/scan.cu", "nvcc c") "," ENTRY("lib/x/y.cu", "nvcc d") "]");
	assert_int_equal(compdb_nearest(arena, db, "app/other.cuh")->number, 2);
	assert_int_equal(compdb_nearest(arena, db, "lib/scan_impl.cuh")->number, 4);
	assert_int_equal(compdb_nearest(arena, db, "lib/deep/tile.cuh")->number, 3);
	assert_null(compdb_nearest(arena, read_text("[" ENTRY("a.c", "gcc a.c") "]"), "a.cuh"));
}

/* Paths that are written differently in the database and on the command line. */
static void test_paths(void **state)
{
	static const struct {
		const char *file, *path;
	} rows[] = {
		{ "/x/./y//a.cu", "/x/y/a.cu" },
		{ "/x/../../a.cu", "/a.cu" },
		{ "/x/y/../z/../a.cu", "/x/a.cu" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *text = arena_printf(arena, "[{\"directory\": \"/\", \"file\": \"%s\", \"command\": \"nvcc\"}]", rows[i].file);
		assert_string_equal(read_text(text)->entries.at[0].path, rows[i].path);
	}
	const CompDb *db = read_text("[{\"directory\": \"sub/..\", \"file\": \"../a.cu\", \"command\": \"nvcc\"}]");
	assert_string_equal(compdb_read(arena, "./db.json")->entries.at[0].path, db->entries.at[0].path);
}

static void test_links(void **state)
{
	(void)state;
	put("a.cu", "");
	assert_int_equal(symlink("a.cu", "b.cu"), 0);
	assert_int_equal(symlink("a.cu", "c.cu"), 0);
	CompDbFiles files = compdb_cuda(arena, read_text("[" ENTRY("b.cu", "nvcc") "," ENTRY("a.cu", "nvcc") "]"));
	assert_int_equal(files.n, 1);
	assert_int_equal(files.at[0]->number, 2);
	files = compdb_cuda(arena, read_text("[" ENTRY("b.cu", "nvcc") "," ENTRY("c.cu", "nvcc") "]"));
	assert_int_equal(files.n, 1);
	assert_int_equal(files.at[0]->number, 1);
}

/* --- the command line -------------------------------------------------------------------------- */

static void test_without_files(void **state)
{
	(void)state;
	put("src/a.cu", KERNEL);
	put("src/main.cpp", "int main() {}\n");
	expect_says("", 2, "no input files, and no compile_commands.json", "cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
	make_database("build/compile_commands.json", "[" ENTRY("src/main.cpp", "g++ -c src/main.cpp") "]");
	expect_says("", 2, "none of the 1 entries of build/compile_commands.json is a CUDA source");
	make_database("build/compile_commands.json",
		      "[" ENTRY("src/main.cpp", "g++ -c src/main.cpp") "," ENTRY("src/a.cu", "nvcc -DWIDTH=32 -c src/a.cu") "," ENTRY(
			      "src/a.cu", "nvcc -DWIDTH=64 -c src/a.cu") "]");
	expect_says("--cuda-path none", 1, "src/a.cu:4:21: warning: " FOUND, "block: 32x1x1");
	expect_says("facts --cuda-path none", 0, "\"block\":[32,1,1]");
	expect_says("-p build --cuda-path none", 1, "src/a.cu:4:21: warning: " FOUND);
	assert_int_equal(chdir("src"), 0);
	expect_says("--cuda-path none", 1, "a.cu:4:21: warning: " FOUND);
	expect_says("--", 2, "no input files");
	make_database("../build/compile_commands.json", "[" ENTRY("src/a.cu", "nvcc -DWIDTH=32") "," ENTRY("gone.cu", "nvcc") "]");
	expect_says("--cuda-path none", 3, FOUND, "gone.cu: warning: not analysed: entry 2 of ");
}

/* Findings of a file with two entries, and messages on a flag in two entries, are shown once. */
static void test_once(void **state)
{
	(void)state;
	put("a.cu", KERNEL);
	put("b.cu", KERNEL);
	make_database("compile_commands.json",
		      "[" ENTRY("a.cu", "nvcc -DWIDTH=32 --no-such-flag") "," ENTRY("a.cu", "nvcc -DWIDTH=32 -arch=sm_80") "," ENTRY(
			      "b.cu", "nvcc -DWIDTH=32 --no-such-flag") "]");
	Result result = run_smemlint("--cuda-path none");
	const char *first = strstr(result.out.s, "a.cu:4:21: warning"), *message = strstr(result.err.s, "--no-such-flag");
	assert_int_equal(result.status, 1);
	assert_non_null(first);
	assert_null(strstr(first + 1, "a.cu:4:21: warning"));
	assert_non_null(message);
	assert_null(strstr(message + 1, "--no-such-flag"));
	result_free(&result);
}

static void test_names_of_build_folders(void **state)
{
	static const char *const names[] = {
		"compile_commands.json",
		"build/compile_commands.json",
		"build-cuda13/compile_commands.json",
		"build/gcc/compile_commands.json",
		"out/build/linux/compile_commands.json",
		"cmake-build-relwithdebinfo/compile_commands.json",
	};
	(void)state;
	put("src/deep/a.cu", KERNEL);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		make_database(names[i], "[" ENTRY("src/deep/a.cu", "nvcc -DWIDTH=32") "]");
		expect_says("src/deep/a.cu --cuda-path none", 1, FOUND);
		assert_int_equal(unlink(names[i]), 0);
	}
	make_database("elsewhere/compile_commands.json", "[" ENTRY("src/deep/a.cu", "nvcc -DWIDTH=32") "]");
	expect_says("src/deep/a.cu --cuda-path none", 1, "undeclared identifier 'WIDTH'");
	assert_int_equal(chdir("elsewhere"), 0);
	expect_says("../src/deep/a.cu --cuda-path none", 1, FOUND);
}

static void test_odd_databases(void **state)
{
	(void)state;
	put("a.cu", KERNEL);
	put("loop.rsp", "-DX --options-file loop.rsp\n");
	make_database("compile_commands.json", "[{\"file\": \"a.cu\", ");
	expect_says("", 2, "warning: cannot read this compilation database: line 1, column");
	expect_says("-p .", 2, "warning: cannot read this compilation database: line 1, column");
	expect_says("-p . a.cu", 2, "warning: cannot read this compilation database: line 1, column");
	make_database("compile_commands.json", "{\"file\": \"a.cu\"}");
	expect_says("-p .", 2, "not a list of compile commands");
	make_database("compile_commands.json", "[7, " ENTRY("a.cu", "nvcc -DWIDTH=32") "]");
	expect_says("--cuda-path none", 1, FOUND, "ignored 1 entry without a file or command");
	Result quiet = run_smemlint("--cuda-path none --quiet");
	assert_string_equal(quiet.err.s, "");
	result_free(&quiet);
	make_database("compile_commands.json", "[" ENTRY("a.cu", "nvcc -DWIDTH=32 '-DA") "]");
	expect_says("--cuda-path none", 1, FOUND, "unclosed quote in its command");
	make_database("compile_commands.json", "[" ENTRY("a.cu", "nvcc -DWIDTH=32 --options-file loop.rsp -optf gone.rsp") "]");
	expect_says("--cuda-path none", 1, FOUND, "cannot read response file",
		    "loop.rsp', its flags are missing: response files are nested too deeply",
		    "gone.rsp', its flags are missing: No such file");
	make_database("compile_commands.json", "[{\"directory\": \"/no/such\", \"file\": \"@/a.cu\", \"command\": \"nvcc -DWIDTH=32\"}]");
	expect_says("--cuda-path none", 1, FOUND, "its directory '/no/such' does not exist");
	make_database("compile_commands.json", "[{\"file\": \"@/a.cu\", \"command\": \"nvcc -DWIDTH=32\"}]");
	expect_says("--cuda-path none", 1, FOUND, "no directory given");
	make_database("compile_commands.json", "\r\n[]\r\n");
	expect_says("", 2, "no input files: compile_commands.json has no entries");
	/* no message on an empty command, as `ninja -t compdb` has for phony targets; a byte order mark, CRLF, a directory relative to
	 * the database's folder; `arguments` and not `command` if there are both */
	make_database("compile_commands.json",
		      "\xef\xbb\xbf[\r\n{\"directory\": \".\", \"file\": \"all\", \"command\": \"\"},\r\n"
		      "{\"directory\": \".\", \"file\": \"a.cu\", \"command\": \"nvcc -DWIDTH=64\", "
		      "\"arguments\": [\"nvcc\", \"-DWIDTH=32\", \"a.cu\"]}\r\n]\r\n");
	Result result = run_smemlint("--cuda-path none");
	assert_int_equal(result.status, 1);
	assert_non_null(strstr(result.out.s, "block: 32x1x1"));
	assert_string_equal(result.err.s, "");
	result_free(&result);
}

static void test_flags(void **state)
{
	(void)state;
	put("a.cu", "#include \"b.h\"\n" KERNEL);
	put("inc dir/b.h", "#ifndef NAME\n#error no name\n#endif\n");
	put("build/inc.rsp", "-I\"@/inc dir\"\n");
	make_database("build/inc.rsp", "-I\"@/inc dir\" -DNAME=\\\"x\\\"\n");
	make_database("build/compile_commands.json",
		      "[{\"directory\": \"@/build\", \"file\": \"../a.cu\", \"command\": "
		      "\"sccache nvcc -DWIDTH=64 --options-file inc.rsp -arch=sm_80 --what -c ../a.cu\"}]");
	expect_says("--cuda-path none", 1, FOUND, "block: 64x1x1");
	expect_says("--cuda-path none --extra-arg=-DWIDTH=32 --removed-arg -DWIDTH=*", 1, FOUND, "block: 32x1x1");
	expect_says("--cuda-path none a.cu -- nvcc -DWIDTH=128 -DNAME --options-file build/inc.rsp", 1, FOUND, "block: 128x1x1");
	expect_says("--cuda-path none a.cu --extra-arg=-DWIDTH=96 -- nvcc -DNAME --options-file build/inc.rsp", 1, "block: 96x1x1");
	expect_says("--cuda-path none a.cu --", 3, "'b.h' is not found");
	expect_says("--print-command --cuda-path none", 0, "# a.cu\n", "flags from: entry 1 of ", "build/compile_commands.json\n",
		    "relative to: ", "architecture: sm_80", "unknown flags, ignored: --what", "--cuda-gpu-arch=sm_80", "'-DNAME=\"x\"'",
		    "'-Iinc dir' ", " a.cu\n");
	expect_says("--print-command --cuda-path none --arch sm_90 a.cu -- -DA", 0, "flags from: the command line", "-DA a.cu\n",
		    "architecture: sm_90");
}

/* A file without an entry is compiled like the nearest one that has one. */
static void test_not_listed(void **state)
{
	(void)state;
	put("a.cu", KERNEL);
	put("new.cu", KERNEL);
	make_database("compile_commands.json", "[" ENTRY("a.cu", "nvcc -DWIDTH=32") "]");
	expect_says("--cuda-path none new.cu", 1, "new.cu:4:21: warning: " FOUND);
	expect_says("--print-command new.cu", 0, "the nearest CUDA file: ", "-DWIDTH=32");
}

#define HEADER HEADER_OF("columns")
#define HEADER_OF(kernel) \
	"template<int N> __global__ void " kernel \
	"(float *out)\n{\n\t__shared__ float tile[32][N];\n" \
	"\tout[threadIdx.x] = tile[threadIdx.x][0];\n}\n"

/* Headers in other folders than the sources that include them, by include paths of the command and by another header. */
static void test_headers(void **state)
{
	(void)state;
	put("include/deep/tile.cuh", HEADER);
	put("include/all.h", "#pragma once\n#include <deep/tile.cuh>\n");
	put("src/one/a.cu", "#include <all.h>\nvoid a(float *out) { columns<32><<<1, WIDTH>>>(out); }\n");
	put("src/two/b.cpp", "#include \"deep/tile.cuh\"\nvoid b(float *out) { columns<32><<<1, WIDTH>>>(out); }\n");
	put("src/other.cu", KERNEL);
	make_database("build/inc.rsp", "-I../include\n");
	make_database("build/compile_commands.json", "[" ENTRY("src/other.cu", "nvcc -DWIDTH=32 -Iinclude") ","
		"{\"directory\": \"@/build\", \"file\": \"../src/one/a.cu\", \"command\": \"nvcc -DWIDTH=32 -optf inc.rsp\"},"
		ENTRY("src/two/b.cpp", "nvcc -DWIDTH=32 -I include -x cu") "]");
	expect_says("--cuda-path none include/deep/tile.cuh", 1, "include/deep/tile.cuh:4:21: warning: " FOUND,
		    "this is a header; analysed through src/one/a.cu and src/two/b.cpp, which include it");
	Result result = run_smemlint("--cuda-path none include/deep/tile.cuh");
	const char *first = strstr(result.out.s, "warning: " FOUND);
	assert_non_null(first);
	assert_null(strstr(first + 1, "warning: " FOUND));
	assert_null(strstr(result.out.s, "other.cu"));
	result_free(&result);
	expect_says("--print-command include/deep/tile.cuh", 0, "# src/one/a.cu\n", "# src/two/b.cpp\n");
	put("include/lonely.cuh", KERNEL);
	expect_says("--cuda-path none include/lonely.cuh", 1, "include/lonely.cuh:4:21: warning: " FOUND, "block: 32x1x1");
}

/* Findings in headers of the project are shown there, those in others at the line of the program. */
static void test_other_headers(void **state)
{
	(void)state;
	mkdir("app", 0777);
	mkdir("app/.git", 0777);
	put("app/a.cu", "#include <tile.cuh>\nvoid a(float *out) { columns<32><<<1, 32>>>(out); }\n");
	put("app/inc/tile.cuh", HEADER);
	put("other/tile.cuh", HEADER);
	expect_says("--cuda-path none app/a.cu -- -Iapp/inc", 1, "app/inc/tile.cuh:4:21: warning: " FOUND);
	expect_says("--cuda-path none app/a.cu -- -Iother", 1, "app/a.cu:2:22: warning: " FOUND, "(the access is in other/tile.cuh:4)");
	expect_says("--cuda-path none app/a.cu --header-filter /other/ -- -Iother", 1, "app/a.cu:2:22: warning: " FOUND);
	expect_says("--cuda-path none app/a.cu --header-filter /other/ -- -Iapp/inc", 0, "");
	put("app/sys/first.cuh",
	    "__device__ float first()\n{\n\t__shared__ float tile[128][32];\n"
	    "\treturn tile[threadIdx.x][0];\n}\n");
	put("app/b.cu", "#include <first.cuh>\n__global__ void k(float *out) { out[threadIdx.x] = first(); }\n");
	expect_says("--cuda-path none app/b.cu -- -isystem app/sys", 1, "app/b.cu:2:52: warning: " FOUND);
	expect_says("--cuda-path none app/b.cu -- -I app/sys", 1, "first.cuh:4:9: warning: " FOUND);
	expect_says("--cuda-path none app/a.cu other/tile.cuh -- -Iother", 3, "other/tile.cuh:4:21: warning: " FOUND);
	expect_says("app/a.cu --header-filter (", 2, "--header-filter '('");
	assert_int_equal(rmdir("app/.git"), 0);
	expect_says("--cuda-path none app/a.cu -- -Iother", 1, "other/tile.cuh:4:21: warning: " FOUND);
}

/* A program with four headers: one below its sources, one elsewhere in the project, one of another project, one fetched into the
 * build folder.  Findings below the project's root are shown where they are, others at
 * the program's line, however the root is determined. */
static void make_rooted(const char *project, const char *build)
{
	static const char *const inside[] = { "src/deep/a.cu", "src/b.cu", "src/own.cuh", "include/own2.cuh" };
	char text[4096], here[1024];
	assert_non_null(getcwd(here, sizeof here));
	for (int i = 0; i < 4; i++) {
		snprintf(text, sizeof text, "%s/%s", project, inside[i]);
		put(text, i == 0   ? "#include <own.cuh>\n#include <own2.cuh>\n#include <other.cuh>\n#include <fetched.cuh>\n"
				     "void a(float *out)\n{\n\tcolumns<32><<<1, 32>>>(out);\n\tcolumns2<32><<<1, 32>>>(out);\n"
				     "\tother<32><<<1, 32>>>(out);\n\tfetched<32><<<1, 32>>>(out);\n}\n"
			  : i == 1 ? "__global__ void nothing() {}\n"
			  : i == 2 ? HEADER
				   : HEADER_OF("columns2"));
	}
	put("elsewhere/other.cuh", HEADER_OF("other"));
	snprintf(text, sizeof text, "%s/_deps/x-src/fetched.cuh", build);
	put(text, HEADER_OF("fetched"));
	const char *entries = arena_printf(
		arena,
		"[{\"directory\": \"%s/%s\", \"file\": \"%s/%s/src/deep/a.cu\", \"command\": \"nvcc -I%s/%s/src -I%s/%s/include "
		"-I%s/elsewhere -I%s/%s/_deps/x-src -c a.cu\"},\n"
		"{\"directory\": \"%s/%s\", \"file\": \"%s/%s/src/b.cu\", \"command\": \"nvcc -c b.cu\"}]\n",
		here, build, here, project, here, project, here, project, here, here, build, here, build, here, project);
	snprintf(text, sizeof text, "%s/compile_commands.json", build);
	put(text, entries);
}

static void expect_shown(const char *arguments, bool own, bool own2, bool other, bool fetched)
{
	static const char *const names[] = { "own.cuh", "own2.cuh", "other.cuh", "fetched.cuh" };
	const bool shown[] = { own, own2, other, fetched };
	char line[512];
	snprintf(line, sizeof line, "--cuda-path none %s", arguments);
	Result result = run_smemlint(line);
	for (int i = 0; i < 4; i++) {
		snprintf(line, sizeof line, "/%s:4:21: warning:", names[i]);
		if ((strstr(result.out.s, line) != NULL) != shown[i])
			fail_msg("%s: %s is %sshown:\n%s%s", arguments, names[i], shown[i] ? "not " : "", result.out.s, result.err.s);
	}
	result_free(&result);
}

static void test_root_of_git(void **state)
{
	(void)state;
	make_rooted("repo/app", "repo/app/build");
	assert_int_equal(mkdir("repo/.git", 0777), 0); /* far above */
	expect_shown("-p repo/app/build", true, true, false, false);
	assert_int_equal(rmdir("repo/.git"), 0);
	put("repo/app/.git", "gitdir: ../../elsewhere\n"); /* of a worktree */
	expect_shown("-p repo/app/build", true, true, false, false);
	put("repo/app/include/.git", "gitdir: ../../modules\n"); /* and a submodule in it */
	expect_shown("-p repo/app/build", true, false, false, false);
	expect_shown("-p repo/app/build --header-filter .*", true, false, false, false);
	expect_shown("repo/app/include/own2.cuh repo/app/src/deep/a.cu", true, true, false, false);
}

static void test_root_without_git(void **state)
{
	(void)state;
	char text[2048], here[1024];
	assert_non_null(getcwd(here, sizeof here));
	make_rooted("one", "one/build"); /* the build inside */
	expect_shown("-p one/build", true, true, false, false);
	expect_shown("one/src/deep/a.cu", true, true, false, false);
	make_rooted("two", "builds/two"); /* outside: only the folder of the sources is known to belong to it */
	const char *home = arena_strdup(arena, getenv("HOME"));
	setenv("HOME", here, 1);
	expect_shown("-p builds/two", true, false, false, false);
	put("two/.smemlint.yaml", "min-ways: 2\n");
	expect_shown("-p builds/two", true, true, false, false);
	assert_int_equal(remove("two/.smemlint.yaml"), 0);
	snprintf(text, sizeof text, "# cache\nCMAKE_HOME_DIRECTORY:INTERNAL=%s/two\nX=1\n", here);
	put("builds/two/CMakeCache.txt", text);
	expect_shown("-p builds/two", true, true, false, false);
	assert_int_equal(remove("builds/two/CMakeCache.txt"), 0);
	snprintf(text, sizeof text, "{\"directories\": {\"source\": \"%s/two\"}}", here);
	put("builds/two/meson-info/meson-info.json", text);
	expect_shown("-p builds/two", true, true, false, false);
	assert_int_equal(mkdir(".git", 0777), 0); /* $HOME is not taken for a project */
	expect_shown("-p builds/two", true, true, false, false);
	setenv("HOME", home ? home : "", 1);
	expect_shown("-p builds/two", true, true, true, false); /* as fetched by CMake */
}

static void test_long_list(void **state)
{
	enum { N = 100000, MOST_SECONDS = 15 };
	(void)state;
	Buf text = { 0 };
	buf_puts(&text, "[");
	for (int i = 0; i < N; i++)
		buf_printf(&text,
			   "{\"directory\": \"%s\", \"file\": \"src/f%d.cpp\", \"command\": \"g++ -O2 -DA=%d -Iinclude -c "
			   "src/f%d.cpp -o f%d.o\"},\n",
			   folder, i, i, i, i);
	buf_printf(&text, "{\"directory\": \"%s\", \"file\": \"a.cu\", \"command\": \"nvcc -DWIDTH=32\"}]", folder);
	put("compile_commands.json", text.s);
	put("a.cu", KERNEL);
	buf_free(&text);
	time_t start = time(NULL);
	expect_says("--cuda-path none", 1, FOUND);
	assert_true(time(NULL) - start < MOST_SECONDS);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_which_counts),
		TEST(test_what_is_cuda),
		TEST(test_nearest),
		TEST(test_paths),
		TEST(test_links),
		TEST(test_without_files),
		TEST(test_once),
		TEST(test_names_of_build_folders),
		TEST(test_odd_databases),
		TEST(test_flags),
		TEST(test_not_listed),
		TEST(test_headers),
		TEST(test_other_headers),
		TEST(test_root_of_git),
		TEST(test_root_without_git),
		TEST(test_long_list),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
