/* Making values, asking of them, and moving them about. */
#include "eval/value/value_impl.h"

#include <string.h>

#include "ir/ir.h"

/* Unknown parts that reach further are as good as without bounds. */
#define MAX_REACH ((int64_t)1 << 40)

Int int_of(const Type *type)
{
	bool fits = type->size == 1 || type->size == 2 || type->size == 4 || type->size == 8;
	if (type->kind == TY_BOOL)
		return (Int){ 1, false, true };
	if (type->kind == TY_PTR)
		return (Int){ 8, false, false };
	if (type->kind == TY_INT && fits)
		return (Int){ (int)type->size, type->is_signed, false };
	return (Int){ 8, true, false };
}

/* --- reasons ------------------------------------------------------------------------------------ */

bool reason_is_data(Reason reason)
{
	switch (reason) {
	case WHY_GLOBAL_LOAD: case WHY_SHARED_LOAD: case WHY_FLOAT: case WHY_ATOMIC: case WHY_WARP_DATA: case WHY_CLOCK:
	case WHY_DATA_BRANCH:
		return true;
	default:
		return false;
	}
}

Reason reason_of_choice(Reason why)
{
	return reason_is_data(why) ? WHY_DATA_BRANCH : WHY_BRANCH;
}

/* --- making ------------------------------------------------------------------------------------- */

Value value_int(int64_t i)
{
	return (Value){ .base = { .u = i }, .form = form_const(i) };
}

Value value_at_run_time(ValueCtx *ctx, Value v, int grain, Loose loose)
{
	v.form = form_fresh(&ctx->n_forms, grain, loose);
	return v;
}

Value value_lanes(ValueCtx *ctx, const int64_t *v)
{
	Lanes l = lanes_done(ctx, v);
	if (l.v)
		l.v = arena_dup(ctx->arena, v, sizeof *v * (size_t)ctx->n_lanes);
	return (Value){ .base = l };
}

const Murk *murk_new(ValueCtx *ctx, Murk murk)
{
	murk.lanes = mask_and(murk.lanes, all_lanes(ctx));
	if (mask_empty(&murk.lanes))
		return NULL;
	if (murk.align < 1)
		murk.align = 1;
	if (murk.align > MAX_ALIGN)
		murk.align = MAX_ALIGN;
	if (murk.ranged)
		murk_set_span(&murk, (Span){ murk.low, murk.high });
	return arena_dup(ctx->arena, &murk, sizeof murk);
}

Span murk_span(const Murk *murk)
{
	return murk->ranged ? (Span){ murk->low, murk->high } : SPAN_ANY;
}

/* Only multiples of its align are in it. */
void murk_set_span(Murk *murk, Span span)
{
	bool open = span.low < -MAX_REACH || span.high > MAX_REACH || span.low > span.high;
	int64_t low = open ? 0 : -floor_div(-span.low, murk->align) * murk->align;
	int64_t high = open ? 0 : floor_div(span.high, murk->align) * murk->align;
	murk->ranged = !open && low <= high;
	murk->low = murk->ranged ? low : 0;
	murk->high = murk->ranged ? high : 0;
}

Value value_murk(ValueCtx *ctx, Reason reason, Loc loc)
{
	return value_at_run_time(ctx, value_with_murk(ctx, value_int(0), all_lanes(ctx), reason, loc, 1, false), 0, LOOSE_NOT);
}

Value value_murk_aligned(ValueCtx *ctx, Reason reason, Loc loc, int64_t align, bool per_warp)
{
	return value_with_murk(ctx, value_int(0), all_lanes(ctx), reason, loc, align, per_warp);
}

Value value_with_murk(ValueCtx *ctx, Value v, Mask lanes, Reason reason, Loc loc, int64_t align, bool per_warp)
{
	v.murk = murk_new(ctx, (Murk){ .reason = reason, .lanes = lanes, .align = align, .per_warp = per_warp, .loc = loc });
	return v;
}

Value value_holding(ValueCtx *ctx, Value v, unsigned holds)
{
	for (int i = 0; holds && i < v.n_terms; i++) {
		const MonoInfo *mono = &ctx->monos.at[v.terms[i].mono];
		for (int s = 0; s < mono->n; s++)
			ctx->syms.at[mono->syms[s]].holds |= holds;
	}
	if (!v.murk || !(holds & ~v.murk->holds))
		return v;
	Murk murk = *v.murk;
	murk.holds |= holds;
	v.murk = murk_new(ctx, murk);
	return v;
}

