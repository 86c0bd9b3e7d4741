/* Thread vectors, and operations on operands that are known in every thread. */
#include "eval/value/value_impl.h"

#include <string.h>

int64_t int_wrap(Int type, int64_t i)
{
	switch (type.bytes) {
	case 1:
		return type.is_signed ? (int64_t)(int8_t)i : (int64_t)(uint8_t)i;
	case 2:
		return type.is_signed ? (int64_t)(int16_t)i : (int64_t)(uint16_t)i;
	case 4:
		return type.is_signed ? (int64_t)(int32_t)i : (int64_t)(uint32_t)i;
	default:
		return i;
	}
}

int64_t floor_div(int64_t a, int64_t c)
{
	return a / c - (a % c < 0);
}

int64_t gcd64(int64_t a, int64_t b)
{
	const int64_t most = (int64_t)1 << 62;
	a = a == INT64_MIN ? most : a < 0 ? -a : a;
	b = b == INT64_MIN ? most : b < 0 ? -b : b;
	while (b) {
		int64_t r = a % b;
		a = b;
		b = r;
	}
	return a;
}

int64_t low_bit(int64_t i, int64_t most)
{
	int64_t bit = (int64_t)((uint64_t)i & -(uint64_t)i);
	return bit <= 0 || bit > most ? most : bit;
}

int64_t per_thread_at(PerThread l, int thread)
{
	return per_thread_get(&l, thread);
}

int64_t *per_thread_new(ValueCtx *ctx)
{
	return arena_alloc_raw(ctx->arena, sizeof(int64_t) * (size_t)ctx->n_threads);
}

PerThread per_thread_done(const ValueCtx *ctx, const int64_t *v)
{
	for (int l = 1; l < ctx->n_threads; l++)
		if (v[l] != v[0])
			return (PerThread){ .v = v };
	return (PerThread){ .u = v[0] };
}

Mask per_thread_nonzero(const ValueCtx *ctx, PerThread l)
{
	if (!l.v)
		return l.u ? mask_first(ctx->n_threads) : mask_none();
	Mask some = mask_none();
	for (int first = 0; first < ctx->n_threads; first += 64) {
		uint64_t bits = 0;
		for (int i = 0; i < 64 && first + i < ctx->n_threads; i++)
			bits |= (uint64_t)(l.v[first + i] != 0) << i;
		some.word[first / 64] = bits;
	}
	return some;
}

/* --- kernels: one loop for each of vector-vector, vector-number and number-vector ------------------ */

typedef void Kernel(int64_t *restrict out, PerThread p, PerThread q, int n);

#define KERNEL(name, result) \
	static void name(int64_t *restrict out, PerThread p, PerThread q, int n) \
	{ \
		if (p.v && q.v) { \
			for (int l = 0; l < n; l++) { \
				int64_t a = p.v[l], b = q.v[l]; \
				out[l] = (result); \
			} \
		} else if (p.v) { \
			for (int l = 0; l < n; l++) { \
				int64_t a = p.v[l], b = q.u; \
				out[l] = (result); \
			} \
		} else { \
			for (int l = 0; l < n; l++) { \
				int64_t a = p.u, b = q.v ? q.v[l] : q.u; \
				out[l] = (result); \
			} \
		} \
	}

#define U(x) ((uint64_t)(x))

