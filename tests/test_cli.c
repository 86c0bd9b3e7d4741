/* The whole program: commands, exit statuses, and invalid input of every kind. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "run.h"

#define INSTANCES "testdata/projects/instances/"

static char folder[] = "/tmp/smemlint-test-XXXXXX";

static const char *scratch(const char *name)
{
	static char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static void write_scratch(const char *name, const char *bytes, size_t n)
{
	FILE *file = fopen(scratch(name), "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, n, file), n);
	fclose(file);
}

static void write_buf(const char *name, Buf *text)
{
	write_scratch(name, text->s, text->n);
	buf_free(text);
}

static const char *line_of(const char *format, const char *name)
{
	static char line[512];
	snprintf(line, sizeof line, format, scratch(name));
	return line;
}

/* --- commands --------------------------------------------------------------------------------- */

static void test_help_and_version(void **state)
{
	(void)state;
	expect_says("help", 0, "Usage: smemlint [OPTIONS]");
	expect_says("help facts", 0, "Usage: smemlint facts");
	expect_says("help fcats", 2, "did you mean 'facts'?");
	expect_says("facs x.cu", 2, "there is no command and no file 'facs'; did you mean 'facts'?");
	expect_says("-V", 0, "smemlint ");
	expect_says("--help", 0, "Usage: smemlint [OPTIONS] [FILE|FOLDER|-]...", "--explain RULE", "Commands");
	expect_says("--help=all", 0, "--dump-ir", "Exit status");
	expect_says("facts --help", 0, "Usage: smemlint facts");
	expect_says("banks --help", 0, "Usage: smemlint banks", "--expr EXPR");
	expect_says("--version", 0, "smemlint ");
}

static void test_layouts(void **state)
{
	(void)state;
	expect_says("banks --layout (8,64):(64,1) --type half --copy ldmatrix.x4", 0, "ldmatrix_x4: 32 wavefronts, ideal 4",
		    "the whole tile: 64 wavefronts, ideal 8");
	expect_says("banks --layout (8,64):(64,1) --type half --copy ldmatrix.x4 --search", 0, "(8,64):(72,1)  +112 bytes",
		    "in C++: composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})");
	expect_says("banks --layout Layout_K_SW128_Atom<half_t> --copy ldmatrix.x4", 0, "8 wavefronts, ideal 8: no conflict");
	expect_says("banks --layout (8,64 --type half --copy ld.32", 2, "--layout, column 6: expected ',' or ')");
	expect_says("banks --layout (8,?) --type half --copy ld.32", 2, "known at run time only");
	expect_says("banks --layout (8,64) --copy ld.32", 2, "--layout takes --type");
	expect_says("banks --layout (8,64) --type thing --copy ld.32", 2, "not 'thing'");
	expect_says("banks --layout Layout_K_SW128_Atom<half_t> --type float --copy ld.32", 2,
		    "elements of 16 bits, and --type float has 32");
	expect_says("banks --layout (8,64) --type half", 2, "--layout takes --copy");
	expect_says("banks --layout (8,64) --type half --copy ld.33", 2, "--copy ld.33: no copy is named 'ld.33'");
	expect_says("banks --layout (8,64) --type half --copy ld.32 --values (1,8)", 2, "--values goes with --threads");
	expect_says("banks --layout (8,64) --type half --copy ld.32 --expr x", 2, "--layout goes without --expr");
	expect_says("banks --layout (1024,1024) --type half --copy ld.32", 2, "2097152 bytes, and a block on sm_90 has at most 232448");
	expect_says("banks --search", 2, "go with --layout");
}

static void test_usage(void **state)
{
	(void)state;
	expect_says("", 2, "no input files");
	expect_says("facts", 2, "no input files");
	expect_says("--list-check", 2, "unknown option '--list-check'", "did you mean '--list-checks'?");
	expect_says("--block 0 testdata/examples/transpose.cu", 2, "has no threads");
	expect_says("--block 2048 testdata/examples/transpose.cu", 2, "2048 threads, more than 1024");
}

static void test_rules_text(void **state)
{
	(void)state;
	expect_says("--list-checks", 0, "smem-bank-conflict-load");
	expect_says("--explain smem-bank-conflict-load", 0, "# smem-bank-conflict-load");
	expect_says("--explain smem-bank-conflict-laod", 2, "did you mean 'smem-bank-conflict-load'?");
}

static void test_findings(void **state)
{
	(void)state;
	expect_says("testdata/examples/transpose.cu --cuda-path none", 1,
		    "testdata/examples/transpose.cu:16:24: warning: 32-way bank conflict: "
		    "this load of 'tile' takes 32 wavefronts where 1 would do [smem-bank-conflict-load]");
	expect_says("--cuda-path none --map testdata/rules/smem-data-dependent/tables.cu", 0, "  at worst:\n  atom");
	expect_says("--cuda-path none testdata/clean/layouts.cu", 0, "");
	expect_says("--cuda-path none --format json testdata/examples/transpose.cu", 1, "\"smem-bank-conflict-load\"");
	expect_says("--cuda-path none --dump-ir testdata/examples/transpose.cu", 0, "transpose");
	expect_says("--cuda-path none --stats testdata/examples/transpose.cu", 1, "2  shared-memory accesses:", "100.0 %  exact");
	expect_says("--cuda-path none --stats testdata/examples/transpose.cu", 1, "ms of processor time in the parser", "MiB in all");
	expect_says("facts --cuda-path none testdata/examples/transpose.cu", 0, "\"wavefronts\"");
	expect_says("facts --cuda-path none testdata/rules/smem-runtime-stride/arguments.cu", 0,
		    "\"index\":\"threadIdx.y + (threadIdx.x*n)\"");
}

