/* NOLINT comments: what they suppress, which are unused, and how they are added. */
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

#include "base/paths.h"
#include "folder.h"
#include "filter/nolint.h"
#include "filter/parts.h"
#include "run.h"

#define LOAD "smem-bank-conflict-load"
#define STORE "smem-bank-conflict-store"

static const char *const rules[] = { LOAD, STORE };

/* --- scanning ----------------------------------------------------------------------------------- */

static bool suppresses(const char *text, const char *rule, int line)
{
	Arena *arena = arena_new();
	const Nolints all = nolint_scan(arena, text, strlen(text));
	bool does = false;
	for (int i = 0; i < all.n; i++)
		does = does || nolint_means(&all.at[i], rule, line);
	arena_free(arena);
	return does;
}

static void test_suppression(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int line;
		bool does;
	} rows[] = {
		{ "x; // NOLINT\ny;\n", 1, true },
		{ "x; // NOLINT\ny;\n", 2, false },
		{ "x; /* why NOLINT: so */\n", 1, true },
		{ "x; // NOLINT(" LOAD ")\n", 1, true },
		{ "x; // NOLINT(" STORE ")\n", 1, false },
		{ "x; // NOLINT(smem-*,-*-load)\n", 1, false },
		{ "x; // NOLINT( a , smem-* )\n", 1, true },
		{ "x; // NOLINT(*)\n", 1, true },
		{ "x; // NOLINT()\n", 1, false },
		{ "x; // NOLINT(bugprone-*)\n", 1, false },
		{ "x; // NOLINT (bugprone-x)\n", 1, true },
		{ "x; // NOLINT(bugprone-x\n", 1, true },
		{ "x; // NOLINT(a) NOLINT(" LOAD ")\n", 1, true },
		{ "x; // XNOLINT NOLINTS NOLINT_1 NOLINTNEXT\n", 1, false },
		{ "f(\"// NOLINT\"); g('\"'); // plain\n", 1, false },
		{ "f('\"'); // NOLINT\n", 1, true },
		{ "f(1'000'000); // NOLINT\n", 1, true },
		{ "R\"(\n// NOLINT\n)\"; x;\n", 2, false },
		{ "R\"x(\n)\" // NOLINT\n)x\"; y; // NOLINT\n", 2, false },
		{ "R\"x(\n)\" // NOLINT\n)x\"; y; // NOLINT\n", 3, true },
		{ "NOLINT; x;\n", 1, false },
		{ "// NOLINTNEXTLINE(smem-*)\nx;\n", 2, true },
		{ "// NOLINTNEXTLINE\nx;\n", 1, false },
		{ "/* NOLINTNEXTLINE\n */ x;\n", 2, true },
		{ "#define M(a) a // NOLINT\n", 1, true },
		{ "#define M(a) \\\n  a /* NOLINT */ \\\n  b\n", 2, true },
		{ "// a \\\n NOLINT\nx;\n", 2, true },
		{ "// NOLINTBEGIN\nx;\n// NOLINTEND\ny;\n", 2, true },
		{ "// NOLINTBEGIN\nx;\n// NOLINTEND\ny;\n", 4, false },
		{ "// NOLINTBEGIN(smem-*)\nx;\n// NOLINTEND\ny;\n", 2, false },
		{ "// NOLINTBEGIN(a, smem-*)\nx;\n// NOLINTEND(a,smem-*)\ny;\n", 2, true },
		{ "// NOLINTBEGIN(smem-*)\n// NOLINTBEGIN(b)\n// NOLINTEND(b)\nx;\n// NOLINTEND(smem-*)\n", 4, true },
		{ "// NOLINTEND\nx;\n// NOLINTBEGIN\n", 2, false },
		{ "x; // NOLINT\r\ny; // NOLINTNEXTLINE\r\nz;\r\n", 3, true },
		{ "\xef\xbb\xbfx; // \xc3\xa4 NOLINT", 1, true },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (suppresses(rows[i].text, LOAD, rows[i].line) != rows[i].does)
			fail_msg("line %d of\n%s", rows[i].line, rows[i].text);
}

