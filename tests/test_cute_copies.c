/* How tiles are copied: lanes' addresses against CuTe's (testdata/cute), costs against what is known, the search against
 * enumeration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cute/access.h"
#include "cute/search.h"
#include "layout_text.h"

#define H200 arch_find(90)

static CuteRequests requests_of(const char *copy, const char *layout_text, int bits)
{
	CuteLayout layout = layout_of(layout_text);
	CuteRequests requests = { 0 };
	CuteAccess access;
	Buf why = { 0 };

	if (!cute_access_read(arena, copy, &access, &why) || !cute_requests(arena, &access, &layout, bits, &requests, &why))
		fail_msg("%s of %s: %s", copy, layout_text, why.s);
	buf_free(&why);
	return requests;
}

/* --- what CuTe says ----------------------------------------------------------------------------- */

static int each_row(const char *path, int n_fields, void (*check)(char *const *field))
{
	FILE *file = fopen(path, "r");
	char *line = NULL, *field[8];
	size_t size = 0;
	int n = 0;

	assert_non_null(file);
	for (; getline(&line, &size, file) > 0; n++) {
		char *rest = line;

		for (int i = 0; i < n_fields; i++)
			assert_non_null(field[i] = strsep(&rest, "\t"));
		check(field);
	}
	free(line);
	fclose(file);
	return n;
}

static int64_t next_number(char **s)
{
	int64_t number = strtoll(*s, s, 10);

	*s += **s == ',';
	return number;
}

static void check_operand(char *const *field)
{
	CuteAccess access;
	Buf why = { 0 };
	char *s = field[2];
	int values = atoi(field[1]);

	if (!cute_access_read(arena, field[0], &access, &why))
		fail_msg("%s: %s", field[0], why.s);
	assert_int_equal(access.order, CUTE_BY_OPERAND);
	assert_int_equal(cute_extent(&access.operand, 1), values);
	for (int64_t v = 0; v < values; v++)
		for (int64_t lane = 0; lane < WARP_LANES; lane++)
			assert_int_equal(cute_index(&access.operand, (int64_t[]){ lane, v }, 2), next_number(&s));
	assert_true(cute_size(&access.operand) == (int64_t)access.operand_rows * access.operand_columns);
}

static void operands_are_those_of_cute(void **state)
{
	(void)state;
	assert_int_equal(each_row("testdata/cute/operands.tsv", 3, check_operand), 48);
}

static void check_copy(char *const *field)
{
	const char *copy = arena_printf(arena, "%s@%s@%s", field[0], field[1], field[2]);
	CuteRequests requests = requests_of(copy, field[3], 16);
	int threads = atoi(field[4]);
	char *s = field[5];

	for (int i = 0; i < requests.n; i++) {
		const WarpRequest *request = &requests.at[i];

		assert_int_equal(request->active, ~0u);
		for (int lane = 0; lane < WARP_LANES; lane++)
			assert_int_equal(request->offset[lane], next_number(&s) * 2);
	}
	assert_int_equal(*s, '\n');
	assert_int_equal(requests.n % (threads / WARP_LANES), 0);
}

static void copies_are_those_of_cute(void **state)
{
	(void)state;
	assert_int_equal(each_row("testdata/cute/copies.tsv", 6, check_copy), 6);
}

/* --- costs -------------------------------------------------------------------------------------- */

static void expect_cost(const char *copy, const char *layout, int bits, int instructions, int64_t wavefronts)
{
	CuteRequests requests = requests_of(copy, layout, bits);
	int64_t sum = 0;

	for (int i = 0; i < requests.n; i++)
		sum += bank_cost(H200, &requests.at[i]).wavefronts;
	if (requests.n != instructions || sum != wavefronts)
		fail_msg("%s of %s: %d instructions, %lld wavefronts", copy, layout, requests.n, (long long)sum);
}

