/* Quotients, remainders and shifts. */
#include "eval/value/value_impl.h"

/* Both operands are uniform and symbolic. */
static Value uniform_result(ValueCtx *ctx, Op op, Int type, Value a, Value b)
{
	Spans of_a, of_b;
	value_spans(ctx, &a, true, &of_a);
	value_spans(ctx, &b, true, &of_b);
	Span p = of_a.at[0], q = of_b.at[0], s = SPAN_ANY;
	bool positive = p.low >= 0 && q.low >= 0;
	if (op == OP_REM) {
		int64_t most = q.high == INT64_MAX ? INT64_MAX : q.high > 0 ? q.high - 1 : 0;
		if (positive)
			s = (Span){ 0, most < p.high ? most : p.high };
		return value_derived(ctx, type.is_signed ? BY_REM : BY_FLOOR_REM, a, b, s, 1);
	}
	if (positive)
		s = (Span){ 0, p.high };
	return value_derived(ctx, op == OP_SHR ? BY_SHR : type.is_signed ? BY_DIV : BY_FLOOR_DIV, a, b, s, 1);
}

/* Threads in which 0 <= a < b for all values of the symbols: a % b is a, a / b is 0. */
static Mask small_threads(const ValueCtx *ctx, const Value *a, const Value *b)
{
	Spans of_a, of_b;
	Mask small = mask_none();
	value_spans(ctx, a, true, &of_a);
	value_spans(ctx, b, true, &of_b);
	for (int l = 0; l < ctx->n_threads; l++)
		if (span_of(&of_a, l).low >= 0 && span_of(&of_a, l).high < span_of(&of_b, l).low && span_of(&of_a, l).high != INT64_MAX)
			mask_add(&small, l);
	return small;
}

Value value_hide(ValueCtx *ctx, Value known, const Value *a, const Value *b, Mask open, int64_t align)
{
	Loc loc;
	Reason why = REASON_BITS;
	const bool second = b->unknown && (!a->unknown || reason_prevails(b->unknown->reason, a->unknown->reason));
	const Unknown *was = second ? b->unknown : a->unknown;
	value_why(ctx, a->n_terms ? a : b, why, &loc);
	if (was)
		why = was->reason, loc = was->loc;
	bool per_warp = value_is_warp_uniform(ctx, a, &open) && value_is_warp_uniform(ctx, b, &open);
	Value hidden = value_with_unknown(ctx, value_int(0), open, why, loc, align, per_warp);
	hidden = value_pointing_to(ctx, hidden, value_points_to(ctx, a) | value_points_to(ctx, b));
	Sym from = value_origin(ctx, a->n_terms ? a : b);
	if (hidden.unknown && from) {
		Unknown unknown = *hidden.unknown;
		unknown.from = from;
		hidden.unknown = unknown_new(ctx, unknown);
	}
	return value_select(ctx, &open, hidden, known);
}

/* How quotients and remainders by a number that is not known, but one for a warp, differ between its threads. */
static Value spread_open(ValueCtx *ctx, Op op, Int type, const Value *a, const Value *b, const Mask *open, Value v)
{
	Value rest = *a;
	rest.base = (PerThread){ 0 };
	Spans spans, of_b;
	value_spans(ctx, a, true, &spans);
	value_spans(ctx, b, true, &of_b);
	bool fits = op != OP_SHR && a->base.v && v.unknown && mask_equal(&v.unknown->threads, open) &&
		    value_is_warp_uniform(ctx, b, open) && value_is_warp_uniform(ctx, &rest, open);
	for (int l = 0; l < ctx->n_threads && type.is_signed; l++)
		fits = fits && span_of(&spans, l).low >= 0 && (op == OP_REM || span_of(&of_b, l).low >= 0);
	if (!fits)
		return v;
	Unknown unknown = *v.unknown;
	unknown.spread = spread_divided(ctx, op == OP_REM ? SPREAD_REMAINDER : SPREAD_QUOTIENT, a->base, 1, 0, 1);
	v.unknown = unknown_new(ctx, unknown);
	return v;
}

static Value divide_any(ValueCtx *ctx, Op op, Int type, Value a, Value b)
{
	if (value_is_symbolic_uniform(ctx, &a) && value_is_symbolic_uniform(ctx, &b))
		return uniform_result(ctx, op, type, a, b);
	Mask known = mask_and(value_known_threads(ctx, &a), value_known_threads(ctx, &b));
	Value v = value_int(0);
	if (!mask_empty(&known))
		v = value_select(ctx, &known, known_binary(ctx, op, type, a.base, b.base), v);
	if (op != OP_SHR) {
		Mask small = small_threads(ctx, &a, &b);
		v = value_select(ctx, &small, op == OP_REM ? a : value_int(0), v);
		known = mask_or(known, small);
	}
	Mask all = all_threads(ctx), open = mask_minus(all, known);
	v = spread_open(ctx, op, type, &a, &b, &open, value_hide(ctx, v, &a, &b, open, 1));
	return b.n_terms ? v : value_by_groups(ctx, op, type, a, b, v);
}

