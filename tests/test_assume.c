/* Conditions that a person promises: how they are read, and where it goes wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/assumptions.h"
#include "base/buf.h"

static void print_term(Buf *out, const AssumeTerm *t)
{
	switch (t->kind) {
	case TERM_NUMBER:
		buf_printf(out, "%lld", (long long)t->number);
		break;
	case TERM_NAME:
		buf_puts(out, t->name);
		break;
	case TERM_NEGATED:
		buf_puts(out, "-");
		print_term(out, t->a);
		break;
	case TERM_BINARY:
		buf_puts(out, "(");
		print_term(out, t->a);
		buf_puts(out, op_spelling(t->op));
		print_term(out, t->b);
		buf_puts(out, ")");
		break;
	}
}

/* Everything in brackets, conditions apart by semicolons; an error as "column: message". */
static void expect_read(const char *text, const char *want)
{
	Arena *arena = arena_new();
	Assumptions list = { 0 };
	AssumeError error;
	Buf out = { 0 };
	buf_puts(&out, "");
	bool good = assume_parse(arena, text, LOC_NONE, &list, &error);
	for (int i = 0; good && i < list.n; i++) {
		buf_puts(&out, i ? "; " : "");
		print_term(&out, list.at[i].a);
		buf_printf(&out, " %s ", op_spelling(list.at[i].op));
		print_term(&out, list.at[i].b);
	}
	if (!good)
		buf_printf(&out, "%zu: %s", error.at + 1, error.message);
	assert_string_equal(out.s, want);
	buf_free(&out);
	arena_free(arena);
}

static void test_forms(void **state)
{
	(void)state;
	expect_read("n == 1024", "n == 1024");
	expect_read(" n==0x10u,k%8==0 && row < p.height ", "n == 16; (k%8) == 0; row < p.height");
	expect_read("a + 2 * b - c / -d << 1 >= (a - b) - 1'000", "(((a+(2*b))-(c/-d))<<1) >= ((a-b)-1000)");
	expect_read("wide, !tall, ns::deep != blockDim.x", "wide != 0; tall == 0; ns::deep != blockDim.x");
	expect_read("n <= 3, n > 4, n>>1 == 2", "n <= 3; n > 4; (n>>1) == 2");
}

static void test_errors(void **state)
{
	(void)state;
	expect_read("", "1: expected a name or a number, not the end");
	expect_read("n", "n != 0");
	expect_read("n % 8", "6: expected a comparison, not the end");
	expect_read("n == 3 3", "8: expected ',' or the end, not '3'");
	expect_read("n == 3,", "8: expected a name or a number, not the end");
	expect_read("1 < n < 3", "7: expected ',' or the end, not '<'");
	expect_read("n = 3", "3: expected a comparison, not '='");
	expect_read("(n == 3)", "4: expected ')', not '='");
	expect_read("n == 12x", "6: expected an integer, not '12x'");
	expect_read("n == 1.5", "7: expected ',' or the end, not '.'");
	expect_read("n == 9223372036854775808", "6: expected an integer, not '9223372036854775808'");
	expect_read("n == \x80", "6: expected a name or a number, not a byte that is not text");
}

static void test_depth(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	char deep[600], wide[6000] = "n";
	Assumptions list = { 0 };
	AssumeError error;
	memset(deep, '(', sizeof deep - 1);
	deep[sizeof deep - 1] = 0;
	assert_false(assume_parse(arena, deep, LOC_NONE, &list, &error));
	assert_non_null(strstr(error.message, "nests less deeply"));
	for (size_t i = 1; i + 2 < sizeof wide; i += 2)
		memcpy(wide + i, "+n", 3);
	assert_false(assume_parse(arena, wide, LOC_NONE, &list, &error));
	assert_non_null(strstr(error.message, "shorter"));
	arena_free(arena);
}

static void test_places(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Assumptions list = { 0 };
	AssumeError error;
	const Loc begin = { .file = 0, .line = 7, .column = 5, .offset = 100 };
	assert_true(assume_parse(arena, "n == 1,\n  k\n< 3", begin, &list, &error));
	assert_int_equal(list.n, 2);
	assert_int_equal(list.at[0].loc.column, 5);
	assert_int_equal(list.at[1].loc.line, 8);
	assert_int_equal(list.at[1].loc.column, 3);
	assert_int_equal(list.at[1].loc.offset, 110);
	assert_string_equal(list.at[1].text, "k < 3");
	arena_free(arena);
}

static void expect_option(const char *text, const char *kernel, int n, const char *error)
{
	Arena *arena = arena_new();
	AssumeOption option;
	Buf why = { 0 };
	bool good = assume_option_parse(arena, text, &option, &why);
	assert_int_equal(good, error == NULL);
	if (error) {
		assert_string_equal(why.s, error);
	} else {
		assert_int_equal(option.list.n, n);
		assert_int_equal(option.kernel == NULL, kernel == NULL);
		if (kernel)
			assert_string_equal(option.kernel, kernel);
	}
	buf_free(&why);
	arena_free(arena);
}

static void test_options(void **state)
{
	(void)state;
	expect_option("n == 3, k < 4", NULL, 2, NULL);
	expect_option("ns::n == 3", NULL, 1, NULL);
	expect_option(" ns::f<float, 32> : n == 3", "ns::f<float, 32>", 1, NULL);
	expect_option("f: n == ", NULL, 0, "'f: n == ', column 9: expected a name or a number, not the end");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),  cmocka_unit_test(test_errors),  cmocka_unit_test(test_depth),
		cmocka_unit_test(test_places), cmocka_unit_test(test_options),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
