/* Which headers are found to be shared by sources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/paths.h"
#include "files.h"
#include "project/leading.h"

typedef struct Project {
	char folder[sizeof TEST_FOLDER];
	Arena *arena;
	Names files;
	CommandFolders folders;
} Project;

static Project begin(void)
{
	Project p = { .folder = TEST_FOLDER, .arena = arena_new() };
	make_folder(p.folder);
	vec_push(p.arena, &p.folders.names, path_join(p.arena, p.folder, "include"));
	return p;
}

static void header_of(Project *p, const char *name, const char *text, int lines)
{
	Buf all = { 0 };
	buf_printf(&all, "/* a header */\n#pragma once\n%s\n", text);
	for (int i = 0; i < lines; i++)
		buf_printf(&all, "int a%d();\n", i);
	make_file(p->folder, name, all.s);
	buf_free(&all);
}

/* One that is large enough to be worth it, if three have it; … */
static void header(Project *p, const char *name, const char *text)
{
	header_of(p, name, text, 40000);
}

/* … and if two have it. */
static void large_header(Project *p, const char *name, const char *text)
{
	header_of(p, name, text, 400000);
}

static void add(Project *p, const char *text)
{
	const char *name = arena_printf(p->arena, "%d.cu", p->files.n);
	make_file(p->folder, name, arena_printf(p->arena, "/* a source */\n%s\nint code;\n", text));
	vec_push(p->arena, &p->files, path_join(p->arena, p->folder, name));
}

static Leading found(const Project *p, int i)
{
	IncludeSetting *settings = arena_array(p->arena, IncludeSetting, p->files.n);
	for (int k = 0; k < p->files.n; k++)
		settings[k] = (IncludeSetting){ 1, &p->folders };
	return leading_shared(p->arena, &p->files, settings)[i];
}

/* What file i is given, with what that is built on; "": nothing. */
static void expect(const Project *p, int i, const char *text)
{
	const Leading is = found(p, i);
	assert_string_equal(arena_printf(p->arena, "%s%s", is.base ? is.base->text : "", is.text ? is.text : ""), text);
}

static void end(Project *p)
{
	remove_folder(p->folder);
	arena_free(p->arena);
}

#define A "#include <a.h>\n"
#define B "#include <b.h>\n"
#define C "#include <c.h>\n"

static Project begin_with(const char *a, const char *b, const char *c)
{
	Project p = begin();
	header(&p, "include/a.h", a);
	header(&p, "include/b.h", b);
	header(&p, "include/c.h", c);
	return p;
}

static void test_the_same(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 3; i++)
		add(&p, A "#include \"b.h\"\n");
	add(&p, C);
	expect(&p, 0, A B);
	expect(&p, 3, "");
	end(&p);
}

static void test_too_few(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	add(&p, A);
	add(&p, A);
	expect(&p, 0, "");
	end(&p);
}

static void test_two(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	large_header(&p, "include/a.h", "");
	add(&p, A B);
	add(&p, A);
	add(&p, B);
	expect(&p, 0, A);
	expect(&p, 1, A);
	expect(&p, 2, "");
	end(&p);
}

/* In whatever order they are, and whatever is between them. */
static void test_any_order(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	add(&p, A B);
	add(&p, B A);
	add(&p, C "#define SIZE 3\n" B A);
	add(&p, "int before;\n" B A);
	expect(&p, 0, A B);
	expect(&p, 1, A B);
	expect(&p, 2, A B);
	expect(&p, 3, ""); /* what stands before them may be meant for them */
	end(&p);
}

/* What other headers include counts, too. */
static void test_inner(void **state)
{
	Project p = begin_with(C, C, "");
	(void)state;
	add(&p, A);
	add(&p, B);
	add(&p, "#include \"own.h\"");
	header(&p, "own.h", "#include \"include/c.h\"");
	expect(&p, 0, C);
	expect(&p, 1, C);
	expect(&p, 2, C);
	end(&p);
}

