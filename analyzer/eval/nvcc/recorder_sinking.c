/* Accesses in the branches of a condition that nvcc sinks into one: lanes that had diverged then access memory together. */
#include "eval/nvcc/recorder_impl.h"

static int bank_of(const Value *offset, int lane)
{
	return (int)((per_thread_at(offset->base, lane) & (BANKS * BANK_BYTES - 1)) / BANK_BYTES);
}

/* How many of the lanes `lanes` of warp w can access different words of `bank`, in either branch; *first: those that do so by the
 * first branch's offset. */
static int most_on_bank(const Value offset[2], int bank, int w, uint32_t lanes, uint32_t *first)
{
	int64_t words[WARP_LANES];
	int n = 0;
	*first = 0;
	for (int l = 0; l < WARP_LANES; l++)
		for (int branch = 0; branch < 2 && lanes >> l & 1; branch++) {
			const int64_t word = per_thread_at(offset[branch].base, w * WARP_LANES + l) / BANK_BYTES;
			bool is_new = bank_of(&offset[branch], w * WARP_LANES + l) == bank;
			for (int i = 0; i < n && is_new; i++)
				is_new = words[i] != word;
			if (!is_new)
				continue;
			words[n++] = word;
			*first |= branch == 0 ? 1u << l : 0;
			break;
		}
	return n;
}

/* The lanes that take the first branch in the costliest divergence of a warp: as many lanes as possible conflict on one bank in
 * each phase. */
static uint32_t costliest_mix(const Value offset[2], int w, uint32_t lanes, int bytes)
{
	const int phase = bytes > BANK_BYTES ? WARP_LANES * BANK_BYTES / bytes : WARP_LANES;
	uint32_t mix = 0;
	for (int from = 0; from < WARP_LANES; from += phase) {
		const uint32_t some = lanes & (phase == WARP_LANES ? UINT32_MAX : ((1u << phase) - 1) << from);
		uint32_t best = 0, first;
		int most = 0;
		for (int bank = 0; bank < BANKS; bank++) {
			int n = most_on_bank(offset, bank, w, some, &first);
			if (n > most) {
				most = n;
				best = first;
			}
		}
		mix |= best;
	}
	return mix;
}

static bool can_mix(const Value offset[2])
{
	return !offset[0].unknown && !offset[1].unknown && !offset[0].n_terms && !offset[1].n_terms;
}

/* The threads that take this branch, in the costliest divergence. */
static Mask lanes_of(const Recorder *r, const Access *a)
{
	const OtherBranch *other_branch = a->other_branch;
	const Value offset[2] = { *a->offset, other_branch->offset };
	Mask own = *a->may_execute, open = mask_and(*a->may_execute, other_branch->may_execute);
	if (!other_branch->divergent || !can_mix(offset))
		return own;
	for (int w = 0; w < (r->ctx->n_threads + WARP_LANES - 1) / WARP_LANES; w++) {
		const uint32_t lanes = mask_warp(&open, w);
		if (!lanes)
			continue;
		const uint32_t other = lanes & ~costliest_mix(offset, w, lanes, a->bytes);
		own.word[w >> 1] &= ~((uint64_t)other << (w & 1 ? 32 : 0));
	}
	return own;
}

void entry_add_other_branch(Recorder *r, Entry *e, const Access *a, int64_t visit)
{
	const OtherBranch *other_branch = a->other_branch;
	const Mask own = lanes_of(r, a), may_execute = mask_or(*a->may_execute, other_branch->may_execute);
	const Value offset = value_select(r->ctx, &own, *a->offset, other_branch->offset);
	Access both = *a;
	both.offset = &offset;
	both.may_execute = both.must_execute = &may_execute;
	for (int w = 0; w < (r->ctx->n_threads + WARP_LANES - 1) / WARP_LANES; w++) {
		Price price;
		const uint32_t here = mask_warp(a->may_execute, w), there = mask_warp(&other_branch->may_execute, w);
		if (!here || !there || (here == there && !other_branch->divergent)) /* the warp does not diverge */
			continue;
		price_warp(r->ctx, r->cache, &both, w, mask_warp(&may_execute, w), &price);
		price.pattern.iteration = visit;
		price.pattern.count = 1;
		entry_may_be(r, e, &price.pattern);
		for (int i = 0; i < other_branch->n_facts; i++)
			entry_may_be(r, r->entries.at[other_branch->facts[i]], &price.pattern);
	}
}