static bool is_zero(const ValueCtx *ctx, Lanes l)
{
	return lanes_equal(ctx, l, (Lanes){ 0 });
}

void value_set_terms(ValueCtx *ctx, Value *v, const Term *terms, int n)
{
	Term *kept = arena_alloc_raw(ctx->arena, sizeof *kept * (size_t)n);
	int m = 0;
	for (int i = 0; i < n; i++)
		if (!is_zero(ctx, terms[i].k))
			kept[m++] = terms[i];
	v->terms = m ? kept : NULL;
	v->n_terms = m;
}

static Lanes copy_lanes(Arena *arena, int n_lanes, Lanes l)
{
	if (l.v)
		l.v = arena_dup(arena, l.v, sizeof *l.v * (size_t)n_lanes);
	return l;
}

Value value_copy(Arena *arena, int n_lanes, Value v)
{
	v.base = copy_lanes(arena, n_lanes, v.base);
	if (v.n_terms) {
		Term *terms = arena_dup(arena, v.terms, sizeof *terms * (size_t)v.n_terms);
		for (int i = 0; i < v.n_terms; i++)
			terms[i].k = copy_lanes(arena, n_lanes, terms[i].k);
		v.terms = terms;
	}
	if (v.murk)
		v.murk = arena_dup(arena, v.murk, sizeof *v.murk);
	return v;
}

/* --- asking ------------------------------------------------------------------------------------- */

bool value_is_known(const Value *v)
{
	return !v->n_terms && !v->murk;
}

bool value_is_const(const Value *v, int64_t *i)
{
	if (!value_is_known(v) || v->base.v)
		return false;
	*i = v->base.u;
	return true;
}

int value_rows(const ValueCtx *ctx, const Value *v)
{
	bool vectors = v->base.v;
	for (int i = 0; i < v->n_terms; i++)
		vectors = vectors || v->terms[i].k.v;
	return vectors ? ctx->n_lanes : 1;
}

bool value_is_symbolic_uniform(const ValueCtx *ctx, const Value *v)
{
	return !v->murk && value_rows(ctx, v) == 1;
}

Mask value_known_lanes(const ValueCtx *ctx, const Value *v)
{
	Mask known = all_lanes(ctx);
	if (v->murk)
		known = mask_minus(known, v->murk->lanes);
	for (int i = 0; i < v->n_terms; i++) {
		const Lanes *k = &v->terms[i].k;
		if (!k->v)
			return mask_none();
		known = mask_minus(known, lanes_nonzero(ctx, *k));
	}
	return known;
}

static bool same_within(const ValueCtx *ctx, const Lanes *l, const Mask *within, bool per_warp)
{
	int64_t first = 0;
	bool any = false;
	if (!l->v)
		return true;
	for (int i = 0; i < ctx->n_lanes; i++) {
		any = any && !(per_warp && i % 32 == 0);
		if (!mask_has(within, i))
			continue;
		if (any && l->v[i] != first)
			return false;
		first = l->v[i];
		any = true;
	}
	return true;
}

static bool parts_same(const ValueCtx *ctx, const Value *v, const Mask *within, bool per_warp)
{
	for (int i = 0; i < v->n_terms; i++)
		if (!same_within(ctx, &v->terms[i].k, within, per_warp))
			return false;
	return same_within(ctx, &v->base, within, per_warp);
}

bool value_is_uniform(const ValueCtx *ctx, const Value *v, const Mask *within)
{
	if (v->murk) {
		Mask hidden = mask_and(v->murk->lanes, *within);
		if (!mask_empty(&hidden))
			return false;
	}
	return parts_same(ctx, v, within, false);
}

bool value_is_warp_uniform(const ValueCtx *ctx, const Value *v, const Mask *within)
{
	for (int w = 0; v->murk && w * 32 < ctx->n_lanes; w++) {
		uint32_t in = mask_warp(within, w), hidden = mask_warp(&v->murk->lanes, w) & in;
		if (hidden && (hidden != in || !v->murk->per_warp))
			return false;
	}
	return parts_same(ctx, v, within, true);
}