static void test_stats(void **state)
{
	(void)state;
	expect_says("--cuda-path none --stats=text testdata/bad/broken_kernel.cu", 3, "1  of them not analysed\n");
	static const char cut[] = "__global__ void whole(float *p) { *p = 0; }\n__global__ void lost(float *p, ";
	write_scratch("lost.cu", cut, sizeof cut - 1);
	expect_says(line_of("--cuda-path none --stats %s", "lost.cu"), 3, "1  kernels that could not be read at all\n");
	expect_says("--cuda-path none --block 32 --stats testdata/limits/many_calls.cu", 3, "1  of them not to their end\n",
		    "no findings, but not all was analysed: 1 file, 1 kernel, 1 shared-memory access (1 bound);");
	/* What is known is reported before the time is up. */
	expect_says("--cuda-path none --no-cache --timeout 4 testdata/limits/many_calls.cu", 3, "was not analysed to its end: ");
	expect_says("--cuda-path none --stats testdata/bad/many_host_calls.cu", 0,
		    "1  host functions that were not followed to their end\n",
		    "host function 'launch' was not run to its end: launches may be missing");
	expect_says("--cuda-path none --stats testdata/bad/blocks.cu", 3, "of them without a block that a device can run\n");
	expect_says("--cuda-path none --stats " INSTANCES "program.cu", 3, "4  kernel templates that nothing instantiates\n",
		    "of them with an assumed block\n");
	expect_says("--cuda-path none --stats testdata/bad/launches.cu", 0, "1  of them with a block that is known only at run time\n",
		    "8  launches left out: their kernel has too many\n", "8 more launches of kernel 'often'");
	expect_says("--cuda-path none --stats --assume often:n==3 testdata/bad/launches.cu", 0,
		    "32  of them under assumptions that were given\n");
	expect_says("facts --cuda-path none --stats=json testdata/facts/runtime.cu", 0,
		    "{\"files\":1,\"cached\":0,\"shared\":0,\"kernels\":", "\"certainty\":{\"exact\":", "\"reasons\":[{\"certainty\":\"",
		    "\"parser_ms\":");
	expect_says("--stats=xml a.cu", 2, "option '--stats' expects text|json, not 'xml'");
}

static void test_assumptions(void **state)
{
	(void)state;
	static const char program[] =
		"__global__ void scale(float *out, int pitch)\n"
		"{\n"
		"	extern __shared__ float s[];\n"
		"	out[threadIdx.x] = s[threadIdx.x * pitch];\n"
		"}\n"
		"__global__ void other(int *out, int pitch) { out[0] = pitch; }\n";
	write_scratch("assume.cu", program, sizeof program - 1);
	expect_says(line_of("--cuda-path none %s", "assume.cu"), 1, "depending on 'pitch'");
	expect_says(line_of("--verbose --cuda-path none --assume pitch==16 %s", "assume.cu"), 1, "16-way bank conflict",
		    "note: assuming pitch==16 (--assume)");
	expect_says(line_of("--cuda-path none --assume=scale:pitch%%2==1 %s", "assume.cu"), 0, "");
	expect_says(line_of("--cuda-path none --assume scale:pitch==8 --assume other:pitch==2 %s", "assume.cu"), 1, "8-way bank conflict");
	expect_says(line_of("facts --cuda-path none --assume pitch==8 %s", "assume.cu"), 0,
		    "\"assumptions\":[{\"text\":\"pitch==8\",\"file\":null,");
	expect_says(line_of("--cuda-path none --assume pitch==8,pitch<3 %s", "assume.cu"), 3,
		    "assumption 'pitch<3' contradicts 'pitch==8' (--assume): ignored");
	expect_says(line_of("--cuda-path none --assume scale:width==8 %s", "assume.cu"), 3,
		    "'width' is not a parameter or variable of kernel 'scale'");
	expect_says(line_of("--cuda-path none --assume width==8 %s", "assume.cu"), 2,
		    "--assume 'width==8': no analysed kernel has these variables");
	expect_says(line_of("--cuda-path none --assume lost:pitch==8 %s", "assume.cu"), 2, "no kernel 'lost'");
	expect_says(line_of("--cuda-path none --assume pitch=8 %s", "assume.cu"), 2,
		    "option '--assume' 'pitch=8', column 6: expected a comparison, not '='");
}

