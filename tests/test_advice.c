/* The search for layouts: what it finds for the patterns that programs have, and what it must not claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "fix/layouts/advice.h"
#include "facts_made.h"

static int64_t row_32(int x, int y)
{
	return (y * 32 + x) * 4;
}
static int64_t column_32(int x, int y)
{
	return (x * 32 + y) * 4;
}
static int64_t row_16(int x, int y)
{
	return (y * 16 + x) * 4;
}
static int64_t column_16(int x, int y)
{
	return (x * 16 + y) * 4;
}
static int64_t row_17(int x, int y)
{
	return (y * 17 + x) * 4;
}
static int64_t column_17(int x, int y)
{
	return (x * 17 + y) * 4;
}
static int64_t row_128(int x, int y)
{
	return (y * 128 + x) * 4;
}
static int64_t column_128(int x, int y)
{
	return (x * 128 + y) * 4;
}
static int64_t struct_field(int x, int y)
{
	(void)y;
	return x * 16;
}
static int64_t matrix_row(int x, int y)
{
	(void)y;
	return (x % 16 * 64 + x / 16 * 8) * 2;
}
static int64_t vector_column(int x, int y)
{
	return (x % 32 * 32 + y * 4) * 4;
}
static int64_t doubled(int x, int y)
{
	(void)y;
	return x < 128 ? x * 2 * 4 : -1;
}
static int64_t quadrupled(int x, int y)
{
	(void)y;
	return x < 64 ? x * 4 * 4 : -1;
}
static int64_t one_word(int x, int y)
{
	(void)x, (void)y;
	return 0;
}
static int64_t stride_32(int x, int y)
{
	(void)y;
	return x * 32 * 4;
}

static const Type *floats(Arena *arena, int64_t rows, int64_t columns)
{
	const Type *row = made_array(arena, made_scalar(arena, TY_FLOAT, "float", 4), columns);
	return rows ? made_array(arena, row, rows) : row;
}

static const Layout *layout_of(const Advice *advice, LayoutKind kind)
{
	for (int i = 0; advice && i < advice->n_layouts; i++)
		if (advice->layouts[i].kind == kind)
			return &advice->layouts[i];
	return NULL;
}

static void test_transpose(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 32);
	const Var *tile = made_shared(made, "tile", floats(arena, 32, 32));
	(void)state;
	made_add(made, tile, BANK_ST, 4, row_32);
	made_add(made, tile, BANK_LD, 4, column_32);
	const Advice *advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
	assert_int_equal(advice->wavefronts, 32 + 1024);
	assert_int_equal(advice->attainable, 64);
	assert_string_equal(advice->text,
			    "XOR-swizzling the column as tile[r][c ^ (r % 32)] would make every access of 'tile' "
			    "conflict-free (no extra memory); so would padding the rows of 'tile' to [32][33] (+128 bytes)");
	assert_int_equal(layout_of(advice, LAYOUT_PAD)->wavefronts, 64);
	advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_SIMPLICITY, NULL);
	assert_string_equal(advice->text,
			    "padding the rows of 'tile' to [32][33] would make every access of 'tile' "
			    "conflict-free (+128 bytes); so would XOR-swizzling the column as tile[r][c ^ (r % 32)] (no extra memory)");
	arena_free(arena);
}

/* Both accesses are by columns: exchanged, they are by rows, without the bytes of a padding. */
static void test_exchange(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 32);
	const Var *tile = made_shared(made, "tile", floats(arena, 32, 32));
	(void)state;
	made_add(made, tile, BANK_ST, 4, column_32);
	made_add(made, tile, BANK_LD, 4, column_32);
	const Advice *advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_OCCUPANCY, NULL);
	assert_int_equal(advice->layouts[0].kind, LAYOUT_EXCHANGE);
	assert_int_equal(advice->layouts[0].wavefronts, 64);
	assert_int_equal(advice->layouts[0].extra_bytes, 0);
	advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_SIMPLICITY, NULL);
	assert_int_equal(advice->layouts[0].kind, LAYOUT_PAD);
	made_add(made, tile, BANK_LD, 4, row_32);
	made_add(made, tile, BANK_LD, 4, row_32);
	advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_OCCUPANCY, NULL);
	assert_null(layout_of(advice, LAYOUT_EXCHANGE));
	arena_free(arena);
}