KERNEL(add, add64(a, b))
KERNEL(sub, sub64(a, b))
KERNEL(mul, mul64(a, b))
KERNEL(div_signed, b == 0 ? 0 : b == -1 ? sub64(0, a) : a / b)
KERNEL(div_unsigned, b == 0 ? 0 : (int64_t)(U(a) / U(b)))
KERNEL(rem_signed, b == 0 || b == -1 ? 0 : a % b)
KERNEL(rem_unsigned, b == 0 ? 0 : (int64_t)(U(a) % U(b)))
KERNEL(shl, U(b) < 64 ? (int64_t)(U(a) << (b & 63)) : 0)
KERNEL(shr_signed, U(b) < 64 ? a >> (b & 63) : 0)
KERNEL(shr_unsigned, U(b) < 64 ? (int64_t)(U(a) >> (b & 63)) : 0)
KERNEL(and_, a &b)
KERNEL(or_, a | b)
KERNEL(xor_, a ^ b)
KERNEL(eq, a == b)
KERNEL(ne, a != b)
KERNEL(lt_signed, a < b)
KERNEL(lt_unsigned, U(a) < U(b))
KERNEL(le_signed, a <= b)
KERNEL(le_unsigned, U(a) <= U(b))
KERNEL(gt_signed, a > b)
KERNEL(gt_unsigned, U(a) > U(b))
KERNEL(ge_signed, a >= b)
KERNEL(ge_unsigned, U(a) >= U(b))
/* Remainder by a power of two; b: the divisor minus one. */
KERNEL(rem_power, ((a + ((a >> 63) & b)) & b) - ((a >> 63) & b))

static const struct {
	Kernel *by_sign[2]; /* unsigned, signed */
	bool wraps;
	Reason bad;
} kernels[] = {
	[OP_ADD] = { { add, add }, true, REASON_NONE },
	[OP_SUB] = { { sub, sub }, true, REASON_NONE },
	[OP_MUL] = { { mul, mul }, true, REASON_NONE },
	[OP_DIV] = { { div_unsigned, div_signed }, true, REASON_DIV_ZERO },
	[OP_REM] = { { rem_unsigned, rem_signed }, false, REASON_DIV_ZERO },
	[OP_SHL] = { { shl, shl }, true, REASON_OVERFLOW },
	[OP_SHR] = { { shr_unsigned, shr_signed }, false, REASON_OVERFLOW },
	[OP_AND] = { { and_, and_ }, false, REASON_NONE },
	[OP_OR] = { { or_, or_ }, false, REASON_NONE },
	[OP_XOR] = { { xor_, xor_ }, false, REASON_NONE },
	[OP_EQ] = { { eq, eq }, false, REASON_NONE },
	[OP_NE] = { { ne, ne }, false, REASON_NONE },
	[OP_LT] = { { lt_unsigned, lt_signed }, false, REASON_NONE },
	[OP_LE] = { { le_unsigned, le_signed }, false, REASON_NONE },
	[OP_GT] = { { gt_unsigned, gt_signed }, false, REASON_NONE },
	[OP_GE] = { { ge_unsigned, ge_signed }, false, REASON_NONE },
};

static PerThread apply(ValueCtx *ctx, Kernel *kernel, PerThread a, PerThread b)
{
	if (!a.v && !b.v) {
		int64_t one;
		kernel(&one, a, b, 1);
		return (PerThread){ .u = one };
	}
	int64_t *out = per_thread_new(ctx);
	kernel(out, a, b, ctx->n_threads);
	return per_thread_done(ctx, out);
}

PerThread per_thread_add(ValueCtx *ctx, PerThread a, PerThread b)
{
	return !b.v && !b.u ? a : !a.v && !a.u ? b : apply(ctx, add, a, b);
}

PerThread per_thread_sub(ValueCtx *ctx, PerThread a, PerThread b)
{
	return !b.v && !b.u ? a : apply(ctx, sub, a, b);
}

PerThread per_thread_mul(ValueCtx *ctx, PerThread a, PerThread b)
{
	return !b.v && b.u == 1 ? a : !a.v && a.u == 1 ? b : apply(ctx, mul, a, b);
}

#define WRAP_LOOP(T) \
	do { \
		for (int l = 0; l < n; l++) \
			v[l] = (int64_t)(T)v[l]; \
	} while (0)