static void test_instances(void **state)
{
	(void)state;
	static const char *const wrong[] = {
		INSTANCES
		"program.cu:3:14: warning: instantiate<float>: 'too_few' has no such instance; it is declared as "
		"template <typename T, int N>",
		INSTANCES "program.cu:6:14: warning: instantiate<int, NO_SUCH_NAME>: use of undeclared identifier",
		INSTANCES "program.cu:10:39: warning: kernel 'wrong_type<int>' was not analysed",
		INSTANCES "program.cu:12:14: warning: instantiate<float>: kernel 'no_template' is not a template",
		INSTANCES "program.cu:15:14: warning: instantiate: template arguments for 'no_arguments' are missing",
		INSTANCES "program.cu:16:39: note: kernel template no_arguments (" INSTANCES
			  "program.cu:16) is never instantiated: "
			  "not analysed; add // smemlint: instantiate<...>",
		INSTANCES "program.cu:23:14: warning: instantiate: no kernel template follows this comment",
		INSTANCES "program.cu:21:62: warning: 2-way bank conflict",
		INSTANCES "tiles.cuh:16:21: warning: 32-way bank conflict",
		INSTANCES "tiles.cuh:10:14: note: block 32x8 from this comment",
		INSTANCES "tiles.cuh:25:21: warning: 2-way bank conflict",
	};
	expect_run("--verbose --cuda-path none " INSTANCES "program.cu", 3, wrong, (int)(sizeof wrong / sizeof *wrong));
	static const char *const facts[] = {
		"\"line\":16,\"column\":21,\"begin_line\":16,\"end_line\":16,\"end_column\":51,\"kernel\":"
		"\"tiles::column<double, 33>\"",
		"\"warps\":8,\"wavefronts\":16,\"ideal\":16",
		"\"line\":40,\"column\":21,\"begin_line\":40,\"end_line\":40,\"end_column\":35,\"kernel\":\"tiles::plain\","
		"\"mangled\":\"_ZN5tiles5plainEPf\",\"block\":[256,1,1]",
	};
	expect_run("facts --cuda-path none " INSTANCES "program.cu", 3, facts, (int)(sizeof facts / sizeof *facts));
}

/* A header's kernel template that a source includes and does not use is named, and no reason for status 3 unless a header is
 * asked for, or the source was not read as it is. */
static void test_templates_of_headers(void **state)
{
	(void)state;
	static const char header[] =
		"template <typename T> __global__ void column(T *p) { __shared__ T s[1024]; *p = s[threadIdx.x * 32]; }\n"
		"template <typename T> __global__ void row(T *p) { *p = 0; }\n";
	static const char whole[] = "#include \"column.cuh\"\n__global__ void zero(float *p) { *p = 0; }\n";
	static const char faulty[] = "#include \"column.cuh\"\nvoid run() { no_such_function<column<float>>(); }\n";
	static const char tested[] =
		"#include <nvbench/nvbench.cuh>\n#include \"column.cuh\"\n__global__ void zero(float *p) { *p = 0; }\n";
	static const char extension[] =
		"#include <torch/extension.h>\n#include \"column.cuh\"\n__global__ void zero(float *p) { *p = 0; }\n";
	static const char with_part[] = "#include \"part.cu\"\n__global__ void zero(float *p) { *p = 0; }\n";
	static const char own[] = "template <typename T> __global__ void column(T *p) { *p = 0; }\n";
	write_scratch("column.cuh", header, sizeof header - 1);
	write_scratch("whole.cu", whole, sizeof whole - 1);
	expect_says(line_of("--cuda-path none %s", "whole.cu"), 0,
		    "column.cuh:1) is never instantiated: ", "column.cuh:2) is never instantiated: ", "nothing to report: 1 file, 1 kernel",
		    "; not analysed: 2 kernel templates");
	expect_says(line_of("--cuda-path none %s", "column.cuh"), 3, "row (", "column (", "no findings, but not all was analysed");
	char both[512];
	const int n = snprintf(both, sizeof both, "--cuda-path none %s ", scratch("whole.cu"));
	snprintf(both + n, sizeof both - (size_t)n, "%s", scratch("column.cuh"));
	expect_says(both, 3, "row (", "column (");
	write_scratch("stand_in.cu", tested, sizeof tested - 1);
	expect_says(line_of("--cuda-path none %s", "stand_in.cu"), 3, "row (", "column (");
	write_scratch("extension.cu", extension, sizeof extension - 1);
	expect_says(line_of("--cuda-path none %s", "extension.cu"), 0, "'torch/extension.h' is not found", "column.cuh:2) is never ",
		    "; not analysed: 2 kernel templates");
	write_scratch("part.cu", own, sizeof own - 1);
	write_scratch("with_part.cu", with_part, sizeof with_part - 1);
	expect_says(line_of("--cuda-path none %s", "with_part.cu"), 3, "column (");
	write_scratch("faulty.cu", faulty, sizeof faulty - 1);
	expect_says(line_of("--cuda-path none %s", "faulty.cu"), 3, "row (", "column (", "no findings, but not all was analysed");
	write_scratch("own.cu", own, sizeof own - 1);
	expect_says(line_of("--cuda-path none %s", "own.cu"), 3, ") is never instantiated: ");
}

/* 64 and 32 threads conflict, and are the last of eleven blocks that the loop may end with: that not all are told apart is said.  So is
 * a block that is a number on one of two ways only, and a launch with an unknown block beside one with 64 threads, unless a comment
 * gives it: 32 threads conflict there. */
