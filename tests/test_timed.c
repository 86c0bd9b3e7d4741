/* The clock of an H200: its costs of 1,239 warp requests, compared with the hardware model's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "banks/banks.h"
#include "verify/backends/timed.h"

#define H200 arch_find(90)

static double distance(double a, double b)
{
	return a > b ? a - b : b - a;
}

/* One row; false: it is a comment or the titles. */
static bool read_row(char *text, WarpRequest *request, double *cycles)
{
	char *save = NULL, *field[5];
	if (*text == '#' || !strncmp(text, "op\t", 3))
		return false;
	for (int i = 0; i < 5; i++)
		assert_non_null(field[i] = strtok_r(i ? NULL : text, "\t\n", &save));
	*request = (WarpRequest){ .bytes = atoi(field[1]), .active = (uint32_t)strtoul(field[2], NULL, 16) };
	assert_true(bank_op_parse(field[0], &request->op));
	for (int lane = 0; lane < WARP_LANES; lane++)
		request->offset[lane] = strtol(field[3], &field[3], 10), field[3]++;
	*cycles = atof(field[4]) / (TIMED_WARPS * TIMED_ITERATIONS * TIMED_UNROLL);
	return true;
}

typedef struct Row {
	WarpRequest request;
	int index;
} Row;

typedef struct Rows {
	Arena *arena;
	TimedRequests requests;
	VEC(Row) rows;
} Rows;

static WarpPattern pattern_of(const WarpRequest *request)
{
	WarpPattern pattern = { .active = request->active };
	memcpy(pattern.offset, request->offset, sizeof pattern.offset);
	return pattern;
}

static void read_rows(Rows *all)
{
	FILE *file = fopen("testdata/verify/h200_times.tsv", "r");
	char text[2048];
	double cycles;
	Row row;
	assert_non_null(file);
	while (fgets(text, sizeof text, file)) {
		if (!read_row(text, &row.request, &cycles))
			continue;
		const WarpPattern pattern = pattern_of(&row.request);
		const char *why;
		row.index = timed_add(all->arena, &all->requests, row.request.op, row.request.bytes, &pattern, &why);
		assert_true(row.index >= 0);
		all->requests.list.at[row.index].cycles = cycles;
		vec_push(all->arena, &all->rows, row);
	}
	fclose(file);
}

static void the_clock_follows_the_model(void **state)
{
	(void)state;
	Rows all = { .arena = arena_new() };
	int priced = 0, far = 0;
	double worst = 0;
	read_rows(&all);
	const int known = all.requests.list.n;
	assert_true(known > 1100);
	for (int i = 0; i < all.rows.n; i++) {
		const WarpRequest *request = &all.rows.at[i].request;
		const TimedScale scale = timed_scale(all.arena, &all.requests, timed_op(request->op, request->bytes));
		double least = 0, timed = timed_wavefronts(&all.requests, &scale, all.rows.at[i].index, &least);
		double model = bank_cost(H200, request).wavefronts, off = distance(timed, model) / model;
		assert_int_equal(all.requests.list.n, known); /* its twins were timed, too */
		if (model < least * (1 - TIMED_TOLERANCE)) {
			assert_true(timed < least * (1 + TIMED_TOLERANCE));
			continue;
		}
		priced++;
		worst = off > worst ? off : worst;
		if (off > TIMED_TOLERANCE && ++far)
			printf("%s %d %08x: %.2f by the clock, %g by the model\n", bank_op_name(request->op), request->bytes,
			       request->active, timed, model);
	}
	printf("%d of %d requests are priced, off by %.1f %% at most\n", priced, all.rows.n, 100 * worst);
	assert_int_equal(far, 0);
	assert_true(priced > 1000);
	arena_free(all.arena);
}

/* Untouched bytes are left out, so that the requests fit into little memory; banks and words stay apart. */
static void rows_are_packed(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	TimedRequests requests = { 0 };
	WarpPattern pattern = { .active = 0xf, .offset = { -256 + 4, 1 << 20, (1 << 20) + 128, -256 + 8 } };
	const char *why;
	assert_int_equal(timed_add(arena, &requests, BANK_LD, 4, &pattern, &why), 0);
	const int *offset = requests.list.at[0].offset;
	assert_int_equal(offset[0], 4);
	assert_int_equal(offset[3], 8);
	assert_int_equal(offset[1], 128);
	assert_int_equal(offset[2], 256);
	assert_int_equal(timed_add(arena, &requests, BANK_LD, 4, &pattern, &why), 0);
	pattern.offset[2] += 2;
	assert_int_equal(timed_add(arena, &requests, BANK_LD, 4, &pattern, &why), -1);
	assert_int_equal(timed_add(arena, &requests, BANK_CP_ASYNC_CA, 4, &pattern, &why), -1);
	assert_non_null(strstr(why, "copy"));
	assert_int_equal(timed_add(arena, &requests, BANK_ATOM_ADDF, 4, &pattern, &why), -1);
	arena_free(arena);
}

static void reading(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool good;
	} rows[] = {
		{ "device X\n0 4096\n1 8192\nend\n", true },
		{ "0 4096\n1 8192\nend\n", true },
		{ "0 4096\n1 8192\n", false },
		{ "0 4096\nend\n", false },
		{ "0 4096\n1 -3\nend\n", false },
		{ "0 4096\n1 8192\n2 5\nend\n", false },
		{ "0 4096\nhello\nend\n", false },
		{ "", false },
		{ "end", false },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Arena *arena = arena_new();
		TimedRequests requests = { 0 };
		WarpPattern pattern = { .active = 1 };
		const char *why;
		Buf problem = { 0 };
		timed_add(arena, &requests, BANK_LD, 4, &pattern, &why);
		timed_add(arena, &requests, BANK_ST, 4, &pattern, &why);
		assert_int_equal(timed_read(&requests, rows[i].text, &problem), rows[i].good);
		assert_int_equal(problem.n == 0, rows[i].good);
		buf_free(&problem);
		arena_free(arena);
	}
}

/* No cost follows from a clock that stands still or runs backwards. */
static void no_slope(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	TimedRequests requests = { 0 };
	const TimedScale scale = timed_scale(arena, &requests, timed_op(BANK_LD, 4));
	double least;
	for (int i = 0; i < requests.list.n; i++)
		requests.list.at[i].cycles = 5;
	assert_true(timed_wavefronts(&requests, &scale, 0, &least) < 0);
	requests.list.at[scale.one_bank].cycles = 1;
	assert_true(timed_wavefronts(&requests, &scale, 0, &least) < 0);
	requests.list.at[scale.one_bank].cycles = 5 + 31;
	assert_true(distance(timed_wavefronts(&requests, &scale, scale.one_bank, &least), 32) < 1e-9);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_clock_follows_the_model),
		cmocka_unit_test(rows_are_packed),
		cmocka_unit_test(reading),
		cmocka_unit_test(no_slope),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
