/* CuTe's layouts, against what CuTe itself says of them (testdata/cute/layouts.tsv). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cute/read.h"
#include "layout_text.h"

static const char *printed(const CuteLayout *layout, void (*print)(Buf *out, const CuteLayout *layout))
{
	Buf out = { 0 };
	const char *text;

	print(&out, layout);
	text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}

/* --- what CuTe says ----------------------------------------------------------------------------- */

typedef struct Row {
	char *text, *print, *type, *offsets;
	int64_t elements, step;
} Row;

static bool next_row(FILE *file, char **line, size_t *size, Row *row)
{
	char *field[6], *rest;

	do
		if (getline(line, size, file) < 0)
			return false;
	while ((*line)[0] == '#');
	rest = *line;
	for (int i = 0; i < 6; i++)
		assert_non_null(field[i] = strsep(&rest, "\t"));
	*row = (Row){ field[0], field[1], field[2], field[5], atoll(field[3]), atoll(field[4]) };
	return true;
}

static void check_offsets(const CuteLayout *layout, const Row *row)
{
	const char *s = row->offsets;

	assert_int_equal(cute_size(layout), row->elements);
	for (int64_t i = 0; i < row->elements; i += row->step) {
		char *end;
		int64_t expected = strtoll(s, &end, 10);

		if (cute_offset(layout, &i, 1) != expected)
			fail_msg("%s: at %lld: %lld, not %lld", row->text, (long long)i, (long long)cute_offset(layout, &i, 1),
				 (long long)expected);
		s = end + 1;
	}
}

/* A type leaves open what is no part of it. */
static void check_type(const CuteLayout *layout, const Row *row)
{
	const CuteLayout *type = cute_layout_of_type(arena, row->type);

	if (!type)
		fail_msg("not read: %s", row->type);
	assert_true(cute_congruent(&type->shape, &layout->shape));
	assert_int_equal(cute_layout_is_known(type), cute_is_static(&layout->shape) && cute_is_static(&layout->stride));
	if (cute_layout_is_known(type)) {
		check_offsets(type, row);
		assert_string_equal(printed(type, cute_print), row->print);
	}
}

static void layouts_are_those_of_cute(void **state)
{
	FILE *file = fopen("testdata/cute/layouts.tsv", "r");
	char *line = NULL;
	size_t size = 0;
	int n = 0;
	Row row;

	(void)state;
	assert_non_null(file);
	for (; next_row(file, &line, &size, &row); n++) {
		CuteLayout layout = layout_of(row.text), again = layout_of(row.print);

		assert_string_equal(printed(&layout, cute_print), row.print);
		check_offsets(&layout, &row);
		check_offsets(&again, &row);
		again = layout_of(printed(&layout, cute_print_code));
		check_offsets(&again, &row);
		check_type(&layout, &row);
	}
	assert_true(n > 40);
	free(line);
	fclose(file);
}

/* --- coordinates -------------------------------------------------------------------------------- */

/* By hand: row r, column c of a tile of 64 columns, whose chunks of 8 are combined with the row. */
static void a_coordinate_for_each_mode(void **state)
{
	CuteLayout plain = layout_of("(8,64):(64,1)"), swizzled = layout_of("Swizzle<3,3,3> o (8,64):(64,1)");
	CuteLayout bytes = layout_of("Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)");

	(void)state;
	for (int64_t r = 0; r < 8; r++)
		for (int64_t c = 0; c < 64; c++) {
			int64_t coord[] = { r, c }, expected = r * 64 + ((c / 8) ^ r) * 8 + c % 8;

			assert_int_equal(cute_offset(&plain, coord, 2), r * 64 + c);
			assert_int_equal(cute_offset(&swizzled, coord, 2), expected);
			assert_int_equal(cute_offset(&bytes, coord, 2), expected);
			assert_int_equal(cute_bit_offset(&swizzled, coord, 2, 16), expected * 16);
			assert_int_equal(cute_bit_offset(&bytes, coord, 2, 16), expected * 16);
		}
	assert_int_equal(cute_bytes(&swizzled, 16), 1024);
	assert_int_equal(cute_cosize(&plain), 512);
}

/* --- types -------------------------------------------------------------------------------------- */

static void expect_type(const char *spelling, const char *print)
{
	const CuteLayout *layout = cute_layout_of_type(arena, spelling);

	if (!print) {
		assert_null(layout);
		return;
	}
	if (!layout)
		fail_msg("not read: %s", spelling);
	assert_string_equal(printed(layout, cute_print), print);
}