void value_spans(const ValueCtx *ctx, const Value *v, bool assume, Spans *out)
{
	out->rows = v->murk ? ctx->n_lanes : value_rows(ctx, v);
	for (int l = 0; l < out->rows; l++)
		out->at[l] = (Span){ lane_of(&v->base, l), lane_of(&v->base, l) };
	for (int i = 0; i < v->n_terms; i++) {
		Span mono = mono_span(ctx, v->terms[i].mono, assume);
		for (int l = 0; l < out->rows; l++)
			out->at[l] = span_add(out->at[l], span_scale(mono, lane_of(&v->terms[i].k, l)));
	}
	for (int l = 0; v->murk && l < out->rows; l++)
		if (mask_has(&v->murk->lanes, l))
			out->at[l] = span_add(out->at[l], murk_span(v->murk));
}

void value_range(const ValueCtx *ctx, const Value *v, int64_t *low, int64_t *high)
{
	Spans spans;
	value_spans(ctx, v, false, &spans);
	*low = spans.at[0].low;
	*high = spans.at[0].high;
	for (int l = 1; l < spans.rows; l++) {
		*low = spans.at[l].low < *low ? spans.at[l].low : *low;
		*high = spans.at[l].high > *high ? spans.at[l].high : *high;
	}
}

unsigned value_holds(const ValueCtx *ctx, const Value *v)
{
	unsigned holds = v->murk ? v->murk->holds : 0;
	for (int i = 0; i < v->n_terms; i++)
		holds |= mono_holds(ctx, v->terms[i].mono);
	return holds;
}

bool value_same(const ValueCtx *ctx, const Value *a, const Value *b)
{
	if (a->murk || b->murk || a->n_terms != b->n_terms)
		return false;
	for (int i = 0; i < a->n_terms; i++)
		if (a->terms[i].mono != b->terms[i].mono || !lanes_equal(ctx, a->terms[i].k, b->terms[i].k))
			return false;
	return lanes_equal(ctx, a->base, b->base);
}

int64_t value_symbolic_align(const ValueCtx *ctx, const Value *v)
{
	int64_t align = MAX_ALIGN;
	for (int i = 0; i < v->n_terms; i++) {
		const Lanes *k = &v->terms[i].k;
		int64_t bits = k->u;
		for (int l = 0; k->v && l < ctx->n_lanes; l++)
			bits |= k->v[l];
		int64_t of_mono = low_bit(mono_align(ctx, v->terms[i].mono), MAX_ALIGN);
		int64_t of_k = low_bit(bits, MAX_ALIGN);
		int64_t both = of_k > MAX_ALIGN / of_mono ? MAX_ALIGN : of_k * of_mono;
		align = both < align ? both : align;
	}
	return align;
}

int64_t value_align(const ValueCtx *ctx, const Value *v)
{
	Grains grains;
	value_grains(ctx, v, true, true, &grains);
	int64_t align = MAX_ALIGN;
	for (int l = 0; l < ctx->n_lanes; l++)
		align = grains.at[l] < align ? grains.at[l] : align;
	return align;
}

Value value_within(ValueCtx *ctx, Value v, int64_t low, int64_t high)
{
	if (!v.murk || v.n_terms)
		return v;
	Span base = { INT64_MAX, INT64_MIN }, limit = { low, high }, was = murk_span(v.murk);
	for (int l = 0; l < ctx->n_lanes; l++)
		if (mask_has(&v.murk->lanes, l))
			base = span_hull(base, (Span){ lane_of(&v.base, l), lane_of(&v.base, l) });
	limit = span_add(limit, (Span){ -base.high, -base.low });
	limit.low = limit.low > was.low ? limit.low : was.low;
	limit.high = limit.high < was.high ? limit.high : was.high;
	Murk murk = *v.murk;
	murk_set_span(&murk, limit);
	v.murk = murk_new(ctx, murk);
	return v;
}

/* --- moving ------------------------------------------------------------------------------------- */

