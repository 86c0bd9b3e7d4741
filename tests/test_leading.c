/* Which headers are found to be shared by sources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/paths.h"
#include "files.h"
#include "leading_project.h"

static void test_the_same(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 3; i++)
		leading_add(&p, A "#include \"b.h\"\n");
	leading_add(&p, C);
	leading_expect(&p, 0, A B);
	leading_expect(&p, 3, "");
	leading_end(&p);
}

static void test_too_few(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_add(&p, A);
	leading_add(&p, A);
	leading_expect(&p, 0, "");
	leading_end(&p);
}

static void test_two(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_large_header(&p, "include/a.h", "");
	leading_add(&p, A B);
	leading_add(&p, A);
	leading_add(&p, B);
	leading_expect(&p, 0, A);
	leading_expect(&p, 1, A);
	leading_expect(&p, 2, "");
	leading_end(&p);
}

/* In whatever order they are, and whatever is between them. */
static void test_any_order(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_add(&p, A B);
	leading_add(&p, B A);
	leading_add(&p, C "#define SIZE 3\n" B A);
	leading_add(&p, "int before;\n" B A);
	leading_expect(&p, 0, A B);
	leading_expect(&p, 1, A B);
	leading_expect(&p, 2, A B);
	leading_expect(&p, 3, ""); /* what stands before them may be meant for them */
	leading_end(&p);
}

/* What other headers include counts, too. */
static void test_inner(void **state)
{
	LeadingProject p = leading_begin_with(C, C, "");
	(void)state;
	leading_add(&p, A);
	leading_add(&p, B);
	leading_add(&p, "#include \"own.h\"");
	leading_header(&p, "own.h", "#include \"include/c.h\"");
	leading_expect(&p, 0, C);
	leading_expect(&p, 1, C);
	leading_expect(&p, 2, C);
	leading_end(&p);
}

/* A header that cannot be included twice, or stands under an #if, comes as it did. */
static void test_unguarded(void **state)
{
	LeadingProject p = leading_begin();
	(void)state;
	leading_header(&p, "include/a.h", "#if OF_ANOTHER\n" C "#endif\n#include \"list.def\"");
	leading_header(&p, "include/c.h", "");
	make_file(p.folder, "include/list.def", "#ifndef ITEM\n#define ITEM(x)\n#endif\nITEM(1)\n");
	for (int i = 0; i < 3; i++)
		leading_add(&p, A);
	leading_expect(&p, 0, A);
	leading_end(&p);
}

/* Those of the standard library that all have in front come first, by name; not what a source has only further down. */
static void test_standard_headers(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_add(&p, "#include <vector>\n#include <map>\n#include <iostream>\n" A B);
	leading_add(&p, "#include <iostream>\n#include <vector> // of C++\n" A "#include <map>\n" B);
	leading_add(&p, "#include <vector>\n#include <iostream>\n" A "#include <set>\n#include <map>\n" B);
	leading_add(&p, "#include <iostream>\n#include <vector>\n#include <vector>\n#include <map>\n" A B "#include <set>\n");
	for (int i = 0; i < 4; i++)
		leading_expect(&p, i, "#include <iostream>\n#include <vector>\n" A B);
	leading_end(&p);
}

/* Of a folder for quoted names. */
static void test_quoted(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	p.folders.n_quoted = 1;
	for (int i = 0; i < 3; i++)
		leading_add(&p, "#include \"a.h\"\n" B);
	leading_expect(&p, 0, "#include \"a.h\"\n" B); /* <b.h> is not found there, and may be one of the system */
	leading_end(&p);
}

/* What five have besides is precompiled on what all have. */
static void test_longer(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 10; i++)
		leading_add(&p, i < 5 ? A B C : A);
	const Leading longer = leading_found(&p, 3);
	assert_string_equal(longer.text, B C);
	assert_string_equal(longer.base->text, A);
	assert_null(longer.base->base);
	leading_expect(&p, 5, A);
	leading_expect(&p, 9, A);
	leading_end(&p);
}

/* A part of it is precompiled before it, for few that have no more. */
static void test_part(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 5; i++)
		leading_add(&p, i < 4 ? C A B : A);
	leading_expect(&p, 4, A);
	const Leading longer = leading_found(&p, 0);
	assert_string_equal(longer.text, C B);
	assert_string_equal(longer.base->text, A);
	leading_end(&p);
}

/* So it is before one that others are built on. */
static void test_part_of_base(void **state)
{
	(void)state;
	for (int n = 1; n <= 3; n++) { /* three take it before it is known to be a part */
		LeadingProject p = leading_begin_with("", "", "");
		for (int i = 0; i < 8 + n; i++)
			leading_add(&p, i < 5 ? B A C : i < 8 ? B A : A);
		leading_expect(&p, 8, A);
		assert_string_equal(leading_found(&p, 7).text, B);
		const Leading longer = leading_found(&p, 0);
		assert_string_equal(longer.text, C);
		assert_string_equal(longer.base->text, B);
		assert_string_equal(longer.base->base->text, A);
		leading_end(&p);
	}
}

/* What two that are worth more have in common is precompiled before both. */
static void test_common_part(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_large_header(&p, "include/b.h", "");
	leading_large_header(&p, "include/c.h", "");
	for (int i = 0; i < 6; i++)
		leading_add(&p, i < 3 ? A B : A C);
	const Leading b = leading_found(&p, 0), c = leading_found(&p, 5);
	assert_string_equal(b.text, B);
	assert_string_equal(b.base->text, A);
	assert_string_equal(c.text, C);
	assert_string_equal(c.base->text, A);
	leading_end(&p);
}

