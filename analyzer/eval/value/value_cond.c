/* Comparisons, conditions and joins. */
#include "eval/value/value_impl.h"

/* --- zero or not -------------------------------------------------------------------------------- */

/* A number that divides terms and unknown part in a thread; 0: the thread has neither. */
static int64_t divisor(const ValueCtx *ctx, const Value *v, int thread)
{
	int64_t out = v->unknown && mask_has(&v->unknown->threads, thread) ? v->unknown->align : 0;
	for (int i = 0; i < v->n_terms; i++) {
		int64_t align = mono_align(ctx, v->terms[i].mono);
		int64_t k = per_thread_get(&v->terms[i].k, thread), both;
		out = gcd64(out, __builtin_mul_overflow(k, align, &both) ? k : both);
	}
	return out;
}

static bool is_multiple(int64_t i, int64_t step)
{
	return step & (step - 1) ? i % step == 0 : !(i & (step - 1));
}

typedef enum Sign { SIGN_YES, SIGN_NO, SIGN_OPEN } Sign;

/* Whether v is 0 (`equal`) or below 0 (else) in a thread. */
static Sign sign_of(const ValueCtx *ctx, const Value *v, bool equal, Span span, int thread)
{
	if (!equal)
		return span.high < 0 ? SIGN_YES : span.low >= 0 ? SIGN_NO : SIGN_OPEN;
	if (span.low > 0 || span.high < 0)
		return SIGN_NO;
	const int64_t base = per_thread_get(&v->base, thread), step = base ? divisor(ctx, v, thread) : 0;
	if (step && !is_multiple(base, step))
		return SIGN_NO;
	return span.low == 0 && span.high == 0 ? SIGN_YES : SIGN_OPEN;
}

/* Threads in which v is certainly 0 (`equal`) or below 0 (else), and those in which it certainly is not. */
static void split_by_sign(const ValueCtx *ctx, const Value *v, bool equal, Mask *yes, Mask *no)
{
	if (equal && value_is_known(v)) {
		*no = per_thread_nonzero(ctx, v->base);
		*yes = mask_minus(all_threads(ctx), *no);
		return;
	}
	Spans spans;
	*yes = *no = mask_none();
	value_spans(ctx, v, false, &spans);
	if (spans.rows == 1) {
		const Sign sign = sign_of(ctx, v, equal, spans.at[0], 0);
		*yes = sign == SIGN_YES ? all_threads(ctx) : *yes;
		*no = sign == SIGN_NO ? all_threads(ctx) : *no;
		return;
	}
	for (int l = 0; l < ctx->n_threads; l++) {
		const Sign sign = sign_of(ctx, v, equal, spans.at[l], l);
		if (sign == SIGN_YES)
			mask_add(yes, l);
		else if (sign == SIGN_NO)
			mask_add(no, l);
	}
}

/* --- comparisons -------------------------------------------------------------------------------- */

typedef struct Compare {
	ValueCtx *ctx;
	bool equal; /* a == b, else a < b */
	Int type;
	Value a, b, d; /* d: a - b */
	Mask yes, no;
	bool wraps; /* somewhere an unsigned operand may have gone below zero */
} Compare;

static Mask unbounded_threads(const Value *v)
{
	return v->unknown && !v->unknown->ranged ? v->unknown->threads : mask_none();
}

/* Unsigned operands that may be negative here are then huge numbers: their difference decides nothing, unless it is a
 * known number. */
