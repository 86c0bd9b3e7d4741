#include "fix/linear.h"

#include <stdlib.h>

/* About 20 ms. */
enum { MAX_WORK = 8 << 20 };

/* One vector after the other is put into the subspace.  What is left to choose from are its cosets, again a space of
 * bits, with one bit fewer each time; a coset weighs what its vectors do. */
typedef struct Hunt {
	Arena *arena;
	int64_t work;
	uint32_t chosen[LINEAR_BITS]; /* as vectors of the space that each was chosen from */
	int pivot[LINEAR_BITS];       /* the bit that the others lost by it */
	int n_chosen;
	Subspace *best;
	bool found;
} Hunt;

static int highest_bit(uint32_t v)
{
	return 31 - __builtin_clz(v);
}

/* A place for bit `at`, which is 0. */
static uint32_t spread(uint32_t v, int at)
{
	uint32_t low = v & ((1u << at) - 1);
	return (v - low) << 1 | low;
}

static void keep(Hunt *hunt, int64_t weight)
{
	Subspace *best = hunt->best;
	hunt->found = true;
	best->weight = weight;
	best->dims = hunt->n_chosen;
	for (int i = 0; i < hunt->n_chosen; i++) {
		uint32_t v = hunt->chosen[i];
		for (int j = i - 1; j >= 0; j--)
			v = spread(v, hunt->pivot[j]);
		best->basis[i] = v;
	}
}

static int compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* All vectors but 0, the lightest first; those that are never taken come last. */
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

static void hunt_in(Hunt *hunt, int64_t *weight, int n, int dims, int64_t so_far);

/* The last vector is the lightest of what is left. */
static void take_last(Hunt *hunt, const int64_t *weight, int n, int64_t so_far)
{
	int64_t least = INT64_MAX;
	for (uint32_t v = 1; v < 1u << n; v++) {
		if (weight[v] < least) {
			least = weight[v];
			hunt->chosen[hunt->n_chosen] = v;
		}
	}
	hunt->work += 1 << n;
	if (least >= LINEAR_NEVER || (hunt->found && so_far + least >= hunt->best->weight))
		return;
	hunt->n_chosen++;
	keep(hunt, so_far + least);
	hunt->n_chosen--;
}

static void take(Hunt *hunt, const int64_t *weight, int n, int dims, int64_t so_far, uint32_t v)
{
	ArenaMark mark = arena_mark(hunt->arena);
	int64_t *cosets = arena_alloc_raw(hunt->arena, sizeof *cosets << (n - 1));
	int pivot = highest_bit(v);
	for (uint32_t u = 0, w = 0; u < 1u << (n - 1); w += 2u << pivot)
		for (uint32_t i = 0; i < 1u << pivot; i++)
			cosets[u++] = weight[w + i] + weight[(w + i) ^ v];
	hunt->work += 1 << n;
	hunt->chosen[hunt->n_chosen] = v;
	hunt->pivot[hunt->n_chosen++] = pivot;
	if (dims == 2)
		take_last(hunt, cosets, n - 1, so_far + weight[v]);
	else
		hunt_in(hunt, cosets, n - 1, dims - 1, so_far + weight[v]);
	hunt->n_chosen--;
	arena_release(hunt->arena, mark);
}

/* The vectors of the space of `dims` dimensions that the heaviest ones span, the lightest first. */
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

/* The least that `count` of the vectors weigh; LINEAR_NEVER: there are not that many. */
static int64_t lightest_sum(const int64_t *weight, const uint32_t *order, int count)
{
	int64_t sum = 0;
	for (int i = 0; i < count; i++)
		sum += weight[order[i]];
	return sum;
}

/* A subspace of d dimensions has a vector in common with every one of n - d + 1: in the heaviest of these there is little
 * to choose.  What was chosen once need not be looked at again: its weight becomes LINEAR_NEVER. */
static void hunt_in(Hunt *hunt, int64_t *weight, int n, int dims, int64_t so_far)
{
	const uint32_t *order = in_order(hunt->arena, weight, n);
	uint32_t *choice;
	int others = (1 << dims) - 2, n_choices = heavy_space(hunt->arena, order, n, n - dims + 1, &choice);
	int64_t rest = so_far + lightest_sum(weight, order, others);
	hunt->work += (int64_t)n << n;
	for (int i = 0; i < n_choices && rest < LINEAR_NEVER; i++) {
		uint32_t v = choice[i];
		if (weight[v] >= LINEAR_NEVER || (hunt->found && rest + weight[v] >= hunt->best->weight))
			return;
		if (hunt->work > MAX_WORK)
			return;
		take(hunt, weight, n, dims, so_far, v);
		weight[v] = LINEAR_NEVER;
	}
}

bool linear_lightest(Arena *arena, const int64_t *weight, int n, int dims, Subspace *out)
{
	ArenaMark mark = arena_mark(arena);
	Hunt hunt = { .arena = arena, .best = out };
	int64_t *own = arena_dup(arena, weight, sizeof *weight << n);
	*out = (Subspace){ .dims = dims };
	if (dims == 1)
		take_last(&hunt, own, n, 0);
	else
		hunt_in(&hunt, own, n, dims, 0);
	out->is_best = hunt.work <= MAX_WORK;
	arena_release(arena, mark);
	return hunt.found;
}
