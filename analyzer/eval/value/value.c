/* Makes, queries, copies, selects and permutes values. */
#include "eval/value/value_impl.h"

#include <string.h>

#include "ir/ir.h"

/* Ranges of unknown parts that reach further are dropped. */
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
	case REASON_GLOBAL_LOAD:
	case REASON_SHARED_LOAD:
	case REASON_FLOAT:
	case REASON_ATOMIC:
	case REASON_WARP_DATA:
	case REASON_CLOCK:
	case REASON_DATA_BRANCH:
		return true;
	default:
		return false;
	}
}

/* What is not understood comes before what is; of what is, data before the launch and its arguments. */
static int reason_rank(Reason reason)
{
	switch (reason) {
	case REASON_NONE:
		return 0;
	case REASON_ARGUMENT:
	case REASON_BRANCH:
	case REASON_LOOP:
	case REASON_BITS:
	case REASON_PRODUCT:
	case REASON_TOO_MANY_SYMBOLS:
	case REASON_UNINITIALISED:
	case REASON_CALL:
		return 1;
	default:
		return reason_is_data(reason) ? 2 : 3;
	}
}

bool reason_prevails(Reason reason, Reason over)
{
	return reason_rank(reason) > reason_rank(over);
}

Reason reason_either(Reason a, Reason b)
{
	return reason_prevails(b, a) ? b : a;
}

Reason reason_of_choice(Reason why)
{
	return reason_is_data(why) ? REASON_DATA_BRANCH : REASON_BRANCH;
}

/* --- making ------------------------------------------------------------------------------------- */

Value value_int(int64_t i)
{
	return (Value){ .base = { .u = i }, .form = form_const(i) };
}

Value value_at_run_time(ValueCtx *ctx, Value v, int log2_align, Refinement refinement)
{
	form_renew(&v.form, &ctx->n_forms, log2_align, refinement);
	return v;
}

Value value_per_thread(ValueCtx *ctx, const int64_t *v)
{
	PerThread l = per_thread_done(ctx, v);
	if (l.v)
		l.v = arena_dup(ctx->arena, v, sizeof *v * (size_t)ctx->n_threads);
	return (Value){ .base = l };
}

void unknown_blame(Unknown *unknown, Reason reason, Loc loc)
{
	if (reason_prevails(reason, unknown->reason))
		unknown->reason = reason, unknown->loc = loc;
}

const Unknown *unknown_new(ValueCtx *ctx, Unknown unknown)
{
	unknown.threads = mask_and(unknown.threads, all_threads(ctx));
	if (mask_empty(&unknown.threads))
		return NULL;
	if (unknown.align < 1)
		unknown.align = 1;
	if (unknown.align > MAX_ALIGN)
		unknown.align = MAX_ALIGN;
	if (unknown.ranged)
		unknown_set_span(&unknown, (Span){ unknown.low, unknown.high });
	return arena_dup(ctx->arena, &unknown, sizeof unknown);
}

Span unknown_span(const Unknown *unknown)
{
	return unknown->ranged ? (Span){ unknown->low, unknown->high } : SPAN_ANY;
}

/* Bounds are rounded inwards to multiples of `align`. */
void unknown_set_span(Unknown *unknown, Span span)
{
	bool open = span.low < -MAX_REACH || span.high > MAX_REACH || span.low > span.high;
	int64_t low = open ? 0 : -floor_div(-span.low, unknown->align) * unknown->align;
	int64_t high = open ? 0 : floor_div(span.high, unknown->align) * unknown->align;
	unknown->ranged = !open && low <= high;
	unknown->low = unknown->ranged ? low : 0;
	unknown->high = unknown->ranged ? high : 0;
}

Value value_unknown(ValueCtx *ctx, Reason reason, Loc loc)
{
	return value_at_run_time(ctx, value_with_unknown(ctx, value_int(0), all_threads(ctx), reason, loc, 1, false), 0, REFINE_NONE);
}

Value value_unknown_aligned(ValueCtx *ctx, Reason reason, Loc loc, int64_t align, bool per_warp)
{
	return value_with_unknown(ctx, value_int(0), all_threads(ctx), reason, loc, align, per_warp);
}

