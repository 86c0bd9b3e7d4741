/* Parts of shared objects in other layouts: members of records against what the C compiler makes of the changed record, byte by byte. */
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fix/layouts/layout.h"

#define RECORD(name, more_a, more_c) \
	typedef struct name { \
		char first; \
		float a[6][8 + (more_a)]; \
		short b[3]; \
		alignas(16) double c[4][4 + (more_c)]; \
		char last[5]; \
	} name

RECORD(Now, 0, 0);
RECORD(LongerA, 1, 0);
RECORD(MuchLongerA, 4, 0);
RECORD(LongerC, 0, 1);

static const Type t_char = { .kind = TY_INT, .size = 1, .align = 1, .name = "char" };
static const Type t_short = { .kind = TY_INT, .size = 2, .align = 2, .name = "short" };
static const Type t_float = { .kind = TY_FLOAT, .size = 4, .align = 4, .name = "float" };
static const Type t_double = { .kind = TY_FLOAT, .size = 8, .align = 8, .name = "double" };
static const Type t_a_row = { .kind = TY_ARRAY, .elem = &t_float, .count = 8, .size = 32, .align = 4 };
static const Type t_c_row = { .kind = TY_ARRAY, .elem = &t_double, .count = 4, .size = 32, .align = 8 };
static const Type t_a = { .kind = TY_ARRAY, .elem = &t_a_row, .count = 6, .size = 192, .align = 4 };
static const Type t_b = { .kind = TY_ARRAY, .elem = &t_short, .count = 3, .size = 6, .align = 2 };
static const Type t_c = { .kind = TY_ARRAY, .elem = &t_c_row, .count = 4, .size = 128, .align = 8 };
static const Type t_last = { .kind = TY_ARRAY, .elem = &t_char, .count = 5, .size = 5, .align = 1 };

static const Field fields[] = {
	{ .name = "first", .type = &t_char, .offset = offsetof(Now, first) },
	{ .name = "a", .type = &t_a, .offset = offsetof(Now, a) },
	{ .name = "b", .type = &t_b, .offset = offsetof(Now, b) },
	{ .name = "c", .type = &t_c, .offset = offsetof(Now, c), .align = 16 },
	{ .name = "last", .type = &t_last, .offset = offsetof(Now, last) },
};
enum { N_FIELDS = sizeof fields / sizeof *fields };
static const Type t_now = {
	.kind = TY_RECORD, .size = sizeof(Now), .align = alignof(Now), .name = "Now", .fields = fields, .n_fields = N_FIELDS
};
static const Var record = { .name = "record", .type = &t_now, .kind = VAR_SHARED };

static Layout padding(int64_t by)
{
	return (Layout){ .kind = LAYOUT_PAD, .dim = 1, .pad = by, .chunk = 1 };
}

/* The offset of a byte of the present record in one whose members begin at `begin`, and whose rows of `member` are longer. */
static int64_t wanted(int64_t offset, int member, int64_t row, int64_t more, const size_t begin[N_FIELDS])
{
	for (int f = 0; f < N_FIELDS; f++) {
		const int64_t in = offset - fields[f].offset;
		if (in < 0 || in >= fields[f].type->size)
			continue;
		return (int64_t)begin[f] + in + (f == member ? in / row * more : 0);
	}
	return -1;
}

static void check(int member, int64_t row, const Layout *layout, int64_t elem, const size_t begin[N_FIELDS], size_t size)
{
	Grid grid;
	assert_true(grid_of_part(&record, (Part){ &fields[member], NULL }, &grid));
	for (int64_t offset = 0; offset < (int64_t)sizeof(Now); offset++) {
		int64_t out;
		const int64_t to = wanted(offset, member, row, layout->pad * elem, begin);
		if (to < 0) /* between members */
			continue;
		assert_true(layout_offset(&grid, layout, offset, 1, &out));
		assert_int_equal(out, to);
	}
	assert_int_equal(layout_extra_bytes(&grid, layout), (int64_t)size - (int64_t)sizeof(Now));
}

#define BEGINS(name) { offsetof(name, first), offsetof(name, a), offsetof(name, b), offsetof(name, c), offsetof(name, last) }

static void members_move_as_the_compiler_has_it(void **state)
{
	static const size_t one[] = BEGINS(LongerA), four[] = BEGINS(MuchLongerA), of_c[] = BEGINS(LongerC);
	const Layout by_one = padding(1), by_four = padding(4);
	(void)state;
	check(1, 32, &by_one, 4, one, sizeof(LongerA));
	check(1, 32, &by_four, 4, four, sizeof(MuchLongerA));
	check(3, 32, &by_one, 8, of_c, sizeof(LongerC));
}

/* float smem[96]; float *a = smem, *b = smem + 32, *c = b + 48; */
static void places_move_with_what_is_before_them(void **state)
{
	static const Type t_smem = { .kind = TY_ARRAY, .elem = &t_float, .count = 96, .size = 384, .align = 4 };
	static const Var pointers[] = { { .name = "a" }, { .name = "b" }, { .name = "c" } };
	static const SharedPlace places[] = { { 0, &t_float, &pointers[0] },
					      { 128, &t_float, &pointers[1] },
					      { 320, &t_float, &pointers[2] } };
	static const Var smem = { .name = "smem", .type = &t_smem, .kind = VAR_SHARED, .places = places, .n_places = 3 };
	Layout layout = padding(2);
	Grid grid;
	(void)state;
	assert_true(grid_of_part(&smem, (Part){ NULL, &places[1] }, &grid));
	assert_int_equal(grid.dim[0], 48);
	grid.n_dims = 2; /* rows of 16 elements */
	grid.dim[0] = 3;
	grid.dim[1] = 16;
	for (int word = 0; word < 96; word++) {
		const int row = word >= 32 && word < 80 ? (word - 32) / 16 : word >= 80 ? 3 : 0;
		int64_t out;
		assert_true(layout_offset(&grid, &layout, 4 * word, 4, &out));
		assert_int_equal(out, 4 * (word + 2 * row));
	}
	assert_int_equal(layout_moves(&grid, &layout, 0), 0);
	assert_int_equal(layout_moves(&grid, &layout, 128), 0);
	assert_int_equal(layout_moves(&grid, &layout, 320), 24);
	assert_int_equal(layout_extra_bytes(&grid, &layout), 24);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_move_as_the_compiler_has_it),
		cmocka_unit_test(places_move_with_what_is_before_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