/* What two sources have that took others of what is built on <a.h>. */
static void test_on_one_base(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_header_of(&p, "include/b.h", "", 70000);
	leading_header_of(&p, "include/c.h", "", 70000);
	leading_large_header(&p, "include/d.h", "");
	for (int i = 0; i < 17; i++)
		leading_add(&p, arena_printf(p.arena, A "%s%s", i < 8 ? B : i < 16 ? C : "", i % 8 ? "" : "#include <d.h>\n"));
	leading_expect(&p, 1, A B);
	leading_expect(&p, 9, A C);
	leading_expect(&p, 0, A "#include <d.h>\n");
	leading_expect(&p, 8, A "#include <d.h>\n");
	leading_end(&p);
}

/* The same, where <a.h> is a base only since it is a part of another one. */
static void test_on_new_base(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_large_header(&p, "include/a.h", "");
	leading_header_of(&p, "include/b.h", "", 70000);
	leading_large_header(&p, "include/d.h", "");
	for (int i = 0; i < 27; i++)
		leading_add(&p, arena_printf(p.arena, A "%s%s", i < 24 ? B : "", i % 24 ? "" : "#include <d.h>\n"));
	leading_expect(&p, 1, A B);
	leading_expect(&p, 25, A);
	leading_expect(&p, 0, A "#include <d.h>\n");
	leading_expect(&p, 24, A "#include <d.h>\n");
	leading_end(&p);
}

/* No two have nothing but <a.h> in common, which three have. */
static void test_between_pairs(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_header(&p, "include/d.h", "");
	leading_add(&p, A B C);
	leading_add(&p, A B "#include <d.h>");
	leading_add(&p, A C "#include <d.h>");
	leading_expect(&p, 0, A);
	leading_expect(&p, 1, A);
	leading_expect(&p, 2, A);
	leading_end(&p);
}

/* Nor anything but two headers, which three have. */
static void test_between_threes(void **state)
{
	const char *const own[] = { B C, B "#include <e.h>\n", C "#include <e.h>\n" };
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_header(&p, "include/d.h", "");
	leading_header(&p, "include/e.h", "");
	for (int i = 0; i < 3; i++)
		leading_add(&p, arena_printf(p.arena, A "#include <d.h>\n%s", own[i]));
	for (int i = 0; i < 3; i++)
		leading_expect(&p, i, A "#include <d.h>\n");
	leading_end(&p);
}

/* Of what is chosen for others, a source takes all but the header that a macro is for. */
static void test_all_but_one(void **state)
{
	LeadingProject p = leading_begin_with("", "int b = SIZE;", "");
	(void)state;
	for (int i = 0; i < 4; i++)
		leading_add(&p, i ? A B C : "#define SIZE 4\n" A B C);
	leading_expect(&p, 0, A C);
	leading_expect(&p, 1, A C B);
	leading_end(&p);
}

/* What few kinds of sources chose is for all of them. */
static void test_many_kinds(void **state)
{
	enum { SMALL = 11, KINDS = 1200 };
	LeadingProject p = leading_begin_with("inline int f() { return SIZE; }", "", "");
	(void)state;
	for (int i = 0; i < SMALL; i++)
		make_file(p.folder, arena_printf(p.arena, "include/small%d.h", i), "#pragma once\n");
	for (int kind = 0; kind < KINDS; kind++) {
		Buf text = { 0 };
		for (int i = 0; i < SMALL; i++)
			if (kind >> i & 1)
				buf_printf(&text, "#include <small%d.h>\n", i);
		leading_add(&p, arena_printf(p.arena, "%s" A "%s", kind == KINDS - 2 ? "#define SIZE 3\n" : "", text.s ? text.s : ""));
		buf_free(&text);
	}
	leading_expect(&p, 0, A);
	leading_expect(&p, KINDS - 1, A);
	leading_expect(&p, KINDS - 2, ""); /* <a.h> names SIZE */
	leading_end(&p);
}

/* Quoted names that stand beside the sources are those of their folder. */
static void test_folders(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	leading_header(&p, "beside.h", "");
	for (int i = 0; i < 3; i++)
		leading_add(&p, A "#include \"beside.h\"\n");
	const Leading leading = leading_found(&p, 0);
	assert_string_equal(leading.text, A "#include \"beside.h\"\n");
	assert_string_equal(leading.folder, p.folder);
	leading_end(&p);
}

/* The one in the earlier folder is meant. */
static void test_shadows(void **state)
{
	LeadingProject p = leading_begin_with("#include \"c.h\"", "#include <sub/d.h>", "");
	(void)state;
	vec_push(p.arena, &p.folders.names, path_join(p.arena, p.folder, "include/sub"));
	leading_header(&p, "include/sub/c.h", "");
	leading_header(&p, "include/sub/d.h", "#include \"c.h\"");
	for (int i = 0; i < 3; i++)
		leading_add(&p, B);
	leading_expect(&p, 0, "#include <sub/c.h>\n#include <sub/d.h>\n" B);
	leading_end(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_same),
		cmocka_unit_test(test_too_few),
		cmocka_unit_test(test_two),
		cmocka_unit_test(test_any_order),
		cmocka_unit_test(test_inner),
		cmocka_unit_test(test_unguarded),
		cmocka_unit_test(test_standard_headers),
		cmocka_unit_test(test_quoted),
		cmocka_unit_test(test_longer),
		cmocka_unit_test(test_part),
		cmocka_unit_test(test_part_of_base),
		cmocka_unit_test(test_common_part),
		cmocka_unit_test(test_on_one_base),
		cmocka_unit_test(test_on_new_base),
		cmocka_unit_test(test_between_pairs),
		cmocka_unit_test(test_between_threes),
		cmocka_unit_test(test_all_but_one),
		cmocka_unit_test(test_many_kinds),
		cmocka_unit_test(test_folders),
		cmocka_unit_test(test_shadows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