static void test_places(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *text = "a\n\tb; /* NOLINT(x) */\n";
	const Nolints all = nolint_scan(arena, text, strlen(text));
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].line, 2);
	assert_int_equal(all.at[0].column, 8);
	assert_int_equal(all.at[0].end - all.at[0].begin, strlen("NOLINT(x)"));
	arena_free(arena);
}

/* --- a report ----------------------------------------------------------------------------------- */

static FileReport report_with(Arena *arena, const char *const *of, const int *lines, int n)
{
	FileReport report = { .file = "k.cu" };
	for (int i = 0; i < n; i++) {
		const Finding finding = { .rule = of[i],
					  .severity = SEV_WARNING,
					  .place = { .path = "k.cu", .line = lines[i], .column = 1 } };
		vec_push(arena, &report.findings, finding);
	}
	return report;
}

static SourceSet sources_with(Arena *arena, const char *text)
{
	SourceSet sources = { .arena = arena };
	source_set_text(&sources, source_add(&sources, "k.cu", false), text, strlen(text));
	return sources;
}

static void test_filter(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	SourceSet sources = sources_with(arena, "a; // NOLINT\nb; // NOLINT(" LOAD ")\nc;\n");
	FileReport report = report_with(arena, (const char *[]){ LOAD, NULL, LOAD, STORE, LOAD }, (int[]){ 1, 1, 2, 2, 3 }, 5);
	int counts[N_LEFT_OUT] = { 0 };
	Sieve sieve = sieve_begin(arena, &report);
	nolint_filter(&sieve, &sources);
	sieve_end(&sieve, counts);
	assert_int_equal(counts[LEFT_NOLINT], 2);
	assert_int_equal(report.findings.n, 3);
	assert_null(report.findings.at[0].rule); /* a problem of the input is not suppressed */
	assert_string_equal(report.findings.at[1].rule, STORE);
	assert_int_equal(report.findings.at[2].place.line, 3);
	arena_free(arena);
}

static void expect_problem(const char *text, const char *unused, const char *says)
{
	Arena *arena = arena_new();
	SourceSet sources = sources_with(arena, text);
	const FileReport report = report_with(arena, (const char *[]){ LOAD }, (int[]){ 2 }, 1);
	const NolintAsk ask = { "k.cu", unused, rules, 2 };
	const FindingList found = nolint_check(arena, &report, &sources, &ask);
	if (!says ? found.n != 0 : found.n != 1 || !strstr(found.at[0].message, says))
		fail_msg("%s: %d, %s", text, found.n, found.n ? found.at[0].message : "");
	arena_free(arena);
}

static void test_check(void **state)
{
	(void)state;
	expect_problem("a; // NOLINT(" LOAD ")\nb;\n", NULL, NULL);
	expect_problem("a; // NOLINT(" LOAD ")\nb;\n", "unused", "there is no finding of '" LOAD "' here to suppress");
	expect_problem("a;\nb; // NOLINT(" LOAD ")\n", "unused", NULL);
	expect_problem("a;\nb; // NOLINT(" LOAD "," STORE ")\n", "unused", "no finding of '" STORE "'");
	expect_problem("a; // NOLINT\nb;\n", "unused", NULL); /* another program's too */
	expect_problem("a; // NOLINT(*,bugprone-x)\nb;\n", "unused", NULL);
	expect_problem("a; // NOLINT(smem-bank-*)\nb;\n", "unused", "'smem-bank-*'");
	expect_problem("a;\nb; // NOLINT(smem-bank-conflict-laod)\n", "unused",
		       "there is no rule 'smem-bank-conflict-laod'; did you mean '" LOAD "'?");
	expect_problem("// NOLINTBEGIN(smem-*)\nb;\n// NOLINTEND(smem-*)\n", "unused", NULL);
	expect_problem("// NOLINTBEGIN(smem-*)\nb;\n", NULL, "this NOLINTBEGIN has no NOLINTEND with the same list");
	expect_problem("a;\nb; // NOLINTEND\n", NULL, "this NOLINTEND has no NOLINTBEGIN before it");
	expect_problem("// NOLINTBEGIN(bugprone-x)\nb;\n", NULL, NULL);
}