/* A header that cannot be included twice, or stands under an #if, comes as it did. */
static void test_unguarded(void **state)
{
	Project p = begin();
	(void)state;
	header(&p, "include/a.h", "#if OF_ANOTHER\n" C "#endif\n#include \"list.def\"");
	header(&p, "include/c.h", "");
	make_file(p.folder, "include/list.def", "#ifndef ITEM\n#define ITEM(x)\n#endif\nITEM(1)\n");
	for (int i = 0; i < 3; i++)
		add(&p, A);
	expect(&p, 0, A);
	end(&p);
}

/* Macros decide which order may change. */
static void test_macros(void **state)
{
	Project p = begin_with("#define SIZE 3", "int b = SIZE; // of a.h", "");
	(void)state;
	for (int i = 0; i < 4; i++)
		add(&p, i < 3 ? A B : B A);
	expect(&p, 0, A B);
	expect(&p, 3, "");
	end(&p);

	p = begin_with("#define SIZE 3\n#undef SIZE", "int b = SIZE;", "");
	for (int i = 0; i < 3; i++)
		add(&p, i < 2 ? A B : B A);
	expect(&p, 2, A B); /* nothing is left of it */
	end(&p);

	const char *const standard[] = { "constexpr", "INT_MAX" };
	for (int k = 0; k < 2; k++) {
		p = begin();
		header(&p, "include/a.h", arena_printf(p.arena, "#define %s\n", standard[k]));
		header(&p, "include/b.h", arena_printf(p.arena, "%s int b = 1;\n", standard[k]));
		for (int i = 0; i < 3; i++)
			add(&p, i < 2 ? A B : B A);
		expect(&p, 2, A B);
		end(&p);
	}
}

/* What a definition names matters where the macro is named, not where it is defined, or asked for. */
static void test_macros_of_macros(void **state)
{
	Project p = begin_with("#define SIZE 3", "#define AREA (SIZE * \\\n SIZE)\n#define ALL AREA\n#undef ALL", "");
	(void)state;
	for (int i = 0; i < 3; i++)
		add(&p, i < 2 ? A B : B A);
	expect(&p, 2, A B);
	end(&p);

	const char *const texts[] = { "int c = AREA;", "#if 2 > AREA", "#define AREA 1\n#undef AREA\nint c = SIZE;", "#ifdef AREA\n#endif",
				      "#if defined(AREA) || !defined AREA\n#endif" };
	for (int k = 0; k < 5; k++) {
		p = begin_with("#define SIZE 3", "#define ALL SIZE\n#define AREA ALL", texts[k]);
		for (int i = 0; i < 4; i++)
			add(&p, i < 3 ? B A C : B C A);
		expect(&p, 0, B A C);
		expect(&p, 3, k < 3 ? B : B A C);
		end(&p);
	}
}

/* One that stands for the next one, and so on: deeper than a stack is. */
static void test_chain_of_macros(void **state)
{
	enum { N = 300000 };
	Project p = begin_with("#define M0 3", "", "int c = LAST;");
	Buf chain = { 0 };
	(void)state;
	buf_puts(&chain, "#pragma once\n");
	for (int i = 1; i < N; i++)
		buf_printf(&chain, "#define M%d M%d\n", i, i - 1);
	buf_printf(&chain, "#define LAST M%d\n", N - 1);
	make_file(p.folder, "include/b.h", chain.s);
	buf_free(&chain);
	for (int i = 0; i < 4; i++)
		add(&p, i < 3 ? B A C : B C A);
	expect(&p, 0, B A C);
	expect(&p, 3, B);
	end(&p);
}

