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

/* The threads that take this branch, in the costliest divergence from `other_branch`, of the same object. */
static Mask lanes_of(const Recorder *r, const Access *a, const OtherBranch *other_branch)
{
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

/* The warp diverges between the access and the other branch. */
static bool diverges(const Access *a, const OtherBranch *other_branch, int w)
{
	const uint32_t here = mask_warp(a->may_execute, w), there = mask_warp(&other_branch->may_execute, w);
	return here && there && (here != there || other_branch->divergent);
}

/* Adds the cost of loads of other objects: where these lie is not known, so that all may conflict.  (Stores to different objects
 * stay apart.)  False: there are none. */
static bool add_apart(Recorder *r, const Access *a, int w, BankCost *cost)
{
	bool any = false;
	for (const OtherBranch *o = a->op == BANK_LD ? a->other_branch : NULL; o; o = o->next) {
		Price price;
		if (o->object == a->object || !diverges(a, o, w))
			continue;
		Access other = *a;
		other.object = o->object;
		other.offset = &o->offset;
		other.may_execute = other.must_execute = &o->may_execute;
		price_warp(r->ctx, r->cache, &other, w, mask_warp(&o->may_execute, w), &price);
		cost->wavefronts += price.pattern.cost.wavefronts;
		cost->ideal = price.pattern.cost.ideal > cost->ideal ? price.pattern.cost.ideal : cost->ideal;
		any = true;
	}
	return any;
}

static void may_be(Recorder *r, Entry *e, const Access *a, const WarpPattern *pattern, bool apart)
{
	const Ratio ratio = { pattern->cost.wavefronts, pattern->cost.ideal };
	if (apart)
		entry_may_cost(e, ratio);
	else
		entry_may_be(r, e, pattern);
	for (const OtherBranch *o = a->other_branch; o; o = o->next)
		for (int i = 0; i < o->n_facts; i++) {
			Entry *other = r->entries.at[o->facts[i]];
			if (apart)
				entry_may_cost(other, ratio);
			else if (o->object == a->object)
				entry_may_be(r, other, pattern);
		}
}

void entry_add_other_branch(Recorder *r, Entry *e, const Access *a, int64_t visit)
{
	const OtherBranch *like = a->other_branch;
	while (like && like->object != a->object)
		like = like->next;
	const Mask own = like ? lanes_of(r, a, like) : *a->may_execute;
	const Mask may_execute = like ? mask_or(*a->may_execute, like->may_execute) : *a->may_execute;
	const Value offset = like ? value_select(r->ctx, &own, *a->offset, like->offset) : *a->offset;
	Access both = *a;
	both.offset = &offset;
	both.may_execute = both.must_execute = &may_execute;
	for (int w = 0; w < (r->ctx->n_threads + WARP_LANES - 1) / WARP_LANES; w++) {
		Price price;
		const bool diverged = like && diverges(a, like, w);
		const Access *here = diverged ? &both : a;
		if (!mask_warp(here->may_execute, w))
			continue;
		price_warp(r->ctx, r->cache, here, w, mask_warp(here->may_execute, w), &price);
		price.pattern.iteration = visit;
		price.pattern.count = 1;
		const bool apart = add_apart(r, a, w, &price.pattern.cost);
		if (diverged || apart)
			may_be(r, e, a, &price.pattern, apart);
	}
}