static void drop_wrapped(Compare *c)
{
	ValueCtx *ctx = c->ctx;
	Spans of_a, of_b;
	value_spans(ctx, &c->a, true, &of_a);
	value_spans(ctx, &c->b, true, &of_b);
	/* Of unbounded unknowns only the remainder was compared. */
	if (of_a.rows == 1 && of_b.rows == 1 && of_a.at[0].low >= 0 && of_b.at[0].low >= 0)
		return;
	Mask number = mask_or(value_known_threads(ctx, &c->d), mask_or(unbounded_threads(&c->a), unbounded_threads(&c->b)));
	for (int l = 0; l < ctx->n_threads; l++) {
		if (mask_has(&number, l) || (span_of(&of_a, l).low >= 0 && span_of(&of_b, l).low >= 0))
			continue;
		c->wraps = true;
		c->yes.word[l >> 6] &= ~((uint64_t)1 << (l & 63));
		c->no.word[l >> 6] &= ~((uint64_t)1 << (l & 63));
	}
}

static void decide(Compare *c)
{
	ValueCtx *ctx = c->ctx;
	split_by_sign(ctx, &c->d, c->equal, &c->yes, &c->no);
	if (!c->type.is_signed)
		drop_wrapped(c);
	Mask known = mask_and(value_known_threads(ctx, &c->a), value_known_threads(ctx, &c->b));
	if (mask_empty(&known))
		return;
	Value v = known_binary(ctx, c->equal ? OP_EQ : OP_LT, c->type, c->a.base, c->b.base);
	Mask is = per_thread_nonzero(ctx, v.base);
	c->yes = mask_or(mask_minus(c->yes, known), mask_and(known, is));
	c->no = mask_or(mask_minus(c->no, known), mask_minus(known, is));
}

static Value of_thread(ValueCtx *ctx, const Value *v, int thread)
{
	Value out = value_int(per_thread_get(&v->base, thread));
	Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)v->n_terms);
	for (int i = 0; i < v->n_terms; i++)
		terms[i] = (Term){ v->terms[i].mono, { .u = per_thread_get(&v->terms[i].k, thread) } };
	value_set_terms(ctx, &out, terms, v->n_terms);
	return out;
}

/* d < 0 as well if what is added to multiples of a number is rounded down to one: tid + 1024*k < 1024*n is uniform for 1024 threads. */
static Value rounded_down(ValueCtx *ctx, Value d)
{
	bool uniform = d.n_terms && !d.unknown;
	for (int i = 0; i < d.n_terms; i++)
		uniform = uniform && !d.terms[i].k.v;
	const int64_t step = uniform ? divisor(ctx, &d, 0) : 1;
	if (step <= 1)
		return d;
	int64_t *base = per_thread_new(ctx);
	for (int l = 0; l < ctx->n_threads; l++)
		base[l] = step * floor_div(per_thread_get(&d.base, l), step);
	d.base = per_thread_done(ctx, base);
	return d;
}

/* One symbol for a condition and its negation: d < 0 is !(-d - 1 < 0). */
static Value condition_symbol(Compare *c, int thread)
{
	ValueCtx *ctx = c->ctx;
	const Span flag = { 0, 1 };
	Value none = value_int(0), d = of_thread(ctx, &c->d, thread);
	if (c->wraps) {
		Derived how = c->type.bytes == 8 ? (c->equal ? BY_EQ_U64 : BY_LT_U64) : c->equal ? BY_EQ_U32 : BY_LT_U32;
		return value_derived(ctx, how, of_thread(ctx, &c->a, thread), of_thread(ctx, &c->b, thread), flag, 1);
	}
	bool negated = d.n_terms && d.terms[0].k.u < 0;
	if (negated && c->equal)
		d = linear_sub(ctx, value_int(0), d);
	else if (negated)
		d = rounded_down(ctx, linear_sub(ctx, value_int(-1), d));
	Value v = value_derived(ctx, c->equal ? BY_EQ : BY_LT, d, none, flag, 1);
	return negated && !c->equal ? linear_sub(ctx, value_int(1), v) : v;
}

