/* In which orders headers can be shared by sources: macros decide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "files.h"
#include "leading_project.h"

/* Macros decide which order may change. */
static void test_macros(void **state)
{
	LeadingProject p = leading_begin_with("#define SIZE 3", "int b = SIZE; // of a.h", "");
	(void)state;
	for (int i = 0; i < 4; i++)
		leading_add(&p, i < 3 ? A B : B A);
	leading_expect(&p, 0, A B);
	leading_expect(&p, 3, "");
	leading_end(&p);

	p = leading_begin_with("#define SIZE 3\n#undef SIZE", "int b = SIZE;", "");
	for (int i = 0; i < 3; i++)
		leading_add(&p, i < 2 ? A B : B A);
	leading_expect(&p, 2, A B); /* nothing is left of it */
	leading_end(&p);

	const char *const standard[] = { "constexpr", "INT_MAX" };
	for (int k = 0; k < 2; k++) {
		p = leading_begin();
		leading_header(&p, "include/a.h", arena_printf(p.arena, "#define %s\n", standard[k]));
		leading_header(&p, "include/b.h", arena_printf(p.arena, "%s int b = 1;\n", standard[k]));
		for (int i = 0; i < 3; i++)
			leading_add(&p, i < 2 ? A B : B A);
		leading_expect(&p, 2, A B);
		leading_end(&p);
	}
}

/* What a definition names matters where the macro is named, not where it is defined, or asked for. */
static void test_macros_of_macros(void **state)
{
	LeadingProject p = leading_begin_with("#define SIZE 3", "#define AREA (SIZE * \\\n SIZE)\n#define ALL AREA\n#undef ALL", "");
	(void)state;
	for (int i = 0; i < 3; i++)
		leading_add(&p, i < 2 ? A B : B A);
	leading_expect(&p, 2, A B);
	leading_end(&p);

	const char *const texts[] = { "int c = AREA;", "#if 2 > AREA", "#define AREA 1\n#undef AREA\nint c = SIZE;", "#ifdef AREA\n#endif",
				      "#if defined(AREA) || !defined AREA\n#endif" };
	for (int k = 0; k < 5; k++) {
		p = leading_begin_with("#define SIZE 3", "#define ALL SIZE\n#define AREA ALL", texts[k]);
		for (int i = 0; i < 4; i++)
			leading_add(&p, i < 3 ? B A C : B C A);
		leading_expect(&p, 0, B A C);
		leading_expect(&p, 3, k < 3 ? B : B A C);
		leading_end(&p);
	}
}

/* One that stands for the next one, and so on: deeper than a stack is. */
static void test_chain_of_macros(void **state)
{
	enum { N = 300000 };
	LeadingProject p = leading_begin_with("#define M0 3", "", "int c = LAST;");
	Buf chain = { 0 };
	(void)state;
	buf_puts(&chain, "#pragma once\n");
	for (int i = 1; i < N; i++)
		buf_printf(&chain, "#define M%d M%d\n", i, i - 1);
	buf_printf(&chain, "#define LAST M%d\n", N - 1);
	make_file(p.folder, "include/b.h", chain.s);
	buf_free(&chain);
	for (int i = 0; i < 4; i++)
		leading_add(&p, i < 3 ? B A C : B C A);
	leading_expect(&p, 0, B A C);
	leading_expect(&p, 3, B);
	leading_end(&p);
}

