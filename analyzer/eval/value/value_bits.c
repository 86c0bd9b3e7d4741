/* & | ^ and casts.
 *
 * x & m is computed for each run of ones in m: bits lo .. hi-1 of x are x cut at 2^hi, then at 2^lo.  The other
 * two follow: x | m = x + m - (x & m), x ^ m = x + m - 2 (x & m). */
#include "eval/value/value_impl.h"

enum { MAX_BITS = 16, MAX_SHIFT = 62 };

static int bit_length(int64_t i) /* i >= 0 */
{
	return i ? 64 - __builtin_clzll((uint64_t)i) : 0;
}

static Value high_part(ValueCtx *ctx, Value x, int bit)
{
	return bit ? value_part(ctx, x, (int64_t)1 << bit, PART_HIGH, false) : x;
}

static Value low_part(ValueCtx *ctx, Value x, int bit)
{
	return value_part(ctx, x, (int64_t)1 << bit, PART_REM, false);
}

static Value and_number(ValueCtx *ctx, Value x, int64_t m)
{
	Value sum = value_int(0);
	if (m < 0) {
		int bit = bit_length(~m);
		sum = high_part(ctx, x, bit);
		m &= ((int64_t)1 << bit) - 1;
	}
	while (m) {
		int hi = bit_length(m), lo = bit_length(~m & (((int64_t)1 << hi) - 1));
		sum = linear_add(ctx, sum, high_part(ctx, low_part(ctx, x, hi), lo));
		m &= ((int64_t)1 << lo) - 1;
	}
	return sum;
}

/* The bit length of m over all threads; negative numbers count as their complement. */
static int mask_length(const ValueCtx *ctx, PerThread m)
{
	int64_t bits = 0;
	for (int l = 0; l < (m.v ? ctx->n_threads : 1); l++)
		bits |= per_thread_get(&m, l) ^ per_thread_get(&m, l) >> 63;
	return bit_length(bits);
}

static PerThread per_thread_bit(ValueCtx *ctx, PerThread m, int bit)
{
	int64_t *out = per_thread_new(ctx);
	for (int l = 0; l < ctx->n_threads; l++)
		out[l] = per_thread_get(&m, l) >> bit & 1;
	return per_thread_done(ctx, out);
}

/* Σ 2^i × bit i of x × bit i of m. */
static Value and_bits(ValueCtx *ctx, Value x, PerThread m, int n)
{
	Value sum = value_int(0);
	for (int i = 0; i < n; i++) {
		PerThread of_m = per_thread_bit(ctx, m, i);
		if (!of_m.v && !of_m.u)
			continue;
		Value bit = low_part(ctx, value_part(ctx, x, (int64_t)1 << i, PART_QUO, false), 1);
		PerThread weight = per_thread_mul(ctx, of_m, (PerThread){ .u = (int64_t)1 << i });
		sum = linear_add(ctx, sum, linear_mul(ctx, bit, (Value){ .base = weight }));
	}
	return sum;
}

/* Known low bits of the operands give known low bits of the result. */
static Value hide_bits(ValueCtx *ctx, Value known, Op op, const Value *a, const Value *b, Mask open)
{
	Aligns of_a, of_b;
	int64_t align = MAX_ALIGN;
	value_aligns(ctx, a, false, true, &of_a);
	value_aligns(ctx, b, false, true, &of_b);
	for (int l = 0; l < ctx->n_threads; l++) {
		int64_t both = of_a.at[l] < of_b.at[l] ? of_a.at[l] : of_b.at[l];
		align = mask_has(&open, l) && both < align ? both : align;
	}
	Value low = known_binary(ctx, op, int_wide, a->base, b->base);
	low = known_binary(ctx, OP_AND, int_wide, low.base, (PerThread){ .u = align - 1 });
	Value hidden = value_hide(ctx, low, a, b, open, align);
	if (hidden.unknown)
		hidden.base = low.base;
	return value_select(ctx, &open, hidden, known);
}

