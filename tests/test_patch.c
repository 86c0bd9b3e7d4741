/* Filters by changed lines and by recorded findings: patches, slices, baselines. */
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

#include "base/child.h"
#include "base/paths.h"
#include "folder.h"
#include "filter/baseline.h"
#include "filter/patch.h"
#include "filter/slice.h"
#include "run.h"

/* --- patches ------------------------------------------------------------------------------------ */

/* "name: 1-2 5 | name2: …", or "line N: problem" */
static const char *read_patch(Arena *arena, const char *text)
{
	const Patch *patch = patch_read(arena, text, strlen(text));
	const char *out = "";
	if (patch->problem)
		return arena_printf(arena, "line %d: %s", patch->problem_line, patch->problem);
	for (int i = 0; i < patch->files.n; i++) {
		const PatchFile *file = &patch->files.at[i];
		out = arena_printf(arena, "%s%s%s:", out, i ? " | " : "", file->name ? file->name : "none");
		for (int k = 0; k < file->changed.n; k++) {
			const PatchLines *lines = &file->changed.at[k];
			out = lines->first == lines->last ? arena_printf(arena, "%s %d", out, lines->first)
							  : arena_printf(arena, "%s %d-%d", out, lines->first, lines->last);
		}
	}
	return out;
}

static void test_patches(void **state)
{
	(void)state;
	static const struct {
		const char *text, *says;
	} rows[] = {
		{ "", "" },
		{ "\n \r\n", "" },
		{ "hello\n", "line 1: this is not a unified diff" },
		{ "diff --git a/x.cu b/x.cu\nindex 1..2 100644\n--- a/x.cu\n+++ b/x.cu\n@@ -1,3 +1,4 @@ f()\n a\n-b\n+c\n+d\n e\n",
		  "b/x.cu: 2-3" },
		{ "--- x.cu.orig\t2024-01-01 00:00:00\n+++ x.cu\t2024-01-02\n@@ -1 +1 @@\n-a\n+b\n", "x.cu: 1" },
		{ "--- x\n+++ x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", "x: 1" },
		{ "--- x\r\n+++ x\r\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+c\r\n", "x: 2" },
		{ "--- x\n+++ x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", "x: 3" }, /* a blank context line that lost its blank */
		{ "--- a/x\n+++ b/x\n@@ -9 +9 @@\n-a\n+b\n@@ -20,0 +21,2 @@\n+c\n+d\n--- a/y\n+++ b/y\n@@ -3,2 +2,0 @@\n-a\n-b\n",
		  "b/x: 9 21-22 | b/y:" },
		{ "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "none:" },
		{ "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n", "b/x: 1-2" },
		{ "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", "" },
		{ "--- \"a/\\303\\244 \\\"b\\\"\"\n+++ \"b/\\303\\244 \\\"b\\\"\"\n@@ -1 +1 @@\n-a\n+b\n", "b/\xc3\xa4 \"b\": 1" },
		{ "From: x\nSubject: y\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- a\n++++ b\n-- \n2.39\n",
		  "b/x: 1" }, /* lines that look like heads */
		{ "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,2 -1,3 +1,3 @@@\n  a\n- b\n -c\n++d\n+ e\n", "b/x: 2-3" },
		{ "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n a\n", "line 4: the patch ends within a hunk" },
		{ "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n a\nhello\n", "line 5: this line does not fit its hunk" },
		{ "--- a/x\n+++ b/x\n@@ -1 1 @@\n", "line 3: invalid hunk header" },
		{ "diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n", "line 2: expected a line '+++ FILE' before this hunk" },
		{ "diff --git a/x b/x\nGIT binary patch\nliteral 3\nabc\n", "" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Arena *arena = arena_new();
		const char *says = read_patch(arena, rows[i].text);
		if (strcmp(says, rows[i].says) != 0)
			fail_msg("%s\nis\n%s\nand not\n%s", rows[i].text, says, rows[i].says);
		arena_free(arena);
	}
}

/* --- slices ------------------------------------------------------------------------------------- */

static const char program[] =
	"#define PITCH 32 /* i = 1 */\n"                  /* 1 */
	"constexpr int other = 3;\n"
	"__device__ int helper(int v)\n"
	"{\n"
	"	int i = v + 1;\n"                               /* 5 */
	"	return i;\n"
	"}\n"
	"__global__ void spread(float *out)\n"
	"{\n"
	"	__shared__ float s[4096];\n"                    /* 10 */
	"	int lane(threadIdx.x);\n"
	"	int i =\n"
	"		lane * 4;\n"
	"	float sum = 0; // i = 2\n"
	"	i <<= lane;\n"      /* 15 */
	"	if (i == other || i < other || i >= other)\n"
	"		i++;\n"
	"	sum += s[i * PITCH];\n"
	"	out[lane] = sum;\n"
	"}\n";

static void test_slice(void **state)
{
	(void)state;
	static const int lines[] = { 1, 11, 12, 13, 15, 17 };
	Arena *arena = arena_new();
	const size_t begin = (size_t)(strstr(program, "s[i * PITCH]") - program);
	const Slice slice = slice_of(arena, program, strlen(program), begin, begin + strlen("s[i * PITCH]"));
	for (int line = 1; line <= slice.n_lines; line++) {
		bool wanted = false;
		for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
			wanted = wanted || lines[k] == line;
		if (slice.has[line] != wanted)
			fail_msg("line %d", line);
	}
	arena_free(arena);
}

/* --- baselines ---------------------------------------------------------------------------------- */

static void test_text(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	assert_string_equal(baseline_text(arena, "\tout [ i ]  = tile[ x ] [y] ; // why"), "out[i]=tile[x][y];");
	assert_string_equal(baseline_text(arena, "const  int a = \" b  c \"; /* d */\r"), "const int a=\" b  c \";");
	assert_string_equal(baseline_text(arena, "  #define M(a) s[a]"), "#define M(a)s[a]");
	assert_string_equal(baseline_text(arena, ""), "");
	arena_free(arena);
}

typedef struct Met {
	int line, ways;
	LeftOut why; /* before and after the filter */
	LeftOut expected;
} Met;

/* Findings of one rule in lines of a text, filtered by a baseline. */
static Baseline *against(Arena *arena, const char *json, const char *text, Met *met, int n, bool takes_all)
{
	SourceSet sources = { .arena = arena };
	FileReport report = { .file = "k.cu" };
	Baseline *baseline = baseline_new(arena, path_from_root(arena, "."));
	source_set_text(&sources, source_add(&sources, "k.cu", false), text, strlen(text));
	baseline_read(baseline, json, strlen(json));
	assert_null(baseline->problem);
	for (int i = 0; i < n; i++) {
		const Finding finding = { .rule = "r",
					  .kernel = "k<int>",
					  .object = "s",
					  .ways = met[i].ways,
					  .place = { .path = "k.cu", .line = met[i].line, .column = 1 } };
		vec_push(arena, &report.findings, finding);
	}
	Sieve sieve = sieve_begin(arena, &report);
	for (int i = 0; i < n; i++)
		sieve.why[i] = met[i].why;
	baseline_filter(&sieve, baseline, "k.cu", &sources, takes_all);
	for (int i = 0; i < n; i++)
		met[i].why = sieve.why[i];
	return baseline;
}

#define HEAD "{\"smemlint-baseline\": 1, \"findings\": ["
#define ENTRY(text, more) "{\"file\":\"k.cu\",\"rule\":\"r\",\"kernel\":\"k\",\"object\":\"s\",\"text\":\"" text "\"" more "}"

static void expect_filtered(const char *json, const char *text, Met *met, int n)
{
	Arena *arena = arena_new();
	against(arena, json, text, met, n, false);
	for (int i = 0; i < n; i++)
		if (met[i].why != met[i].expected)
			fail_msg("%s: finding %d in line %d: %d", json, i, met[i].line, (int)met[i].why);
	arena_free(arena);
}

static void test_recorded(void **state)
{
	(void)state;
	const char *text = "a;\ns [1] ;\ns[1]; // x\nt[1];\n";
	/* findings beyond the count are reported */
	Met two[] = { { 2, 4, LEFT_IN, LEFT_BASELINE }, { 3, 4, LEFT_IN, LEFT_IN }, { 4, 4, LEFT_IN, LEFT_IN } };
	expect_filtered(HEAD ENTRY("s[1];", ",\"ways\":4") "]}", text, two, 3);
	Met both[] = { { 2, 4, LEFT_IN, LEFT_BASELINE }, { 3, 4, LEFT_IN, LEFT_BASELINE } };
	expect_filtered(HEAD ENTRY("s[1];", ",\"ways\":4,\"count\":2") "]}", text, both, 2);
	/* more ways are reported, fewer are covered, by the entry with the fewest ways that covers them */
	Met worse[] = { { 2, 8, LEFT_IN, LEFT_IN }, { 3, 2, LEFT_IN, LEFT_BASELINE } };
	expect_filtered(HEAD ENTRY("s[1];", ",\"ways\":4") "]}", text, worse, 2);
	Met fit[] = { { 2, 4, LEFT_IN, LEFT_BASELINE }, { 3, 32, LEFT_IN, LEFT_BASELINE } };
	expect_filtered(HEAD ENTRY("s[1];", ",\"ways\":32") "," ENTRY("s[1];", ",\"ways\":4") "]}", text, fit, 2);
	Met unknown[] = { { 2, 32, LEFT_IN, LEFT_BASELINE }, { 3, 0, LEFT_IN, LEFT_IN } };
	expect_filtered(HEAD ENTRY("s[1];", "") "]}", text, unknown, 2);
	/* of equal findings the one on an unchanged line is the recorded one */
	Met changed[] = { { 2, 4, LEFT_IN, LEFT_IN }, { 3, 4, LEFT_UNCHANGED, LEFT_UNCHANGED } };
	expect_filtered(HEAD ENTRY("s[1];", ",\"ways\":4") "]}", text, changed, 2);
	Met nolint[] = { { 2, 4, LEFT_NOLINT, LEFT_NOLINT }, { 3, 4, LEFT_IN, LEFT_BASELINE } };
	expect_filtered(HEAD ENTRY("s[1];", ",\"ways\":4") "]}", text, nolint, 2);
}

static void expect_written(const char *json, const char *text, Met *met, int n, bool takes_all, const char *becomes)
{
	Arena *arena = arena_new();
	Buf out = { 0 };
	baseline_write(&out, against(arena, json, text, met, n, takes_all), !takes_all);
	assert_string_equal(out.s, becomes);
	buf_free(&out);
	arena_free(arena);
}

static void test_written(void **state)
{
	(void)state;
	const char *text = "s[2];\ns[1];\ns[1];\n";
	Met met[] = {
		{ 1, 4, LEFT_IN, LEFT_IN }, { 2, 4, LEFT_IN, LEFT_IN }, { 3, 4, LEFT_UNCHANGED, LEFT_IN }, { 3, 8, LEFT_NOLINT, LEFT_IN }
	};
	expect_written(HEAD "]}", text, met, 4, true,
		       HEAD "\n  " ENTRY("s[1];", ",\"ways\":4,\"count\":2") ",\n  " ENTRY("s[2];", ",\"ways\":4") "\n]}\n");
	/* pruned: lower counts, fewer ways, no longer found; entries of files that were not analysed stay if the file exists */
#define OTHER "{\"file\":\"README.md\",\"rule\":\"r\",\"text\":\"a\"}"
#define LOST "{\"file\":\"no/such/file.cu\",\"rule\":\"r\",\"text\":\"a\"}"
	Met less[] = { { 2, 2, LEFT_IN, LEFT_IN } };
	expect_written(HEAD ENTRY("s[1];", ",\"ways\":4,\"count\":3") "," ENTRY("s[9];", "") "," OTHER "," LOST "]}", text, less, 1, false,
		       HEAD "\n  " OTHER ",\n  " ENTRY("s[1];", ",\"ways\":2") "\n]}\n");
}

static void test_broken(void **state)
{
	(void)state;
	static const struct {
		const char *json, *says;
		int line;
	} rows[] = {
		{ "", "", 1 },
		{ "{\n]", "", 2 },
		{ "[]", "this is not a baseline", 0 },
		{ "{\"smemlint-baseline\": 2, \"findings\": []}", "newer version", 0 },
		{ HEAD "{}]}", "finding 1 is invalid", 0 },
		{ HEAD ENTRY("a", ",\"count\":0") "]}", "finding 1", 0 },
		{ HEAD ENTRY("a", ",\"ways\":\"x\"") "]}", "finding 1", 0 },
		{ HEAD "7]}", "finding 1", 0 },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Arena *arena = arena_new();
		Baseline *baseline = baseline_new(arena, "/");
		baseline_read(baseline, rows[i].json, strlen(rows[i].json));
		if (!baseline->problem || !strstr(baseline->problem, rows[i].says) || baseline->problem_line != rows[i].line)
			fail_msg("%s: %d: %s", rows[i].json, baseline->problem_line, baseline->problem ? baseline->problem : "none");
		arena_free(arena);
	}
}

/* --- the program -------------------------------------------------------------------------------- */

#define KERNEL(before, factor) \
	before "__global__ void spread(float *out)\n{\n\t__shared__ float s[2048];\n\tint i = threadIdx.x * " factor \
	       ";\n" \
	       "\ts[i] = 1;\n\tout[threadIdx.x] = s[threadIdx.x];\n}\nvoid run(float *out)\n{\n\tspread<<<1, 64>>>(out);\n}\n"

static void test_baseline_program(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *path = put(arena, "k.cu", KERNEL("", "4")), *base = arena_printf(arena, "%s/base.json", folder);
	const char *plain = arena_printf(arena, "--cuda-path none --no-cache --baseline %s %s", base, path);
	expect_says(plain, 2, "base.json: error: No such file or directory");
	expect_says(arena_printf(arena, "--cuda-path none --write-baseline %s %s", base, path), 0, "base.json: note: 1 finding written");
	expect_says(plain, 0, "");
	put(arena, "k.cu", KERNEL("\n\n// moved\n", "2"));
	expect_says(arena_printf(arena, "--stats %s", plain), 0, "1  findings left out: in the baseline");
	put(arena, "k.cu", KERNEL("", "32"));
	expect_says(plain, 1, "32-way bank conflict");
	put(arena, "k.cu", KERNEL("", "1"));
	expect_says(arena_printf(arena, "--prune-baseline %s", plain), 0, "base.json: note: removed findings that are gone");
	size_t size;
	assert_string_equal(file_bytes(arena, base, &size), HEAD "]}\n");
	expect_says(arena_printf(arena, "--prune-baseline %s", plain), 0, "base.json: note: all its findings are still there");
	put(arena, "base.json", "{");
	expect_says(plain, 2, "base.json:1: error: ");
	expect_says(arena_printf(arena, "--prune-baseline %s", path), 2, "--prune-baseline requires --baseline FILE");
	arena_free(arena);
}

static void git(Arena *arena, const char *line)
{
	static const char *const head[] = { "git", "-c", "user.name=n", "-c", "user.email=n@n", "-c", "init.defaultBranch=m" };
	const char *argv[32];
	char *save = NULL;
	int n = 0;
	for (; n < 7; n++)
		argv[n] = head[n];
	for (char *w = strtok_r(arena_strdup(arena, line), " ", &save); w && n < 31; w = strtok_r(NULL, " ", &save))
		argv[n++] = w;
	argv[n] = NULL;
	const ChildEnd end = child_run(arena, &(Child){ .argv = argv, .folder = folder });
	if (!child_ok(&end))
		fail_msg("git %s: %s", line, end.err.s);
}

/* Runs smemlint in the folder. */
static void expect_in_folder(const char *line, int status, const char *says)
{
	char here[4096];
	assert_non_null(getcwd(here, sizeof here));
	assert_int_equal(chdir(folder), 0);
	Result result = run_smemlint(line);
	assert_int_equal(chdir(here), 0);
	if (result.status != status || !(strstr(result.out.s, says) || strstr(result.err.s, says)) ||
	    (!*says && strstr(result.out.s, "warning:")))
		fail_msg("%s: %d\n%s%s", line, result.status, result.out.s, result.err.s);
	result_free(&result);
}

static void test_since_program(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	if (!child_find(arena, "git"))
		skip();
	put(arena, "k.cu", KERNEL("", "4"));
	git(arena, "init -q");
	git(arena, "add k.cu");
	git(arena, "commit -q -m x");
	expect_in_folder("--cuda-path none --since HEAD k.cu", 0, "");
	put(arena, "k.cu", KERNEL("#define UNRELATED 1\n", "4"));
	expect_in_folder("--cuda-path none --since HEAD --stats k.cu", 0, "1  findings left out: not on changed lines");
	put(arena, "k.cu", KERNEL("", "8")); /* where the index is made, not where it is used */
	expect_in_folder("--cuda-path none --since HEAD k.cu", 1, "k.cu:5:2: warning: 8-way bank conflict");
	put(arena, "k.cu", KERNEL("", "1;\n\ti *= 4;\n\tout[1] = 2")); /* a line that made the index is gone */
	git(arena, "commit -q -a -m y");
	put(arena, "k.cu", KERNEL("", "1;\n\ti *= 4"));
	expect_in_folder("--cuda-path none --since HEAD k.cu", 0, "");
	put(arena, "k.cu", KERNEL("", "2;\n\ti *= 4;\n\ti = i / 2"));
	git(arena, "commit -q -a -m z");
	put(arena, "k.cu", KERNEL("", "2;\n\ti *= 4"));
	expect_in_folder("--cuda-path none --since HEAD k.cu", 1, "8-way bank conflict");
	put(arena, "k.cu", KERNEL("", "8"));
	put(arena, "new.cu", KERNEL("", "4"));
	expect_in_folder("--cuda-path none --since HEAD new.cu", 1, "new.cu:5:2: warning: 4-way bank conflict");
	expect_in_folder("--cuda-path none --since nothing k.cu", 2, "error: --since nothing: git says: fatal: bad revision 'nothing'");
	expect_in_folder("--cuda-path none --since -x k.cu", 2, "expected a revision");
	put(arena, "p.diff", "--- a/k.cu\n+++ b/k.cu\n@@ -3 +3 @@\n-x\n+\t__shared__ float s[2048];\n");
	expect_in_folder("--cuda-path none --patch p.diff k.cu", 1, "k.cu:5:2: warning: 8-way"); /* the declaration */
	put(arena, "p.diff", "--- a/k.cu\n+++ b/k.cu\n@@ -10 +10 @@\n-x\n+\tspread<<<1, 64>>>(out);\n");
	expect_in_folder("--cuda-path none --patch p.diff k.cu", 1, "k.cu:5:2: warning: 8-way"); /* the launch */
	put(arena, "p.diff", "--- a/k.cu\n+++ b/k.cu\n@@ -6 +6 @@\n-x\n+y\n");
	expect_in_folder("--cuda-path none --patch p.diff k.cu", 0, "");
	put(arena, "p.diff", "--- a/other.cu\n+++ b/other.cu\n@@ -6 +6 @@\n-x\n+y\n");
	expect_in_folder("--cuda-path none --patch p.diff k.cu", 0, "p.diff: note: none of the files that it changes was found");
	put(arena, "p.diff", "junk");
	expect_in_folder("--cuda-path none --patch p.diff k.cu", 2, "p.diff:1: error: this is not a unified diff");
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_patches),          cmocka_unit_test(test_slice),         cmocka_unit_test(test_text),
		cmocka_unit_test(test_recorded),         cmocka_unit_test(test_written),       cmocka_unit_test(test_broken),
		cmocka_unit_test(test_baseline_program), cmocka_unit_test(test_since_program),
	};
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
