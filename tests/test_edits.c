/* Edits, diffs of them, and files that are replaced. */
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

#include "arena.h"
#include "base/replace_file.h"
#include "fix/edit.h"
#include "report/diff.h"

static const char *apply(const Edits *edits, const char *text)
{
	return edits_apply(arena, edits, 0, text, strlen(text), NULL);
}

static void edits_are_kept_in_order(void **state)
{
	(void)state;
	Edits edits = { 0 };
	assert_true(edits_add(arena, &edits, (Edit){ 0, 4, 1, "EE", false }));
	assert_true(edits_add(arena, &edits, (Edit){ 0, 0, 2, "", false }));
	assert_true(edits_add(arena, &edits, (Edit){ 0, 6, 0, "+", false }));
	assert_true(edits_add(arena, &edits, (Edit){ 1, 0, 1, "another file", false }));
	assert_string_equal(apply(&edits, "abcdefgh"), "cdEEf+gh");
}

static void edits_never_overlap(void **state)
{
	(void)state;
	Edits edits = { 0 };
	assert_true(edits_add(arena, &edits, (Edit){ 0, 2, 3, "x", false }));
	assert_true(edits_add(arena, &edits, (Edit){ 0, 2, 3, "x", false }));
	assert_int_equal(edits.n, 1);
	assert_false(edits_add(arena, &edits, (Edit){ 0, 2, 3, "y", false }));
	assert_false(edits_add(arena, &edits, (Edit){ 0, 4, 2, "y", false }));
	assert_false(edits_add(arena, &edits, (Edit){ 0, 0, 8, "y", false }));
	assert_false(edits_add(arena, &edits, (Edit){ 0, 3, 0, "y", false }));
	assert_true(edits_add(arena, &edits, (Edit){ 0, 5, 1, "y", false }));
	Edits more = { 0 };
	assert_true(edits_add(arena, &more, (Edit){ 0, 0, 1, "z", false }));
	assert_true(edits_add(arena, &more, (Edit){ 0, 3, 1, "z", false }));
	assert_false(edits_add_all(arena, &edits, &more));
	assert_int_equal(edits.n, 2);
}

static void places_are_led_back(void **state)
{
	(void)state;
	const char *text = "abcdefgh";
	Edits edits = { 0 };
	edits_add(arena, &edits, (Edit){ 0, 1, 2, "XYZ", false });
	edits_add(arena, &edits, (Edit){ 0, 5, 1, "", false });
	const char *after = apply(&edits, text); /* aXYZdegh */
	for (size_t i = 0; i < strlen(after); i++) {
		size_t before;
		bool has = edits_origin(&edits, 0, i, &before);
		assert_int_equal(has, i < 1 || i > 3);
		if (has)
			assert_int_equal(text[before], after[i]);
	}
}

/* Up to three edits of the text, at random. */
static void random_edits(size_t size, Edits *out)
{
	static const char *const texts[] = { "", "X", "YZ", "tuv" };
	for (int i = rand() % 4; i > 0; i--) {
		const size_t at = (size_t)rand() % (size + 1), most = size - at < 3 ? size - at : 3;
		edits_add(arena, out, (Edit){ 0, at, (size_t)rand() % (most + 1), texts[rand() % 4], false });
	}
}

static void edits_after_edits_are_composed(void **state)
{
	(void)state;
	const char *text = "abcdefgh";
	srand(1);
	for (int i = 0; i < 20000; i++) {
		SourceSet now = { .arena = arena };
		Edits first = { 0 }, second = { 0 }, both;
		random_edits(strlen(text), &first);
		const char *between = apply(&first, text);
		source_set_text(&now, source_add(&now, "a.cu", false), between, strlen(between));
		random_edits(strlen(between), &second);
		edits_compose(arena, &first, &second, &now, &both);
		assert_string_equal(apply(&both, text), apply(&second, between));
		for (int k = 1; k < both.n; k++)
			assert_true(both.at[k - 1].offset + both.at[k - 1].length <= both.at[k].offset);
	}
}