/* x & m where m differs between threads. */
static Value and_threads(ValueCtx *ctx, Value x, PerThread m)
{
	int n = mask_length(ctx, m);
	Mask all = all_threads(ctx);
	Value of_m = { .base = m };
	if (n > MAX_SHIFT)
		return hide_bits(ctx, value_int(0), OP_AND, &x, &of_m, all);
	Value low = low_part(ctx, x, n);
	Value sum = known_binary(ctx, OP_AND, (Int){ 8, true, false }, low.base, m);
	Mask open = mask_minus(all, value_known_threads(ctx, &low));
	if (!mask_empty(&open) && !x.unknown && n <= MAX_BITS)
		sum = and_bits(ctx, x, m, n);
	else if (!mask_empty(&open))
		sum = hide_bits(ctx, sum, OP_AND, &x, &of_m, open);
	Value high = linear_mul(ctx, linear_sub(ctx, x, low), (Value){ .base = per_thread_bit(ctx, m, 63) });
	return linear_add(ctx, sum, high);
}

/* x op y; `both`: x & y. */
static Value from_and(ValueCtx *ctx, Op op, Value x, Value y, Value both)
{
	if (op == OP_AND)
		return both;
	Value sum = linear_add(ctx, x, y);
	if (op == OP_XOR)
		both = linear_mul(ctx, both, value_int(2));
	return linear_sub(ctx, sum, both);
}

/* --- neither operand known ---------------------------------------------------------------------- */

/* Threads in which a is a multiple of some 2^k and 0 <= b < 2^k. */
static Mask disjoint_threads(const ValueCtx *ctx, const Value *a, const Value *b)
{
	Aligns aligns;
	Spans spans;
	Mask m = mask_none();
	value_aligns(ctx, a, true, true, &aligns);
	value_spans(ctx, b, true, &spans);
	for (int l = 0; l < ctx->n_threads; l++)
		if (span_of(&spans, l).low >= 0 && span_of(&spans, l).high < aligns.at[l])
			mask_add(&m, l);
	return m;
}

static bool is_flag(const ValueCtx *ctx, const Value *v)
{
	int64_t low, high;
	value_range(ctx, v, &low, &high);
	return low >= 0 && high <= 1;
}

static Value uniform_bits(ValueCtx *ctx, Op op, Value a, Value b)
{
	Spans of_a, of_b;
	value_spans(ctx, &a, true, &of_a);
	value_spans(ctx, &b, true, &of_b);
	Span p = of_a.at[0], q = of_b.at[0], s = SPAN_ANY;
	int64_t most = p.high > q.high ? p.high : q.high, least = p.high < q.high ? p.high : q.high;
	if (p.low >= 0 && q.low >= 0) {
		s.low = 0;
		if (op == OP_AND)
			s.high = least;
		else if (most <= INT64_MAX / 2)
			s.high = ((int64_t)1 << bit_length(most)) - 1;
	}
	Aligns x, y;
	value_aligns(ctx, &a, true, true, &x);
	value_aligns(ctx, &b, true, true, &y);
	bool first = (x.at[0] > y.at[0]) == (op == OP_AND);
	Derived how = op == OP_AND ? BY_AND : op == OP_OR ? BY_OR : BY_XOR;
	return value_derived(ctx, how, a, b, s, first ? x.at[0] : y.at[0]);
}

/* A shared address divided by a number, as in matrix descriptors, is a small number. */
static bool has_quotient_of_address(const ValueCtx *ctx, const Value *x)
{
	for (int i = 0; i < x->n_terms; i++) {
		const MonoInfo *mono = &ctx->monos.at[x->terms[i].mono];
		if (mono->n == 1 && ctx->syms.at[mono->syms[0]].divisor)
			return !x->unknown;
	}
	return false;
}

/* 0 <= x <= most in all threads */
static bool is_within(const ValueCtx *ctx, const Value *x, uint64_t most)
{
	Spans spans;
	value_spans(ctx, x, true, &spans);
	for (int l = 0; l < ctx->n_threads; l++)
		if (span_of(&spans, l).low < 0 || (uint64_t)span_of(&spans, l).high > most)
			return false;
	return true;
}

