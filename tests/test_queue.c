/* Which file of a run is started next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "driver/queue.h"

static void enough_is_left(void **state)
{
	(void)state;
	const int64_t even[] = { 5, 5, 5, 5, 5, 5, 5, 5 }, late[] = { 1, 1, 1, 1, 1, 1, 1, 1, 2 };
	assert_int_equal(queue_choose(even, 8, 2), 0);
	assert_int_equal(queue_choose(late, 9, 2), 0); /* 8 for two processes take as long as 2 * 2 */
	assert_int_equal(queue_choose(late, 9, 1), 0);
}

static void the_costliest_first(void **state)
{
	(void)state;
	const int64_t late[] = { 1, 1, 1, 1, 1, 1, 1, 1, 100 }, twice[] = { 1, 7, 7 }, unknown[] = { 0, 0 };
	assert_int_equal(queue_choose(late, 9, 2), 8);
	assert_int_equal(queue_choose(late, 9, 1), 8);
	assert_int_equal(queue_choose(twice, 3, 2), 1);
	assert_int_equal(queue_choose(unknown, 2, 2), 0);
	assert_int_equal(queue_choose(late, 1, 2), 0);
}

static void check_share(const int64_t *costs, int n, int n_jobs, const int *expected, int n_expected)
{
	int indices[MOST_TOGETHER];
	assert_int_equal(queue_share(costs, n, n_jobs, indices), n_expected);
	assert_memory_equal(indices, expected, sizeof *expected * (size_t)n_expected);
}

static void as_many_as_are_an_even_share(void **state)
{
	(void)state;
	int64_t even[80], late[40] = { 0 };
	int first[MOST_TOGETHER];
	for (int i = 0; i < 80; i++)
		even[i] = 5;
	for (int i = 0; i < MOST_TOGETHER; i++)
		first[i] = i;
	late[39] = 1000;
	check_share(even, 1, 2, first, 1);
	check_share(even, 7, 2, first, 1); /* half of what is left, for two: less than two files */
	check_share(even, 8, 2, first, 2);
	check_share(even, 8, 1, first, 4);
	check_share(even, 16, 8, first, 1);
	check_share(even, 80, 2, first, MOST_TOGETHER);
	check_share(late, 40, 2, (int[]){ 39 }, 1);
	check_share(late, 39, 2, first, 9); /* unknown costs are even ones */
}

/* The list is done by `n_jobs` processes: when the last ends.  `in_order`: the first file is started first, as before. */
static int64_t ends_at(const int64_t *costs, int n, int n_jobs, bool in_order)
{
	int64_t left[64], free_at[8] = { 0 }, end = 0;
	memcpy(left, costs, sizeof *costs * (size_t)n);
	while (n) {
		const int at = in_order ? 0 : queue_choose(left, n, n_jobs);
		int process = 0;
		for (int i = 1; i < n_jobs; i++)
			process = free_at[i] < free_at[process] ? i : process;
		free_at[process] += left[at];
		end = free_at[process] > end ? free_at[process] : end;
		memmove(left + at, left + at + 1, sizeof *left * (size_t)(n - at - 1));
		n--;
	}
	return end;
}

/* Longest first takes at most 4/3 of the best (Graham 1969), which is at least the mean and at least the costliest. */
static void nothing_is_left_alone_at_the_end(void **state)
{
	(void)state;
	uint32_t random = 1;
	int64_t costs[40];
	for (int round = 0; round < 1000; round++) {
		const int n_jobs = 2 + round % 7;
		int64_t all = 0, most = 0;
		for (int i = 0; i < 40; i++) {
			random = random * 1664525 + 1013904223;
			costs[i] = 1 + (random >> 16) % (random >> 28 ? 100 : 4000);
			all += costs[i];
			most = costs[i] > most ? costs[i] : most;
		}
		const int64_t least = most > all / n_jobs ? most : all / n_jobs;
		assert_in_range(ends_at(costs, 40, n_jobs, false), least, least + least / 3 + 1);
	}
	const int64_t late[] = { 1, 1, 1, 1, 1, 1, 1, 1, 8 };
	assert_int_equal(ends_at(late, 9, 2, true), 12);
	assert_int_equal(ends_at(late, 9, 2, false), 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(enough_is_left),
		cmocka_unit_test(the_costliest_first),
		cmocka_unit_test(as_many_as_are_an_even_share),
		cmocka_unit_test(nothing_is_left_alone_at_the_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
