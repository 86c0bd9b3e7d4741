#include "fix/layouts/linear.h"

#include <stdlib.h>

/* About 20 ms. */
enum { MAX_WORK = 8 << 20 };

/* Branch and bound: one vector after the other is added to the subspace.  The rest is chosen from its cosets, a space with one
 * bit less; the weight of a coset is the sum of its vectors' weights. */
typedef struct Search {
	Arena *arena;
	int64_t work;
	uint32_t chosen[LINEAR_BITS]; /* each as a vector of the space that it was chosen from */
	int pivot[LINEAR_BITS];       /* the bit that the next space lacks */
	int n_chosen;
	Subspace *best;
	bool found;
} Search;

static int highest_bit(uint32_t v)
{
	return 31 - __builtin_clz(v);
}

/* Inserts a 0 as bit `at`. */
static uint32_t spread(uint32_t v, int at)
{
	uint32_t low = v & ((1u << at) - 1);
	return (v - low) << 1 | low;
}

static void keep(Search *search, int64_t weight)
{
	Subspace *best = search->best;
	search->found = true;
	best->weight = weight;
	best->dims = search->n_chosen;
	for (int i = 0; i < search->n_chosen; i++) {
		uint32_t v = search->chosen[i];
		for (int j = i - 1; j >= 0; j--)
			v = spread(v, search->pivot[j]);
		best->basis[i] = v;
	}
}

static int compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* All vectors but 0, the lightest first; those of LINEAR_NEVER last. */
static uint32_t *in_order(Arena *arena, const int64_t *weight, int n)
{
	uint32_t count = (1u << n) - 1, *order = arena_alloc_raw(arena, sizeof *order << n);
	uint64_t *keys = arena_alloc_raw(arena, sizeof *keys << n);
	for (uint32_t v = 1; v <= count; v++)
		keys[v - 1] = (uint64_t)weight[v] << LINEAR_BITS | v;
	qsort(keys, count, sizeof *keys, compare_keys);
	for (uint32_t i = 0; i < count; i++)
		order[i] = (uint32_t)keys[i] & ((1u << LINEAR_BITS) - 1);
	return order;
}

static void search_in(Search *search, int64_t *weight, int n, int dims, int64_t so_far);

/* The last vector: the lightest. */
static void take_last(Search *search, const int64_t *weight, int n, int64_t so_far)
{
	int64_t least = INT64_MAX;
	for (uint32_t v = 1; v < 1u << n; v++) {
		if (weight[v] < least) {
			least = weight[v];
			search->chosen[search->n_chosen] = v;
		}
	}
	search->work += 1 << n;
	if (least >= LINEAR_NEVER || (search->found && so_far + least >= search->best->weight))
		return;
	search->n_chosen++;
	keep(search, so_far + least);
	search->n_chosen--;
}

static void take(Search *search, const int64_t *weight, int n, int dims, int64_t so_far, uint32_t v)
{
	ArenaMark mark = arena_mark(search->arena);
	int64_t *cosets = arena_alloc_raw(search->arena, sizeof *cosets << (n - 1));
	int pivot = highest_bit(v);
	for (uint32_t u = 0, w = 0; u < 1u << (n - 1); w += 2u << pivot)
		for (uint32_t i = 0; i < 1u << pivot; i++)
			cosets[u++] = weight[w + i] + weight[(w + i) ^ v];
	search->work += 1 << n;
	search->chosen[search->n_chosen] = v;
	search->pivot[search->n_chosen++] = pivot;
	if (dims == 2)
		take_last(search, cosets, n - 1, so_far + weight[v]);
	else
		search_in(search, cosets, n - 1, dims - 1, so_far + weight[v]);
	search->n_chosen--;
	arena_release(search->arena, mark);
}

/* The vectors of the `dims`-dimensional space that the heaviest vectors span, the lightest first; returns how many. */
static int heavy_space(Arena *arena, const uint32_t *order, int n, int dims, uint32_t **out)
{
	uint32_t *all = arena_alloc_raw(arena, sizeof *all << dims), reduced[LINEAR_BITS] = { 0 };
	bool *is_in = arena_alloc(arena, sizeof *is_in << n);
	int size = 1, n_out = 0;
	all[0] = 0;
	for (int i = (1 << n) - 2; i >= 0 && size < 1 << dims; i--) {
		uint32_t v = order[i];
		while (v && reduced[highest_bit(v)])
			v ^= reduced[highest_bit(v)];
		if (!v)
			continue;
		reduced[highest_bit(v)] = v;
		for (int j = 0; j < size; j++)
			is_in[all[size + j] = all[j] ^ order[i]] = true;
		size *= 2;
	}
	*out = all;
	for (int i = 0; i < (1 << n) - 1; i++)
		if (is_in[order[i]])
			all[n_out++] = order[i];
	return n_out;
}

/* The sum of the `count` least weights. */
static int64_t lightest_sum(const int64_t *weight, const uint32_t *order, int count)
{
	int64_t sum = 0;
	for (int i = 0; i < count; i++)
		sum += weight[order[i]];
	return sum;
}

/* A subspace of d dimensions has a vector in common with every one of n - d + 1 dimensions: trying the vectors of the heaviest
 * of these is enough.  A vector that was tried is not tried again: its weight becomes LINEAR_NEVER. */
static void search_in(Search *search, int64_t *weight, int n, int dims, int64_t so_far)
{
	const uint32_t *order = in_order(search->arena, weight, n);
	uint32_t *choice;
	int others = (1 << dims) - 2, n_choices = heavy_space(search->arena, order, n, n - dims + 1, &choice);
	int64_t rest = so_far + lightest_sum(weight, order, others);
	search->work += (int64_t)n << n;
	for (int i = 0; i < n_choices && rest < LINEAR_NEVER; i++) {
		uint32_t v = choice[i];
		if (weight[v] >= LINEAR_NEVER || (search->found && rest + weight[v] >= search->best->weight))
			return;
		if (search->work > MAX_WORK)
			return;
		take(search, weight, n, dims, so_far, v);
		weight[v] = LINEAR_NEVER;
	}
}

bool linear_lightest(Arena *arena, const int64_t *weight, int n, int dims, Subspace *out)
{
	ArenaMark mark = arena_mark(arena);
	Search search = { .arena = arena, .best = out };
	int64_t *own = arena_dup(arena, weight, sizeof *weight << n);
	*out = (Subspace){ .dims = dims };
	if (dims == 1)
		take_last(&search, own, n, 0);
	else
		search_in(&search, own, n, dims, 0);
	out->is_best = search.work <= MAX_WORK;
	arena_release(arena, mark);
	return search.found;
}