/* A name in capitals that is called everywhere, and declared nowhere, is no name without the macro. */
static void test_called_macro(void **state)
{
	const char *const called[] = { "inline int b() { return LEAST(1, 2); }", "template <int N> struct B { int b[LEAST(N, 1)]; };",
				       "#define BOTH(x) (LEAST(x, 2))\nint b = 1 + BOTH(1);" };
	(void)state;
	for (int k = 0; k < 3; k++) {
		Project p = begin_with("#define LEAST(x, y) ((x) < (y) ? (x) : (y))", called[k], "");
		for (int i = 0; i < 4; i++)
			add(&p, i < 3 ? A B : B A);
		expect(&p, 3, A B);
		end(&p);

		p = begin_with("#define LEAST(x, y) 1", called[k], "");
		for (int i = 0; i < 4; i++)
			add(&p, i < 3 ? B : A B);
		expect(&p, 0, B);
		expect(&p, 3, ""); /* it would be read before the definition */
		end(&p);
	}

	static const struct {
		const char *define, *b, *c;
	} others[] = {
		{ "least(x) x", "inline int b() { return least(1); }", "" },
		{ "LEAST(x) x", "int b = LEAST;", "" },
		{ "LEAST(x) x", "int LEAST(int);\nint b = LEAST(1);", "" },
		{ "LEAST(x) x", "int b = LEAST(1);", "int *LEAST(int);" },
		{ "LEAST(x) x", "int b = LEAST(1);", "std::vector<int> LEAST(int);" },
		{ "LEAST(x) x", "int b = LEAST(1);", "DECLARE(LEAST)" },
		{ "LEAST(x) x", "#if LEAST(1)\n#endif", "" },
		{ "LEAST(x) x", "int b = LEAST(1);", "#ifdef LEAST\n#endif" },
		{ "LEAST(x) x", "int b = LEAST(1);", "#define LEAST(x) 2" },
		{ "LEAST(x) x", "int b = LEAST(1);", "#undef LEAST" },
	};
	for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
		Project p = begin();
		header(&p, "include/a.h", arena_printf(p.arena, "#define %s\n", others[k].define));
		header(&p, "include/b.h", others[k].b);
		make_file(p.folder, "include/c.h", others[k].c);
		for (int i = 0; i < 4; i++)
			add(&p, i < 3 ? A B C : B A C);
		expect(&p, 0, A B);
		expect(&p, 3, "");
		end(&p);
	}

	Project p = begin_with("#define LEAST(x) x", called[0], "#define LEAST(x) 2");
	for (int i = 0; i < 4; i++)
		add(&p, i < 3 ? A C B : A B C);
	expect(&p, 0, A C B);
	expect(&p, 3, A);
	end(&p);
}

/* One that a header defines before what it includes, and one of the source. */
static void test_macros_before(void **state)
{
	Project p = begin_with("#define SIZE 3\n" C, "", "int c = SIZE;");
	(void)state;
	for (int i = 0; i < 3; i++)
		add(&p, i < 2 ? A : C A);
	expect(&p, 0, "");
	end(&p);

	p = begin_with("#define SIZE 3\n" C, "", "int c = SIZE;");
	for (int i = 0; i < 3; i++)
		add(&p, C A);
	expect(&p, 0, C A);
	end(&p);

	p = begin_with("", "int b = SIZE;", "");
	for (int i = 0; i < 4; i++)
		add(&p, i ? A B : "#define SIZE 4\n" A B);
	expect(&p, 0, A);
	expect(&p, 1, A B);
	end(&p);
}

/* Those of the standard library that all have in front come first, by name; not what a source has only further down. */
static void test_standard_headers(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	add(&p, "#include <vector>\n#include <map>\n#include <iostream>\n" A B);
	add(&p, "#include <iostream>\n#include <vector> // of C++\n" A "#include <map>\n" B);
	add(&p, "#include <vector>\n#include <iostream>\n" A "#include <set>\n#include <map>\n" B);
	add(&p, "#include <iostream>\n#include <vector>\n#include <vector>\n#include <map>\n" A B "#include <set>\n");
	for (int i = 0; i < 4; i++)
		expect(&p, i, "#include <iostream>\n#include <vector>\n" A B);
	end(&p);
}

/* What is not read may have to do with all that is before it. */
static void test_unknown(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 6; i++)
		add(&p, i % 2 ? A B : A "#include <unknown.h>\n" B);
	expect(&p, 0, A "#include <unknown.h>\n" B);
	expect(&p, 1, A B);
	end(&p);
}

/* It may stand anywhere, but not on another side of what defines NDEBUG, or names it without including it. */
static void test_assert(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 4; i++)
		add(&p, i % 2 ? A B : A "#include <cassert>\n" B);
	expect(&p, 0, A B);
	expect(&p, 1, A B);
	end(&p);

	const char *const texts[] = { "#define NDEBUG", "void b() { assert(0); }" };
	for (int k = 0; k < 2; k++) {
		p = begin_with("", texts[k], "");
		for (int i = 0; i < 4; i++)
			add(&p, i ? A B : A "#include <cassert>\n" B);
		expect(&p, 0, A);
		expect(&p, 1, A B);
		end(&p);
	}
}

