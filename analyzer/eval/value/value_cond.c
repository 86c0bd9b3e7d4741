/* Comparisons, conditions, and values of which it is not known which one holds. */
#include "eval/value/value_impl.h"

/* --- zero or not -------------------------------------------------------------------------------- */

/* A number that divides terms and murk in each lane; 0: there are none. */
static void divisors(const ValueCtx *ctx, const Value *v, int64_t out[MAX_LANES])
{
	for (int l = 0; l < ctx->n_lanes; l++)
		out[l] = v->murk && mask_has(&v->murk->lanes, l) ? v->murk->align : 0;
	for (int i = 0; i < v->n_terms; i++) {
		int64_t align = mono_align(ctx, v->terms[i].mono);
		for (int l = 0; l < ctx->n_lanes; l++) {
			int64_t k = lane_of(&v->terms[i].k, l), both;
			out[l] = gcd64(out[l], __builtin_mul_overflow(k, align, &both) ? k : both);
		}
	}
}

/* Lanes in which v is certainly 0 (not `equal`: below 0), and those in which it certainly is not. */
static void split_by_sign(const ValueCtx *ctx, const Value *v, bool equal, Mask *yes, Mask *no)
{
	if (equal && value_is_known(v)) {
		*no = lanes_nonzero(ctx, v->base);
		*yes = mask_minus(all_lanes(ctx), *no);
		return;
	}
	Spans spans;
	int64_t step[MAX_LANES];
	*yes = *no = mask_none();
	value_spans(ctx, v, false, &spans);
	if (equal)
		divisors(ctx, v, step);
	for (int l = 0; l < ctx->n_lanes; l++) {
		Span s = span_of(&spans, l);
		if (equal && step[l] && lane_of(&v->base, l) % step[l])
			mask_add(no, l);
		else if (equal ? s.low == 0 && s.high == 0 : s.high < 0)
			mask_add(yes, l);
		else if (equal ? s.low > 0 || s.high < 0 : s.low >= 0)
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

static Mask unbounded_lanes(const Value *v)
{
	return v->murk && !v->murk->ranged ? v->murk->lanes : mask_none();
}

/* Unsigned operands that may be negative here are huge where they are: their difference says nothing then,
 * except where they differ by a number. */
static void forget_wrapped(Compare *c)
{
	ValueCtx *ctx = c->ctx;
	Spans of_a, of_b;
	value_spans(ctx, &c->a, true, &of_a);
	value_spans(ctx, &c->b, true, &of_b);
	/* Of what is hidden altogether only its remainder was looked at. */
	Mask number = mask_or(value_known_lanes(ctx, &c->d), mask_or(unbounded_lanes(&c->a), unbounded_lanes(&c->b)));
	for (int l = 0; l < ctx->n_lanes; l++) {
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
		forget_wrapped(c);
	Mask known = mask_and(value_known_lanes(ctx, &c->a), value_known_lanes(ctx, &c->b));
	if (mask_empty(&known))
		return;
	Value v = known_binary(ctx, c->equal ? OP_EQ : OP_LT, c->type, c->a.base, c->b.base);
	Mask is = lanes_nonzero(ctx, v.base);
	c->yes = mask_or(mask_minus(c->yes, known), mask_and(known, is));
	c->no = mask_or(mask_minus(c->no, known), mask_minus(known, is));
}

static Value of_lane(ValueCtx *ctx, const Value *v, int lane)
{
	Value out = value_int(lane_of(&v->base, lane));
	Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)v->n_terms);
	for (int i = 0; i < v->n_terms; i++)
		terms[i] = (Term){ v->terms[i].mono, { .u = lane_of(&v->terms[i].k, lane) } };
	value_set_terms(ctx, &out, terms, v->n_terms);
	return out;
}

/* One symbol for a condition and its opposite: d < 0 is not (-d - 1 < 0). */
static Value condition_symbol(Compare *c, int lane)
{
	ValueCtx *ctx = c->ctx;
	const Span flag = { 0, 1 };
	Value none = value_int(0), d = of_lane(ctx, &c->d, lane);
	if (c->wraps) {
		Derived how = c->type.bytes == 8 ? (c->equal ? BY_EQ_U64 : BY_LT_U64) : c->equal ? BY_EQ_U32 : BY_LT_U32;
		return value_derived(ctx, how, of_lane(ctx, &c->a, lane), of_lane(ctx, &c->b, lane), flag, 1);
	}
	bool turn = d.n_terms && d.terms[0].k.u < 0;
	if (turn)
		d = linear_sub(ctx, value_int(c->equal ? 0 : -1), d);
	Value v = value_derived(ctx, c->equal ? BY_EQ : BY_LT, d, none, flag, 1);
	return turn && !c->equal ? linear_sub(ctx, value_int(1), v) : v;
}

static Value compare(Compare *c)
{
	ValueCtx *ctx = c->ctx;
	decide(c);
	Mask open = mask_minus(all_lanes(ctx), mask_or(c->yes, c->no));
	Value v = value_select(ctx, &c->yes, value_int(1), value_int(0));
	if (mask_empty(&open))
		return v;
	bool uniform = value_is_uniform(ctx, &c->d, &open);
	if (c->wraps)
		uniform = value_is_uniform(ctx, &c->a, &open) && value_is_uniform(ctx, &c->b, &open);
	if (uniform)
		return value_select(ctx, &open, condition_symbol(c, mask_lowest(&open)), v);
	Loc loc;
	Reason why = value_why(ctx, &c->d, WHY_BRANCH, &loc);
	if (c->d.murk)
		why = c->d.murk->reason, loc = c->d.murk->loc;
	bool per_warp = c->wraps ? value_is_warp_uniform(ctx, &c->a, &open) && value_is_warp_uniform(ctx, &c->b, &open)
				 : value_is_warp_uniform(ctx, &c->d, &open);
	return value_within(ctx, value_with_murk(ctx, v, open, why, loc, 1, per_warp), 0, 1);
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
	Cond c = { .scope = SCOPE_UNIFORM, .loc = LOC_NONE, .folds = form_is_const(&v->form),
		   .may_fold = v->form.may_fold };
	split_by_sign(ctx, v, true, &c.no, &c.yes);
	c.yes = mask_and(c.yes, *within);
	c.no = mask_and(c.no, *within);
	Mask open = mask_minus(*within, mask_or(c.yes, c.no));
	open = mask_and(open, all_lanes(ctx));
	if (mask_empty(&open))
		return c;
	if (!value_is_uniform(ctx, v, &open))
		c.scope = value_is_warp_uniform(ctx, v, &open) ? SCOPE_WARP : SCOPE_LANE;
	c.why = value_why(ctx, v, WHY_BRANCH, &c.loc);
	c.from = value_origin(ctx, v);
	Mask hidden = v->murk ? mask_and(v->murk->lanes, open) : mask_none();
	if (!mask_empty(&hidden)) {
		c.why = v->murk->reason;
		c.loc = v->murk->loc;
	}
	return c;
}

/* --- either of two ------------------------------------------------------------------------------ */

static Value without_murk(Value v)
{
	v.murk = NULL;
	return v;
}

/* Bounds of 0 and d, whichever it is in each lane. */
static Span distance(const ValueCtx *ctx, const Value *d, const Mask *lanes)
{
	Spans spans;
	Span all = { 0, 0 };
	value_spans(ctx, d, false, &spans);
	for (int l = 0; l < ctx->n_lanes; l++)
		if (mask_has(lanes, l))
			all = span_hull(all, span_of(&spans, l));
	return all;
}

/* a's known part in `lanes`, and a + what separates it from b, or from a's and b's unknown parts. */
static Value either(ValueCtx *ctx, const Value *a, const Value *b, const Value *d, Mask lanes, bool per_warp, Reason why,
		    Loc loc)
{
	/* Addresses of different objects: not even that is known. */
	unsigned holds = value_holds(ctx, d) | (a->murk ? a->murk->holds : 0) | (b->murk ? b->murk->holds : 0);
	if (value_has_object(ctx, d))
		return value_holding(ctx, value_with_murk(ctx, value_int(0), lanes, why, loc, 1, false), holds);
	Grains grains;
	Murk m = { .reason = why, .lanes = lanes, .align = MAX_ALIGN, .loc = loc };
	m.per_warp = per_warp && value_is_warp_uniform(ctx, d, &lanes);
	value_grains(ctx, d, true, true, &grains);
	for (int l = 0; l < ctx->n_lanes; l++)
		if (mask_has(&lanes, l) && grains.at[l] < m.align)
			m.align = grains.at[l];
	m.holds = holds;
	const Murk *murks[] = { a->murk, b->murk };
	Span span = distance(ctx, d, &lanes);
	if (a->murk || b->murk)
		span = span_hull(a->murk ? span_hull(murk_span(a->murk), (Span){ 0, 0 }) : (Span){ 0, 0 },
				 span_hull(span, b->murk ? span_add(span, murk_span(b->murk)) : span));
	for (int i = 0; i < 2; i++) {
		if (!murks[i])
			continue;
		Mask hidden = mask_and(murks[i]->lanes, lanes);
		if (!i || !murks[0] || !reason_is_data(m.reason)) {
			m.reason = murks[i]->reason;
			m.loc = murks[i]->loc;
		}
		m.align = murks[i]->align < m.align ? murks[i]->align : m.align;
		m.per_warp = m.per_warp && murks[i]->per_warp && masks_agree_by_warp(ctx, &hidden, &lanes);
	}
	Value v = without_murk(*a);
	murk_set_span(&m, span);
	v.murk = murk_new(ctx, m);
	return value_finish(ctx, (Int){ 8, true, false }, v);
}

static Value choose(ValueCtx *ctx, Value a, Value d, Loc loc)
{
	Sym which = sym_new(ctx, (SymInfo){ .kind = SYM_CHOICE, .name = "branch", .low = 0, .high = 1, .align = 1,
					    .why = WHY_BRANCH, .object = -1, .loc = loc });
	return linear_add(ctx, a, linear_mul(ctx, value_sym(ctx, which), d));
}

static Value join(ValueCtx *ctx, Value a, Value b, bool uniform, bool per_warp, Reason why, Loc loc)
{
	Value known_a = without_murk(a), d = linear_sub(ctx, without_murk(b), known_a);
	Mask hidden = mask_none(), all = all_lanes(ctx), equal = value_known_lanes(ctx, &d);
	if (a.murk)
		hidden = mask_or(hidden, a.murk->lanes);
	if (b.murk)
		hidden = mask_or(hidden, b.murk->lanes);
	equal = mask_minus(mask_minus(equal, lanes_nonzero(ctx, d.base)), hidden);
	if (mask_equal(&equal, &all))
		return a;
	Mask open = uniform ? hidden : mask_minus(all, equal);
	Value v = uniform ? choose(ctx, known_a, d, loc) : known_a;
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
