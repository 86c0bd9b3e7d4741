/* What is read in the text of one file: its #include lines, its guard, its macros and the names in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "project/include_text.h"

static bool have(const NameHashes *names, uint64_t hash)
{
	bool found = false;
	for (int i = 0; i < names->n && !found; i++)
		found = names->at[i] == hash;
	return found;
}

static void put_macro(Buf *out, const IncludeText *text, char name, uint64_t hash)
{
	for (int i = 0; i < text->macros.n; i++)
		if (text->macros.at[i].name == hash)
			buf_printf(out, " %c%s%d", name, text->macros.at[i].is_left ? "=" : "!", text->macros.at[i].n_before);
}

static void put_uses(Buf *out, const IncludeText *text, char name, uint64_t hash)
{
	for (char other = 'A'; other <= 'D'; other++)
		for (int i = 0; i < text->uses.n; i++)
			if (text->uses.at[i].macro == hash && text->uses.at[i].name == include_text_hash(&other, 1))
				buf_printf(out, " %c>%c", name, other);
}

/* Of A to D: "A" is named, "A." so that more than a call may be meant, "A?" is asked for, "A=1" is defined behind one #include, "A!1" and undefined in the end, and the
 * definition "A>B" names another one. */
static void expect_all(const char *text, bool with_others, const char *expected)
{
	Arena *arena = arena_new();
	Buf out = { 0 };
	const IncludeText read = include_text(arena, text, strlen(text));
	buf_puts(&out, "");
	for (char name = 'A'; name <= 'D'; name++) {
		const uint64_t hash = include_text_hash(&name, 1);
		if (have(&read.names, hash))
			buf_printf(&out, " %c", name);
		if (have(&read.others, hash) && with_others)
			buf_printf(&out, " %c.", name);
		if (have(&read.asked, hash))
			buf_printf(&out, " %c?", name);
		put_macro(&out, &read, name, hash);
		put_uses(&out, &read, name, hash);
	}
	assert_string_equal(out.s + (out.n > 0), expected);
	buf_free(&out);
	arena_free(arena);
}

static void expect_names(const char *text, const char *expected)
{
	expect_all(text, false, expected);
}

static void test_names(void **state)
{
	(void)state;
	expect_names("int A; AB B1 _C", "A");
	expect_names("// A\\\nB\n/* C\n */ D", "D");
	expect_names("\"A\" 'B' L'\\'C' u8\"\\\"D\"", "");
	expect_names("R\"x(A)\" B)x\" C LR\"(D)\"", "C");
	expect_names("1'A 0xA'B 2B C", "C");
	expect_names("\"A\nB", "B"); /* a literal ends with its line */
	expect_names("A\\\n; /* B", "A");
	expect_names("R\"(A", "");
}

static void test_macros(void **state)
{
	(void)state;
	expect_names("#define A", "A? A=0");
	expect_names(" # \tdefine A B\nC", "A? A=0 A>B C");
	expect_names("#define A(x) B \\\n C\nD", "A? A=0 A>B A>C D");
	expect_names("#define A B /* C\n D */ C\nD", "A? A=0 A>B A>C D");
	expect_names("#define A\n#undef A", "A? A!0");
	expect_names("#undef A\n#include <x>\n#define A", "A? A=0");
	expect_names("#include <x>\n#define A\n#include <y>\n#define B", "A? A=1 B? B=2");
	expect_names("int x; # define A B", "A B"); /* not at the beginning of a line */
	expect_names("/**/ # /**/ define /* B */ A // C", "A? A=0");
	expect_names("# // A\nB", "B");
	expect_names("#define", "");
	expect_names("#define A B", "A? A=0 A>B");
}

static void test_asked(void **state)
{
	(void)state;
	expect_names("#ifdef A\n#endif", "A?");
	expect_names("#ifndef A\nB\n#endif", "A? B");
	expect_names("#if defined(A) && !defined B && C > 1\nD\n#endif", "A? B? C D");
	expect_names("#if A == defined (B) + C", "A B? C");
	expect_names("#elif defined(A) || B", "A? B");
	expect_names("defined(A)", "A"); /* no directive */
	expect_names("#pragma unroll A\n#error B", "A B");
}

static void test_others(void **state)
{
	(void)state;
	expect_all("x = A(1); f(B(2), C(3) + D(4));", true, "A B C D");
	expect_all("{ A(1); } return B(1); { C(1) }", true, "A B C");
	expect_all("int A(int); int &B(int); x<int> C(); x *D();", true, "A A. B B. C C. D D.");
	expect_all("A = 1; = B; x.C(1); x::D(1);", true, "A A. B B. C C. D D.");
	expect_all("= A (1); [[x]] B(1); = C(1); C;", true, "A A. B B. C C.");
	expect_all("#define A(B) C(B)\n#if D(1)\n#endif", true, "A? A=0 A>B A>B A>C B. C. D D.");
	expect_all("#define A +B(1)\nC(1)", true, "A? A=0 A>B C C.");
	expect_all("#ifdef A\n#elif defined(B)\n#endif", true, "A? B?");
	expect_all("= /* int */ A(1); // int\nB(1); \"int\" C(1)", true, "A B C C.");
}

/* Each with its brackets; `-` behind those that are not plain.  At the end `guarded` if it is. */
static void expect_includes(const char *text, const char *expected)
{
	Arena *arena = arena_new();
	Buf out = { 0 };
	const IncludeText read = include_text(arena, text, strlen(text));
	for (int i = 0; i < read.includes.n; i++)
		buf_printf(&out, "%s%s ", read.includes.at[i].name, read.includes.at[i].is_plain ? "" : "-");
	buf_puts(&out, read.is_guarded ? "guarded" : "");
	assert_string_equal(out.s, expected);
	buf_free(&out);
	arena_free(arena);
}

static void test_includes(void **state)
{
	(void)state;
	expect_includes("#include <a>\n # include \"b/c.h\" // d\n#include /**/ <e> /*\n*/", "<a> \"b/c.h\" <e> ");
	expect_includes("#include <a> int x;\n#include <b>", "<a> <b> ");
	expect_includes("int x;\n#include <a>", "<a>- ");
	expect_includes("#if X\n#include <a>\n#endif\n#include <b>", "<a>- <b> ");
	expect_includes("#include A\n#include <a\n#include \"b\n#include", "");
	expect_includes("\"\n#include <a>\n// \\\n#include <b>\n/*\n#include <c>\n*/", "<a>- ");
	expect_includes("#pragma GCC x\n#include <a>", "<a>- ");
	expect_includes("#include_next <a>\n#import <b>", "");
}

static void test_guards(void **state)
{
	(void)state;
	expect_includes("#pragma once\n#include <a>", "<a> guarded");
	expect_includes("#ifndef A\n#define A\n#include <a>\n#endif // A", "<a> guarded");
	expect_includes("#if !defined(A)\n#define A 1\n#include <a>\n#endif", "<a> guarded");
	expect_includes("#pragma once\n#ifndef A\n#define A\n#include <a>\n#endif", "<a> guarded");
	expect_includes("#ifndef A\n#define A\n#include <a>\n#endif\nint x;", "<a>- ");
	expect_includes("#ifndef A\n#define B\n#include <a>\n#endif", "<a>- ");
	expect_includes("int x;\n#ifndef A\n#define A\n#include <a>\n#endif", "<a>- ");
	expect_includes("#ifndef A\nint x;\n#define A\n#endif", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),  cmocka_unit_test(test_macros),   cmocka_unit_test(test_asked),
		cmocka_unit_test(test_others), cmocka_unit_test(test_includes), cmocka_unit_test(test_guards),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