/* It is the same by both names, and where assert is named, so is NDEBUG. */
static void test_assert_twice(void **state)
{
	Project p = begin_with("#include <assert.h>", "void b() { assert(0); }", "");
	(void)state;
	for (int i = 0; i < 4; i++)
		add(&p, i % 2 ? A B : "#include <cassert>\n" A B);
	expect(&p, 0, A B);
	expect(&p, 1, A B);
	end(&p);

	p = begin_with("#include <assert.h>\nvoid a() { assert(0); }", "", "");
	make_file(p.folder, "include/c.h", "#define NDEBUG\n");
	for (int i = 0; i < 4; i++)
		add(&p, i < 3 ? A : "#include <cassert>\n" C A);
	expect(&p, 0, A);
	expect(&p, 3, "");
	end(&p);
}

/* Of a folder for quoted names. */
static void test_quoted(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	p.folders.n_quoted = 1;
	for (int i = 0; i < 3; i++)
		add(&p, "#include \"a.h\"\n" B);
	expect(&p, 0, "#include \"a.h\"\n" B); /* <b.h> is not found there, and may be one of the system */
	end(&p);
}

/* What five have besides is precompiled on what all have. */
static void test_longer(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 10; i++)
		add(&p, i < 5 ? A B C : A);
	const Leading longer = found(&p, 3);
	assert_string_equal(longer.text, B C);
	assert_string_equal(longer.base->text, A);
	assert_null(longer.base->base);
	expect(&p, 5, A);
	expect(&p, 9, A);
	end(&p);
}

/* A part of it is precompiled before it, for few that have no more. */
static void test_part(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 5; i++)
		add(&p, i < 4 ? C A B : A);
	expect(&p, 4, A);
	const Leading longer = found(&p, 0);
	assert_string_equal(longer.text, C B);
	assert_string_equal(longer.base->text, A);
	end(&p);
}

/* So it is before one that others are built on. */
static void test_part_of_base(void **state)
{
	(void)state;
	for (int n = 1; n <= 3; n++) { /* three take it before it is known to be a part */
		Project p = begin_with("", "", "");
		for (int i = 0; i < 8 + n; i++)
			add(&p, i < 5 ? B A C : i < 8 ? B A : A);
		expect(&p, 8, A);
		assert_string_equal(found(&p, 7).text, B);
		const Leading longer = found(&p, 0);
		assert_string_equal(longer.text, C);
		assert_string_equal(longer.base->text, B);
		assert_string_equal(longer.base->base->text, A);
		end(&p);
	}
}

/* What two that are worth more have in common is precompiled before both. */
static void test_common_part(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	large_header(&p, "include/b.h", "");
	large_header(&p, "include/c.h", "");
	for (int i = 0; i < 6; i++)
		add(&p, i < 3 ? A B : A C);
	const Leading b = found(&p, 0), c = found(&p, 5);
	assert_string_equal(b.text, B);
	assert_string_equal(b.base->text, A);
	assert_string_equal(c.text, C);
	assert_string_equal(c.base->text, A);
	end(&p);
}

/* What two sources have that took others of what is built on <a.h>. */
static void test_on_one_base(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	header_of(&p, "include/b.h", "", 70000);
	header_of(&p, "include/c.h", "", 70000);
	large_header(&p, "include/d.h", "");
	for (int i = 0; i < 17; i++)
		add(&p, arena_printf(p.arena, A "%s%s", i < 8 ? B : i < 16 ? C : "", i % 8 ? "" : "#include <d.h>\n"));
	expect(&p, 1, A B);
	expect(&p, 9, A C);
	expect(&p, 0, A "#include <d.h>\n");
	expect(&p, 8, A "#include <d.h>\n");
	end(&p);
}