static void test_open_blocks(void **state)
{
	(void)state;
	static const char open[] = "is also launched here with a block known only at run time";
	static const char ways[] =
		"__global__ void k(float *p) { __shared__ float s[2048]; s[threadIdx.x * (blockDim.x < 100 ? 2 : 1)] = 1;\n"
		"__syncthreads(); p[threadIdx.x] = s[threadIdx.x]; }\n"
		"void launch(float *p, int n) { int u = 1024; while (u > n) u >>= 1; k<<<1, u>>>(p); }\n";
	static const char least[] =
		"__global__ void k(float *p) { __shared__ float s[1024]; s[threadIdx.x] = 1; __syncthreads(); *p = s[0]; }\n"
		"void launch(float *p, int n) { k<<<1, n < 256 ? n : 256>>>(p); }\n";
	static const char two[] =
		"__global__ void k(float *p) { __shared__ float s[2048]; s[threadIdx.x * (blockDim.x / 32 % 2 + 1)] = 1;\n"
		"__syncthreads(); *p = s[0]; }\n"
		"void launch(float *p, int n) { k<<<1, 64>>>(p); k<<<1, n>>>(p); }\n";
	static const char said[] =
		"// smemlint: block(32)\n"
		"__global__ void k(float *p) { __shared__ float s[2048]; s[threadIdx.x * (blockDim.x / 32 % 2 + 1)] = 1;\n"
		"__syncthreads(); *p = s[0]; }\n"
		"void launch(float *p, int n) { k<<<1, 64>>>(p); k<<<1, n>>>(p); }\n";
	write_scratch("ways.cu", ways, sizeof ways - 1);
	expect_says(line_of("--cuda-path none %s", "ways.cu"), 0, open);
	write_scratch("least.cu", least, sizeof least - 1);
	expect_says(line_of("--cuda-path none %s", "least.cu"), 0, open);
	write_scratch("two.cu", two, sizeof two - 1);
	expect_says(line_of("--cuda-path none %s", "two.cu"), 0, open);
	expect_says(line_of("--cuda-path none --block 32 %s", "two.cu"), 1, "2-way bank conflict");
	write_scratch("said.cu", said, sizeof said - 1);
	expect_says(line_of("--cuda-path none %s", "said.cu"), 1, "2-way bank conflict");
}

static void test_several_files(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/clean/layouts.cu testdata/examples/transpose.cu", 1, "[smem-bank-conflict-load]");
	expect_says("--cuda-path none testdata/examples/transpose.cu testdata/bad/truncated.cu", 3, "[smem-bank-conflict-load]",
		    "kernel 'cut' was not analysed");
	expect_says("--cuda-path none no-such.cu testdata/bad/truncated.cu testdata/examples/transpose.cu", 2,
		    "no-such.cu: error: No such file", "kernel 'cut'", "[smem-bank-conflict-load]");
}

/* Files that are analysed in parallel are reported in the same order with the same text. */
static void test_several_at_once(void **state)
{
	static const char files[] =
		"--cuda-path none testdata/examples/transpose.cu no-such.cu testdata/bad/truncated.cu "
		"testdata/clean/layouts.cu " INSTANCES "program.cu";
	static const char *const commands[] = { "", "facts ", "--format=json ", "--dump-ir " };
	(void)state;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		char line[512];
		snprintf(line, sizeof line, "%s-j1 %s", commands[i], files);
		Result one = run_smemlint(line);
		snprintf(line, sizeof line, "%s-j 4 %s", commands[i], files);
		Result four = run_smemlint(line);
		assert_int_equal(one.status, 2);
		assert_int_equal(four.status, 2);
		assert_string_equal(one.out.s, four.out.s);
		assert_string_equal(one.err.s, four.err.s);
		result_free(&one);
		result_free(&four);
	}
	expect_says("-j0 a.cu", 2, "option '-j' expects a number from 1 to 999, not '0'");
}

/* --- files that are not sources --------------------------------------------------------------- */

/* A folder stands for its .cu files, - for standard input. */
static void test_folder_and_stdin(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/examples", 1, "testdata/examples/transpose.cu:16:24: warning: 32-way",
		    "\n1 warning (1 has a better layout: --diff shows what --fix can change); 1 kernel, ");
	expect_says("facts --cuda-path none testdata/examples/", 0, "\"file\":\"testdata/examples/transpose.cu\"");
	const int before = dup(STDIN_FILENO), file = open("testdata/examples/transpose.cu", O_RDONLY);
	assert_true(file >= 0);
	assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
	expect_says("--cuda-path none -", 1, "<stdin>:16:24: warning: 32-way", "   16 |         out[y * height + x] = tile");
	expect_says("--fix -", 2, "standard input cannot be changed");
	assert_int_equal(dup2(before, STDIN_FILENO), STDIN_FILENO);
	close(before);
	close(file);
}

