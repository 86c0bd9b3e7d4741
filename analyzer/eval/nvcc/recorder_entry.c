/* What is counted of one access. */
#include "eval/nvcc/recorder_impl.h"

#include <string.h>

void fact_lower_certainty(Fact *fact, Certainty certainty, Reason reason, Loc loc)
{
	if (certainty <= fact->certainty)
		return;
	fact->certainty = certainty;
	fact->reason = reason;
	fact->reason_loc = loc;
}

/* --- costs ------------------------------------------------------------------------------------------- */

static bool same_pattern(const WarpPattern *a, const WarpPattern *b)
{
	return a->active == b->active && a->cost.wavefronts == b->cost.wavefronts && !memcmp(a->offset, b->offset, sizeof a->offset) &&
	       (!a->source || !memcmp(a->source, b->source, sizeof a->offset));
}

static WarpPattern kept(Recorder *r, const WarpPattern *p)
{
	WarpPattern copy = *p;
	if (p->source)
		copy.source = arena_dup(r->arena, p->source, sizeof p->offset);
	return copy;
}

/* Most patterns differ in their first or last lane. */
static uint32_t pattern_key(const WarpPattern *p)
{
	uint64_t first = (uint64_t)p->offset[__builtin_ctz(p->active)];
	uint64_t last = (uint64_t)p->offset[31 - __builtin_clz(p->active)];
	return (uint32_t)((first + last * 31 + p->active) * 0x9e3779b97f4a7c15u >> 32) | 1;
}

static WarpPattern *find_pattern(const Entry *e, const WarpPattern *p, uint32_t key)
{
	uint32_t any = 0;
	for (int i = 0; i < MAX_PATTERNS; i++) /* no branch, so that it is vectorised */
		any |= e->keys[i] == key ? UINT32_MAX : 0;
	for (int i = 0; any && i < e->n_patterns; i++)
		if (e->keys[i] == key && same_pattern(&e->patterns[i], p))
			return &e->patterns[i];
	return NULL;
}

static void keep_pattern(Recorder *r, Entry *e, const WarpPattern *p)
{
	uint32_t key = pattern_key(p);
	WarpPattern *same = find_pattern(e, p, key);
	if (same) {
		same->count += p->count;
	} else if (e->n_patterns < MAX_PATTERNS) {
		if (!e->patterns)
			e->patterns = arena_alloc_raw(r->arena, sizeof *p * MAX_PATTERNS);
		e->keys[e->n_patterns] = key;
		e->patterns[e->n_patterns++] = kept(r, p);
	} else {
		e->fact.more_patterns = true;
	}
}

static void keep_worst(Recorder *r, Fact *fact, const WarpPattern *p)
{
	if (!fact->worst.count || p->cost.wavefronts - p->cost.ideal > fact->worst.cost.wavefronts - fact->worst.cost.ideal)
		fact->worst = kept(r, p);
}

static void keep_residues(Entry *e, const Price *price)
{
	int64_t n = price->pattern.count;
	if (price->certainty != CERTAINTY_SYMBOLIC) {
		e->fixed_w += n * price->pattern.cost.wavefronts;
		e->fixed_i += n * price->pattern.cost.ideal;
		return;
	}
	if (price->symbol < 0 || (e->symbol >= 0 && (e->symbol != price->symbol || e->fact.modulus != price->modulus))) {
		e->cases_ok = false;
		return;
	}
	e->symbol = price->symbol;
	e->fact.modulus = price->modulus;
	for (int i = 0; i < MAX_RESIDUES; i++) {
		e->has_residue[i] = e->has_residue[i] || price->has_residue[i];
		e->by_residue[i] += n * price->by_residue[i];
		e->ideal_by_residue[i] += n * price->pattern.cost.ideal;
		if (price->ways[i] > e->ways[i])
			e->ways[i] = price->ways[i];
	}
}

static void take_costlier(Ratio *most, Ratio ratio)
{
	if (!most->ideal || ratio.wavefronts * most->ideal > most->wavefronts * ratio.ideal)
		*most = ratio;
}

void entry_may_cost(Entry *e, Ratio ratio)
{
	take_costlier(&e->costliest, ratio);
	e->maybe = e->ratios_differ = e->count_unknown = true;
}