static void wrap_in_place(Int type, int64_t *v, int n)
{
	switch (type.bytes * 2 + type.is_signed) {
	case 2:
		WRAP_LOOP(uint8_t);
		break;
	case 3:
		WRAP_LOOP(int8_t);
		break;
	case 4:
		WRAP_LOOP(uint16_t);
		break;
	case 5:
		WRAP_LOOP(int16_t);
		break;
	case 8:
		WRAP_LOOP(uint32_t);
		break;
	case 9:
		WRAP_LOOP(int32_t);
		break;
	default:
		break;
	}
}

PerThread per_thread_wrap(ValueCtx *ctx, Int type, PerThread a)
{
	if (!a.v)
		return (PerThread){ .u = int_wrap(type, a.u) };
	if (type.bytes > 4)
		return a;
	int64_t *out = per_thread_new(ctx);
	memcpy(out, a.v, sizeof *out * (size_t)ctx->n_threads);
	wrap_in_place(type, out, ctx->n_threads);
	return per_thread_done(ctx, out);
}

PerThread per_thread_select(ValueCtx *ctx, const Mask *where, PerThread a, PerThread b)
{
	if (!a.v && !b.v && a.u == b.u)
		return a;
	int64_t *out = per_thread_new(ctx);
	for (int l = 0; l < ctx->n_threads; l++)
		out[l] = mask_has(where, l) ? per_thread_get(&a, l) : per_thread_get(&b, l);
	return per_thread_done(ctx, out);
}

bool per_thread_equal(const ValueCtx *ctx, PerThread a, PerThread b)
{
	if (!a.v && !b.v)
		return a.u == b.u;
	if (a.v == b.v)
		return true;
	for (int l = 0; l < ctx->n_threads; l++)
		if (per_thread_get(&a, l) != per_thread_get(&b, l))
			return false;
	return true;
}

/* --- operations on known operands --------------------------------------------------------------- */

static bool is_bad(Reason bad, Int type, int64_t b)
{
	return bad == REASON_DIV_ZERO ? b == 0 : bad == REASON_OVERFLOW && (b < 0 || b >= 8 * type.bytes);
}

Mask bad_threads(const ValueCtx *ctx, Op op, Int type, PerThread b, Reason *why)
{
	*why = kernels[op].bad;
	Mask bad = mask_none();
	if (*why == REASON_NONE)
		return bad;
	if (!b.v)
		return is_bad(*why, type, b.u) ? all_threads(ctx) : bad;
	for (int l = 0; l < ctx->n_threads; l++)
		if (is_bad(*why, type, b.v[l]))
			mask_add(&bad, l);
	return bad;
}

static Kernel *choose(Op op, Int type, PerThread *b)
{
	bool power = !b->v && b->u > 0 && !(b->u & (b->u - 1)) && b->u < (int64_t)1 << 62;
	if (op == OP_REM && power && type.is_signed) {
		b->u--;
		return rem_power;
	}
	if (power && !type.is_signed && (op == OP_REM || op == OP_DIV)) {
		b->u = op == OP_REM ? b->u - 1 : __builtin_ctzll(U(b->u));
		return op == OP_REM ? and_ : shr_unsigned;
	}
	return kernels[op].by_sign[type.is_signed];
}

Value known_binary(ValueCtx *ctx, Op op, Int type, PerThread a, PerThread b)
{
	Reason why;
	PerThread divisor = b;
	Kernel *kernel = choose(op, type, &divisor);
	if (!a.v && !b.v) {
		int64_t one;
		kernel(&one, a, divisor, 1);
		if (is_bad(kernels[op].bad, type, b.u))
			return value_unknown(ctx, kernels[op].bad, LOC_NONE);
		return value_int(kernels[op].wraps ? int_wrap(type, one) : one);
	}
	Mask bad = bad_threads(ctx, op, type, b, &why);
	int64_t *out = per_thread_new(ctx);
	kernel(out, a, divisor, ctx->n_threads);
	if (kernels[op].wraps)
		wrap_in_place(type, out, ctx->n_threads);
	Value v = { .base = per_thread_done(ctx, out) };
	return mask_empty(&bad) ? v : value_with_unknown(ctx, v, bad, why, LOC_NONE, 1, false);
}