static void test_no_padding_suits_a_square_of_16(void **state)
{
	(void)state;
	for (int padded = 0; padded < 2; padded++) {
		Arena *arena = arena_new();
		Made *made = made_new(arena, "", 16, 16);
		const Var *tile = made_shared(made, "tile", floats(arena, 16, 16 + padded));
		made_add(made, tile, BANK_ST, 4, padded ? row_17 : row_16);
		made_add(made, tile, BANK_LD, 4, padded ? column_17 : column_16);
		const Advice *advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
		assert_int_equal(advice->wavefronts, padded ? 32 : 8 + 64);
		assert_int_equal(layout_of(advice, LAYOUT_PAD)->wavefronts, 24);
		assert_string_equal(
			advice->text,
			padded ? "no padding frees every access of 'tile' (best: [16][18], 2-way); dropping the padding ([16][16]) and "
				 "XOR-swizzling the column as tile[r][c ^ (r % 16)] does (-64 bytes)"
			       : "no padding frees every access of 'tile' (best: [16][18], 2-way); "
				 "XOR-swizzling the column as tile[r][c ^ (r % 16)] does (no extra memory)");
		arena_free(arena);
	}
}

static void test_static_limit(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 32);
	const Var *tile = made_shared(made, "tile", floats(arena, 96, 128));
	(void)state;
	made_add(made, tile, BANK_ST, 4, row_128);
	made_add(made, tile, BANK_LD, 4, column_128);
	const Advice *advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
	assert_true(advice->over_limit);
	assert_null(layout_of(advice, LAYOUT_PAD));
	assert_string_equal(advice->text,
			    "no padding within 48 KiB frees every access of 'tile'; XOR-swizzling the column "
			    "as tile[r][c ^ (r % 32)] does (no extra memory)");
	arena_free(arena);
}

static void test_records(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 1);
	const Type *f = made_scalar(arena, TY_FLOAT, "float", 4);
	Field fields[4] = {
		{ .name = "x", .type = f, .offset = 0 },
		{ .name = "y", .type = f, .offset = 4 },
		{ .name = "z", .type = f, .offset = 8 },
		{ .name = "w", .type = f, .offset = 12 },
	};
	Type record = { .kind = TY_RECORD, .size = 16, .align = 4, .name = "Body", .fields = fields, .n_fields = 4 };
	const Var *bodies = made_shared(made, "bodies", made_array(arena, &record, 32));
	(void)state;
	made_add(made, bodies, BANK_LD, 4, struct_field);
	const Advice *advice = advise(arena, made_facts(made), 1, bodies, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
	assert_int_equal(advice->wavefronts, 4);
	assert_int_equal(layout_of(advice, LAYOUT_RECORD_PAD)->pad, 4);
	assert_int_equal(layout_of(advice, LAYOUT_SOA)->wavefronts, 1);
	assert_int_equal(layout_of(advice, LAYOUT_SOA)->extra_bytes, 0);
	assert_int_equal(advice->layouts[0].kind, LAYOUT_SOA);
	assert_int_equal(advise(arena, made_facts(made), 1, bodies, (Part){ NULL, NULL }, 90, PREFER_SIMPLICITY, NULL)->layouts[0].kind,
			 LAYOUT_RECORD_PAD);
	arena_free(arena);
}

static void test_matrix_rows_stay_aligned(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 1);
	const Type *row = made_array(arena, made_scalar(arena, TY_FLOAT, "half", 2), 64);
	const Var *a = made_shared(made, "a", made_array(arena, row, 64));
	(void)state;
	made_add(made, a, BANK_LDMATRIX_X4, 16, matrix_row);
	const Advice *advice = advise(arena, made_facts(made), 1, a, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
	assert_int_equal(advice->wavefronts, 32);
	assert_string_equal(
		advice->text,
		"XOR-swizzling the column as a[r][c ^ (r % 8 * 8)] would make every access of 'a' conflict-free "
		"(no extra memory); so would padding the rows of 'a' to [64][72] (+1024 bytes, 22 blocks per SM instead of 25)");
	arena_free(arena);
}

static void test_vectors_stay_aligned(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 8);
	const Var *tile = made_shared(made, "tile", floats(arena, 32, 32));
	(void)state;
	made_add(made, tile, BANK_LD, 16, vector_column);
	const Advice *advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
	assert_int_equal(advice->wavefronts, 8 * 32);
	assert_int_equal(layout_of(advice, LAYOUT_PAD)->pad, 4);
	assert_int_equal(layout_of(advice, LAYOUT_XOR)->chunk, 4);
	assert_int_equal(layout_of(advice, LAYOUT_XOR)->wavefronts, 8 * 4);
	arena_free(arena);
}