void entry_may_be(Recorder *r, Entry *e, const WarpPattern *p)
{
	entry_may_cost(e, (Ratio){ p->cost.wavefronts, p->cost.ideal });
	keep_worst(r, &e->fact, p);
}

void entry_add_price(Recorder *r, Entry *e, const Price *price)
{
	Fact *fact = &e->fact;
	const WarpPattern *p = &price->pattern;
	if (!fact->warps) {
		e->ratio_w = p->cost.wavefronts;
		e->ratio_i = p->cost.ideal;
	}
	e->ratios_differ = e->ratios_differ || e->ratio_w * p->cost.ideal != e->ratio_i * p->cost.wavefronts;
	take_costlier(&e->costliest, (Ratio){ p->cost.wavefronts, p->cost.ideal });
	fact->warps += p->count;
	fact->wavefronts += p->count * p->cost.wavefronts;
	fact->ideal += p->count * p->cost.ideal;
	fact->profiled += p->count * p->cost.profiled;
	const bool is_guess = price->certainty == CERTAINTY_DATA || price->certainty == CERTAINTY_UNKNOWN;
	const bool is_known = price->certainty == CERTAINTY_EXACT;
	e->has_usual = e->has_usual || price->usual.ideal;
	e->has_no_usual = e->has_no_usual || !(price->usual.ideal || is_known);
	e->usual.wavefronts += p->count * (is_known ? p->cost.wavefronts : price->usual.wavefronts);
	e->usual.ideal += p->count * (is_known ? p->cost.ideal : price->usual.ideal);
	const bool is_mean = price->certainty == CERTAINTY_BOUND && price->expected > 0;
	e->has_mean = e->has_mean || is_mean;
	e->expected += (double)p->count * (is_guess || is_mean ? price->expected : p->cost.wavefronts);
	if (price->symbols && price->certainty == CERTAINTY_SYMBOLIC)
		fact->symbol = price->symbols;
	fact->of_bases = fact->of_bases || price->of_bases;
	if (price->open_rows && (!fact->open_rows || price->open_rows < fact->open_rows))
		fact->open_rows = price->open_rows;
	fact_lower_certainty(fact, price->certainty, price->reason, price->reason_loc);
	keep_residues(e, price);
	keep_pattern(r, e, p);
	keep_worst(r, fact, p);
}

/* --- which threads ----------------------------------------------------------------------------------- */

static bool same_address(const Value *v, int l, int m)
{
	bool same = per_thread_at(v->base, l) == per_thread_at(v->base, m);
	for (int i = 0; i < v->n_terms && same; i++)
		same = per_thread_at(v->terms[i].k, l) == per_thread_at(v->terms[i].k, m);
	return same;
}

static bool lanes_differ(const ValueCtx *ctx, const Access *a)
{
	for (int l = 0, first = -1; l < ctx->n_threads; l++) {
		first = l % WARP_LANES ? first : -1;
		if (!mask_has(a->may_execute, l))
			continue;
		if (first >= 0 && !same_address(a->offset, first, l))
			return true;
		first = first < 0 ? l : first;
	}
	return false;
}

static bool some_lanes(const ValueCtx *ctx, const Access *a)
{
	bool some = false;
	for (int w = 0; w < (ctx->n_threads + WARP_LANES - 1) / WARP_LANES && !some; w++) {
		const uint32_t lanes = mask_warp(a->may_execute, w);
		some = (lanes & (lanes - 1)) && lanes != UINT32_MAX;
	}
	return some;
}

void entry_note_addresses(const Recorder *r, Entry *e, const Access *a)
{
	const Value *v = a->unknown ? NULL : a->offset;
	const bool known = v && !v->unknown;
	e->varies = e->varies || !known || v->base.v;
	for (int i = 0; known && i < v->n_terms && !e->varies; i++)
		e->varies = v->terms[i].k.v;
	e->lanes_differ = e->lanes_differ || !known || (e->varies && lanes_differ(r->ctx, a));
	e->some_lanes = e->some_lanes || some_lanes(r->ctx, a);
	const Mask all = mask_first(r->ctx->n_threads);
	e->threads_missing = e->threads_missing || !mask_equal(a->may_execute, &all);
}
