#include "eval/cost/price_impl.h"

#include <stddef.h>
#include <string.h>

PriceCache *price_cache_new(Arena *arena, const Arch *arch)
{
	PriceCache *cache = arena_new_of(arena, PriceCache);
	cache->arena = arena;
	cache->arch = arch;
	return cache;
}

void price_cache_share(PriceCache *cache, PriceMemo *memo)
{
	cache->memo = memo;
}

static void set_idle(uint32_t active, int64_t *offset, int64_t to)
{
	for (uint32_t m = ~active; m; m &= m - 1)
		offset[__builtin_ctz(m)] = to;
}

void price_normalise_offsets(uint32_t active, int64_t *offset)
{
	int64_t low = offset[__builtin_ctz(active)];
	set_idle(active, offset, low);
	for (int l = 0; l < WARP_LANES; l++)
		low = offset[l] < low ? offset[l] : low;
	low &= ~(int64_t)127;
	for (int l = 0; l < WARP_LANES; l++)
		offset[l] = (int64_t)((uint64_t)offset[l] - (uint64_t)low);
	set_idle(active, offset, 0);
}

static bool same_request(const WarpRequest *a, const WarpRequest *b)
{
	return a->op == b->op && a->bytes == b->bytes && a->active == b->active && !memcmp(a->offset, b->offset, sizeof a->offset) &&
	       (!bank_op_has_source(a->op) || !memcmp(a->source, b->source, sizeof a->source));
}

void price_normalise(WarpRequest *r)
{
	price_normalise_offsets(r->active, r->offset);
	if (bank_op_has_source(r->op))
		price_normalise_offsets(r->active, r->source);
}

BankCost price_of(PriceCache *cache, WarpRequest request)
{
	price_normalise(&request);
	uint64_t hash = request.active * 0x9e3779b97f4a7c15u + (uint64_t)request.bytes * 31 + request.op;
	for (int l = 0; l < WARP_LANES; l += 4) /* four at a time: a chain of dependent multiplications is slow */
		hash = (hash ^ ((uint64_t)request.offset[l] + 3 * (uint64_t)request.offset[l + 1] + 5 * (uint64_t)request.offset[l + 2] +
				7 * (uint64_t)request.offset[l + 3])) *
		       0x9e3779b97f4a7c15u;
	for (int l = 0; l < WARP_LANES && bank_op_has_source(request.op); l++)
		hash = (hash ^ (uint64_t)request.source[l]) * 0x9e3779b97f4a7c15u;
	Priced **slot = &cache->slot[(hash >> 40) % CACHE_SIZE];
	if (!*slot || !same_request(&(*slot)->request, &request)) {
		*slot = *slot ? *slot : arena_alloc_raw(cache->arena, sizeof **slot);
		**slot = (Priced){ request, bank_cost(cache->arch, &request) };
	}
	return (*slot)->cost;
}

/* --- one warp ----------------------------------------------------------------------------------- */

bool price_term_varies(const Warp *w, const Term *term)
{
	if (!term->k.v)
		return false;
	int64_t k = 0;
	bool first = true;
	for (int l = 0; l < WARP_LANES; l++) {
		if (!(w->request.active >> l & 1))
			continue;
		if (!first && term->k.v[w->first + l] != k)
			return true;
		k = term->k.v[w->first + l];
		first = false;
	}
	return false;
}

void price_take_varying(Warp *w, const Value *v, bool of_source)
{
	for (int i = 0; i < v->n_terms; i++) {
		if (!price_term_varies(w, &v->terms[i]))
			continue;
		if (w->n_varying == MAX_VARYING) {
			w->too_many = true;
			return;
		}
		w->of_source[w->n_varying] = of_source;
		w->varying[w->n_varying++] = &v->terms[i];
	}
}

static void read_unknown(Warp *w, const Unknown *unknown)
{
	uint32_t lanes = mask_warp(&unknown->threads, w->first / WARP_LANES) & w->request.active;
	if (lanes && unknown->per_warp && lanes == w->request.active) {
		if (unknown->align < w->shift_align)
			w->shift_align = w->most_shift = unknown->align;
		return;
	}
	w->unknown_lanes = lanes;
	if (lanes && lanes == w->request.active && unknown->spread.at && !bank_op_has_source(w->request.op))
		w->spread = unknown;
}

static void read_offset(Warp *w)
{
	const Value *v = w->access->offset;
	int left = w->ctx->n_threads - w->first, n = left < WARP_LANES ? left : WARP_LANES;
	if (v->base.v)
		memcpy(w->request.offset, v->base.v + w->first, sizeof *v->base.v * (size_t)n);
	else
		for (int l = 0; l < WARP_LANES; l++)
			w->request.offset[l] = v->base.u;
	set_idle(w->request.active, w->request.offset, 0);
	w->shift_align = v->n_terms ? value_symbolic_align(w->ctx, v) : 128;
	w->most_shift = 128;
	price_take_varying(w, v, false);
	if (v->unknown)
		read_unknown(w, v->unknown);
	if (bank_op_has_source(w->request.op))
		price_read_source(w);
	price_align_lines(w);
}