/* --- adding ------------------------------------------------------------------------------------- */

static void expect_added(const char *text, int line, const char *rule, const char *becomes)
{
	Arena *arena = arena_new();
	NolintWishes wishes = { 0 };
	size_t size;
	int n;
	const char *why = NULL;
	vec_push(arena, &wishes, ((NolintWish){ line, rule }));
	const char *now = nolint_add(arena, text, strlen(text), &wishes, &size, &n, &why);
	if (!now != !becomes || (now && strcmp(now, becomes) != 0))
		fail_msg("%s\nbecomes\n%s\n(%s)\nand not\n%s", text, now ? now : "nothing", why ? why : "", becomes ? becomes : "nothing");
	arena_free(arena);
}

static void test_add(void **state)
{
	(void)state;
	expect_added("a;\n\tb;\nc;\n", 2, LOAD, "a;\n\tb; // NOLINT(" LOAD ")\nc;\n");
	expect_added("a;\r\nb;  \r\nc;\r\n", 2, LOAD, "a;\r\nb; // NOLINT(" LOAD ")  \r\nc;\r\n");
	expect_added("a; // why", 1, LOAD, "a; // why NOLINT(" LOAD ")");
	expect_added("a; // why\r\n", 1, LOAD, "a; // why NOLINT(" LOAD ")\r\n");
	expect_added("a; // NOLINT(x)\n", 1, LOAD, "a; // NOLINT(x," LOAD ")\n");
	expect_added("a; // NOLINT()\n", 1, LOAD, "a; // NOLINT(" LOAD ")\n");
	expect_added("// NOLINTNEXTLINE(x)\na;\n", 2, LOAD, "// NOLINTNEXTLINE(x," LOAD ")\na;\n");
	expect_added("#define M \\\n\ta; \\\n\tb\n", 2, LOAD, "#define M \\\n\ta; /* NOLINT(" LOAD ") */ \\\n\tb\n");
	expect_added("#define M \\\n\ta; \\\n\tb\n", 3, LOAD, "#define M \\\n\ta; \\\n\tb // NOLINT(" LOAD ")\n");
	expect_added("a; // one \\\n two\n", 1, LOAD, "a; // one NOLINT(" LOAD ") \\\n two\n");
	expect_added("a; /* one\n two */\n", 1, LOAD, "a; /* one NOLINT(" LOAD ")\n two */\n");
	expect_added("\tf(R\"(\n)\");\n", 1, LOAD, "\t// NOLINTNEXTLINE(" LOAD ")\n\tf(R\"(\n)\");\n");
	expect_added("f(R\"(\n)\"); g(R\"(\n)\");\n", 2, LOAD, NULL); /* a raw string before it and after it */
	expect_added("a;\n", 7, LOAD, NULL);
#define LONG "  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;"
	expect_added(LONG "\r\n", 1, LOAD, "  // NOLINTNEXTLINE(" LOAD ")\r\n" LONG "\r\n");
	expect_added("#define M \\\n" LONG " \\\nx\n", 2, LOAD, "#define M \\\n" LONG " /* NOLINT(" LOAD ") */ \\\nx\n");
}

static void test_add_many(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	NolintWishes wishes = { 0 };
	const NolintWish all[] = { { 3, STORE }, { 1, STORE }, { 3, LOAD }, { 3, LOAD }, { 4, LOAD } };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		vec_push(arena, &wishes, all[i]);
	size_t size;
	int n;
	const char *why, *text = "a;\nb;\nc;\n" LONG "\n";
	const char *now = nolint_add(arena, text, strlen(text), &wishes, &size, &n, &why);
	assert_string_equal(now,
			    "a; // NOLINT(" STORE ")\nb;\nc; // NOLINT(" LOAD "," STORE ")\n  // NOLINTNEXTLINE(" LOAD ")\n" LONG "\n");
	assert_int_equal(n, 3);
	assert_int_equal(size, strlen(now));
	arena_free(arena);
}

/* --- the program -------------------------------------------------------------------------------- */