/* The last line says what was found, or that nothing was. */
static void test_summary(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/clean/patterns.cu", 0, "clean: 1 file, ");
	static const char unlaunched[] = "__global__ void k(float *p) { __shared__ float s[256]; s[threadIdx.x] = *p; }\n";
	write_scratch("unlaunched.cu", unlaunched, sizeof unlaunched - 1);
	expect_says(line_of("--cuda-path none %s", "unlaunched.cu"), 0, "clean: 1 file, 1 kernel, ", "the block of 1 is assumed)");
	expect_says("--cuda-path none testdata/bad/truncated.cu", 3, "not analysed: ");
	static const char *const silent[] = { "-q --cuda-path none testdata/clean/patterns.cu",
					      "--quiet --cuda-path none testdata/bad/empty.cu",
					      "facts -q --cuda-path none testdata/bad/empty.cu" };
	for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
		Result result = run_smemlint(silent[i]);
		assert_int_equal(result.out.n + result.err.n, 0);
		result_free(&result);
	}
	expect_says("--format concise --cuda-path none testdata/examples/transpose.cu", 1,
		    "testdata/examples/transpose.cu:16:24: warning: 32-way bank conflict: this load of 'tile' takes 32 wavefronts where 1 "
		    "would "
		    "do [smem-bank-conflict-load]\n1 warning");
}

/* --map and map are one thing: of a line its accesses, of a file the findings. */
static void test_map_both_ways(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{ "--cuda-path none --map testdata/examples/transpose.cu:16", "map --cuda-path none testdata/examples/transpose.cu:16" },
		{ "--exit-zero --cuda-path none --map testdata/examples/transpose.cu",
		  "map --cuda-path none testdata/examples/transpose.cu" },
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		Result one = run_smemlint(pairs[i][0]), other = run_smemlint(pairs[i][1]);
		assert_int_equal(one.status, 0);
		assert_int_equal(other.status, 0);
		assert_string_equal(one.out.s, other.out.s);
		assert_non_null(strstr(one.out.s, "after padding the rows"));
		result_free(&one);
		result_free(&other);
	}
}

/* The kernels that people write first: no finding takes more than six lines. */
static void test_brevity(void **state)
{
	(void)state;
	Result result = run_smemlint("--cuda-path none testdata/newcomer");
	int lines = 0, findings = 0;
	for (const char *line = result.out.s; *line; line += strcspn(line, "\n") + 1) {
		const bool begins = strncmp(line, "testdata/", 9) == 0;
		lines = begins ? 1 : lines + 1;
		findings += begins;
		if (line[0] == ' ' && lines > 6)
			fail_msg("a finding of more than six lines:\n%s", result.out.s);
	}
	assert_true(findings >= 10);
	result_free(&result);
}

static void test_missing_and_directory(void **state)
{
	(void)state;
	expect_says("no-such-file.cu", 2, "no-such-file.cu: error: No such file or directory");
	expect_says("docs", 2, "docs: error: there is no .cu file and no PTX in this folder");
	expect_says("/dev/null", 2, "not a regular file");
	expect_says("facts no-such-file.cu", 2, "No such file or directory");
}

/* Endless devices are not read to their end. */
static void test_devices(void **state)
{
	(void)state;
	expect_says("--patch /dev/zero testdata/examples/transpose.cu", 2, "/dev/zero: error: File too large");
	expect_says("--baseline /dev/zero testdata/examples/transpose.cu", 2, "/dev/zero: error: not a regular file");
	expect_says("--config /dev/zero testdata/examples/transpose.cu", 2, "not a regular file");
}

static void test_binary_and_empty(void **state)
{
	(void)state;
	write_scratch("binary.cu", "\177ELF\0\0\1\2\3\377", 10);
	expect_says(line_of("--cuda-path none %s", "binary.cu"), 3, "binary file");
	write_scratch("late.cu", "__global__ void k() {}\n\xff\xfe\x80 \x01\n", 29);
	expect_says(line_of("--cuda-path none %s", "late.cu"), 0, "error outside the kernels");
	expect_says("--cuda-path none testdata/bad/empty.cu", 0, "no kernel");
}

/* --- sources that do not compile -------------------------------------------------------------- */

static void test_truncated(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/bad/truncated.cu", 3, "kernel 'cut' was not analysed", "2-way", "[smem-bank-conflict-load]");
}

static void test_broken(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/bad/broken_kernel.cu", 3, "testdata/bad/broken_kernel.cu:7", "kernel 'hit' was not analysed",
		    "undeclared_name", "2-way");
	expect_says("--cuda-path none testdata/bad/broken_host.cu", 1, "error outside the kernels", "library_t", "2-way");
	expect_says("--cuda-path none testdata/bad/lost_kernel.cu", 3, "kernel 'lost' was not analysed", "2-way");
	expect_says("facts --cuda-path none testdata/bad/broken_kernel.cu", 3, "kernel 'hit' was not analysed", "\"kernel\":\"whole");
}

static void test_headers(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/bad/missing_header.cu", 3, "there_is_no_such_header.h", "2-way");
	mkdir(scratch("folder.h"), 0755);
	write_scratch("includes_folder.cu", "#include \"folder.h\"\n__global__ void k() {}\n", 43);
	expect_says(line_of("--cuda-path none %s", "includes_folder.cu"), 3, "folder.h");
}