void price_take_worse(Warp *w, const WarpRequest *request, BankCost cost)
{
	WarpPattern *p = &w->out->pattern;
	if (p->count && cost.wavefronts - cost.ideal <= p->cost.wavefronts - p->cost.ideal)
		return;
	p->count = 1;
	p->active = request->active;
	p->cost = cost;
	memcpy(p->offset, request->offset, sizeof p->offset);
	if (!bank_op_has_source(request->op))
		return;
	memcpy(w->out->source, request->source, sizeof w->out->source);
	p->source = w->out->source;
}

/* Of a vector of which any part may be loaded: two words that are no pair are loaded one by one.  Of one that is perhaps stored by parts,
 * all words. */
static BankCost costliest_parts(const Warp *w, const WarpRequest *request, BankCost whole)
{
	WarpRequest word = *request;
	word.bytes = BANK_BYTES;
	BankCost parts = price_of(w->cache, word);
	const int loaded = request->bytes > 2 * BANK_BYTES ? 2 : 1;
	const int n = w->access->bound_reason == REASON_PIECES ? request->bytes / BANK_BYTES : loaded;
	parts.wavefronts *= n;
	parts.ideal *= n;
	parts.profiled *= n;
	return parts.wavefronts >= whole.wavefronts ? parts : whole;
}

/* A dropped uniform part that is not a multiple of a word changes which words narrow accesses share: tries every such
 * shift.  True if all cost the same. */
bool price_shifts(Warp *w, const WarpRequest *request, BankCost *cost)
{
	int64_t step = w->shift_align < 1 ? 1 : w->shift_align;
	*cost = price_of(w->cache, *request);
	bool same = cost->exact;
	if (price_is_by_line(request->op))
		return price_lines(w, request, cost);
	if (request->bytes > BANK_BYTES && price_in_parts(w->access))
		*cost = costliest_parts(w, request, *cost);
	if (request->bytes >= BANK_BYTES || step >= BANK_BYTES) {
		price_take_worse(w, request, *cost);
		return same;
	}
	if (step < request->bytes)
		step = request->bytes;
	WarpRequest costliest = *request;
	BankCost worst = *cost;
	for (int64_t by = 0; by < BANK_BYTES; by += step) {
		WarpRequest moved = *request;
		for (int l = 0; l < WARP_LANES; l++)
			moved.offset[l] = (int64_t)((uint64_t)moved.offset[l] + (uint64_t)by);
		BankCost here = price_of(w->cache, moved);
		same = same && here.wavefronts == cost->wavefronts;
		if (here.wavefronts > worst.wavefronts) {
			worst = here;
			costliest = moved;
		}
	}
	*cost = worst;
	price_take_worse(w, &costliest, worst);
	return same;
}

void price_upper_bound(Warp *w)
{
	WarpRequest request = w->request;
	for (int l = 0; l < WARP_LANES; l++)
		request.offset[l] = 128 * (int64_t)l;
	BankCost cost = price_of(w->cache, request);
	price_take_worse(w, &request, cost);
}

void price_warp(ValueCtx *ctx, PriceCache *cache, const Access *access, int warp, uint32_t active, Price *out)
{
	Warp w;
	memset(&w, 0, offsetof(Warp, request));
	memset(out, 0, offsetof(Price, source));
	w.ctx = ctx;
	w.cache = cache;
	w.access = access;
	w.first = warp * WARP_LANES;
	w.source_align = w.sure_align = 1;
	w.out = out;
	w.request.op = access->op;
	w.request.bytes = access->bytes;
	w.request.active = active;
	out->symbol = -1;
	out->reason_loc = LOC_NONE;
	read_offset(&w);
	if (price_in_one_row(&w)) {
		;
	} else if (w.spread && !w.n_varying && !w.too_many && price_spread(&w)) {
		;
	} else if (w.unknown_lanes) {
		price_data(&w);
	} else if (w.n_varying || w.too_many) {
		price_symbolic(&w);
	} else {
		BankCost cost;
		out->certainty = price_shifts(&w, &w.request, &cost) ? CERTAINTY_EXACT : CERTAINTY_BOUND;
		out->reason = out->certainty == CERTAINTY_BOUND ? REASON_ARGUMENT : REASON_NONE;
	}
	if (bank_op_has_source(w.request.op))
		price_finish_copy(&w);
	out->pattern.warp = warp;
	out->pattern.floating = access->offset->n_terms > 0 || access->offset->unknown != NULL || !access->object;
}