static const char program[] =
	"__global__ void spread(float *out)\n"
	"{\n"
	"	__shared__ float s[1024];\n"
	"	s[threadIdx.x * 4] = 1;\n"
	"	out[threadIdx.x] = s[threadIdx.x]; // NOLINT(" LOAD
	")\n"
	"}\n";

static void test_program(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *path = put(arena, "k.cu", program), *flags = "--cuda-path none --block 256";
	expect_says(arena_printf(arena, "%s %s", flags, path), 1, "k.cu:4:2: warning: 4-way bank conflict");
	expect_says(arena_printf(arena, "%s --report-unused-nolint %s", flags, path), 1,
		    "k.cu:5:40: warning: there is no finding of '" LOAD "' here to suppress [smemlint-unused-nolint]");
	expect_says(arena_printf(arena, "%s --report-unused-nolint --checks -smem-bank-*,-smemlint-* %s", flags, path), 0, "");
	expect_says(arena_printf(arena, "%s --add-nolint --stats %s", flags, path), 0, "k.cu: note: added NOLINT to 1 line",
		    "1  findings left out: by NOLINT comments");
	size_t size;
	const char *changed = file_bytes(arena, path, &size);
	assert_non_null(strstr(changed, "	s[threadIdx.x * 4] = 1; // NOLINT(" STORE ")\n"));
	Result again = run_smemlint(arena_printf(arena, "%s --quiet --add-nolint %s", flags, path));
	assert_int_equal(again.status, 0);
	assert_int_equal(again.out.n + again.err.n, 0);
	result_free(&again);
	assert_string_equal(file_bytes(arena, path, &size), changed);
	arena_free(arena);
}

#define TWO_STORES(first, second) \
	"__global__ void two(float *out)\n{\n\t__shared__ float s[32][32];\n" \
	"\ts[threadIdx.x][0] = 1;" first "\n\ts[threadIdx.x][1] = 2;" second \
	"\n" \
	"\t__syncthreads();\n\tout[threadIdx.x] = s[0][threadIdx.x];\n}\n"

/* An array is fixed if one of its findings is shown. */
static void test_fixes(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *flags = "--cuda-path none --block 32 --diff";
	const char *path = put(arena, "both.cu", TWO_STORES(" // NOLINT", " // NOLINT(smem-*)"));
	expect_says(arena_printf(arena, "%s %s", flags, path), 0, "");
	path = put(arena, "one.cu", TWO_STORES(" // NOLINT", ""));
	expect_says(arena_printf(arena, "%s %s", flags, path), 1, "+\t__shared__ float s[32][34];");
	expect_says(arena_printf(arena, "%s --checks -smem-bank-* %s", flags, path), 0, "");
	expect_says(arena_printf(arena, "%s --min-ways 64 %s", flags, path), 0, "");
	put(arena, "p.diff",
	    "--- a/one.cu\n+++ b/one.cu\n@@ -7,1 +7,1 @@\n-\tout[threadIdx.x] = 1;\n+\tout[threadIdx.x] = s[0][threadIdx.x];\n");
	expect_says(arena_printf(arena, "%s --patch %s/p.diff %s", flags, folder, path), 0, "");
	expect_says(arena_printf(arena, "--cuda-path none --block 32 --fix --checks -smem-bank-* %s", path), 0, "");
	size_t size;
	assert_string_equal(file_bytes(arena, path, &size), TWO_STORES(" // NOLINT", ""));
	arena_free(arena);
}

static void test_read_only(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *path = put(arena, "r.cu", program);
	assert_int_equal(chmod(path, 0444), 0);
	expect_says(arena_printf(arena, "--cuda-path none --block 256 --add-nolint %s", path), 2,
		    "r.cu: error: cannot add NOLINT comments: the file is read-only");
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_suppression), cmocka_unit_test(test_places),  cmocka_unit_test(test_filter),
		cmocka_unit_test(test_check),       cmocka_unit_test(test_add),     cmocka_unit_test(test_add_many),
		cmocka_unit_test(test_fixes),       cmocka_unit_test(test_program), cmocka_unit_test(test_read_only),
	};
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