static void test_one_dimension(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 1);
	const Var *s = made_shared(made, "s", floats(arena, 0, 1024));
	(void)state;
	made_affine(made_add(made, s, BANK_LD, 4, stride_32), 32, 0, "32*threadIdx.x");
	const Advice *advice = advise(arena, made_facts(made), 1, s, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
	assert_string_equal(advice->text,
			    "indexing 's' as s[i ^ (i / 32 % 32)] would make every access of 's' conflict-free "
			    "(no extra memory); so would indexing 's' as s[i + i / 32] (rows of 33 elements instead of 32) (+128 bytes)");
	arena_free(arena);
}

static void test_dynamic(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 1);
	const Var *s = made_shared(made, "s", floats(arena, 0, -1));
	(void)state;
	made_add(made, s, BANK_LD, 4, stride_32);
	const Advice *advice = advise(arena, made_facts(made), 1, s, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
	assert_int_equal(layout_of(advice, LAYOUT_PAD)->extra_bytes == EXTRA_UNKNOWN, 1);
	assert_int_equal(advice->layouts[0].kind, LAYOUT_XOR); /* what is not known comes last */
	assert_string_equal(layout_of(advice, LAYOUT_PAD)->price, "+4 bytes every 128");
	arena_free(arena);
}

/* A function of the index takes two instructions: worth it for three wavefronts, and not for one. */
static void test_strides(void **state)
{
	(void)state;
	for (int stride = 2; stride <= 4; stride *= 2) {
		Arena *arena = arena_new();
		Made *made = made_new(arena, "", 64, 1);
		const Var *s = made_shared(made, "s", floats(arena, 0, 256));
		made_affine(made_add(made, s, BANK_LD, 4, stride == 2 ? doubled : quadrupled), stride, 0, "stride*threadIdx.x");
		const Advice *advice = advise(arena, made_facts(made), 1, s, (Part){ NULL, NULL }, 90, PREFER_OCCUPANCY, NULL);
		assert_int_equal(advice->wavefronts, 2 * stride);
		assert_int_equal(advice->n_layouts > 0, stride == 4);
		if (stride == 4) {
			assert_int_equal(advice->layouts[0].wavefronts, 2);
			assert_int_equal(advice->layouts[0].instructions, 4);
			assert_true(advice->layouts[0].by_function || advice->layouts[1].by_function);
		} else {
			assert_string_equal(advice->rejected, "what saves wavefronts adds more instructions");
		}
		arena_free(arena);
	}
}

static void test_what_is_not_known_is_said(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 32);
	const Var *tile = made_shared(made, "tile", floats(arena, 32, 32));
	(void)state;
	made_add(made, tile, BANK_LD, 4, column_32);
	Fact *unknown = made_add(made, tile, BANK_ST, 4, row_32);
	unknown->certainty = CERTAINTY_UNKNOWN;
	unknown->range.begin = made_loc(9, 11);
	const Advice *advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
	assert_int_equal(advice->n_accesses, 2);
	assert_int_equal(advice->n_known, 1);
	assert_non_null(strstr(advice->text, "1 of the 2 accesses of 'tile' conflict-free"));
	arena_free(arena);
}

static void test_outside_the_object(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 32);
	const Var *tile = made_shared(made, "tile", floats(arena, 16, 32));
	(void)state;
	made_add(made, tile, BANK_LD, 4, column_32);
	assert_null(advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL));
	arena_free(arena);
}

static void test_runtime_part(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 32);
	const Type *tiles = made_array(arena, floats(arena, 32, 32), 2);
	const Var *tile = made_shared(made, "tile", tiles);
	static const struct {
		const char *symbolic;
		int known;
		int64_t step;
	} cases[] = {
		{ NULL, 1, 0 },
		{ "1024*k", 1, 4096 },
		{ "32*k", 1, 128 },
		{ "32*k + 1024*n*m", 1, 128 },
		{ "n", 0, 4 },
		{ "1024*k + 4*j", 0, 16 },
		{ "(12*n)/4", 0, 1 },
		{ "(by thread)*n", 0, 1 },
		{ "(4*threadIdx.x*n)", 0, 1 },
	};
	(void)state;
	Fact *load = made_add(made, tile, BANK_LD, 4, column_32);
	made_affine(load, 32, 1, "32*threadIdx.x + threadIdx.y");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		load->index.symbolic = cases[i].symbolic;
		for (int p = 0; p < load->n_patterns; p++)
			((WarpPattern *)(uintptr_t)&load->patterns[p])->floating = cases[i].symbolic != NULL;
		assert_int_equal(symbolic_step(load), cases[i].step);
		const Advice *advice = advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL);
		assert_int_equal(advice != NULL, cases[i].known);
		assert_true(!advice || layout_of(advice, LAYOUT_PAD)->pad == 1);
	}
	load->index.symbolic = NULL; /* dropped, without its symbolic form */
	((WarpPattern *)(uintptr_t)&load->patterns[0])->floating = true;
	assert_null(advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL));
	/* A swizzle by the row needs to know the row's low bits. */
	load->index.symbolic = "32*k";
	assert_null(layout_of(advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL), LAYOUT_XOR));
	load->index.symbolic = "1024*k";
	assert_non_null(layout_of(advise(arena, made_facts(made), 1, tile, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL), LAYOUT_XOR));
	arena_free(arena);
}

