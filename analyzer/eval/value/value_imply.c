/* From one comparison to another: whether `e predicate 0` implies or excludes `a op b`. */
#include "eval/value/value_impl.h"

/* `a op b` as d < 0 or (`equal`) d == 0; `negate`: as the negation of it. */
typedef struct Affine {
	bool equal, negate;
	Value d;
} Affine;

static Affine form_of(ValueCtx *ctx, Op op, Value a, Value b)
{
	bool swap = op == OP_GT || op == OP_LE;
	return (Affine){ .equal = op == OP_EQ || op == OP_NE,
			 .negate = op == OP_NE || op == OP_LE || op == OP_GE,
			 .d = swap ? linear_sub(ctx, b, a) : linear_sub(ctx, a, b) };
}

Value value_difference(ValueCtx *ctx, Op op, Value a, Value b, Op *predicate)
{
	Affine f = form_of(ctx, op, a, b);
	if (f.equal) {
		*predicate = f.negate ? OP_NE : OP_EQ;
		return f.d;
	}
	*predicate = OP_LT;
	return f.negate ? linear_sub(ctx, value_int(-1), f.d) : f.d; /* not d < 0: -d - 1 < 0 */
}

static bool is_zero(Span s)
{
	return s.low == 0 && s.high == 0;
}

static bool is_not_zero(Span s)
{
	return s.low > 0 || s.high < 0;
}

typedef enum Answer { ANSWER_OPEN, ANSWER_YES, ANSWER_NO } Answer;

/* If e <= -1; minus: bounds of d - e, plus: of d + e. */
static Answer from_below(bool equal, Span minus, Span plus)
{
	if (equal)
		return minus.high <= 0 || plus.low >= 0 ? ANSWER_NO : ANSWER_OPEN;
	return minus.high <= 0 ? ANSWER_YES : plus.low >= -1 ? ANSWER_NO : ANSWER_OPEN;
}

/* If e == 0: both are bounds of d. */
static Answer from_zero(bool equal, Span minus, Span plus)
{
	if (equal)
		return is_zero(minus) || is_zero(plus) ? ANSWER_YES : is_not_zero(minus) || is_not_zero(plus) ? ANSWER_NO : ANSWER_OPEN;
	return minus.high < 0 || plus.high < 0 ? ANSWER_YES : minus.low >= 0 || plus.low >= 0 ? ANSWER_NO : ANSWER_OPEN;
}

static Answer answer(Op predicate, bool equal, Span minus, Span plus)
{
	if (predicate == OP_LT)
		return from_below(equal, minus, plus);
	if (predicate == OP_EQ)
		return from_zero(equal, minus, plus);
	return equal && (is_zero(minus) || is_zero(plus)) ? ANSWER_NO : ANSWER_OPEN;
}

/* Unsigned operands that may be negative here are then huge numbers: their difference decides nothing. */
static Mask threads_without_wrap(ValueCtx *ctx, Int type, const Value *a, const Value *b)
{
	Mask fit = all_threads(ctx);
	Spans of_a, of_b;
	if (type.is_signed)
		return fit;
	value_spans(ctx, a, true, &of_a);
	value_spans(ctx, b, true, &of_b);
	for (int l = 0; l < ctx->n_threads; l++)
		if (span_of(&of_a, l).low < 0 || span_of(&of_b, l).low < 0)
			fit.word[l >> 6] &= ~((uint64_t)1 << (l & 63));
	return fit;
}

static Mask without_unknown(Mask threads, const Value *v)
{
	return v->unknown ? mask_minus(threads, v->unknown->threads) : threads;
}

void value_imply(ValueCtx *ctx, Value e, Op predicate, Op op, Int type, Value a, Value b, Mask *yes, Mask *no)
{
	Affine f = form_of(ctx, op, a, b);
	Value sub = linear_sub(ctx, f.d, e), add = linear_add(ctx, f.d, e);
	Mask fit = without_unknown(without_unknown(threads_without_wrap(ctx, type, &a, &b), &sub), &add);
	Spans minus, plus;
	*yes = *no = mask_none();
	value_spans(ctx, &sub, false, &minus);
	value_spans(ctx, &add, false, &plus);
	for (int l = 0; l < ctx->n_threads; l++) {
		Answer is = mask_has(&fit, l) ? answer(predicate, f.equal, span_of(&minus, l), span_of(&plus, l)) : ANSWER_OPEN;
		if (is != ANSWER_OPEN)
			mask_add((is == ANSWER_YES) != f.negate ? yes : no, l);
	}
}