static void costs_are_known(void **state)
{
	(void)state;
	/* 8 rows of 128 bytes: each phase of 8 rows is on 4 banks, or on all. */
	expect_cost("ldmatrix.x4", "(8,64):(64,1)", 16, 2, 2 * 32);
	expect_cost("ldmatrix.x4", "Swizzle<3,3,3> o (8,64):(64,1)", 16, 2, 2 * 4);
	expect_cost("ldmatrix.x2.trans", "(8,64):(64,1)", 16, 4, 4 * 16);
	expect_cost("stmatrix.x1", "GMMA::Layout_K_SW128_Atom<half_t>", 16, 8, 8);
	expect_cost("SM75_U16x8_LDSM_T", "(64,32):(1,64)", 16, 8, 8 * 32);
	expect_cost("ldmatrix.x4@rows", "(8,64):(64,1)", 16, 2, 2 * 4);
	expect_cost("ldmatrix.x4", "(16,64):(72,1)", 16, 4, 4 * 4);
	/* A column of a tile of 32 floats a row. */
	expect_cost("ld.32", "(32,32):(32,1)", 32, 32, 32);
	expect_cost("ld.32@columns", "(32,32):(32,1)", 32, 32, 32 * 32);
	expect_cost("ld.32@columns", "(32,32):(33,1)", 32, 32, 32);
	expect_cost("ld.32@columns", "Swizzle<5,0,5> o (32,32):(32,1)", 32, 32, 32);
	expect_cost("st.128", "(8,64):(64,1)", 16, 2, 2 * 4);
	/* The last warp's instruction has 16 lanes. */
	expect_cost("st.32", "(3,16):(16,1)", 32, 2, 2);
	/* Rows of global memory that fill a line of shared memory, or half of one. */
	expect_cost("cp.async.16", "(8,64):(64,1)", 16, 2, 2 * 4);
	expect_cost("cp.async.16", "Swizzle<3,3,3> o (8,64):(64,1)", 16, 2, 2 * 4);
	/* 8 rows of 64 bytes: lanes 4g to 4g+3 load 4 words of row g, which is on banks 16 * (g % 2) and on. */
	expect_cost("SM80_16x8x16_F32F16F16F32_TN:A", "(16,32):(32,1)", 16, 8, 8 * 4);
}

static void expect_refused(const char *copy, const char *layout_text, int bits, const char *expected)
{
	CuteLayout layout = layout_of(layout_text);
	CuteRequests requests = { 0 };
	CuteAccess access;
	Buf why = { 0 };

	if (cute_access_read(arena, copy, &access, &why) && cute_requests(arena, &access, &layout, bits, &requests, &why))
		fail_msg("%s of %s is read", copy, layout_text);
	if (!why.s || !strstr(why.s, expected))
		fail_msg("%s of %s: %s", copy, layout_text, why.s ? why.s : "");
	buf_free(&why);
}

static void what_cannot_be_copied_is_refused(void **state)
{
	(void)state;
	expect_refused("ld.12", "(8,64)", 16, "no copy is named 'ld.12'");
	expect_refused("ldmatrix.x5", "(8,64)", 16, "did you mean 'ldmatrix.x");
	expect_refused("SM90_64x8x16_F32F16F16_SS:A", "(64,64)", 16, "are not known");
	expect_refused("ld.16", "(8,64)", 32, "2 bytes are copied at once, less than an element of 32 bits");
	expect_refused("ld.128", "(8,64):(66,1)", 16, "(1,0) is 132 bytes from the start");
	expect_refused("ld.128", "(8,64):(130,2)", 16, "the 8 elements from (0,0) on are not contiguous");
	expect_refused("ld.128", "Swizzle<3,0,3> o (8,64):(64,1)", 16, "(0,8) on are not contiguous; a swizzle");
	expect_refused("ld.128", "(8,12):(12,1)", 16, "of which the 12 of a row are no multiple");
	expect_refused("ldmatrix.x4", "(4,24):(24,1)", 16, "the layout's 4 rows of 3 such pieces");
	expect_refused("ld.32@(32,2):(2,2)", "(32,2):(2,1)", 32, "the layout of threads does not number them from 0 to 63");
	expect_refused("ld.64@(16,8):(8,1)@(1,3)", "(16,24):(24,1)", 32, "a thread's 3 values are no multiple");
	expect_refused("ld.32@(16,8):(8,1)@(1,3)", "(16,16):(16,1)", 32, "16 x 24 elements");
	expect_refused("ld.32@(16,8", "(16,16)", 32, "column 6: expected ','");
	expect_refused("ld.32@rows@(1,1)", "(16,16)", 32, "values go with a layout of threads");
	expect_refused("SM80_16x8x8_F32TF32TF32F32_TN:A", "(16,16)", 16, "the operand's elements have 32 bits, the layout's 16");
	expect_refused("SM80_16x8x8_F32TF32TF32F32_TN:A@rows", "(16,16)", 32, "takes no threads");
	expect_refused("SM80_16x8x8_F32TF32TF32F32_TN:A", "(8,16)", 32, "the operand is 16 x 8 elements");
}

/* --- the search --------------------------------------------------------------------------------- */

static void add_all(CuteRequests *all, CuteRequests some)
{
	for (int i = 0; i < some.n; i++)
		vec_push(arena, all, some.at[i]);
}