/* Cutting treats numbers as signed; known threads of an 8-byte unsigned type may hold greater ones. */
static Value correct_huge(ValueCtx *ctx, Op op, Int type, const Value *a, int64_t c, Value v)
{
	Mask known = value_known_threads(ctx, a), huge = mask_none();
	for (int l = 0; l < ctx->n_threads; l++)
		if (per_thread_get(&a->base, l) < 0 && mask_has(&known, l))
			mask_add(&huge, l);
	if (mask_empty(&huge))
		return v;
	return value_select(ctx, &huge, known_binary(ctx, op, type, a->base, (PerThread){ .u = c }), v);
}

/* An unknown without a range has at least that of its type. */
static Value within_type(ValueCtx *ctx, Int type, Value a)
{
	if (!a.unknown || a.unknown->ranged || type.bytes > 4)
		return a;
	int bits = 8 * type.bytes - type.is_signed;
	return value_within(ctx, a, type.is_signed ? -((int64_t)1 << bits) : 0, ((int64_t)1 << bits) - 1);
}

static Value divide_by_const(ValueCtx *ctx, Op op, Int type, Value a, int64_t c)
{
	bool negative = op != OP_SHR && type.is_signed && c < 0;
	int64_t by = op == OP_SHR ? (int64_t)1 << c : negative ? -c : c;
	Value v = value_part(ctx, within_type(ctx, type, a), by, op == OP_REM ? PART_REM : PART_QUO, op != OP_SHR && type.is_signed);
	if (type.bytes == 8 && !type.is_signed)
		return correct_huge(ctx, op, type, &a, c, v);
	return negative && op == OP_DIV ? linear_sub(ctx, value_int(0), v) : v;
}

static Value mark_bad(ValueCtx *ctx, Op op, Int type, Value b, Value v)
{
	Reason why;
	Mask bad = mask_and(bad_threads(ctx, op, type, b.base, &why), value_known_threads(ctx, &b));
	if (mask_empty(&bad))
		return v;
	return value_select(ctx, &bad, value_unknown(ctx, why, LOC_NONE), v);
}

/* Can value_part() cut at it? */
static bool is_divisor(Op op, Int type, int64_t c)
{
	if (op == OP_SHR)
		return c >= 0 && c < 62 && c < 8 * type.bytes;
	return c > 0 || (type.is_signed && c < 0 && c > INT64_MIN);
}

Value value_divide(ValueCtx *ctx, Op op, Int type, Value a, Value b)
{
	int64_t c;
	Value v;
	if (!value_is_const(&b, &c))
		v = divide_any(ctx, op, type, a, b);
	else if (is_divisor(op, type, c))
		v = divide_by_const(ctx, op, type, a, c);
	else if (value_is_symbolic_uniform(ctx, &a))
		v = uniform_result(ctx, op, type, a, b);
	else
		v = value_hide(ctx, value_int(0), &a, &b, all_threads(ctx), 1);
	return mark_bad(ctx, op, type, b, value_finish(ctx, type, v));
}

/* --- left shifts -------------------------------------------------------------------------------- */

/* 2^count, the same symbol in every width. */
static Value power_of(ValueCtx *ctx, Value count)
{
	const int64_t width = 63;
	Spans spans;
	value_spans(ctx, &count, true, &spans);
	Span s = spans.at[0];
	s.low = s.low < 0 || s.low >= width ? 0 : s.low;
	s.high = s.high >= width || s.high < s.low ? width - 1 : s.high;
	return value_derived(ctx, BY_SHL, value_int(1), count, (Span){ (int64_t)1 << s.low, (int64_t)1 << s.high }, (int64_t)1 << s.low);
}

/* a << b is a × 2^b. */
Value value_shl(ValueCtx *ctx, Int type, Value a, Value b)
{
	Value power;
	Mask all = all_threads(ctx), open = mask_minus(all, value_known_threads(ctx, &b));
	if (value_is_symbolic_uniform(ctx, &b) && b.n_terms) {
		power = power_of(ctx, b);
		open = mask_none();
	} else {
		int64_t *out = per_thread_new(ctx);
		for (int l = 0; l < ctx->n_threads; l++) {
			int64_t count = per_thread_get(&b.base, l);
			out[l] = count >= 0 && count < 64 ? (int64_t)((uint64_t)1 << count) : 0;
		}
		power = (Value){ .base = per_thread_done(ctx, out) };
	}
	Value v = linear_mul(ctx, value_signed_view(ctx, type, a), power);
	if (!mask_empty(&open)) {
		/* The count is not known: a multiple of what divides a. */
		Aligns aligns;
		int64_t align = MAX_ALIGN;
		value_aligns(ctx, &a, true, true, &aligns);
		for (int l = 0; l < ctx->n_threads; l++)
			if (mask_has(&open, l) && aligns.at[l] < align)
				align = aligns.at[l];
		v = value_hide(ctx, v, &a, &b, open, align);
	}
	return mark_bad(ctx, OP_SHL, type, b, value_finish(ctx, type, v));
}