static Value compare(Compare *c)
{
	ValueCtx *ctx = c->ctx;
	decide(c);
	if (!c->equal && !c->wraps)
		c->d = rounded_down(ctx, c->d);
	Mask open = mask_minus(all_threads(ctx), mask_or(c->yes, c->no));
	Value v = value_select(ctx, &c->yes, value_int(1), value_int(0));
	if (mask_empty(&open))
		return v;
	bool uniform = value_is_uniform(ctx, &c->d, &open);
	if (c->wraps)
		uniform = value_is_uniform(ctx, &c->a, &open) && value_is_uniform(ctx, &c->b, &open);
	if (uniform)
		return value_select(ctx, &open, condition_symbol(c, mask_lowest(&open)), v);
	Loc loc;
	Reason why = value_why(ctx, &c->d, REASON_BRANCH, &loc);
	if (c->d.unknown)
		why = c->d.unknown->reason, loc = c->d.unknown->loc;
	bool per_warp = c->wraps ? value_is_warp_uniform(ctx, &c->a, &open) && value_is_warp_uniform(ctx, &c->b, &open)
				 : value_is_warp_uniform(ctx, &c->d, &open);
	return value_within(ctx, value_with_unknown(ctx, v, open, why, loc, 1, per_warp), 0, 1);
}

Value value_compare(ValueCtx *ctx, Op op, Int type, Value a, Value b)
{
	bool swap = op == OP_GT || op == OP_LE, negate = op == OP_NE || op == OP_LE || op == OP_GE;
	Compare c = { .ctx = ctx, .equal = op == OP_EQ || op == OP_NE, .type = type, .a = swap ? b : a, .b = swap ? a : b };
	c.d = linear_sub(ctx, c.a, c.b);
	Value v = compare(&c);
	return negate ? value_finish(ctx, type, linear_sub(ctx, value_int(1), v)) : v;
}

Cond value_test(const ValueCtx *ctx, const Value *v, const Mask *within)
{
	Cond c = { .scope = SCOPE_UNIFORM, .loc = LOC_NONE, .folds = form_is_const(&v->form), .may_fold = v->form.may_fold };
	split_by_sign(ctx, v, true, &c.no, &c.yes);
	c.yes = mask_and(c.yes, *within);
	c.no = mask_and(c.no, *within);
	Mask open = mask_minus(*within, mask_or(c.yes, c.no));
	open = mask_and(open, all_threads(ctx));
	if (mask_empty(&open))
		return c;
	if (!value_is_uniform(ctx, v, &open))
		c.scope = value_is_warp_uniform(ctx, v, &open) ? SCOPE_WARP : SCOPE_THREAD;
	c.why = value_why(ctx, v, REASON_BRANCH, &c.loc);
	c.from = value_origin(ctx, v);
	Mask hidden = v->unknown ? mask_and(v->unknown->threads, open) : mask_none();
	if (!mask_empty(&hidden)) {
		c.why = v->unknown->reason;
		c.loc = v->unknown->loc;
	}
	return c;
}

/* --- joins -------------------------------------------------------------------------------------- */

static Value without_unknown(Value v)
{
	v.unknown = NULL;
	return v;
}

/* Bounds of 0 and of d in all these threads. */
static Span distance(const ValueCtx *ctx, const Value *d, const Mask *threads)
{
	Spans spans;
	Span all = { 0, 0 };
	value_spans(ctx, d, false, &spans);
	for (int l = 0; l < ctx->n_threads; l++)
		if (mask_has(threads, l))
			all = span_hull(all, span_of(&spans, l));
	return all;
}

