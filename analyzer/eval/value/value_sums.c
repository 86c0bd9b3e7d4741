/* Sums as nvcc's straight-line strength reduction computes them: it computes x + 4*t from an earlier x + t by adding 3*t,
 * and ptxas does not see that 4*t is a multiple of four; NVVM saw it before (Form.seen_align). */
#include "eval/value/value_impl.h"

typedef struct Sum {
	uint64_t base, multiplicand;
	int64_t c;        /* constant of the base */
	int64_t times;
	int log2_align;
} Sum;

typedef struct Sums {
	VEC(Sum) list;
	int *slot;        /* open hash table of indices into the list plus one; at most half full */
	uint32_t cap;
} Sums;

static uint32_t hash_of(const Sum *sum)
{
	uint64_t x = (sum->base ^ sum->multiplicand * 0x9e3779b97f4a7c15u ^ (uint64_t)sum->c * 0xff51afd7ed558ccdu);
	return (uint32_t)((x * 0xc4ceb9fe1a85ec53u) >> 32);
}

static void grow(ValueCtx *ctx, Sums *sums)
{
	sums->cap = sums->cap ? 4 * sums->cap : 256;
	sums->slot = arena_array(ctx->keep, int, sums->cap);
	for (int i = 0; i < sums->list.n; i++) {
		uint32_t at = hash_of(&sums->list.at[i]) & (sums->cap - 1);
		while (sums->slot[at])
			at = (at + 1) & (sums->cap - 1);
		sums->slot[at] = i + 1;
	}
}

/* The first sum with this base and multiplicand; entered if there is none. */
static Sum *find(ValueCtx *ctx, Sum sum)
{
	if (!ctx->sums)
		ctx->sums = arena_new_of(ctx->keep, Sums);
	Sums *sums = ctx->sums;
	if (2 * (uint32_t)sums->list.n >= sums->cap)
		grow(ctx, sums);
	uint32_t at = hash_of(&sum) & (sums->cap - 1);
	for (; sums->slot[at]; at = (at + 1) & (sums->cap - 1)) {
		Sum *held = &sums->list.at[sums->slot[at] - 1];
		if (held->base == sum.base && held->multiplicand == sum.multiplicand && held->c == sum.c)
			return held;
	}
	vec_push(ctx->keep, &sums->list, sum);
	sums->slot[at] = sums->list.n;
	return &sums->list.at[sums->list.n - 1];
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* base + step, whose form is `sum`: nvcc may derive it from the first sum of this base and another multiple of the multiplicand. */
static void reduce_strength(ValueCtx *ctx, Form *sum, const Form *base, const Form *step)
{
	if (!step->key || (!base->key && !base->c))
		return;
	Sum *first = find(ctx, (Sum){ base->key, step->multiplicand, base->c, step->times, sum->log2_align });
	if (first->times == step->times)
		return;
	if (!base->key)
		sum->reduced = true, sum->sure_align = 0;
	else
		sum->log2_align = (uint8_t)least(sum->log2_align, first->log2_align);
	first->log2_align = least(first->log2_align, sum->log2_align);
}

Value value_sum_reduced(ValueCtx *ctx, Value sum, const Value *a, const Value *b)
{
	if (!a->form.known || !b->form.known || !sum.form.known)
		return sum;
	reduce_strength(ctx, &sum.form, &a->form, &b->form);
	reduce_strength(ctx, &sum.form, &b->form, &a->form);
	return sum;
}