static Value and_known(ValueCtx *ctx, Value x, PerThread m)
{
	if (m.v)
		return and_threads(ctx, x, m);
	uint64_t bits = (uint64_t)m.u, lowest = bits & -bits;
	if (bits && has_quotient_of_address(ctx, &x)) {
		if (lowest > 1 && is_within(ctx, &x, lowest - 1))
			return value_int(0);
		if (!(bits & (bits + 1)) && is_within(ctx, &x, bits))
			return x;
	}
	/* Shared addresses are small: their low 16 bits are all of them. */
	bool low_mask = m.u >= 0xffff && !((uint64_t)m.u & ((uint64_t)m.u + 1));
	if (low_mask && value_has_object(ctx, &x))
		return x;
	Value of_m = { .base = m };
	if (mask_length(ctx, m) <= MAX_SHIFT)
		return and_number(ctx, x, m.u);
	if (value_is_symbolic_uniform(ctx, &x))
		return uniform_bits(ctx, OP_AND, x, of_m);
	return hide_bits(ctx, value_int(0), OP_AND, &x, &of_m, all_threads(ctx));
}

static Value bits_of_unknown(ValueCtx *ctx, Op op, Value a, Value b)
{
	if (value_same(ctx, &a, &b))
		return op == OP_XOR ? value_int(0) : a;
	if (is_flag(ctx, &a) && is_flag(ctx, &b))
		return from_and(ctx, op, a, b, linear_mul(ctx, a, b));
	Mask all = all_threads(ctx), apart = mask_or(disjoint_threads(ctx, &a, &b), disjoint_threads(ctx, &b, &a));
	Value of_apart = from_and(ctx, op, a, b, value_int(0));
	if (mask_equal(&apart, &all))
		return of_apart;
	if (value_is_symbolic_uniform(ctx, &a) && value_is_symbolic_uniform(ctx, &b))
		return uniform_bits(ctx, op, a, b);
	Mask known = mask_and(value_known_threads(ctx, &a), value_known_threads(ctx, &b));
	Value v = known_binary(ctx, op, (Int){ 8, true, false }, a.base, b.base);
	v = value_select(ctx, &apart, of_apart, v);
	return hide_bits(ctx, v, op, &a, &b, mask_minus(all, mask_or(known, apart)));
}

Value value_bits(ValueCtx *ctx, Op op, Int type, Value a, Value b)
{
	a = value_signed_view(ctx, type, a);
	b = value_signed_view(ctx, type, b);
	if (b.n_terms || (b.unknown && !a.n_terms && !a.unknown)) {
		Value other = a;
		a = b;
		b = other;
	}
	Mask all = all_threads(ctx);
	if (b.n_terms || (b.unknown && mask_equal(&b.unknown->threads, &all)))
		return value_finish(ctx, type, bits_of_unknown(ctx, op, a, b));
	Value m = { .base = b.base };
	Value v = from_and(ctx, op, a, m, and_known(ctx, a, m.base));
	if (b.unknown)
		v = value_select(ctx, &b.unknown->threads, bits_of_unknown(ctx, op, a, b), v);
	return value_finish(ctx, type, v);
}

/* --- casts -------------------------------------------------------------------------------------- */

static Value narrow(ValueCtx *ctx, Int to, Value a)
{
	int bits = 8 * to.bytes;
	Value middle = value_int(to.is_signed ? (int64_t)1 << (bits - 1) : 0);
	return linear_sub(ctx, low_part(ctx, linear_add(ctx, a, middle), bits), middle);
}

static Value convert(ValueCtx *ctx, Int from, Int to, Value a)
{
	if (to.is_bool)
		return from.is_bool ? a : value_binary(ctx, OP_NE, from, a, value_int(0));
	bool holds_all = from.bytes < to.bytes ? !from.is_signed || to.is_signed : from.bytes == to.bytes && from.is_signed == to.is_signed;
	if (holds_all)
		return a;
	if (value_is_known(&a) || to.bytes >= 4)
		return value_finish(ctx, to, a);
	if (to.bytes == 2 && value_has_object(ctx, &a))
		return a;
	return value_finish(ctx, to, narrow(ctx, to, a));
}

Value value_cast(ValueCtx *ctx, Int from, Int to, Value a)
{
	Value v = convert(ctx, from, to, a);
	int64_t i;
	if (to.is_bool)
		return v;
	v.form = a.form;
	if (form_is_const(&a.form) && value_is_const(&v, &i))
		v.form.c = i;
	else if (to.bytes < from.bytes)
		v.form = form_narrow(to.bytes, a.form);
	const bool changes = to.bytes < from.bytes || (to.bytes < 4 && from.is_signed && !to.is_signed);
	return changes ? value_without_spread(ctx, v) : v;
}