/* As in the line table of nvcc's PTX. */
static void test_lines_of_ptx(void **state)
{
	(void)state;
	expect_says("facts --cuda-path none testdata/facts/asm_lines.cu", 0, "\"line\":13,\"column\":2,\"begin_line\":9",
		    "\"line\":17,\"column\":2,\"begin_line\":15", "\"line\":22,\"column\":2,\"begin_line\":20",
		    "\"line\":28,\"column\":2,\"begin_line\":25", "\"line\":33,\"column\":2,\"begin_line\":31",
		    "\"line\":40,\"column\":2,\"begin_line\":37");
}

/* --- sources beyond the limits ---------------------------------------------------------------- */

static void test_long_loops(void **state)
{
	(void)state;
	expect_says("facts --cuda-path none testdata/limits/long_loop.cu", 0, "\"line\":6", "\"worst\":{\"ways\":2,", "\"line\":9");
	expect_says("facts --cuda-path none testdata/bad/endless.cu", 0, "\"line\":4", "\"line\":8");
}

/* Of these budgets three ended in a way that must be the same as the one before it. */
static void test_cut_ways(void **state)
{
	(void)state;
	for (int ops = 100; ops <= 180; ops += 20) {
		char line[128];
		snprintf(line, sizeof line, "--cuda-path none --no-cache testdata/limits/cut_ways.cu -- -DOPS=%d", ops);
		expect_says(line, 1, "1 kernel, 2 shared-memory accesses (2 exact)");
	}
}

static void test_recursion(void **state)
{
	(void)state;
	expect_says("facts --cuda-path none testdata/bad/recursion.cu", 0, "\"line\":5");
}

static void test_overflow(void **state)
{
	(void)state;
	expect_says("facts --cuda-path none testdata/bad/overflow.cu", 3, "\"line\":6", "\"line\":9");
}

static void test_blocks(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/bad/blocks.cu", 3, "launch of 'none': a block of 0x1x1 has no threads",
		    "launch of 'many': a block of 2048x1x1 is 2048 threads, more than 1024",
		    "launch of 'square': a block of 64x64x1 is 4096 threads", "testdata/bad/blocks.cu:22");
}

static void test_comments(void **state)
{
	(void)state;
	expect_says("--cuda-path none testdata/bad/comments.cu", 3, "unknown smemlint comment 'blok'",
		    "this comment's block of 64x64x1 is 4096 threads", "block(hello) is not a block shape",
		    "comments.cu:21:11: warning: 2-way", "block: 32x1x1 from the comment in line",
		    "comments.cu:23:14: note: this comment is neither before a kernel nor in one");
}

static void add_kernel_start(Buf *text)
{
	buf_puts(text, "__global__ void k(float *out)\n{\n\t__shared__ float s[2048];\n\tout[0] = s[threadIdx.x");
}