/* The same, where <a.h> is a base only since it is a part of another one. */
static void test_on_new_base(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	large_header(&p, "include/a.h", "");
	header_of(&p, "include/b.h", "", 70000);
	large_header(&p, "include/d.h", "");
	for (int i = 0; i < 27; i++)
		add(&p, arena_printf(p.arena, A "%s%s", i < 24 ? B : "", i % 24 ? "" : "#include <d.h>\n"));
	expect(&p, 1, A B);
	expect(&p, 25, A);
	expect(&p, 0, A "#include <d.h>\n");
	expect(&p, 24, A "#include <d.h>\n");
	end(&p);
}

/* No two have nothing but <a.h> in common, which three have. */
static void test_between_pairs(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	header(&p, "include/d.h", "");
	add(&p, A B C);
	add(&p, A B "#include <d.h>");
	add(&p, A C "#include <d.h>");
	expect(&p, 0, A);
	expect(&p, 1, A);
	expect(&p, 2, A);
	end(&p);
}

/* Nor anything but two headers, which three have. */
static void test_between_threes(void **state)
{
	const char *const own[] = { B C, B "#include <e.h>\n", C "#include <e.h>\n" };
	Project p = begin_with("", "", "");
	(void)state;
	header(&p, "include/d.h", "");
	header(&p, "include/e.h", "");
	for (int i = 0; i < 3; i++)
		add(&p, arena_printf(p.arena, A "#include <d.h>\n%s", own[i]));
	for (int i = 0; i < 3; i++)
		expect(&p, i, A "#include <d.h>\n");
	end(&p);
}

/* Of what is chosen for others, a source takes all but the header that a macro is for. */
static void test_all_but_one(void **state)
{
	Project p = begin_with("", "int b = SIZE;", "");
	(void)state;
	for (int i = 0; i < 4; i++)
		add(&p, i ? A B C : "#define SIZE 4\n" A B C);
	expect(&p, 0, A C);
	expect(&p, 1, A C B);
	end(&p);
}

/* What few kinds of sources chose is for all of them. */
static void test_many_kinds(void **state)
{
	enum { SMALL = 11, KINDS = 1200 };
	Project p = begin_with("inline int f() { return SIZE; }", "", "");
	(void)state;
	for (int i = 0; i < SMALL; i++)
		make_file(p.folder, arena_printf(p.arena, "include/small%d.h", i), "#pragma once\n");
	for (int kind = 0; kind < KINDS; kind++) {
		Buf text = { 0 };
		for (int i = 0; i < SMALL; i++)
			if (kind >> i & 1)
				buf_printf(&text, "#include <small%d.h>\n", i);
		add(&p, arena_printf(p.arena, "%s" A "%s", kind == KINDS - 2 ? "#define SIZE 3\n" : "", text.s ? text.s : ""));
		buf_free(&text);
	}
	expect(&p, 0, A);
	expect(&p, KINDS - 1, A);
	expect(&p, KINDS - 2, ""); /* <a.h> names SIZE */
	end(&p);
}

/* Quoted names that stand beside the sources are those of their folder. */
static void test_folders(void **state)
{
	Project p = begin_with("", "", "");
	(void)state;
	header(&p, "beside.h", "");
	for (int i = 0; i < 3; i++)
		add(&p, A "#include \"beside.h\"\n");
	const Leading leading = found(&p, 0);
	assert_string_equal(leading.text, A "#include \"beside.h\"\n");
	assert_string_equal(leading.folder, p.folder);
	end(&p);
}

/* The one in the earlier folder is meant. */
static void test_shadows(void **state)
{
	Project p = begin_with("#include \"c.h\"", "#include <sub/d.h>", "");
	(void)state;
	vec_push(p.arena, &p.folders.names, path_join(p.arena, p.folder, "include/sub"));
	header(&p, "include/sub/c.h", "");
	header(&p, "include/sub/d.h", "#include \"c.h\"");
	for (int i = 0; i < 3; i++)
		add(&p, B);
	expect(&p, 0, "#include <sub/c.h>\n#include <sub/d.h>\n" B);
	end(&p);
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
		cmocka_unit_test(test_macros),
		cmocka_unit_test(test_macros_of_macros),
		cmocka_unit_test(test_chain_of_macros),
		cmocka_unit_test(test_called_macro),
		cmocka_unit_test(test_macros_before),
		cmocka_unit_test(test_standard_headers),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_assert),
		cmocka_unit_test(test_assert_twice),
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