static const char *diff(const Edits *edits, const char *text)
{
	Buf out = { 0 };
	report_diff(&out, "a.cu", text, strlen(text), edits, 0);
	const char *copy = arena_strdup(arena, out.n ? out.s : "");
	buf_free(&out);
	return copy;
}

static void diffs_are_unified(void **state)
{
	(void)state;
	const char *text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13";
	Edits edits = { 0 };
	assert_string_equal(diff(&edits, text), "");
	edits_add(arena, &edits, (Edit){ 0, 2, 1, "two\nmore", false });
	assert_string_equal(diff(&edits, text), "--- a.cu\n+++ a.cu\n@@ -1,5 +1,6 @@\n 1\n-2\n+two\n+more\n 3\n 4\n 5\n");
	edits_add(arena, &edits, (Edit){ 0, strlen(text) - 2, 2, "13\n", false });
	assert_string_equal(diff(&edits, text),
			    "--- a.cu\n+++ a.cu\n@@ -1,5 +1,6 @@\n 1\n-2\n+two\n+more\n 3\n 4\n 5\n"
			    "@@ -10,4 +11,4 @@\n 10\n 11\n 12\n-13\n\\ No newline at end of file\n+13\n");
}

static void diffs_keep_line_endings(void **state)
{
	(void)state;
	Edits edits = { 0 };
	edits_add(arena, &edits, (Edit){ 0, 3, 1, "c", false });
	assert_string_equal(diff(&edits, "a\r\nb\r\n"), "--- a.cu\n+++ a.cu\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
}

/* --- files ------------------------------------------------------------------------------------ */

static char folder[] = "/tmp/smemlint-edits-XXXXXX";

static const char *file_of(const char *name, const char *text)
{
	const char *path = arena_printf(arena, "%s/%s", folder, name);
	FILE *out = fopen(path, "wb");
	assert_non_null(out);
	fputs(text, out);
	fclose(out);
	return path;
}

static const char *content(const char *path)
{
	char text[64] = "";
	FILE *in = fopen(path, "rb");
	assert_non_null(in);
	text[fread(text, 1, sizeof text - 1, in)] = 0;
	fclose(in);
	return arena_strdup(arena, text);
}

static void files_are_replaced_whole(void **state)
{
	(void)state;
	struct stat st;
	assert_non_null(mkdtemp(folder));
	const char *path = file_of("a", "old"), *link = arena_printf(arena, "%s/link", folder);
	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(symlink("a", link), 0);
	assert_null(replace_file(link, "old", 3, "new", 3));
	assert_string_equal(content(path), "new");
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_string_equal(replace_file(path, "old", 3, "newer", 5), "the file has changed since it was read");
	assert_string_equal(replace_file(path, "ne", 2, "newer", 5), "the file has changed since it was read");
	assert_string_equal(replace_file(path, "new!", 4, "newer", 5), "the file has changed since it was read");
	assert_int_equal(chmod(path, 0440), 0);
	assert_string_equal(replace_file(path, "new", 3, "newer", 5), "the file is read-only");
	assert_string_equal(content(path), "new");
	assert_non_null(replace_file(arena_printf(arena, "%s/none", folder), "", 0, "x", 1));
	assert_int_equal(unlink(path), 0);
	assert_int_equal(unlink(link), 0);
	assert_int_equal(rmdir(folder), 0); /* no half-written file is left */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edits_are_kept_in_order),  cmocka_unit_test(edits_never_overlap),
		cmocka_unit_test(places_are_led_back),      cmocka_unit_test(edits_after_edits_are_composed),
		cmocka_unit_test(diffs_are_unified),        cmocka_unit_test(diffs_keep_line_endings),
		cmocka_unit_test(files_are_replaced_whole),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
