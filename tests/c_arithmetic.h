/* C's own arithmetic on every integer type, and random numbers: what values are compared with. */
#ifndef SMEMLINT_TESTS_C_ARITHMETIC_H
#define SMEMLINT_TESTS_C_ARITHMETIC_H

#include "eval/value/value_impl.h"

static const Int types[] = {
	{ 4, true, false }, { 4, false, false }, { 8, true, false }, { 8, false, false },
	{ 1, true, false }, { 1, false, false }, { 2, true, false }, { 2, false, false },
};
static inline ValueCtx ctx_new(int n_threads)
{
	return (ValueCtx){ .arena = arena_new(), .keep = arena_new(), .n_threads = n_threads };
}

static inline void ctx_free(ValueCtx *ctx)
{
	arena_free(ctx->arena);
	arena_free(ctx->keep);
}

static uint64_t seed;

static inline uint32_t next(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 33);
}

static inline int below(int n)
{
	return (int)(next() % (uint32_t)n);
}

#define REFERENCE(name, T, U) \
	static int64_t name(Op op, int64_t i, int64_t j, bool *ok) \
	{ \
		T x = (T)i, y = (T)j; \
		bool minus_one = (T) - 1 < (T)1 && j == -1, shift = op == OP_SHL || op == OP_SHR; \
		*ok = !((op == OP_DIV || op == OP_REM) && y == 0) && !(shift && (j < 0 || j >= (int64_t)sizeof(T) * 8)); \
		if (!*ok) \
			return 0; \
		switch (op) { \
		case OP_ADD: \
			return (int64_t)(T)(U)((uint64_t)x + (uint64_t)y); \
		case OP_SUB: \
			return (int64_t)(T)(U)((uint64_t)x - (uint64_t)y); \
		case OP_MUL: \
			return (int64_t)(T)(U)((uint64_t)x * (uint64_t)y); \
		case OP_DIV: \
			return minus_one ? (int64_t)(T)(U)(0 - (uint64_t)x) : (int64_t)(T)(x / y); \
		case OP_REM: \
			return minus_one ? 0 : (int64_t)(T)(x % y); \
		case OP_SHL: \
			return (int64_t)(T)(U)((uint64_t)x << j); \
		case OP_SHR: \
			return (int64_t)(T)(x >> j); \
		case OP_AND: \
			return (int64_t)(T)(x & y); \
		case OP_OR: \
			return (int64_t)(T)(x | y); \
		case OP_XOR: \
			return (int64_t)(T)(x ^ y); \
		case OP_EQ: \
			return x == y; \
		case OP_NE: \
			return x != y; \
		case OP_LT: \
			return x < y; \
		case OP_LE: \
			return x <= y; \
		case OP_GT: \
			return x > y; \
		default: \
			return x >= y; \
		} \
	}
REFERENCE(ref_s8, int8_t, uint8_t)
REFERENCE(ref_u8, uint8_t, uint8_t)
REFERENCE(ref_s16, int16_t, uint16_t)
REFERENCE(ref_u16, uint16_t, uint16_t)
REFERENCE(ref_s32, int32_t, uint32_t)
REFERENCE(ref_u32, uint32_t, uint32_t)
REFERENCE(ref_s64, int64_t, uint64_t)
REFERENCE(ref_u64, uint64_t, uint64_t)

static inline int64_t ref(Op op, Int t, int64_t a, int64_t b, bool *ok)
{
	switch (t.bytes * 2 + t.is_signed) {
	case 2:
		return ref_u8(op, a, b, ok);
	case 3:
		return ref_s8(op, a, b, ok);
	case 4:
		return ref_u16(op, a, b, ok);
	case 5:
		return ref_s16(op, a, b, ok);
	case 8:
		return ref_u32(op, a, b, ok);
	case 9:
		return ref_s32(op, a, b, ok);
	case 16:
		return ref_u64(op, a, b, ok);
	default:
		return ref_s64(op, a, b, ok);
	}
}

static inline int64_t ref_cast(Int t, int64_t i)
{
	switch (t.bytes * 2 + t.is_signed) {
	case 2:
		return t.is_bool ? i != 0 : (uint8_t)i;
	case 3:
		return (int8_t)i;
	case 4:
		return (uint16_t)i;
	case 5:
		return (int16_t)i;
	case 8:
		return (uint32_t)i;
	case 9:
		return (int32_t)i;
	default:
		return i;
	}
}

#endif