/* The lanes of each half that are hidden; within a warp they must not come from both for per_warp to hold. */
static const Murk *select_murk(ValueCtx *ctx, const Mask *where, const Murk *a, const Murk *b)
{
	Mask of_a = a ? mask_and(a->lanes, *where) : mask_none(), of_b = b ? mask_minus(b->lanes, *where) : mask_none();
	if (mask_empty(&of_a) && mask_empty(&of_b))
		return NULL;
	if (mask_empty(&of_a) || mask_empty(&of_b)) {
		Murk one = mask_empty(&of_a) ? *b : *a;
		one.lanes = mask_or(of_a, of_b);
		return murk_new(ctx, one);
	}
	Murk both = *a;
	both.lanes = mask_or(of_a, of_b);
	both.align = a->align < b->align ? a->align : b->align;
	murk_set_span(&both, span_hull(murk_span(a), murk_span(b)));
	both.per_warp = a->per_warp && b->per_warp;
	both.holds = a->holds | b->holds;
	for (int w = 0; w * 32 < ctx->n_lanes; w++)
		if (mask_warp(&of_a, w) && mask_warp(&of_b, w))
			both.per_warp = false;
	return murk_new(ctx, both);
}

Form value_either(ValueCtx *ctx, const Value *a, const Value *b)
{
	int x = form_grain(&a->form), y = form_grain(&b->form);
	return form_fresh(&ctx->n_forms, x < y ? x : y, LOOSE_PART);
}

Value value_select(ValueCtx *ctx, const Mask *where, Value a, Value b)
{
	Mask all = all_lanes(ctx), chosen = mask_and(*where, all);
	if (mask_equal(&chosen, &all))
		return a;
	if (mask_empty(&chosen))
		return b;
	Value v = { .base = lanes_select(ctx, where, a.base, b.base), .form = value_either(ctx, &a, &b) };
	v.murk = a.murk || b.murk ? select_murk(ctx, where, a.murk, b.murk) : NULL;
	if (a.n_terms + b.n_terms == 0)
		return v;
	Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)(a.n_terms + b.n_terms));
	int n = 0;
	for (int i = 0, j = 0; i < a.n_terms || j < b.n_terms; n++) {
		Mono p = i < a.n_terms ? a.terms[i].mono : INT32_MAX, q = j < b.n_terms ? b.terms[j].mono : INT32_MAX;
		Lanes of_a = p <= q ? a.terms[i++].k : (Lanes){ 0 }, of_b = q <= p ? b.terms[j++].k : (Lanes){ 0 };
		terms[n] = (Term){ p < q ? p : q, lanes_select(ctx, where, of_a, of_b) };
	}
	value_set_terms(ctx, &v, terms, n);
	return value_limit(ctx, v);
}

static Lanes permute_lanes(ValueCtx *ctx, Lanes l, const int16_t *from)
{
	int64_t *out = lanes_new(ctx);
	for (int i = 0; i < ctx->n_lanes; i++)
		out[i] = from[i] >= 0 && from[i] < ctx->n_lanes ? lane_of(&l, from[i]) : 0;
	return lanes_done(ctx, out);
}

static const Murk *permute_murk(ValueCtx *ctx, const Murk *was, const int16_t *from, Reason reason, Loc loc)
{
	Murk now = was ? *was : (Murk){ .reason = reason, .loc = loc, .align = MAX_ALIGN };
	now.lanes = mask_none();
	for (int i = 0; i < ctx->n_lanes; i++) {
		bool lost = from[i] < 0 || from[i] >= ctx->n_lanes;
		if (!lost && !(was && mask_has(&was->lanes, from[i])))
			continue;
		mask_add(&now.lanes, i);
		now.align = lost ? 1 : now.align;
		now.ranged = now.ranged && !lost;
		now.per_warp = now.per_warp && !lost && from[i] / 32 == i / 32;
	}
	return murk_new(ctx, now);
}

Value value_permute(ValueCtx *ctx, Value v, const int16_t *from, Reason reason, Loc loc)
{
	Value out = { .base = permute_lanes(ctx, v.base, from), .murk = permute_murk(ctx, v.murk, from, reason, loc) };
	if (v.n_terms) {
		Term *terms = arena_dup(ctx->arena, v.terms, sizeof *terms * (size_t)v.n_terms);
		for (int i = 0; i < v.n_terms; i++)
			terms[i].k = permute_lanes(ctx, terms[i].k, from);
		value_set_terms(ctx, &out, terms, v.n_terms);
	}
	return value_finish(ctx, (Int){ 8, true, false }, out);
}
