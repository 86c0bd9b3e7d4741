/* Accesses on the sides of a condition of which the compiler makes one: then lanes ask together that parted. */
#include "eval/nvcc/recorder_impl.h"

static int bank_of(const Value *offset, int lane)
{
	return (int)((lanes_at(offset->base, lane) & (BANKS * BANK_BYTES - 1)) / BANK_BYTES);
}

/* How many lanes of `lanes`, from w * 32 on, can ask `bank` for words of their own, and which of them take the first one's
 * offset for that. */
static int crowd(const Value offset[2], int bank, int w, uint32_t lanes, uint32_t *first)
{
	int64_t words[WARP_LANES];
	int n = 0;
	*first = 0;
	for (int l = 0; l < WARP_LANES; l++)
		for (int side = 0; side < 2 && lanes >> l & 1; side++) {
			const int64_t word = lanes_at(offset[side].base, w * WARP_LANES + l) / BANK_BYTES;
			bool is_new = bank_of(&offset[side], w * WARP_LANES + l) == bank;
			for (int i = 0; i < n && is_new; i++)
				is_new = words[i] != word;
			if (!is_new)
				continue;
			words[n++] = word;
			*first |= side == 0 ? 1u << l : 0;
			break;
		}
	return n;
}

/* Which of the lanes of a warp that may go either way take the first side, where that is dearest: as many as can meet on one
 * bank in each phase. */
static uint32_t dearest_mix(const Value offset[2], int w, uint32_t lanes, int bytes)
{
	const int phase = bytes > BANK_BYTES ? WARP_LANES * BANK_BYTES / bytes : WARP_LANES;
	uint32_t mix = 0;
	for (int from = 0; from < WARP_LANES; from += phase) {
		const uint32_t some = lanes & (phase == WARP_LANES ? UINT32_MAX : ((1u << phase) - 1) << from);
		uint32_t best = 0, first;
		int most = 0;
		for (int bank = 0; bank < BANKS; bank++) {
			int n = crowd(offset, bank, w, some, &first);
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
	return !offset[0].murk && !offset[1].murk && !offset[0].n_terms && !offset[1].n_terms;
}

/* Lanes that take this access's offset. */
static Mask lanes_of(const Recorder *r, const Access *a)
{
	const Beside *beside = a->beside;
	const Value offset[2] = { *a->offset, beside->offset };
	Mask own = *a->act, open = mask_and(*a->act, beside->act);
	if (!beside->mixes || !can_mix(offset))
		return own;
	for (int w = 0; w < (r->ctx->n_lanes + WARP_LANES - 1) / WARP_LANES; w++) {
		const uint32_t lanes = mask_warp(&open, w);
		if (!lanes)
			continue;
		const uint32_t other = lanes & ~dearest_mix(offset, w, lanes, a->bytes);
		own.word[w >> 1] &= ~((uint64_t)other << (w & 1 ? 32 : 0));
	}
	return own;
}

void entry_add_beside(Recorder *r, Entry *e, const Access *a, int64_t visit)
{
	const Beside *beside = a->beside;
	const Mask own = lanes_of(r, a), act = mask_or(*a->act, beside->act);
	const Value offset = value_select(r->ctx, &own, *a->offset, beside->offset);
	Access both = *a;
	both.offset = &offset;
	both.act = both.sure = &act;
	for (int w = 0; w < (r->ctx->n_lanes + WARP_LANES - 1) / WARP_LANES; w++) {
		Price price;
		const uint32_t here = mask_warp(a->act, w), there = mask_warp(&beside->act, w);
		if (!here || !there || (here == there && !beside->mixes)) /* all of the warp goes one way */
			continue;
		price_warp(r->ctx, r->cache, &both, w, mask_warp(&act, w), &price);
		price.pattern.iteration = visit;
		price.pattern.count = 1;
		entry_may_be(r, e, &price.pattern);
		for (int i = 0; i < beside->n_facts; i++)
			entry_may_be(r, r->entries.at[beside->facts[i]], &price.pattern);
	}
}