Value value_with_unknown(ValueCtx *ctx, Value v, Mask threads, Reason reason, Loc loc, int64_t align, bool per_warp)
{
	v.unknown = unknown_new(ctx, (Unknown){ .reason = reason, .threads = threads, .align = align, .per_warp = per_warp, .loc = loc });
	return v;
}

Value value_pointing_to(ValueCtx *ctx, Value v, unsigned points_to)
{
	for (int i = 0; points_to && i < v.n_terms; i++) {
		const MonoInfo *mono = &ctx->monos.at[v.terms[i].mono];
		for (int s = 0; s < mono->n; s++)
			ctx->syms.at[mono->syms[s]].points_to |= points_to;
	}
	if (!v.unknown || !(points_to & ~v.unknown->points_to))
		return v;
	Unknown unknown = *v.unknown;
	unknown.points_to |= points_to;
	v.unknown = unknown_new(ctx, unknown);
	return v;
}

static bool is_zero(const ValueCtx *ctx, PerThread l)
{
	return per_thread_equal(ctx, l, (PerThread){ 0 });
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

static PerThread copy_threads(Arena *arena, int n_threads, PerThread l)
{
	if (l.v)
		l.v = arena_dup(arena, l.v, sizeof *l.v * (size_t)n_threads);
	return l;
}

Value value_copy(Arena *arena, int n_threads, Value v)
{
	v.base = copy_threads(arena, n_threads, v.base);
	if (v.n_terms) {
		Term *terms = arena_dup(arena, v.terms, sizeof *terms * (size_t)v.n_terms);
		for (int i = 0; i < v.n_terms; i++)
			terms[i].k = copy_threads(arena, n_threads, terms[i].k);
		v.terms = terms;
	}
	if (v.unknown)
		v.unknown = arena_dup(arena, v.unknown, sizeof *v.unknown);
	return v;
}

/* --- queries ------------------------------------------------------------------------------------ */

bool value_is_known(const Value *v)
{
	return !v->n_terms && !v->unknown;
}

bool value_is_const(const Value *v, int64_t *i)
{
	if (!value_is_known(v) || v->base.v)
		return false;
	*i = v->base.u;
	return true;
}

bool value_number(const ValueCtx *ctx, const Value *v, double *number)
{
	if (v->unknown || v->base.v || v->base.u || v->n_terms != 1 || v->terms->k.v || v->terms->k.u != 1)
		return false;
	const MonoInfo *mono = &ctx->monos.at[v->terms->mono];
	const SymInfo *sym = &ctx->syms.at[mono->syms[0]];
	*number = sym->number;
	return mono->n == 1 && sym->is_number;
}

int value_rows(const ValueCtx *ctx, const Value *v)
{
	bool vectors = v->base.v;
	for (int i = 0; i < v->n_terms; i++)
		vectors = vectors || v->terms[i].k.v;
	return vectors ? ctx->n_threads : 1;
}

bool value_is_symbolic_uniform(const ValueCtx *ctx, const Value *v)
{
	return !v->unknown && value_rows(ctx, v) == 1;
}

void value_spans(const ValueCtx *ctx, const Value *v, bool assume, Spans *out)
{
	const Mask all = all_threads(ctx);
	out->rows = v->unknown && !mask_subset(&all, &v->unknown->threads) ? ctx->n_threads : value_rows(ctx, v);
	for (int l = 0; l < out->rows; l++)
		out->at[l] = (Span){ per_thread_get(&v->base, l), per_thread_get(&v->base, l) };
	for (int i = 0; i < v->n_terms; i++) {
		Span mono = mono_span(ctx, v->terms[i].mono, assume);
		for (int l = 0; l < out->rows; l++)
			out->at[l] = span_add(out->at[l], span_scale(mono, per_thread_get(&v->terms[i].k, l)));
	}
	for (int l = 0; v->unknown && l < out->rows; l++)
		if (mask_has(&v->unknown->threads, l))
			out->at[l] = span_add(out->at[l], unknown_span(v->unknown));
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

unsigned value_points_to(const ValueCtx *ctx, const Value *v)
{
	unsigned points_to = v->unknown ? v->unknown->points_to : 0;
	for (int i = 0; i < v->n_terms; i++)
		points_to |= mono_points_to(ctx, v->terms[i].mono);
	return points_to;
}

bool value_same(const ValueCtx *ctx, const Value *a, const Value *b)
{
	if (a->unknown || b->unknown || a->n_terms != b->n_terms)
		return false;
	for (int i = 0; i < a->n_terms; i++)
		if (a->terms[i].mono != b->terms[i].mono || !per_thread_equal(ctx, a->terms[i].k, b->terms[i].k))
			return false;
	return per_thread_equal(ctx, a->base, b->base);
}

bool value_term_is_base(const ValueCtx *ctx, const Term *term)
{
	const MonoInfo *mono = &ctx->monos.at[term->mono];
	return mono->n == 1 && ctx->syms.at[mono->syms[0]].is_base;
}

int64_t value_symbolic_align(const ValueCtx *ctx, const Value *v)
{
	int64_t align = MAX_ALIGN;
	for (int i = 0; i < v->n_terms; i++) {
		const PerThread *k = &v->terms[i].k;
		int64_t bits = k->u;
		for (int l = 0; k->v && l < ctx->n_threads; l++)
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
	Aligns aligns;
	value_aligns(ctx, v, true, true, &aligns);
	int64_t align = MAX_ALIGN;
	for (int l = 0; l < ctx->n_threads; l++)
		align = aligns.at[l] < align ? aligns.at[l] : align;
	return align;
}

Value value_within(ValueCtx *ctx, Value v, int64_t low, int64_t high)
{
	if (!v.unknown || v.n_terms)
		return v;
	Span base = { INT64_MAX, INT64_MIN }, limit = { low, high }, was = unknown_span(v.unknown);
	for (int l = 0; l < ctx->n_threads; l++)
		if (mask_has(&v.unknown->threads, l))
			base = span_hull(base, (Span){ per_thread_get(&v.base, l), per_thread_get(&v.base, l) });
	limit = span_add(limit, (Span){ -base.high, -base.low });
	limit.low = limit.low > was.low ? limit.low : was.low;
	limit.high = limit.high < was.high ? limit.high : was.high;
	Unknown unknown = *v.unknown;
	unknown_set_span(&unknown, limit);
	v.unknown = unknown_new(ctx, unknown);
	return v;
}

/* --- moving ------------------------------------------------------------------------------------- */

/* per_warp stays only if no warp has unknown threads of both a and b. */
static const Unknown *select_unknown(ValueCtx *ctx, const Mask *where, const Unknown *a, const Unknown *b)
{
	Mask of_a = a ? mask_and(a->threads, *where) : mask_none(), of_b = b ? mask_minus(b->threads, *where) : mask_none();
	if (mask_empty(&of_a) && mask_empty(&of_b))
		return NULL;
	if (mask_empty(&of_a) || mask_empty(&of_b)) {
		Unknown one = mask_empty(&of_a) ? *b : *a;
		one.threads = mask_or(of_a, of_b);
		return unknown_new(ctx, one);
	}
	Unknown both = *a;
	both.spread = (Spread){ 0 };
	both.threads = mask_or(of_a, of_b);
	both.align = a->align < b->align ? a->align : b->align;
	unknown_set_span(&both, span_hull(unknown_span(a), unknown_span(b)));
	both.per_warp = a->per_warp && b->per_warp;
	both.points_to = a->points_to | b->points_to;
	unknown_blame(&both, b->reason, b->loc);
	for (int w = 0; w * 32 < ctx->n_threads; w++)
		if (mask_warp(&of_a, w) && mask_warp(&of_b, w))
			both.per_warp = false;
	return unknown_new(ctx, both);
}

Form value_either(ValueCtx *ctx, const Value *a, const Value *b)
{
	int x = form_log2_align(&a->form), y = form_log2_align(&b->form);
	Form form = form_fresh(&ctx->n_forms, x < y ? x : y, REFINE_OFFSET);
	form_inherit(&form, &a->form, &b->form);
	return form;
}

static int count_varying(const Term *terms, int n)
{
	int varying = 0;
	for (int i = 0; i < n; i++)
		varying += terms[i].k.v != NULL;
	return varying;
}

Value value_select(ValueCtx *ctx, const Mask *where, Value a, Value b)
{
	Mask all = all_threads(ctx), chosen = mask_and(*where, all);
	if (mask_equal(&chosen, &all))
		return a;
	if (mask_empty(&chosen))
		return b;
	Value v = { .base = per_thread_select(ctx, where, a.base, b.base), .form = value_either(ctx, &a, &b) };
	v.unknown = a.unknown || b.unknown ? select_unknown(ctx, where, a.unknown, b.unknown) : NULL;
	if (a.n_terms + b.n_terms == 0)
		return v;
	Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)(a.n_terms + b.n_terms));
	int n = 0;
	for (int i = 0, j = 0; i < a.n_terms || j < b.n_terms; n++) {
		Mono p = i < a.n_terms ? a.terms[i].mono : INT32_MAX, q = j < b.n_terms ? b.terms[j].mono : INT32_MAX;
		PerThread of_a = p <= q ? a.terms[i++].k : (PerThread){ 0 }, of_b = q <= p ? b.terms[j++].k : (PerThread){ 0 };
		terms[n] = (Term){ p < q ? p : q, per_thread_select(ctx, where, of_a, of_b) };
	}
	if (n > MAX_TERMS && count_varying(terms, n) >= MAX_TERMS - MAX_ADDRESSES) { /* too many of these would become unknown */
		const Value x = value_fold(ctx, a), y = value_fold(ctx, b);
		if (x.n_terms < a.n_terms || y.n_terms < b.n_terms)
			return value_select(ctx, where, x, y);
	}
	value_set_terms(ctx, &v, terms, n);
	return value_limit(ctx, v);
}

static PerThread permute_threads(ValueCtx *ctx, PerThread l, const int16_t *from)
{
	int64_t *out = per_thread_new(ctx);
	for (int i = 0; i < ctx->n_threads; i++)
		out[i] = from[i] >= 0 && from[i] < ctx->n_threads ? per_thread_get(&l, from[i]) : 0;
	return per_thread_done(ctx, out);
}

/* A warp's own value (`of_warps`) means nothing in another warp. */
static const Unknown *permute_unknown(ValueCtx *ctx, const Unknown *was, const int16_t *from, bool of_warps, Reason reason, Loc loc)
{
	Unknown now = was ? *was : (Unknown){ .reason = reason, .loc = loc, .align = MAX_ALIGN };
	now.threads = mask_none();
	now.spread = (Spread){ 0 };
	for (int i = 0; i < ctx->n_threads; i++) {
		bool lost = from[i] < 0 || from[i] >= ctx->n_threads || (of_warps && from[i] / 32 != i / 32);
		if (!lost && !(was && mask_has(&was->threads, from[i])))
			continue;
		mask_add(&now.threads, i);
		now.align = lost ? 1 : now.align;
		now.ranged = now.ranged && !lost;
		now.per_warp = now.per_warp && !lost && from[i] / 32 == i / 32;
	}
	return unknown_new(ctx, now);
}

Value value_permute(ValueCtx *ctx, Value v, const int16_t *from, Reason reason, Loc loc)
{
	const bool of_warps = value_of_warps(ctx, &v);
	Value out = { .base = permute_threads(ctx, v.base, from) };
	out.unknown = permute_unknown(ctx, v.unknown, from, of_warps, reason, loc);
	if (v.n_terms) {
		Term *terms = arena_dup(ctx->arena, v.terms, sizeof *terms * (size_t)v.n_terms);
		for (int i = 0; i < v.n_terms; i++)
			terms[i].k = permute_threads(ctx, terms[i].k, from);
		value_set_terms(ctx, &out, terms, v.n_terms);
	}
	return value_finish(ctx, (Int){ 8, true, false }, out);
}
