/* What an H200 counted for matrix operands, tensor copies and other blocks' shared memory: the sentences of
 * docs/developers/hardware.md on them hold for every row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "banks/banks.h"

#define H200 arch_find(90)
#define MEASURED SMEMLINT_SOURCE_DIR "/testdata/measured/"

typedef void Check(char **column);

enum { MAX_COLUMNS = 16, SECTOR = 32 };

/* Calls `check` for each row; the first line is a comment, the second has the names of the columns. */
static int each_row(const char *path, Check *check)
{
	char text[2048], *column[MAX_COLUMNS];
	FILE *in = fopen(path, "r");
	int line = 0;

	assert_non_null(in);
	for (; fgets(text, sizeof text, in); line++) {
		int n = 0;

		text[strcspn(text, "\n")] = 0;
		for (char *p = text; p && n < MAX_COLUMNS; n++) {
			column[n] = p;
			p = strchr(p, '\t');
			if (p)
				*p++ = 0;
		}
		if (line > 1)
			check(column);
	}
	fclose(in);
	return line - 2;
}

/* n, a, a_major, b, b_major, lbo, sbo, base, base_offset, result, wavefronts, conflicts, cycles */
static void check_operands(char **column)
{
	int n = atoi(column[0]), bytes = n * 16 * 2;
	double cycles = atof(column[12]);

	if (strcmp(column[1], "registers") != 0)
		bytes += 64 * 16 * 2;
	assert_int_equal(atoi(column[10]), bytes / 128);
	assert_int_equal(atoi(column[11]), 0);
	assert_true(cycles >= bytes / 128 && cycles >= n / 2 - 0.5);
	/* The swizzle is one of addresses; a base offset other than 0 is for data that is swizzled by offset. */
	if (strcmp(column[9], "-") != 0) {
		int base = atoi(column[7]), span = atoi(column[3]);
		bool shifts = span && column[8][0] != '0' && base % (8 * span) != 0;

		assert_string_equal(column[9], shifts ? "wrong" : "right");
	}
}

/* mode, inner, rows, offset, result, bank_writes, cycles */
static void check_copy(char **column)
{
	bool plain = !strcmp(column[0], "none");
	int span = atoi(column[0]), inner = atoi(column[1]), rows = atoi(column[2]), offset = atoi(column[3]);

	if (!plain && inner > span) {
		assert_string_equal(column[4], "refused");
		return;
	}
	assert_int_equal(atoi(column[5]), inner * rows / BANK_BYTES);
	if (plain)
		assert_string_equal(column[4], "row by row");
	else if (inner < span)
		assert_string_equal(column[4], "rows as long as the mode's span");
	else
		assert_string_equal(column[4], offset % (8 * span) ? "swizzled by address" : "swizzled by address and offset");
}

static int n_sectors(const WarpRequest *r)
{
	int64_t seen[4 * WARP_LANES];
	int n = 0;

	for (int lane = 0; lane < WARP_LANES; lane++)
		for (int at = 0; at < r->bytes && (r->active >> lane & 1); at += BANK_BYTES) {
			int64_t sector = (r->offset[lane] + at) / SECTOR;
			int i = 0;

			while (i < n && seen[i] != sector)
				i++;
			if (i == n)
				seen[n++] = sector;
		}
	return n;
}

/* op, bytes, warps, active_mask, byte_offsets, own_wavefronts, sectors, sent, own_cycles, cycles */
static void check_cluster(char **column)
{
	WarpRequest r = { .op = BANK_LD, .bytes = atoi(column[1]), .active = (uint32_t)strtoul(column[3], NULL, 16) };
	char *at = column[4];

	for (int lane = 0; lane < WARP_LANES; lane++, at++)
		r.offset[lane] = strtoll(at, &at, 10);
	if (strcmp(column[0], "load") == 0) {
		assert_int_equal(atoi(column[5]), bank_cost(H200, &r).wavefronts);
		assert_int_equal(atoi(column[7]), n_sectors(&r));
		assert_true(atof(column[9]) >= 1.4 * n_sectors(&r));
	}
	if (strcmp(column[0], "add") != 0) /* lanes that add to one word are counted each */
		assert_int_equal(atoi(column[6]), n_sectors(&r));
}

static void operands_have_no_conflicts(void **state)
{
	(void)state;
	assert_int_equal(each_row(MEASURED "h200_wgmma.tsv", check_operands), 156);
}

static void tensor_copies_swizzle_addresses(void **state)
{
	(void)state;
	assert_int_equal(each_row(MEASURED "h200_tensor_copies.tsv", check_copy), 60);
}

static void other_blocks_cost_sectors(void **state)
{
	(void)state;
	assert_int_equal(each_row(MEASURED "h200_clusters.tsv", check_cluster), 192);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operands_have_no_conflicts),
		cmocka_unit_test(tensor_copies_swizzle_addresses),
		cmocka_unit_test(other_blocks_cost_sectors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
