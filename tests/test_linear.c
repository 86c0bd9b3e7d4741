/* The search for linear swizzles against all there are: every subspace of the kernel's dimension is enumerated, and its
 * vectors are added up one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fix/layouts/linear.h"

/* --- the oracle ------------------------------------------------------------------------------- */

/* Subspaces in reduced form: a set of pivots, and for each pivot a vector that has it as its highest bit and none of the
 * others.  Every subspace has one such form. */
typedef struct Oracle {
	const int64_t *weight;
	uint32_t pivots;
	uint32_t span[1 << LINEAR_BITS];
	int64_t least, n_subspaces;
} Oracle;

/* Vectors for the pivots in `left`. */
static void enumerate(Oracle *o, uint32_t left, int n_span, int64_t so_far)
{
	if (!left) {
		o->n_subspaces++;
		o->least = so_far < o->least ? so_far : o->least;
		return;
	}
	uint32_t pivot = left & -left, open = (pivot - 1) & ~o->pivots, rest = 0;
	do {
		int64_t sum = so_far;
		for (int i = 0; i < n_span; i++)
			sum += o->weight[o->span[n_span + i] = o->span[i] ^ (pivot | rest)];
		enumerate(o, left & ~pivot, 2 * n_span, sum);
		rest = (rest - open) & open;
	} while (rest);
}

static int64_t least_of_all(const int64_t *weight, int n, int dims, int64_t *n_subspaces)
{
	static Oracle o;
	o = (Oracle){ .weight = weight, .least = INT64_MAX };
	for (o.pivots = 0; o.pivots < 1u << n; o.pivots++)
		if (__builtin_popcount(o.pivots) == dims)
			enumerate(&o, o.pivots, 1, 0);
	*n_subspaces = o.n_subspaces;
	return o.least;
}

/* --- weights of accesses ------------------------------------------------------------------------ */

static int64_t weight[1 << LINEAR_BITS];

static void clear(int n)
{
	memset(weight, 0, sizeof *weight << n);
}

/* An access to the vectors that the basis spans. */
static void add_access(const uint32_t *basis, int dims, int64_t count)
{
	for (uint32_t lanes = 1; lanes < 1u << dims; lanes++) {
		uint32_t v = 0;
		for (int i = 0; i < dims; i++)
			v ^= lanes >> i & 1 ? basis[i] : 0;
		if (v)
			weight[v] += count;
	}
}

/* `dims` vectors that are bits of their own, from `bit` on: a row, a column, a part of one. */
static void add_bits(int bit, int dims, int64_t count)
{
	uint32_t basis[LINEAR_BITS];
	for (int i = 0; i < dims; i++)
		basis[i] = 1u << (bit + i);
	add_access(basis, dims, count);
}

static void add_random(int n, int dims, int64_t count)
{
	uint32_t basis[LINEAR_BITS];
	for (int i = 0; i < dims; i++)
		basis[i] = 1 + (uint32_t)rand() % ((1u << n) - 1);
	add_access(basis, dims, count);
}

static bool is_subspace(const Subspace *s, int n, int64_t *sum)
{
	bool seen[1 << LINEAR_BITS] = { false };
	*sum = 0;
	for (uint32_t mix = 1; mix < 1u << s->dims; mix++) {
		uint32_t v = 0;
		for (int i = 0; i < s->dims; i++)
			v ^= mix >> i & 1 ? s->basis[i] : 0;
		if (!v || v >> n || seen[v])
			return false;
		seen[v] = true;
		*sum += weight[v];
	}
	return true;
}

static void check(int n, int dims, int64_t n_expected)
{
	Arena *arena = arena_new();
	Subspace found;
	int64_t sum, n_subspaces, least = least_of_all(weight, n, dims, &n_subspaces);
	if (n_expected)
		assert_int_equal(n_subspaces, n_expected);
	bool any = linear_lightest(arena, weight, n, dims, &found);
	assert_int_equal(any, least < LINEAR_NEVER);
	if (any) {
		assert_true(found.is_best);
		assert_int_equal(found.dims, dims);
		assert_true(is_subspace(&found, n, &sum));
		assert_int_equal(sum, found.weight);
		assert_int_equal(found.weight, least);
	}
	arena_free(arena);
}

/* --- tests -------------------------------------------------------------------------------------- */

/* How many subspaces there are: Gaussian binomials. */
static void test_oracle_meets_every_subspace_once(void **state)
{
	(void)state;
	clear(8);
	check(4, 2, 35);
	check(6, 3, 1395);
	check(8, 3, 97155);
	check(8, 4, 200787);
}

static void test_random_accesses(void **state)
{
	(void)state;
	srand(1);
	for (int round = 0; round < 400; round++) {
		int n = 3 + rand() % 4, dims = 1 + rand() % (n - 1);
		clear(n);
		for (int accesses = rand() % 12; accesses > 0; accesses--)
			add_random(n, 1 + rand() % 5, 1 + rand() % 20);
		check(n, dims, 0);
	}
	for (int round = 0; round < 12; round++) {
		clear(8);
		for (int accesses = 1 + rand() % 10; accesses > 0; accesses--)
			add_random(8, 5, 1 + rand() % 20);
		check(8, 3, 97155);
	}
}

static void test_vectors_that_are_never_taken(void **state)
{
	(void)state;
	srand(2);
	for (int round = 0; round < 400; round++) {
		int n = 3 + rand() % 4, dims = 1 + rand() % (n - 1), share = 1 + rand() % 8;
		clear(n);
		for (uint32_t v = 1; v < 1u << n; v++)
			weight[v] = rand() % share == 0 ? LINEAR_NEVER : rand() % 30;
		check(n, dims, 0);
	}
}

/* A tile of 32 x 32 words: the kernel is one of 109,221,651 subspaces with five dimensions.  Rows, columns, blocks of
 * 4 x 8 and 8 x 4, and every other row of 16 columns. */
static void test_tile_of_32_by_32(void **state)
{
	static const uint32_t block[] = { 1, 2, 4, 32, 64 }, high_block[] = { 1, 2, 32, 64, 128 }, rows[] = { 1, 2, 4, 8, 64 };
	(void)state;
	clear(10);
	add_bits(0, 5, 32);
	add_bits(5, 5, 32);
	add_access(block, 5, 8);
	add_access(high_block, 5, 8);
	add_access(rows, 5, 3);
	srand(3);
	for (int accesses = 0; accesses < 15; accesses++)
		add_random(10, 3, 1 + rand() % 4);
	check(10, 5, 109221651);
}

/* A tile of 32 x 16 words with more accesses than a swizzle can free. */
static void test_what_cannot_be_freed(void **state)
{
	(void)state;
	clear(9);
	add_bits(0, 5, 4);
	add_bits(4, 5, 4);
	add_bits(2, 5, 2);
	for (int i = 0; i < 4; i++)
		add_random(9, 5, 1);
	check(9, 4, 3309747);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_oracle_meets_every_subspace_once),
		cmocka_unit_test(test_random_accesses),
		cmocka_unit_test(test_vectors_that_are_never_taken),
		cmocka_unit_test(test_tile_of_32_by_32),
		cmocka_unit_test(test_what_cannot_be_freed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
