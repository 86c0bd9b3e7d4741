/* Damaged configurations, comments, baselines and patches: as test_fuzz.c, with its variables SMEMLINT_FUZZ_RUNS and
 * SMEMLINT_FUZZ_SEED. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "config/config.h"
#include "filter/baseline.h"
#include "filter/nolint.h"
#include "filter/parts.h"
#include "filter/patch.h"
#include "filter/slice.h"
#include "mutate.h"

enum { CASE_SECONDS = 20 };

static Buf at_hand;
static uint64_t seed_at_hand;

static void tell(void)
{
	fprintf(stderr, "\nSMEMLINT_FUZZ_SEED=%llu\n--- input\n", (unsigned long long)seed_at_hand);
	fwrite(at_hand.s, 1, at_hand.n, stderr);
	fputs("\n--- end\n", stderr);
}

static int tear_down(void **state)
{
	(void)state;
	alarm(0);
	if (at_hand.s) /* the case failed */
		tell();
	at_hand = (Buf){ 0 };
	return 0;
}

static uint64_t number_of(const char *variable, uint64_t otherwise)
{
	const char *text = getenv(variable);
	return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

typedef void Check(Arena *arena, Rng *rng, const Buf *text);

static void fuzz(const Language *language, uint64_t runs, Check *check)
{
	const uint64_t first = number_of("SMEMLINT_FUZZ_SEED", 20250601), n = number_of("SMEMLINT_FUZZ_RUNS", runs);
	for (uint64_t i = 0; i < n; i++) {
		Rng rng = { first + i };
		Buf text = mutant(&rng, language);
		Arena *arena = arena_new();
		at_hand = text;
		seed_at_hand = first + i;
		alarm(CASE_SECONDS);
		check(arena, &rng, &text);
		alarm(0);
		at_hand = (Buf){ 0 };
		arena_free(arena);
		buf_free(&text);
	}
}

/* --- configurations ----------------------------------------------------------------------------- */

static const char *const config_seeds[] = {
	"checks: '-*, smem-bank-*'\nseverity:\n  smem-*: note\n  smem-a: error\nmin-ways: 8\nfail-level: error\n",
	"inherit: true\narch: sm_90a\nblocks: {transpose*: [32, 8], '*': 128, t: '4,4,4'}\nassume: [n == 4, m]\n",
	"ignore:\n  - a/\n  - '*.gen.cu'\n  - '!b'\ncuda-path: none\n# end\n",
	"--- !x\n- &a b\n- *a\n...\n",
	"a: \"\\x00\\u0085\"\n",
	NULL,
};
static const char *const config_words[] = {
	"checks", "severity", "blocks", "ignore",      "assume", ": ", "\n",   "\n  ",         "- ",           "[",     "]",
	"{",      "}",        ",",      "'",           "\"",     "\\", "#",    "&a",           "*a",           "!!str", "|\n  x",
	">\n",    "---\n",    "...\n",  "%YAML 1.1\n", "? ",     "\t", "\xff", "\xe2\x80\xa8", "\xef\xbb\xbf", "note",  "smem-a",
	"-",      "~",        NULL,
};
static const Language config_language = { config_seeds, config_words };

static const char *no_problem(Arena *arena, const char *text)
{
	return *text == 'm' ? arena_strdup(arena, "is none") : NULL;
}

static void check_config(Arena *arena, Rng *rng, const Buf *text)
{
	static const char *const names[] = { "smem-a", "smem-bank-b" };
	const ConfigKnown known = { names, 2, no_problem };
	Config config = { .files = { 0 } }, again = { .files = { 0 } };
	ConfigProblems problems = { 0 }, none = { 0 };
	(void)rng;
	config_read(arena, "/p q/.smemlint.yaml", text->s, text->n, &known, &config, &problems);
	for (int i = 0; i < problems.n; i++) {
		assert_in_range(problems.at[i].at.line, 1, text->n + 2);
		assert_in_range(problems.at[i].at.column, 1, text->n + 2);
		assert_true(*problems.at[i].message);
	}
	config_has_rule(&config, "smem-a");
	config_block(&config, "transpose");
	config_ignores(&config, "/p q/a/b.gen.cu");
	Buf first = { 0 }, second = { 0 };
	config_dump(&first, &config);
	config_read(arena, "/p q/.smemlint.yaml", first.s, first.n, &known, &again, &none);
	for (int i = 0; i < none.n; i++) /* a name without a rule is kept */
		assert_true(strstr(none.at[i].message, "rule") != NULL);
	assert_int_equal(again.blocks.n <= config.blocks.n && again.ignore.n == config.ignore.n, 1);
	assert_int_equal(again.assume.n, config.assume.n);
	for (int i = 0; i < config.ignore.n; i++)
		assert_string_equal(again.ignore.at[i].text, config.ignore.at[i].text);
	for (int i = 0; i < config.checks.n; i++)
		assert_string_equal(again.checks.at[i].text, config.checks.at[i].text);
	config_dump(&second, &again);
	buf_free(&first);
	buf_free(&second);
}

static void configurations_are_read(void **state)
{
	(void)state;
	fuzz(&config_language, 4000, check_config);
}

/* --- comments ----------------------------------------------------------------------------------- */

static const char *const comment_seeds[] = {
	"a; // NOLINT\n// NOLINTNEXTLINE(smem-a,-b)\nb; /* NOLINTBEGIN */ c;\n/* NOLINTEND */\n",
	"#define M(x) \\\n\tf(x); \\\n\tg(x) // NOLINT(smem-*)\nR\"x(\n)\" NOLINT\n)x\";\n",
	"'\"' 1'000 u8R\"(\n)\" \"\\\"//\" // NOLINTEND(a)\r\nb\r\n",
	NULL,
};
static const char *const comment_words[] = {
	"NOLINT",      "NOLINTNEXTLINE",
	"NOLINTBEGIN", "NOLINTEND",
	"(",           ")",
	"smem-a",      ",",
	"*",           "-",
	"//",          "/*",
	"*/",          "\"",
	"'",           "\\\n",
	"\\\r\n",      "\n",
	"\r\n",        "R\"(",
	")\"",         "R\"x(",
	")x\"",        "u8R",
	"\\",          "#define",
	"\t",          "\xff",
	NULL,
};
static const Language comment_language = { comment_seeds, comment_words };

static int lines_of(const Buf *text)
{
	int n = 1;
	for (size_t i = 0; i < text->n; i++)
		n += text->s[i] == '\n';
	return n;
}

static void check_parts(Arena *arena, const Buf *text)
{
	const Parts parts = text_parts(arena, text->s, text->n);
	size_t last = 0;
	for (int i = 0; i < parts.n; i++) {
		assert_in_range(parts.at[i].begin, last, text->n);
		assert_in_range(parts.at[i].end, parts.at[i].begin + 2, text->n);
		last = parts.at[i].end;
	}
}

/* Added comments suppress their findings, change nothing else, and are not added again. */
static void check_comments(Arena *arena, Rng *rng, const Buf *text)
{
	const Nolints all = nolint_scan(arena, text->s, text->n);
	check_parts(arena, text);
	for (int i = 0; i < all.n; i++) {
		assert_in_range(all.at[i].end, all.at[i].begin + 6, text->n);
		assert_memory_equal(text->s + all.at[i].begin, "NOLINT", 6);
		assert_in_range(all.at[i].line, 1, lines_of(text));
	}
	NolintWishes wishes = { 0 };
	for (size_t i = 1 + rng_below(rng, 3); i > 0; i--)
		vec_push(arena, &wishes,
			 ((NolintWish){ 1 + (int)rng_below(rng, (size_t)lines_of(text)), rng_below(rng, 2) ? "smem-a" : "smem-b" }));
	size_t size = 0;
	int n = 0;
	const char *why = NULL, *now = nolint_add(arena, text->s, text->n, &wishes, &size, &n, &why);
	assert_int_equal(now == NULL, why != NULL);
	if (!now)
		return;
	assert_true(size > text->n && n >= 1 && n <= wishes.n);
	size_t at = 0;
	for (size_t i = 0; i < size && at < text->n; i++)
		at += now[i] == text->s[at];
	assert_int_equal(at, text->n);
}

static void comments_are_read(void **state)
{
	(void)state;
	fuzz(&comment_language, 6000, check_comments);
}

/* --- patches ------------------------------------------------------------------------------------ */

static const char *const patch_seeds[] = {
	"diff --git a/x.cu b/x.cu\nindex 1..2 100644\n--- a/x.cu\n+++ b/x.cu\n@@ -1,3 +1,4 @@ f()\n a\n-b\n+c\n+d\n e\n@@ -9 +10 "
	"@@\n-a\n+b\n",
	"--- x\t2024\n+++ x\t2024\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n",
	"rename from x\nrename to y\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
	"diff --cc x\n--- a/x\n+++ \"b/\\303\\244\"\n@@@ -1,2 -1,3 +1,3 @@@\n  a\n- b\n -c\n++d\n+ e\n",
	NULL,
};
static const char *const patch_words[] = {
	"diff --git ", "--- ",  "+++ ",      "@@ ",        "@@@",
	" -1,2",       " +3,4", " @@",       "\n",         "\n+",
	"\n-",         "\n ",   "\r\n",      "\\ No",      "a/",
	"/dev/null",   "\"",    "\\",        "\\303",      "\t",
	",",           "0",     "999999999", "1000000000", "@@@@@@@@@@@@@@@@@@@@",
	"\xff",        NULL,
};
static const Language patch_language = { patch_seeds, patch_words };

static void check_patch(Arena *arena, Rng *rng, const Buf *text)
{
	const Patch *patch = patch_read(arena, text->s, text->n);
	(void)rng;
	if (patch->problem)
		assert_in_range(patch->problem_line, 1, lines_of(text));
	for (int i = 0; i < patch->files.n; i++) {
		const PatchFile *file = &patch->files.at[i];
		assert_null(file->path);
		for (int k = 0; k < file->changed.n; k++)
			assert_in_range(file->changed.at[k].last - file->changed.at[k].first, 0, lines_of(text));
	}
}

static void patches_are_read(void **state)
{
	(void)state;
	fuzz(&patch_language, 6000, check_patch);
}

/* --- slices, and texts of lines ----------------------------------------------------------------- */

static void check_slice(Arena *arena, Rng *rng, const Buf *text)
{
	const size_t begin = rng_below(rng, text->n + 1), end = begin + rng_below(rng, text->n - begin + 1);
	const Slice slice = slice_of(arena, text->s, text->n, begin, end);
	assert_int_equal(slice.n_lines, lines_of(text));
	const char *known = baseline_text(arena, text->s);
	assert_in_range(strlen(known), 0, 2 * text->n);
}

static const char *const slice_seeds[] = {
	"#define N 3\nint f(int a) { int i = a * N; i += 2; return s[i]; }\n",
	"namespace n { struct S { int x; }; void g() const { x <<= 1; --y; } }\n",
	NULL,
};
static const char *const slice_words[] = {
	"{", "}", "(",    ")",     ";",  "=",  "==", "<<=",  "++", "--", "#define ", "\\\n", "\n",
	"i", "N", "int ", "const", "//", "/*", "*/", "R\"(", "\"", "'",  "\xff",     " ",    NULL,
};
static const Language slice_language = { slice_seeds, slice_words };

static void slices_are_made(void **state)
{
	(void)state;
	fuzz(&slice_language, 3000, check_slice);
}

/* --- baselines ---------------------------------------------------------------------------------- */

static const char *const baseline_seeds[] = {
	"{\"smemlint-baseline\": 1, \"findings\": [\n  "
	"{\"file\":\"README.md\",\"rule\":\"r\",\"kernel\":\"k\",\"text\":\"a;\",\"ways\":4,\"count\":2},\n"
	"  {\"file\":\"README.md\",\"source\":\"README.md\",\"rule\":\"r\",\"object\":\"s\",\"text\":\"\"}\n]}\n",
	NULL,
};
static const char *const baseline_words[] = {
	"{",        "}",        "[",         "]",  ",",   ":",       "\"",      "null", "true", "\"file\"", "\"rule\"",
	"\"text\"", "\"ways\"", "\"count\"", "-1", "1e9", "\\u0000", "\\ud800", "\xff", "\n",   NULL,
};
static const Language baseline_language = { baseline_seeds, baseline_words };

/* A baseline that was written and read again is the same. */
static void check_baseline(Arena *arena, Rng *rng, const Buf *text)
{
	Baseline *one = baseline_new(arena, "/"), *two = baseline_new(arena, "/");
	Buf first = { 0 }, second = { 0 };
	(void)rng;
	baseline_read(one, text->s, text->n);
	if (one->problem)
		return;
	one->met = one->known;
	baseline_write(&first, one, false);
	baseline_read(two, first.s, first.n);
	assert_null(two->problem);
	two->met = two->known;
	baseline_write(&second, two, false);
	assert_string_equal(first.s, second.s);
	buf_free(&first);
	buf_free(&second);
}

static void baselines_are_read(void **state)
{
	(void)state;
	fuzz(&baseline_language, 4000, check_baseline);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(configurations_are_read, tear_down), cmocka_unit_test_teardown(comments_are_read, tear_down),
		cmocka_unit_test_teardown(patches_are_read, tear_down),        cmocka_unit_test_teardown(slices_are_made, tear_down),
		cmocka_unit_test_teardown(baselines_are_read, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