static void test_long_expressions(void **state)
{
	(void)state;
	Buf sum = { 0 }, nested = { 0 }, statements = { 0 };
	add_kernel_start(&sum);
	while (sum.n < 65536)
		buf_puts(&sum, " + 1 - 1");
	buf_puts(&sum, "];\n}\n");
	write_buf("sum.cu", &sum);
	Result result = run_smemlint(line_of("facts --cuda-path none %s", "sum.cu"));
	assert_true(result.status == 0 || result.status == 3);
	assert_true(result.out.n > 0 || result.err.n > 0);
	result_free(&result);

	add_kernel_start(&nested);
	buf_puts(&nested, " + ");
	for (int i = 0; i < 32768; i++)
		buf_putc(&nested, '(');
	buf_puts(&nested, "1");
	for (int i = 0; i < 32768; i++)
		buf_putc(&nested, ')');
	buf_puts(&nested, "];\n}\n");
	write_buf("nested.cu", &nested);
	expect_says(line_of("--cuda-path none %s", "nested.cu"), 3, "nested.cu");

	add_kernel_start(&statements);
	buf_puts(&statements, "];\n");
	for (int i = 0; i < 50; i++)
		buf_puts(&statements, "if (out) {\n");
	for (int i = 0; i < 50; i++)
		buf_puts(&statements, "}\n");
	buf_puts(&statements, "}\n");
	write_buf("statements.cu", &statements);
	expect_says(line_of("facts --cuda-path none %s", "statements.cu"), 0, "\"line\":4");
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	static const char *const names[] = {
		"binary.cu", "late.cu", "includes_folder.cu", "sum.cu", "nested.cu", "statements.cu", "folder.h", ".",
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		remove(strcmp(names[i], ".") == 0 ? folder : scratch(names[i]));
	return 0;
}

/* --fix changes a copy of a fixture. */
static void test_fixes(void **state)
{
	static const char text[] =
		"__global__ void k(float *o)\r\n{\r\n\t__shared__ float t[32][32];\r\n"
		"\tt[threadIdx.x][threadIdx.y] = 1;\r\n\t__syncthreads();\r\n"
		"\to[threadIdx.x] = t[threadIdx.y][threadIdx.x];\r\n}\r\n"
		"void f(float *o) { k<<<1, dim3(32, 32)>>>(o); }\r\n";
	(void)state;
	write_scratch("fix.cu", text, sizeof text - 1);
	expect_says(line_of("--diff --prefer=memory --cuda-path none %s", "fix.cu"), 1, "-\tt[threadIdx.x][threadIdx.y] = 1;\r\n",
		    "+\tt[threadIdx.x][threadIdx.y ^ threadIdx.x] = 1;\r\n");
	expect_says(line_of("--diff --prefer=memory --color=always --cuda-path none %s", "fix.cu"), 1,
		    "\033[31m-\tt[threadIdx.x][threadIdx.y] = 1;\r\033[0m\n"
		    "\033[32m+\tt[threadIdx.x][threadIdx.y ^ threadIdx.x] = 1;\r\033[0m\n \t__sync");
	expect_says(line_of("--diff --cuda-path none %s", "fix.cu"), 1, "-\t__shared__ float t[32][32];\r\n",
		    "+\t__shared__ float t[32][33];\r\n");
	expect_says(line_of("--cuda-path none --export-fixes /nowhere/fixes.yaml %s", "fix.cu"), 2, "cannot write '/nowhere/fixes.yaml'");
	assert_int_equal(chmod(scratch("fix.cu"), 0444), 0);
	expect_says(line_of("--fix --cuda-path none %s", "fix.cu"), 2, "not fixed: the file is read-only", "32-way");
	assert_int_equal(chmod(scratch("fix.cu"), 0644), 0);
	expect_says(
		line_of("--fix --prefer=memory --cuda-path none %s", "fix.cu"), 0,
		"fixed: XOR-swizzling the column as t[r][c ^ (r % 32)] (no extra memory): 1056 wavefronts become 64, for at most 64 more "
		"instructions\n");
	expect_says(line_of("--diff --cuda-path none %s", "fix.cu"), 0, "");
	expect_says(line_of("--cuda-path none %s", "fix.cu"), 0, "");
}

/* Also with edits in a header that sorts before the source. */
static void test_exported_main_file(void **state)
{
	static const char header[] =
		"__global__ void k(float *o)\n{\n\t__shared__ float t[32][32];\n"
		"\tt[threadIdx.x][threadIdx.y] = 1;\n\t__syncthreads();\n\to[threadIdx.x] = t[threadIdx.y][threadIdx.x];\n}\n";
	static const char source[] = "#include \"fix.cuh\"\nvoid f(float *o) { k<<<1, dim3(32, 32)>>>(o); }\n";
	char text[4096] = "";
	(void)state;
	write_scratch("fix.cuh", header, sizeof header - 1);
	write_scratch("fix.cu", source, sizeof source - 1);
	const char *options = line_of("--cuda-path none --fix-headers --export-fixes %s", "fixes.yaml");
	char line[1024];
	snprintf(line, sizeof line, "%s %s", options, scratch("fix.cu"));
	expect_says(line, 1, "32-way");
	FILE *file = fopen(scratch("fixes.yaml"), "r");
	assert_non_null(file);
	assert_true(fread(text, 1, sizeof text - 1, file) > 0);
	fclose(file);
	assert_non_null(strstr(text, "/fix.cu'\nDiagnostics:"));
	assert_non_null(strstr(text, "/fix.cuh'"));
	remove(scratch("fixes.yaml"));
}

/* Every layout is reported that no other one beats in both wavefronts and bytes. */
static void test_choices(void **state)
{
	(void)state;
	expect_says("--verbose --prefer memory --cuda-path none testdata/fixes/row_and_column.cu", 1,
		    "the best, XOR-swizzling the column as tile[r][c ^ (r % 8 * 4)] brings 1056 wavefronts down to 160, where 64 would do "
		    "(no extra memory)",
		    "; padding the rows of 'tile' to [32][36] brings 1056 wavefronts down to 160 (+512 bytes)");
	expect_says("--verbose --cuda-path none testdata/fixes/row_and_column.cu", 1,
		    "the best, padding the rows of 'tile' to [32][36] brings 1056 wavefronts down to 160, where 64 would do (+512 bytes)",
		    "; XOR-swizzling the column as tile[r][c ^ (r % 8 * 4)] brings 1056 wavefronts down to 160 (no extra memory)");
	expect_says("--prefer bytes testdata/fixes/row_and_column.cu", 2,
		    "option '--prefer' expects occupancy|memory|simplicity, not 'bytes'");
}

/* Functions that several fixes insert in one place are one replacement, as clang-apply-replacements requires. */
static void test_exported_functions(void **state)
{
	char text[8192] = "";
	int insertions = 0;
	(void)state;
	expect_says(line_of("--cuda-path none --export-fixes %s testdata/fixes/flat_swizzle.cu", "fixes.yaml"), 1, "8-way");
	FILE *file = fopen(scratch("fixes.yaml"), "r");
	assert_non_null(file);
	assert_true(fread(text, 1, sizeof text - 1, file) > 0);
	fclose(file);
	for (const char *at = text; (at = strstr(at, "Length: 0\n")); at++)
		insertions++;
	assert_int_equal(insertions, 2); /* and assertions */
	assert_non_null(strstr(text, "swizzle_left(int i)"));
	assert_non_null(strstr(text, "swizzle_right2(int i)"));
	remove(scratch("fixes.yaml"));
}

/* --fix-headers changes a header together with the file that includes it. */
static void test_fixes_in_headers(void **state)
{
	static const char header[] =
		"__device__ float turned(const float *in)\n{\n\t__shared__ float inner[32][32];\n"
		"\tinner[threadIdx.y][threadIdx.x] = in[0];\n\t__syncthreads();\n"
		"\treturn inner[threadIdx.x][threadIdx.y];\n}\n";
	static const char main_file[] =
		"#include \"fix.cuh\"\n__global__ void k(const float *in, float *o)\n{\n"
		"\t__shared__ float outer[32][32];\n\touter[threadIdx.x][threadIdx.y] = 1;\n"
		"\t__syncthreads();\n\to[threadIdx.x] = outer[threadIdx.y][threadIdx.x] + turned(in);\n}\n"
		"void f(float *o) { k<<<1, dim3(32, 32)>>>(o, o); }\n";
	(void)state;
	write_scratch("fix.cuh", header, sizeof header - 1);
	write_scratch("fix.cu", main_file, sizeof main_file - 1);
	expect_says(line_of("--diff --cuda-path none %s", "fix.cu"), 1, "+\t__shared__ float outer[32][33];\n",
		    "'inner' is not fixed: padding the rows of 'inner' to [32][33] would help, but it would change another file");
	expect_says(line_of("--diff --fix-headers --cuda-path none %s", "fix.cu"), 1, "+\t__shared__ float outer[32][33];\n",
		    "+\t__shared__ float inner[32][33];\n");
	assert_int_equal(chmod(scratch("fix.cuh"), 0444), 0);
	expect_says(line_of("--fix --fix-headers --cuda-path none %s", "fix.cu"), 2, "fix.cuh: error: not fixed: the file is read-only");
	assert_int_equal(chmod(scratch("fix.cuh"), 0644), 0);
	assert_int_equal(chmod(scratch("fix.cu"), 0444), 0);
	expect_says(line_of("--fix --fix-headers --cuda-path none %s", "fix.cu"), 2, "fix.cu: error: not fixed: the file is read-only");
	assert_int_equal(chmod(scratch("fix.cu"), 0644), 0);
	expect_says(line_of("--fix --fix-headers --cuda-path none %s", "fix.cu"), 0, "fixed: padding the rows of 'inner' to [32][33]");
	expect_says(line_of("--cuda-path none %s", "fix.cu"), 0, "");
	remove(scratch("fix.cuh"));
}

/* Dynamic shared memory of a kernel in a header: all that include it launch it. */
static void test_dynamic_memory_in_headers(void **state)
{
	static const char header[] =
		"static __global__ void k(float *o)\n{\n\textern __shared__ float t[];\n"
		"\tt[threadIdx.y * 32 + threadIdx.x] = 1;\n\t__syncthreads();\n"
		"\to[threadIdx.x] = t[threadIdx.x * 32 + threadIdx.y];\n}\n"
		"static void f(float *o) { k<<<1, dim3(32, 32), 32 * 32 * 4>>>(o); }\n";
	static const char main_file[] = "#include \"fix.cuh\"\nint main() { f(nullptr); }\n";
	(void)state;
	write_scratch("fix.cuh", header, sizeof header - 1);
	write_scratch("fix.cu", main_file, sizeof main_file - 1);
	expect_says(line_of("--diff --fix-headers --cuda-path none %s", "fix.cu"), 0, "'t' is not fixed: launches in other files");
	remove(scratch("fix.cu"));
	expect_says(line_of("--diff --cuda-path none %s", "fix.cuh"), 0, "'t' is not fixed: launches in other files");
	remove(scratch("fix.cuh"));
}

/* The line of an array's declaration is that of the file as it is, not of the text with earlier fixes. */
static void test_lines_of_fixes(void **state)
{
	(void)state;
	expect_says("--diff --cuda-path none testdata/fixes/traps/index_leaves_row.cu", 1,
		    "index_leaves_row.cu:5:19: note: fix: ", "index_leaves_row.cu:5:28: note: fix: ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_help_and_version),
		cmocka_unit_test(test_layouts),
		cmocka_unit_test(test_usage),
		cmocka_unit_test(test_rules_text),
		cmocka_unit_test(test_findings),
		cmocka_unit_test(test_stats),
		cmocka_unit_test(test_assumptions),
		cmocka_unit_test(test_instances),
		cmocka_unit_test(test_templates_of_headers),
		cmocka_unit_test(test_open_blocks),
		cmocka_unit_test(test_several_files),
		cmocka_unit_test(test_several_at_once),
		cmocka_unit_test(test_missing_and_directory),
		cmocka_unit_test(test_folder_and_stdin),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_map_both_ways),
		cmocka_unit_test(test_brevity),
		cmocka_unit_test(test_devices),
		cmocka_unit_test(test_binary_and_empty),
		cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_fixes),
		cmocka_unit_test(test_fixes_in_headers),
		cmocka_unit_test(test_dynamic_memory_in_headers),
		cmocka_unit_test(test_exported_functions),
		cmocka_unit_test(test_lines_of_fixes),
		cmocka_unit_test(test_exported_main_file),
		cmocka_unit_test(test_choices),
		cmocka_unit_test(test_long_loops),
		cmocka_unit_test(test_cut_ways),
		cmocka_unit_test(test_lines_of_ptx),
		cmocka_unit_test(test_recursion),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_comments),
		cmocka_unit_test(test_long_expressions),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