/* In `threads`: a's known part plus an unknown part that covers d (b's known part - a's) and both unknown parts. */
static Value either(ValueCtx *ctx, const Value *a, const Value *b, const Value *d, Mask threads, bool per_warp, Reason why, Loc loc)
{
	/* Addresses of different objects: no remainder is known. */
	unsigned points_to = value_points_to(ctx, d) | (a->unknown ? a->unknown->points_to : 0) | (b->unknown ? b->unknown->points_to : 0);
	if (value_has_object(ctx, d))
		return value_pointing_to(ctx, value_with_unknown(ctx, value_int(0), threads, why, loc, 1, false), points_to);
	Aligns aligns;
	Unknown m = { .reason = REASON_NONE, .threads = threads, .align = MAX_ALIGN };
	m.per_warp = per_warp && value_is_warp_uniform(ctx, d, &threads);
	value_aligns(ctx, d, true, true, &aligns);
	for (int l = 0; l < ctx->n_threads; l++)
		if (mask_has(&threads, l) && aligns.at[l] < m.align)
			m.align = aligns.at[l];
	m.points_to = points_to;
	const Unknown *unknowns[] = { a->unknown, b->unknown };
	Span span = distance(ctx, d, &threads);
	if (a->unknown || b->unknown)
		span = span_hull(a->unknown ? span_hull(unknown_span(a->unknown), (Span){ 0, 0 }) : (Span){ 0, 0 },
				 span_hull(span, b->unknown ? span_add(span, unknown_span(b->unknown)) : span));
	for (int i = 0; i < 2; i++) {
		if (!unknowns[i])
			continue;
		Mask hidden = mask_and(unknowns[i]->threads, threads);
		unknown_blame(&m, unknowns[i]->reason, unknowns[i]->loc);
		m.align = unknowns[i]->align < m.align ? unknowns[i]->align : m.align;
		m.per_warp = m.per_warp && unknowns[i]->per_warp && masks_agree_by_warp(ctx, &hidden, &threads);
	}
	unknown_blame(&m, why, loc);
	Value v = without_unknown(*a);
	unknown_set_span(&m, span);
	v.unknown = unknown_new(ctx, m);
	return value_finish(ctx, (Int){ 8, true, false }, v);
}

static Value choose(ValueCtx *ctx, Value a, Value d, bool per_warp, Reason why, Loc loc)
{
	Sym which = sym_new(ctx, (SymInfo){ .kind = SYM_CHOICE,
					    .name = "branch",
					    .low = 0,
					    .high = 1,
					    .align = 1,
					    .why = per_warp || reason_is_data(why) ? reason_of_choice(why) : REASON_BRANCH,
					    .object = -1,
					    .per_warp = per_warp,
					    .loc = loc });
	return linear_add(ctx, a, linear_mul(ctx, value_sym(ctx, which), d));
}

static Value join(ValueCtx *ctx, Value a, Value b, bool uniform, bool per_warp, Reason why, Loc loc)
{
	Value known_a = without_unknown(a), d = linear_sub(ctx, without_unknown(b), known_a);
	Mask hidden = mask_none(), all = all_threads(ctx), equal = value_known_threads(ctx, &d);
	if (a.unknown)
		hidden = mask_or(hidden, a.unknown->threads);
	if (b.unknown)
		hidden = mask_or(hidden, b.unknown->threads);
	equal = mask_minus(mask_minus(equal, per_thread_nonzero(ctx, d.base)), hidden);
	if (mask_equal(&equal, &all))
		return a;
	/* Numbers that differ within a warp: what is known of them would be lost otherwise. */
	const bool by_warp = !uniform && per_warp && mask_empty(&hidden) && value_is_known(&d) && !value_is_warp_uniform(ctx, &d, &all);
	Mask open = uniform || by_warp ? hidden : mask_minus(all, equal);
	Value v = uniform || by_warp ? choose(ctx, known_a, d, by_warp, why, loc) : known_a;
	if (mask_empty(&open))
		return v;
	return value_select(ctx, &open, either(ctx, &a, &b, &d, open, per_warp || uniform, reason_of_choice(why), loc), v);
}

Value value_join(ValueCtx *ctx, Value a, Value b, bool uniform, bool per_warp, Reason why, Loc loc)
{
	Value v = join(ctx, a, b, uniform, per_warp, why, loc);
	v.form = value_either(ctx, &a, &b);
	return v;
}
