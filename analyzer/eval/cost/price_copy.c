/* Prices asynchronous copies, whose cost depends on the source address, too. */
#include "eval/cost/price_impl.h"

#include <string.h>

enum { LINE = LINE_BYTES, PIECE = 16 };

bool price_is_by_line(BankOp op)
{
	return op == BANK_CP_ASYNC_CG || op == BANK_CP_ASYNC_CG_FILL;
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* The greatest power of two up to a line that divides i. */
static int64_t low_align(int64_t i)
{
	const uint64_t bits = (uint64_t)i | LINE;
	return (int64_t)(bits & (0 - bits));
}

static int64_t sym_align(const Warp *w, Sym sym)
{
	int64_t align = low_align(w->ctx->syms.at[sym].align);
	for (int i = 0; i < w->n_tried; i++)
		if (w->tried[i].sym == sym && low_align(w->tried[i].like) > align)
			align = low_align(w->tried[i].like);
	return align;
}

/* The terms' factor is the same in all lanes of the warp. */
static int64_t term_align(const Warp *w, const Term *term)
{
	const MonoInfo *mono = &w->ctx->monos.at[term->mono];
	int64_t align = low_align(per_thread_at(term->k, w->first + __builtin_ctz(w->request.active)));
	for (int i = 0; i < mono->n; i++)
		align = least(LINE, align * sym_align(w, mono->syms[i]));
	return align;
}

int64_t price_uniform_align(const Warp *w, const Value *v, bool bases)
{
	int64_t align = LINE;
	for (int i = 0; i < v->n_terms; i++)
		if (!price_term_varies(w, &v->terms[i]) && !(bases && value_term_is_base(w->ctx, &v->terms[i])))
			align = least(align, term_align(w, &v->terms[i]));
	return align;
}

/* Each lane reads a cache line of its own, at the same offset: nothing costs more. */
static void source_at_worst(Warp *w)
{
	for (int l = 0; l < WARP_LANES; l++)
		w->request.source[l] = LINE * (int64_t)l;
	w->source_unknown = true;
}

static uint32_t unsure_lanes(const Warp *w)
{
	return w->request.active & ~mask_warp(w->access->must_execute, w->first / WARP_LANES);
}

void price_read_source(Warp *w)
{
	memset(w->request.source, 0, sizeof w->request.source);
	const Value *v = w->access->source;
	uint32_t unknown_lanes = v && v->unknown ? mask_warp(&v->unknown->threads, w->first / WARP_LANES) & w->request.active : 0;
	bool shifted = unknown_lanes && v->unknown->per_warp && unknown_lanes == w->request.active;
	/* If the L1 cache is bypassed, fewer lanes may cost more. */
	w->lanes_unsure = price_is_by_line(w->request.op) && unsure_lanes(w);
	if (!v || (unknown_lanes && !shifted) || w->lanes_unsure) {
		source_at_worst(w);
		return;
	}
	for (int l = 0; l < WARP_LANES; l++)
		if (w->request.active >> l & 1)
			w->request.source[l] = per_thread_at(v->base, w->first + l);
	price_take_varying(w, v, true);
	w->most_source = shifted ? v->unknown->align : LINE;
}

void price_align_lines(Warp *w)
{
	const Value *to = w->access->offset, *from = w->access->source;
	if (!price_is_by_line(w->request.op))
		return;
	w->shift_align = least(w->most_shift, least(w->access->object_align, price_uniform_align(w, to, false)));
	if (w->source_unknown)
		return;
	w->source_align = least(w->most_source, price_uniform_align(w, from, true));
	w->sure_align = least(w->most_source, price_uniform_align(w, from, false));
}

static void shift(int64_t *offset, int64_t by)
{
	for (int l = 0; l < WARP_LANES; l++)
		offset[l] = (int64_t)((uint64_t)offset[l] + (uint64_t)by);
}

typedef struct Costliest {
	WarpRequest request;
	BankCost cost;
	bool differ; /* not all places cost the same */
} Costliest;

/* Of all places in a cache line where the source, a multiple of from_step, and the destination may begin. */
static void find_costliest(Warp *w, const WarpRequest *request, int64_t from_step, Costliest *out)
{
	const int64_t to_step = w->shift_align < PIECE ? PIECE : w->shift_align;
	const int first = out->cost.wavefronts;
	from_step = from_step < PIECE ? PIECE : from_step;
	for (int64_t from = 0; from < LINE; from += from_step)
		for (int64_t to = 0; to < LINE; to += to_step) {
			WarpRequest moved = *request;
			shift(moved.source, from);
			shift(moved.offset, to);
			BankCost here = price_of(w->cache, moved);
			out->differ = out->differ || here.wavefronts != first;
			if (here.wavefronts > out->cost.wavefronts) {
				out->cost = here;
				out->request = moved;
			}
		}
}

bool price_lines(Warp *w, const WarpRequest *request, BankCost *worst)
{
	const bool exact = worst->exact;
	Costliest found = { .request = *request, .cost = *worst }, sure = found;
	find_costliest(w, request, w->source_align, &found);
	if (w->sure_align < w->source_align) {
		find_costliest(w, request, w->sure_align, &sure);
		w->out->of_bases = w->out->of_bases || sure.differ != found.differ || sure.cost.wavefronts != found.cost.wavefronts;
	}
	*worst = found.cost;
	w->shift_matters_here = found.differ;
	w->shift_matters = w->shift_matters || found.differ;
	price_take_worse(w, &found.request, found.cost);
	return exact && !found.differ;
}

static void weaken_to_bound(Warp *w, Reason reason, Loc loc)
{
	if (w->out->certainty > CERTAINTY_BOUND)
		return;
	w->out->certainty = CERTAINTY_BOUND;
	w->out->reason = reason;
	w->out->reason_loc = loc;
}

/* The copy goes through the L1 cache and its cost depends on the destination only. */
static bool source_is_free(const Warp *w)
{
	WarpRequest apart = w->request;
	if (w->request.op != BANK_CP_ASYNC_CA || w->n_varying || w->unknown_lanes)
		return false;
	for (int l = 0; l < WARP_LANES; l++)
		apart.source[l] = w->request.bytes * (int64_t)l;
	return price_of(w->cache, apart).wavefronts == w->out->pattern.cost.wavefronts;
}

/* A pointer of which a launch shows that it is moved by less than a line. */
static bool is_moved(const Warp *w, const Term *term)
{
	const MonoInfo *mono = &w->ctx->monos.at[term->mono];
	const SymInfo *info = &w->ctx->syms.at[mono->syms[0]];
	return mono->n == 1 && !term->k.v && term->k.u == 1 && info->kind == SYM_PARAM && !info->is_base && info->align > 1 &&
	       info->align < LINE;
}

/* What it costs if all that is not known is a multiple of a line, and all lanes copy, and fill nothing: rows of matrices, whose sizes are round numbers. */
static void find_usual(Warp *w)
{
	const Value *from = w->access->source;
	const uint32_t unknown = from && from->unknown ? mask_warp(&from->unknown->threads, w->first / WARP_LANES) & w->request.active : 0;
	if (!from || w->unknown_lanes || (unknown && (unknown != w->request.active || !from->unknown->per_warp)))
		return;
	for (int i = 0; i < from->n_terms; i++)
		if (is_moved(w, &from->terms[i]))
			return;
	WarpRequest request = w->request;
	request.op = BANK_CP_ASYNC_CG;
	for (uint32_t m = request.active; m; m &= m - 1)
		request.source[__builtin_ctz(m)] = per_thread_at(from->base, w->first + __builtin_ctz(m));
	w->n_varying = 0;
	price_take_varying(w, w->access->offset, false);
	price_take_varying(w, from, true);
	if (!price_add_multiples(w, &request))
		return;
	const BankCost cost = price_of(w->cache, request);
	w->out->usual = (Ratio){ cost.wavefronts, cost.ideal };
}

void price_finish_copy(Warp *w)
{
	const Unknown *unknown = w->access->source ? w->access->source->unknown : NULL;
	bool alone = (w->request.active & (w->request.active - 1)) == 0;
	bool by_line = price_is_by_line(w->request.op);
	if (alone)
		return;
	if (w->source_unknown && !source_is_free(w))
		weaken_to_bound(w,
				unknown           ? unknown->reason
				: w->lanes_unsure ? REASON_PREDICATE
						  : REASON_POINTER,
				unknown ? unknown->loc : LOC_NONE);
	else if (w->shift_matters && w->out->certainty == CERTAINTY_BOUND)
		weaken_to_bound(w, REASON_LINE, LOC_NONE);
	else if (w->access->fills && !by_line && !source_is_free(w))
		weaken_to_bound(w, REASON_FILL, LOC_NONE);
	else if (by_line && (w->access->guarded || w->request.active != UINT32_MAX))
		weaken_to_bound(w, REASON_PREDICATE, LOC_NONE);
	if (by_line && w->out->certainty != CERTAINTY_EXACT)
		find_usual(w);
}