/* A name in capitals that is called everywhere, and declared nowhere, is no name without the macro. */
static void test_called_macro(void **state)
{
	const char *const called[] = { "inline int b() { return LEAST(1, 2); }", "template <int N> struct B { int b[LEAST(N, 1)]; };",
				       "#define BOTH(x) (LEAST(x, 2))\nint b = 1 + BOTH(1);" };
	(void)state;
	for (int k = 0; k < 3; k++) {
		LeadingProject p = leading_begin_with("#define LEAST(x, y) ((x) < (y) ? (x) : (y))", called[k], "");
		for (int i = 0; i < 4; i++)
			leading_add(&p, i < 3 ? A B : B A);
		leading_expect(&p, 3, A B);
		leading_end(&p);

		p = leading_begin_with("#define LEAST(x, y) 1", called[k], "");
		for (int i = 0; i < 4; i++)
			leading_add(&p, i < 3 ? B : A B);
		leading_expect(&p, 0, B);
		leading_expect(&p, 3, ""); /* it would be read before the definition */
		leading_end(&p);
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
		LeadingProject p = leading_begin();
		leading_header(&p, "include/a.h", arena_printf(p.arena, "#define %s\n", others[k].define));
		leading_header(&p, "include/b.h", others[k].b);
		make_file(p.folder, "include/c.h", others[k].c);
		for (int i = 0; i < 4; i++)
			leading_add(&p, i < 3 ? A B C : B A C);
		leading_expect(&p, 0, A B);
		leading_expect(&p, 3, "");
		leading_end(&p);
	}

	LeadingProject p = leading_begin_with("#define LEAST(x) x", called[0], "#define LEAST(x) 2");
	for (int i = 0; i < 4; i++)
		leading_add(&p, i < 3 ? A C B : A B C);
	leading_expect(&p, 0, A C B);
	leading_expect(&p, 3, A);
	leading_end(&p);
}

/* One that a header defines before what it includes, and one of the source. */
static void test_macros_before(void **state)
{
	LeadingProject p = leading_begin_with("#define SIZE 3\n" C, "", "int c = SIZE;");
	(void)state;
	for (int i = 0; i < 3; i++)
		leading_add(&p, i < 2 ? A : C A);
	leading_expect(&p, 0, "");
	leading_end(&p);

	p = leading_begin_with("#define SIZE 3\n" C, "", "int c = SIZE;");
	for (int i = 0; i < 3; i++)
		leading_add(&p, C A);
	leading_expect(&p, 0, C A);
	leading_end(&p);

	p = leading_begin_with("", "int b = SIZE;", "");
	for (int i = 0; i < 4; i++)
		leading_add(&p, i ? A B : "#define SIZE 4\n" A B);
	leading_expect(&p, 0, A);
	leading_expect(&p, 1, A B);
	leading_end(&p);
}

/* What is not read may have to do with all that is before it. */
static void test_unknown(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 6; i++)
		leading_add(&p, i % 2 ? A B : A "#include <unknown.h>\n" B);
	leading_expect(&p, 0, A "#include <unknown.h>\n" B);
	leading_expect(&p, 1, A B);
	leading_end(&p);
}

/* It may stand anywhere, but not on another side of what defines NDEBUG, or names it without including it. */
static void test_assert(void **state)
{
	LeadingProject p = leading_begin_with("", "", "");
	(void)state;
	for (int i = 0; i < 4; i++)
		leading_add(&p, i % 2 ? A B : A "#include <cassert>\n" B);
	leading_expect(&p, 0, A B);
	leading_expect(&p, 1, A B);
	leading_end(&p);

	const char *const texts[] = { "#define NDEBUG", "void b() { assert(0); }" };
	for (int k = 0; k < 2; k++) {
		p = leading_begin_with("", texts[k], "");
		for (int i = 0; i < 4; i++)
			leading_add(&p, i ? A B : A "#include <cassert>\n" B);
		leading_expect(&p, 0, A);
		leading_expect(&p, 1, A B);
		leading_end(&p);
	}
}

/* It is the same by both names, and where assert is named, so is NDEBUG. */
static void test_assert_twice(void **state)
{
	LeadingProject p = leading_begin_with("#include <assert.h>", "void b() { assert(0); }", "");
	(void)state;
	for (int i = 0; i < 4; i++)
		leading_add(&p, i % 2 ? A B : "#include <cassert>\n" A B);
	leading_expect(&p, 0, A B);
	leading_expect(&p, 1, A B);
	leading_end(&p);

	p = leading_begin_with("#include <assert.h>\nvoid a() { assert(0); }", "", "");
	make_file(p.folder, "include/c.h", "#define NDEBUG\n");
	for (int i = 0; i < 4; i++)
		leading_add(&p, i < 3 ? A : "#include <cassert>\n" C A);
	leading_expect(&p, 0, A);
	leading_expect(&p, 3, "");
	leading_end(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_macros),       cmocka_unit_test(test_macros_of_macros), cmocka_unit_test(test_chain_of_macros),
		cmocka_unit_test(test_called_macro), cmocka_unit_test(test_macros_before),    cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_assert),       cmocka_unit_test(test_assert_twice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