/* Swizzles over bytes of a tile of `bytes` bytes, a power of two, priced one by one. */
static bool frees(const CuteRequests *requests, CuteSwizzle swizzle)
{
	for (int i = 0; i < requests->n; i++) {
		WarpRequest moved = requests->at[i];
		BankCost cost;

		for (int lane = 0; lane < WARP_LANES; lane++) {
			int64_t o = moved.offset[lane];

			for (int bit = 0; bit < swizzle.bits; bit++)
				o ^= (o >> (swizzle.base + swizzle.shift + bit) & 1) << (swizzle.base + bit);
			moved.offset[lane] = o;
		}
		cost = bank_cost(H200, &moved);
		if (cost.wavefronts != cost.ideal)
			return false;
	}
	return true;
}

static bool has_swizzle(const CuteChoices *found, CuteSwizzle swizzle)
{
	for (int i = 0; i < found->free.n; i++)
		if (!found->free.at[i].pad && !memcmp(&found->free.at[i].swizzle, &swizzle, sizeof swizzle))
			return true;
	return false;
}

static void all_swizzles_that_free_are_found(void **state)
{
	const int64_t rows[] = { 128 };
	CuteRequests requests = { 0 };
	CuteChoices found;
	int n = 0;

	(void)state;
	add_all(&requests, requests_of("st.64", "(64,64):(64,1)", 16));
	add_all(&requests, requests_of("SM80_16x8x16_F32F16F16F32_TN:A", "(64,64):(64,1)", 16));
	found = cute_search(arena, &(CuteSearch){ .arch = H200,
						  .requests = requests.at,
						  .n_requests = requests.n,
						  .bytes = 8192,
						  .element = 2,
						  .rows = rows,
						  .n_rows = 1 });
	for (int base = 3; base < 7; base++)
		for (int bits = 1; base + bits <= 7; bits++)
			for (int shift = bits; base + shift + bits <= 13; shift++) {
				CuteSwizzle swizzle = { bits, base, shift };

				assert_int_equal(has_swizzle(&found, swizzle), frees(&requests, swizzle));
				n += frees(&requests, swizzle);
			}
	assert_true(n > 0);
	assert_true(found.free.n >= n && found.free.n <= n + 1);
	for (int i = 1; i < found.free.n; i++)
		assert_true(found.free.at[i].extra >= found.free.at[i - 1].extra);
}

static CuteChoices searched(const char *layout_text, int bits, const char *const *copies, int64_t row)
{
	CuteLayout layout = layout_of(layout_text);
	CuteRequests requests = { 0 };

	for (; *copies; copies++)
		add_all(&requests, requests_of(*copies, layout_text, bits));
	return cute_search(arena, &(CuteSearch){ .arch = H200,
						 .requests = requests.at,
						 .n_requests = requests.n,
						 .bytes = cute_bytes(&layout, bits),
						 .element = bits / 8,
						 .rows = &row,
						 .n_rows = 1 });
}

static void known_layouts_are_found(void **state)
{
	CuteChoices found = searched("(64,64):(64,1)", 16, (const char *const[]){ "ldmatrix.x4", "st.128", NULL }, 128);

	(void)state;
	/* Swizzle<3,3,3> over elements of 2 bytes, and rows of 72. */
	assert_int_equal(found.free.n, 2);
	assert_true(has_swizzle(&found, (CuteSwizzle){ 3, 4, 3 }));
	assert_int_equal(found.free.at[0].together, 16);
	assert_int_equal(found.free.at[1].pad, 16);
	assert_int_equal(found.free.at[1].extra, 63 * 16);
	found = searched("(32,32):(32,1)", 32, (const char *const[]){ "st.32", "ld.32@columns", NULL }, 128);
	assert_int_equal(found.free.n, 2);
	assert_true(has_swizzle(&found, (CuteSwizzle){ 5, 2, 5 }));
	assert_int_equal(found.free.at[1].pad, 4);
	/* Rows of 64 bytes: CUTLASS takes Swizzle<2,3,3>.  A line of shared memory gets two rows of global memory. */
	found = searched("(64,32):(32,1)", 16, (const char *const[]){ "cp.async.16", "ldmatrix.x4", NULL }, 64);
	assert_true(has_swizzle(&found, (CuteSwizzle){ 2, 4, 3 }));
	assert_int_equal(found.unavoidable, 8 * 4);
	/* What is free already stays as it is. */
	found = searched("(64,64):(64,1)", 16, (const char *const[]){ "st.128", NULL }, 128);
	assert_true(found.free.n > 1 && !found.free.at[0].swizzle.bits && !found.free.at[0].pad);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(operands_are_those_of_cute, set_up, tear_down),
		cmocka_unit_test_setup_teardown(copies_are_those_of_cute, set_up, tear_down),
		cmocka_unit_test_setup_teardown(costs_are_known, set_up, tear_down),
		cmocka_unit_test_setup_teardown(what_cannot_be_copied_is_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(all_swizzles_that_free_are_found, set_up, tear_down),
		cmocka_unit_test_setup_teardown(known_layouts_are_found, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
