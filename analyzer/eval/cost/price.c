#include "eval/cost/price_impl.h"

#include <stddef.h>
#include <string.h>

#include "base/buf.h"

enum { MAX_SHIFTS = 4, MAX_COMBINATIONS = 1024 };

/* Far enough apart that different multiples never share a word by accident. */
static const int64_t FAR = (int64_t)1 << 24;

PriceCache *price_cache_new(Arena *arena, const Arch *arch)
{
	PriceCache *cache = arena_new_of(arena, PriceCache);
	cache->arena = arena;
	cache->arch = arch;
	return cache;
}

static void set_idle(uint32_t active, int64_t *offset, int64_t to)
{
	for (uint32_t m = ~active; m; m &= m - 1)
		offset[__builtin_ctz(m)] = to;
}

/* Subtracts whole rows of banks below the lowest offset; inactive lanes become 0. */
static void normalise_offsets(uint32_t active, int64_t *offset)
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

static void normalise(WarpRequest *r)
{
	normalise_offsets(r->active, r->offset);
	if (bank_op_has_source(r->op))
		normalise_offsets(r->active, r->source);
}

BankCost price_of(PriceCache *cache, WarpRequest request)
{
	normalise(&request);
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
	if (lanes && lanes == w->request.active && unknown->clamp.at && !bank_op_has_source(w->request.op))
		w->clamped = unknown;
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

/* Of a vector of which any part may be loaded: two words that are no pair are loaded one by one. */
static BankCost costliest_parts(const Warp *w, const WarpRequest *request, BankCost whole)
{
	WarpRequest word = *request;
	word.bytes = BANK_BYTES;
	BankCost parts = price_of(w->cache, word);
	const int n = request->bytes > 2 * BANK_BYTES ? 2 : 1;
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
	if (request->bytes > BANK_BYTES && w->access->bound_reason == REASON_PARTS)
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

/* --- symbols whose coefficients differ between lanes ----------------------------------------------- */

typedef struct Symbols {
	Sym sym[MAX_VARYING];
	int64_t modulus[MAX_VARYING]; /* > 0: try the residues of it; 0: the values low .. low + (n-1)*align */
	int64_t n[MAX_VARYING];       /* how many to try */
	int64_t value[MAX_VARYING];   /* the one being tried */
	int count;
} Symbols;

/* A power of two, up to a row of banks, that divides the differences between lanes' coefficients. */
static int64_t weight_gcd(const Warp *w, Sym sym)
{
	uint64_t bits = 128;
	for (int i = 0; i < w->n_varying; i++) {
		const MonoInfo *mono = &w->ctx->monos.at[w->varying[i]->mono];
		bool has = false;
		for (int s = 0; s < mono->n; s++)
			has = has || mono->syms[s] == sym;
		int first = __builtin_ctz(w->request.active);
		for (int l = 0; has && l < WARP_LANES; l++)
			if (w->request.active >> l & 1)
				bits |= (uint64_t)per_thread_at(w->varying[i]->k, w->first + l) -
					(uint64_t)per_thread_at(w->varying[i]->k, w->first + first);
	}
	return (int64_t)(bits & (0 - bits));
}

static void add_symbol(const Warp *w, Symbols *u, Sym sym)
{
	for (int i = 0; i < u->count; i++)
		if (u->sym[i] == sym)
			return;
	if (u->count == MAX_VARYING) {
		u->count = MAX_VARYING + 1;
		return;
	}
	if (u->count > MAX_VARYING)
		return;
	const SymInfo *info = &w->ctx->syms.at[sym];
	int64_t align = info->align > 0 ? info->align : 1;
	int i = u->count++;
	u->sym[i] = sym;
	int64_t span;
	bool small = info->low > INT64_MIN && info->high < INT64_MAX && !__builtin_sub_overflow(info->high, info->low, &span) &&
		     span >= 0 && span / align < 64;
	u->modulus[i] = small ? 0 : 128 / weight_gcd(w, sym);
	u->n[i] = small ? span / align + 1 : u->modulus[i];
}

static Symbols find_symbols(const Warp *w)
{
	Symbols u = { .count = 0 };
	for (int i = 0; i < w->n_varying; i++) {
		const MonoInfo *mono = &w->ctx->monos.at[w->varying[i]->mono];
		for (int s = 0; s < mono->n; s++)
			add_symbol(w, &u, mono->syms[s]);
	}
	return u;
}

static int64_t symbol_value(const Warp *w, const Symbols *u, int i, int64_t step)
{
	const SymInfo *info = &w->ctx->syms.at[u->sym[i]];
	int64_t align = info->align > 0 ? info->align : 1;
	if (!u->modulus[i])
		return info->low + step * align;
	/* Large, so that lanes share a word only if they must; different for each symbol. */
	return step + u->modulus[i] * (FAR + 2 * i + 1);
}

static bool residue_is_possible(const Warp *w, const Symbols *u, int i, int64_t step)
{
	int64_t align = w->ctx->syms.at[u->sym[i]].align;
	if (!u->modulus[i] || align <= 1)
		return true;
	int64_t common = align < u->modulus[i] ? align : u->modulus[i];
	return step % common == 0;
}

static void apply_symbols(const Warp *w, const Symbols *u, WarpRequest *request)
{
	for (int i = 0; i < w->n_varying; i++) {
		const MonoInfo *mono = &w->ctx->monos.at[w->varying[i]->mono];
		uint64_t product = 1;
		for (int s = 0; s < mono->n; s++)
			for (int j = 0; j < u->count; j++)
				if (u->sym[j] == mono->syms[s])
					product *= (uint64_t)u->value[j];
		int64_t *address = w->of_source[i] ? request->source : request->offset;
		for (int l = 0; l < WARP_LANES; l++)
			if (request->active >> l & 1)
				address[l] =
					(int64_t)((uint64_t)address[l] + product * (uint64_t)per_thread_at(w->varying[i]->k, w->first + l));
	}
	normalise(request);
}

/* Lanes are not a multiple of the access's size apart: in no program that runs. */
static bool is_misaligned(const WarpRequest *request)
{
	uint64_t bits = 0;
	int first = __builtin_ctz(request->active);
	bool copies = bank_op_has_source(request->op);
	for (int l = 0; l < WARP_LANES; l++) {
		if (!(request->active >> l & 1))
			continue;
		bits |= (uint64_t)request->offset[l] - (uint64_t)request->offset[first];
		if (copies)
			bits |= (uint64_t)request->source[l] - (uint64_t)request->source[first];
	}
	return bits & (uint64_t)(request->bytes - 1);
}

static const char *symbol_names(const Warp *w, const Symbols *u)
{
	const char *all = NULL;
	for (int i = 0; i < u->count; i++) {
		const char *name = w->ctx->syms.at[u->sym[i]].name;
		name = name ? name : value_anonymous;
		all = all ? arena_printf(w->ctx->keep, "%s, %s", all, name) : name;
	}
	return all;
}

/* What is being tried, where its alignment moves the lines of a copy. */
static void align_symbols(Warp *w, const Symbols *u)
{
	for (int i = 0; i < u->count; i++)
		w->tried[i] = (TriedAlign){ u->sym[i], u->value[i] | u->modulus[i] };
	w->n_tried = u->count;
	price_align_lines(w);
}

/* Prices all combinations; false if there are too many, or none is possible. */
static bool try_all(Warp *w, Symbols *u, bool *all_same, bool *all_free, bool *generic)
{
	int64_t combinations = 1;
	for (int i = 0; i < u->count; i++) {
		combinations *= u->n[i];
		*generic = *generic || u->modulus[i];
		if (combinations > MAX_COMBINATIONS)
			return false;
	}
	int first = -1; /* the first combination's wavefronts */
	for (int64_t c = 0; c < combinations; c++) {
		int64_t rest = c;
		bool possible = true;
		for (int i = 0; i < u->count; i++) {
			int64_t step = rest % u->n[i];
			rest /= u->n[i];
			possible = possible && residue_is_possible(w, u, i, step);
			u->value[i] = symbol_value(w, u, i, step);
		}
		if (!possible)
			continue;
		WarpRequest request = w->request;
		apply_symbols(w, u, &request);
		if (is_misaligned(&request))
			continue;
		BankCost cost;
		align_symbols(w, u);
		*all_same = price_shifts(w, &request, &cost) && *all_same;
		w->some_settled = w->some_settled || !w->shift_matters_here;
		*all_same = *all_same && (first < 0 || first == cost.wavefronts);
		*all_free = *all_free && cost.wavefronts == cost.ideal;
		first = first < 0 ? cost.wavefronts : first;
		if (u->count == 1 && u->modulus[0] && c < MAX_RESIDUES) {
			w->out->by_residue[c] = cost.wavefronts;
			w->out->ways[c] = bank_ways(&cost);
			w->out->has_residue[c] = true;
		}
	}
	return first >= 0;
}

void price_upper_bound(Warp *w)
{
	WarpRequest request = w->request;
	for (int l = 0; l < WARP_LANES; l++)
		request.offset[l] = 128 * (int64_t)l;
	BankCost cost = price_of(w->cache, request);
	price_take_worse(w, &request, cost);
}

static void price_symbolic(Warp *w)
{
	Symbols u = find_symbols(w);
	bool all_same = true, all_free = true, generic = false;
	Price *out = w->out;
	memset(out->by_residue, 0, sizeof out->by_residue);
	memset(out->ways, 0, sizeof out->ways);
	memset(out->has_residue, 0, sizeof out->has_residue);
	if (w->too_many || u.count > MAX_VARYING || !try_all(w, &u, &all_same, &all_free, &generic)) {
		out->pattern.count = 0;
		price_upper_bound(w);
		out->certainty = CERTAINTY_SYMBOLIC;
		out->reason = REASON_TOO_MANY_SYMBOLS;
		out->symbols = "several runtime values";
		return;
	}
	out->reason = w->ctx->syms.at[u.sym[0]].why;
	out->reason_loc = w->ctx->syms.at[u.sym[0]].loc;
	out->symbols = symbol_names(w, &u);
	bool banks_decide = w->request.op == BANK_CP_ASYNC_CA; /* lanes never share a word */
	if (all_same && (!generic || all_free || banks_decide)) {
		out->certainty = CERTAINTY_EXACT;
		return;
	}
	bool open = w->shift_matters && !w->some_settled;
	out->certainty = all_same || !generic || open ? CERTAINTY_BOUND : CERTAINTY_SYMBOLIC;
	if (out->certainty == CERTAINTY_SYMBOLIC && u.count == 1) {
		out->symbol = u.sym[0];
		out->modulus = (int)u.modulus[0];
	}
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
	if (w.clamped && !w.n_varying && !w.too_many && price_clamped(&w)) {
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