static void test_contention_has_no_layout(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 1);
	const Var *count = made_shared(made, "count", floats(arena, 0, 32));
	(void)state;
	made_add(made, count, BANK_ATOM_ADD, 4, one_word);
	assert_null(advise(arena, made_facts(made), 1, count, (Part){ NULL, NULL }, 90, PREFER_MEMORY, NULL));
	arena_free(arena);
}

static void test_layout_keeps_bytes_apart(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, "", 32, 1);
	const Var *tile = made_shared(made, "tile", floats(arena, 8, 12));
	static const Layout layouts[] = {
		{ .kind = LAYOUT_PAD, .dim = 1, .pad = 3, .chunk = 1 },
		{ .kind = LAYOUT_XOR, .dim = 0, .mask = 3, .chunk = 1 },
		{ .kind = LAYOUT_XOR, .dim = 0, .mask = 3, .shift = 1, .chunk = 1 },
		{ .kind = LAYOUT_ROTATE, .dim = 0, .chunk = 3 },
		{ .kind = LAYOUT_EXCHANGE, .dim = 0, .chunk = 1 },
	};
	Grid grid;
	(void)state;
	assert_true(grid_of(tile, &grid));
	for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
		char seen[8 * 15] = { 0 };
		for (int64_t i = 0; i < 8 * 12; i++) {
			int64_t at;
			assert_true(layout_offset(&grid, &layouts[l], i * 4, 4, &at));
			assert_true(at >= 0 && at / 4 < (int64_t)sizeof seen && at % 4 == 0);
			assert_int_equal(seen[at / 4]++, 0);
		}
		int64_t at;
		assert_false(layout_offset(&grid, &layouts[l], 8 * 12 * 4, 4, &at));
		assert_false(layout_offset(&grid, &layouts[l], -4, 4, &at));
		assert_false(layout_offset(&grid, &layouts[l], 11 * 4, 8, &at));
	}
	arena_free(arena);
}

/* testdata/measured/h200_occupancy.tsv: the CUDA runtime's numbers for an H200 (kernels/probes/occupancy.cu). */
static void test_occupancy_is_the_runtimes(void **state)
{
	FILE *file = fopen("testdata/measured/h200_occupancy.tsv", "r");
	char line[128];
	int threads, shared, blocks, n = 0;
	(void)state;
	assert_non_null(file);
	while (fgets(line, sizeof line, file)) {
		if (sscanf(line, "%d\t%d\t%d", &threads, &shared, &blocks) != 3)
			continue;
		n++;
		if (occupancy_blocks(90, threads, shared) != blocks)
			fail_msg("%d threads, %d bytes: %d blocks, predicted %d", threads, shared, blocks,
				 occupancy_blocks(90, threads, shared));
	}
	fclose(file);
	assert_int_equal(n, 1476);
	assert_int_equal(occupancy_blocks(12, 32, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_transpose),
		cmocka_unit_test(test_exchange),
		cmocka_unit_test(test_no_padding_suits_a_square_of_16),
		cmocka_unit_test(test_static_limit),
		cmocka_unit_test(test_records),
		cmocka_unit_test(test_matrix_rows_stay_aligned),
		cmocka_unit_test(test_vectors_stay_aligned),
		cmocka_unit_test(test_one_dimension),
		cmocka_unit_test(test_dynamic),
		cmocka_unit_test(test_strides),
		cmocka_unit_test(test_what_is_not_known_is_said),
		cmocka_unit_test(test_outside_the_object),
		cmocka_unit_test(test_runtime_part),
		cmocka_unit_test(test_contention_has_no_layout),
		cmocka_unit_test(test_layout_keeps_bytes_apart),
		cmocka_unit_test(test_occupancy_is_the_runtimes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