static void types_are_read(void **state)
{
	(void)state;
	expect_type("const cute::Layout<cute::tuple<cute::_8, cute::Int<64>>, cute::tuple<cute::C<64L>, cute::C<1>>> &",
		    "(_8,_64):(_64,_1)");
	expect_type("Layout<Shape<std::integral_constant<unsigned long, 8UL>, cute::constant<int, 4>>>", "(_8,_4):(_1,_8)");
	expect_type("typename cute::Layout<cute::tuple<int, cute::C<4>>, cute::tuple<cute::C<1>, unsigned long>>", "(?,_4):(_1,?)");
	expect_type("cute::Layout<cute::tuple<int, cute::C<4>>>", "(?,_4):(_1,?)");
	expect_type(
		"cute::ComposedLayout<cute::Swizzle<2,3,3>, cute::C<0>, cute::Layout<cute::tuple<cute::C<8>, cute::C<32>>, "
		"cute::tuple<cute::C<32>, cute::C<1>>>>",
		"Sw<2,3,3> o _0 o (_8,_32):(_32,_1)");
	expect_type("ComposedLayout<Swizzle<3, 4, 3>, cute::MixedBits<0, 448>, Layout<_8, _1>>", "Sw<3,4,3> o ? o _8:_1");
	expect_type("cute::Layout<cute::tuple<cute::C<N>>>", NULL);
	expect_type("cute::Layout<cute::tuple<cute::C<8>>, cute::tuple<cute::ScaledBasis<cute::C<1>, 0>>>", NULL);
	expect_type("cute::Layout<cute::tuple<cute::C<0>>>", NULL);
	expect_type("cute::tuple<cute::C<8>>", NULL);
	expect_type("float", NULL);
	expect_type("", NULL);
}

/* --- errors ------------------------------------------------------------------------------------- */

static void expect_error(const char *text, size_t at, const char *message)
{
	CuteLayout layout;
	CuteError error;

	if (cute_read(arena, text, &layout, &error))
		fail_msg("read: %s", text);
	assert_string_equal(error.text, message);
	assert_int_equal(error.at, at);
}

static void errors_have_places(void **state)
{
	(void)state;
	expect_error("", 0, "expected a layout, a shape or an integer");
	expect_error("(8,64", 5, "expected ',' or ')'");
	expect_error("(8,64):(64,1", 12, "expected ',' or ')'");
	expect_error("(8,64):(64,1) x", 14, "expected the end, 'o' or ':'");
	expect_error("(8,64):64", 7, "the strides are not nested like the shape");
	expect_error("(8,0):(1,8)", 6, "an extent is at least 1");
	expect_error("(8,)", 3, "expected a layout, a shape or an integer");
	expect_error("Swizzle<3,3,3>", 0, "expected a layout");
	expect_error("Swizzle<3,3,2> o (8,64)", 0, "the shift of a swizzle is at least its bits");
	expect_error("Swizzle<3;3,3> o (8,64)", 9, "expected ','");
	expect_error("(8,64) o (8,64)", 0, "expected Swizzle<B,M,S>");
	expect_error("(8,n):(64,1)", 3, "unknown name 'n'");
	expect_error("Layout<Shape<_8>>(", 17, "expected the end, 'o' or ':'");
	expect_error("GMMA::Layout_K_SW128_Atom<thing>", 26, "expected the type of an element, such as half_t");
	expect_error("GMMA::Layout_K_SW256_Atom<half_t>", 6, "no such atom: Layout_K_… and Layout_MN_… are known");
	expect_error("tile_to_shape((8,64):(64,1), (12,64))", 0, "mode 0 of the shape, 12, is not a multiple of the layout's, 8");
	expect_error("tile_to_shape((8,64):(1,1), (16,64))", 0, "a layout that is repeated must not have two elements in one place");
	expect_error("(99999999999,1)", 9, "no integer of a layout is above 134217728");
	expect_error("(134217728,2)", 0, "the layout has more than 134217728 elements");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(layouts_are_those_of_cute, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_coordinate_for_each_mode, set_up, tear_down),
		cmocka_unit_test_setup_teardown(types_are_read, set_up, tear_down),
		cmocka_unit_test_setup_teardown(errors_have_places, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
