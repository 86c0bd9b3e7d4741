/* Abstract values: known threads against C's own arithmetic for every operator, width and sign; and symbolic
 * values that must stay exact.  test_value_random.c checks random ones for wrong claims. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "c_arithmetic.h"

enum { THREADS = 48 };

static const Int s32 = { 4, true, false }, u32 = { 4, false, false }, s64 = { 8, true, false };

/* --- known threads -------------------------------------------------------------------------------- */

static int64_t boundary(void)
{
	static const int64_t near[] = { 0,   1,   -1,  2,   3,     5,     7,     31,        32,        33,         63,        64,
					127, 128, 255, 256, 32767, 32768, 65535, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN };
	int64_t i = near[below(sizeof near / sizeof near[0])];
	switch (below(4)) {
	case 0:
		return i;
	case 1:
		return (int64_t)((uint64_t)i + (uint64_t)below(5) - 2);
	case 2:
		return below(100);
	default:
		return (int64_t)((uint64_t)next() << 33 ^ (uint64_t)next() << 8 ^ next());
	}
}

static Value operand(ValueCtx *ctx, Int t, bool uniform, bool count, int64_t out[THREADS])
{
	for (int l = 0; l < ctx->n_threads; l++)
		out[l] = uniform && l ? out[0] : count ? below(70) - 2 : ref_cast(t, boundary());
	return value_per_thread(ctx, out);
}

static void check_known(ValueCtx *ctx, Op op, Int t, bool a_uniform, bool b_uniform)
{
	int64_t x[THREADS], y[THREADS];
	Value a = operand(ctx, t, a_uniform, false, x);
	Value b = operand(ctx, t, b_uniform, op == OP_SHL || op == OP_SHR, y);
	Value v = value_binary(ctx, op, t, a, b);
	assert_int_equal(v.n_terms, 0);
	for (int l = 0; l < ctx->n_threads; l++) {
		bool ok, unknown = v.unknown && mask_has(&v.unknown->threads, l);
		int64_t want = ref(op, t, x[l], y[l], &ok);
		if (ok == unknown || (ok && per_thread_at(v.base, l) != want))
			fail_msg("op %d, %d bytes, signed %d: %lld, %lld gave %lld%s, not %lld", op, t.bytes, t.is_signed, (long long)x[l],
				 (long long)y[l], (long long)per_thread_at(v.base, l), unknown ? " (unknown)" : "", (long long)want);
		if (unknown)
			assert_int_equal(v.unknown->reason, op == OP_DIV || op == OP_REM ? REASON_DIV_ZERO : REASON_OVERFLOW);
	}
}

static void known_threads_compute_as_c_does(void **state)
{
	(void)state;
	seed = 1;
	ValueCtx ctx = ctx_new(THREADS);
	for (int t = 0; t < 8; t++)
		for (Op op = OP_ADD; op <= OP_GE; op++)
			for (int round = 0; round < 48; round++) {
				ArenaMark mark = arena_mark(ctx.arena);
				check_known(&ctx, op, types[t], round & 1, round & 2);
				arena_release(ctx.arena, mark);
			}
	ctx_free(&ctx);
}

static void every_byte_by_every_byte(void **state)
{
	(void)state;
	ValueCtx ctx = ctx_new(256);
	int64_t x[256];
	for (int is_signed = 0; is_signed < 2; is_signed++) {
		Int t = { 1, is_signed, false };
		for (int i = 0; i < 256; i++)
			x[i] = ref_cast(t, i);
		Value a = value_per_thread(&ctx, x);
		for (Op op = OP_ADD; op <= OP_GE; op++)
			for (int j = 0; j < 256; j++) {
				ArenaMark mark = arena_mark(ctx.arena);
				int64_t y = ref_cast(t, j);
				Value v = value_binary(&ctx, op, t, a, value_int(y));
				for (int i = 0; i < 256; i++) {
					bool ok;
					int64_t want = ref(op, t, x[i], y, &ok);
					assert_int_equal(ok, !(v.unknown && mask_has(&v.unknown->threads, i)));
					assert_true(!ok || per_thread_at(v.base, i) == want);
				}
				arena_release(ctx.arena, mark);
			}
	}
	ctx_free(&ctx);
}

static void known_casts_and_unary_operators(void **state)
{
	(void)state;
	seed = 2;
	ValueCtx ctx = ctx_new(THREADS);
	const Int boolean = { 1, false, true };
	for (int from = 0; from < 8; from++)
		for (int to = 0; to <= 8; to++) {
			int64_t x[THREADS];
			bool ok;
			Int t = types[from], wanted = to < 8 ? types[to] : boolean;
			Value a = operand(&ctx, t, to & 1, false, x);
			Value v = value_cast(&ctx, t, wanted, a), minus = value_unary(&ctx, OP_NEG, t, a);
			Value inverse = value_unary(&ctx, OP_NOT, t, a), not= value_unary(&ctx, OP_LNOT, t, a);
			for (int l = 0; l < THREADS; l++) {
				assert_int_equal(per_thread_at(v.base, l), ref_cast(wanted, x[l]));
				assert_int_equal(per_thread_at(minus.base, l), ref(OP_SUB, t, 0, x[l], &ok));
				assert_int_equal(per_thread_at(inverse.base, l), ref_cast(t, ~x[l]));
				assert_int_equal(per_thread_at(not.base, l), x[l] == 0);
			}
		}
	ctx_free(&ctx);
}

/* --- what must stay exact ----------------------------------------------------------------------- */

typedef struct Forms {
	ValueCtx ctx;
	Value tid, n, k, b, m; /* n: argument; k: 0, 1, 2 …; b: blockIdx; m: 0, 32, … 96 */
	Sym sym_n;
} Forms;

static Value symbol(ValueCtx *ctx, SymKind kind, const char *name, int64_t low, int64_t high, int64_t align)
{
	return value_sym(
		ctx,
		sym_new(ctx,
			(SymInfo){ .kind = kind, .name = name, .low = low, .high = high, .align = align, .object = -1, .loc = LOC_NONE }));
}

static int make_forms(void **state)
{
	Forms *f = calloc(1, sizeof *f);
	f->ctx = ctx_new(256);
	int64_t v[256];
	for (int l = 0; l < 256; l++)
		v[l] = l;
	f->tid = value_per_thread(&f->ctx, v);
	f->sym_n = f->ctx.syms.n;
	f->n = symbol(&f->ctx, SYM_PARAM, "n", INT64_MIN, INT64_MAX, 1);
	f->k = symbol(&f->ctx, SYM_LOOP, "k", 0, INT64_MAX, 1);
	f->b = symbol(&f->ctx, SYM_BLOCK, "blockIdx.x", 0, INT32_MAX, 1);
	f->m = symbol(&f->ctx, SYM_UNIFORM, "m", 0, 96, 32);
	*state = f;
	return 0;
}

static int free_forms(void **state)
{
	Forms *f = *state;
	ctx_free(&f->ctx);
	free(f);
	return 0;
}

static Value op2(Forms *f, Op op, Value a, Value b)
{
	return value_binary(&f->ctx, op, s32, a, b);
}

static Value op2i(Forms *f, Op op, Value a, int64_t b)
{
	return op2(f, op, a, value_int(b));
}

/* 256 b + tid */
static Value global_index(Forms *f)
{
	return op2(f, OP_ADD, op2i(f, OP_MUL, f->b, 256), f->tid);
}

static void assert_same(Forms *f, Value a, Value b)
{
	assert_true(value_same(&f->ctx, &a, &b));
}

static void assert_text(Forms *f, Value v, const char *want)
{
	Buf text = { 0 };
	assert_true(value_is_symbolic_uniform(&f->ctx, &v));
	value_text(&text, &f->ctx, &v);
	assert_string_equal(text.s, want);
	buf_free(&text);
}

/* The product of more symbols than a term has is a symbol of its own; not if one of them is known to be a number. */
static void long_products_of_a_number(void **state)
{
	Forms *f = *state;
	Value product = symbol(&f->ctx, SYM_UNIFORM, "zero", 0, 0, 1);
	for (int i = 0; i < 6; i++)
		product = op2(f, OP_MUL, product, symbol(&f->ctx, SYM_UNIFORM, "x", 1, 9, 1));
	int64_t number;
	assert_true(value_is_const(&product, &number));
	assert_int_equal(number, 0);
}

static void aligned_symbols_do_not_interfere(void **state)
{
	Forms *f = *state;
	Value i = global_index(f), tid = f->tid, b256 = op2i(f, OP_MUL, f->b, 256);
	assert_same(f, op2i(f, OP_REM, i, 32), op2i(f, OP_REM, tid, 32));
	assert_same(f, op2i(f, OP_AND, i, 31), op2i(f, OP_AND, tid, 31));
	assert_same(f, op2i(f, OP_AND, i, 0x58), op2i(f, OP_AND, tid, 0x58));
	assert_same(f, op2i(f, OP_AND, i, ~31), op2(f, OP_ADD, b256, op2i(f, OP_AND, tid, ~31)));
	assert_same(f, op2i(f, OP_DIV, i, 32), op2(f, OP_ADD, op2i(f, OP_MUL, f->b, 8), op2i(f, OP_DIV, tid, 32)));
	assert_same(f, op2i(f, OP_SHR, i, 5), op2i(f, OP_DIV, i, 32));
	assert_same(f, op2i(f, OP_XOR, i, 5), op2(f, OP_ADD, b256, op2i(f, OP_XOR, tid, 5)));
	assert_same(f, op2i(f, OP_OR, i, 64), op2(f, OP_ADD, b256, op2i(f, OP_OR, tid, 64)));
	assert_same(f, op2(f, OP_XOR, i, op2i(f, OP_SHR, tid, 3)), op2(f, OP_ADD, b256, op2(f, OP_XOR, tid, op2i(f, OP_SHR, tid, 3))));
	assert_same(f, op2(f, OP_OR, b256, tid), i);
	Value i48 = op2(f, OP_ADD, op2i(f, OP_MUL, f->b, 48), tid);
	assert_same(f, op2i(f, OP_REM, i48, 24), op2i(f, OP_REM, tid, 24));
	assert_same(f, op2i(f, OP_DIV, i48, -24), op2(f, OP_SUB, op2i(f, OP_MUL, f->b, -2), op2i(f, OP_DIV, tid, 24)));
}

static void a_symbols_alignment_counts(void **state)
{
	Forms *f = *state;
	Value wide = symbol(&f->ctx, SYM_UNIFORM, "w", 0, INT64_MAX, 96), i = op2(f, OP_ADD, wide, f->tid);
	assert_same(f, op2i(f, OP_REM, i, 48), op2i(f, OP_REM, f->tid, 48));
	Value q = op2i(f, OP_DIV, i, 32);
	assert_same(f, q, op2(f, OP_ADD, op2i(f, OP_DIV, wide, 32), op2i(f, OP_DIV, f->tid, 32)));
	assert_text(f, op2i(f, OP_DIV, wide, 32), "(w / 32)");
	Value product = op2(f, OP_MUL, f->m, f->n);
	assert_int_equal(value_symbolic_align(&f->ctx, &product), 32);
	product = op2(f, OP_MUL, f->tid, op2i(f, OP_SHL, product, 2));
	assert_int_equal(value_symbolic_align(&f->ctx, &product), 128);
	assert_true(value_is_known(&(Value){ .base = op2i(f, OP_REM, product, 64).base }));
	assert_same(f, op2i(f, OP_AND, product, 127), value_int(0));
}

static void ranges_decide(void **state)
{
	Forms *f = *state;
	Value x = symbol(&f->ctx, SYM_UNIFORM, "x", 0, 7, 1);
	assert_same(f, op2i(f, OP_REM, x, 8), x);
	assert_same(f, op2i(f, OP_AND, x, 15), x);
	assert_same(f, op2i(f, OP_DIV, x, 8), value_int(0));
	assert_same(f, op2i(f, OP_SHR, x, 3), value_int(0));
	Value y = op2(f, OP_ADD, op2i(f, OP_MUL, x, 32), op2i(f, OP_AND, f->tid, 31));
	assert_same(f, op2i(f, OP_REM, y, 256), y);
	assert_same(f, op2i(f, OP_REM, op2(f, OP_ADD, y, op2i(f, OP_MUL, f->n, 512)), 256), y);
	assert_same(f, op2(f, OP_OR, op2i(f, OP_SHL, f->k, 3), x), op2(f, OP_ADD, op2i(f, OP_SHL, f->k, 3), x));
	assert_same(f, op2i(f, OP_LT, x, 8), value_int(1));
	assert_same(f, op2(f, OP_GE, x, op2i(f, OP_ADD, f->tid, 8)), value_int(0));
}

static void a_uniform_step_stays_one_symbol(void **state)
{
	Forms *f = *state;
	Value thread = op2i(f, OP_AND, f->tid, 63), i = op2(f, OP_ADD, op2i(f, OP_MUL, f->k, 64), thread);
	Value v = op2i(f, OP_AND, i, 127), iteration = op2(f, OP_SUB, v, thread);
	assert_text(f, iteration, "((64*k) % 128)");
	assert_same(f, op2i(f, OP_REM, i, 128), v);
	assert_int_equal(value_symbolic_align(&f->ctx, &v), 64);
	int64_t low, high;
	value_range(&f->ctx, &iteration, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 64);
	/* A symbol's bits against threads' bits. */
	Value swizzled = op2(f, OP_XOR, op2i(f, OP_AND, f->tid, 7), op2i(f, OP_AND, f->n, 7));
	assert_null(swizzled.unknown);
	Value two = value_substitute(&f->ctx, swizzled, f->sym_n, value_int(10));
	assert_same(f, two, op2i(f, OP_XOR, op2i(f, OP_AND, f->tid, 7), 2));
}

static void the_same_computation_is_the_same_symbol(void **state)
{
	Forms *f = *state;
	Value half = op2i(f, OP_DIV, f->n, 2), again = op2i(f, OP_DIV, f->n, 2);
	assert_same(f, op2(f, OP_SUB, op2(f, OP_MUL, half, f->tid), op2(f, OP_MUL, f->tid, again)), value_int(0));
	assert_same(f, op2i(f, OP_REM, f->n, 32), op2i(f, OP_AND, op2i(f, OP_ADD, f->n, 64), 31));
	assert_same(f, op2(f, OP_XOR, half, again), value_int(0));
	assert_same(f, op2(f, OP_AND, half, again), half);
	Value less = op2i(f, OP_LT, f->n, 5), not_less = op2i(f, OP_GE, f->n, 5), more = op2(f, OP_GT, value_int(5), f->n);
	assert_same(f, op2(f, OP_ADD, less, not_less), value_int(1));
	assert_same(f, less, more);
	assert_text(f, less, "(n < 5)");
	assert_text(f, op2i(f, OP_REM, f->n, 3), "(n % 3)");
	assert_text(f, op2i(f, OP_DIV, op2i(f, OP_ADD, f->n, 1), 2), "((n + 1) / 2)");
	assert_text(f, op2(f, OP_REM, f->k, f->n), "(k % n)");
	const SymInfo *info = &f->ctx.syms.at[f->ctx.monos.at[half.terms[0].mono].syms[0]];
	assert_int_equal(info->why, REASON_ARGUMENT);
}

/* C's / and % of values that may be negative. */
static void truncation_is_not_flooring(void **state)
{
	Forms *f = *state;
	Value x = op2i(f, OP_SUB, op2i(f, OP_MUL, f->b, 32), 5), rem = op2i(f, OP_REM, x, 32), quo = op2i(f, OP_DIV, x, 32);
	Sym sym_b = f->ctx.monos.at[f->b.terms[0].mono].syms[0];
	for (int b = 0; b < 4; b++) {
		assert_same(f, value_substitute(&f->ctx, rem, sym_b, value_int(b)), value_int((32 * b - 5) % 32));
		assert_same(f, value_substitute(&f->ctx, quo, sym_b, value_int(b)), value_int((32 * b - 5) / 32));
	}
	Value even = op2i(f, OP_REM, op2i(f, OP_SUB, op2i(f, OP_MUL, f->k, 4), 6), 8);
	assert_int_equal(value_symbolic_align(&f->ctx, &even), 2);
	int64_t low, high;
	value_range(&f->ctx, &even, &low, &high);
	assert_int_equal(low, -6);
	assert_int_equal(high, 7);
	/* 32 b - tid differs between threads: its remainder is 0 where tid is a multiple of 32, elsewhere only known modulo 32. */
	Value v = op2i(f, OP_REM, op2(f, OP_SUB, op2i(f, OP_MUL, f->b, 32), f->tid), 32);
	assert_int_equal(v.unknown->align, 32);
	assert_false(mask_has(&v.unknown->threads, 64));
	assert_int_equal(mask_count(&v.unknown->threads), 255 - 7);
}

/* A base that is the least number stands for itself, not for an unknown bound. */
static void the_least_number_is_cut(void **state)
{
	Forms *f = *state;
	Sym sym_m = f->ctx.monos.at[f->m.terms[0].mono].syms[0];
	Value many = value_binary(&f->ctx, OP_MUL, s64, f->m, value_int(1LL << 45));
	Value x = value_binary(&f->ctx, OP_ADD, s64, many, value_int(INT64_MIN));
	Value high = value_binary(&f->ctx, OP_SHR, s64, x, value_int(48)),
	      low = value_binary(&f->ctx, OP_AND, s64, x, value_int((1LL << 48) - 1));
	for (int m = 0; m <= 96; m += 32) {
		int64_t want = INT64_MIN + ((int64_t)m << 45);
		assert_same(f, value_substitute(&f->ctx, high, sym_m, value_int(m)), value_int(want >> 48));
		assert_same(f, value_substitute(&f->ctx, low, sym_m, value_int(m)), value_int(want & ((1LL << 48) - 1)));
	}
}

/* In the threads that look it is the same as before, and simple; the others do not matter. */
static void seen_by_some_threads(void **state)
{
	Forms *f = *state;
	ValueCtx *ctx = &f->ctx;
	Sym sym_n = f->sym_n;
	for (int first = 0; first < 256; first += 37) {
		Mask some = mask_none(), rest = mask_none();
		for (int l = 0; l < 256; l++)
			mask_add(l >= first && l < first + 33 ? &some : &rest, l);
		Value other = value_unknown(ctx, REASON_GLOBAL_LOAD, LOC_NONE), twice = op2i(f, OP_MUL, f->n, 2);
		Value v = value_select(ctx, &some, op2i(f, OP_ADD, twice, 5), value_select(ctx, &(Mask){ { 0xff } }, other, f->tid));
		Value seen = value_seen_by(ctx, v, &some), number = value_substitute(ctx, seen, sym_n, value_int(21));
		assert_text(f, seen, "2*n + 5");
		for (int l = 0; l < 256; l++)
			assert_false(mask_has(&some, l) && per_thread_at(number.base, l) != 47);
		assert_same(f, value_seen_by(ctx, f->tid, &some), f->tid);
		/* Not known in all that look, the same in each warp: nor is it of consequence what others have. */
		Value own = value_select(&f->ctx, &some, value_unknown_aligned(&f->ctx, REASON_LOOP, LOC_NONE, 8, true), twice);
		seen = value_seen_by(&f->ctx, own, &some);
		assert_true(seen.unknown && seen.unknown->align == 8 && seen.unknown->per_warp && !seen.n_terms);
		assert_true(value_is_warp_uniform(&f->ctx, &seen, &(Mask){ { ~0ull, ~0ull, ~0ull, ~0ull } }));
		seen = value_seen_by(&f->ctx, own, &rest);
		assert_text(f, seen, "2*n");
		/* Not the same in those that look: it stays, but for what they do not see. */
		Value apart = value_select(ctx, &rest, other, op2(f, OP_ADD, op2(f, OP_MUL, f->n, f->tid), f->tid));
		seen = value_seen_by(ctx, apart, &some);
		assert_null(seen.unknown);
		number = value_substitute(ctx, seen, sym_n, value_int(21));
		for (int l = 0; l < 256; l++)
			assert_false(mask_has(&some, l) && per_thread_at(number.base, l) != 22 * l);
	}
}

static void ranges_of_derived_symbols(void **state)
{
	Forms *f = *state;
	int64_t low, high;
	Value x = symbol(&f->ctx, SYM_UNIFORM, "x", 1, 4, 1), z = symbol(&f->ctx, SYM_UNIFORM, "z", -5, 5, 1);
	Value rem = op2(f, OP_REM, f->k, x), quo = op2(f, OP_DIV, x, op2(f, OP_OR, z, f->n));
	value_range(&f->ctx, &rem, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 3);
	value_range(&f->ctx, &quo, &low, &high);
	assert_true(low < 0);
	assert_same(f, value_substitute(&f->ctx, op2(f, OP_REM, f->k, f->n), f->sym_n, value_int(8)), op2i(f, OP_REM, f->k, 8));
	Value y = symbol(&f->ctx, SYM_UNIFORM, "y", 0, 9, 1), bits = op2(f, OP_XOR, x, y);
	value_range(&f->ctx, &bits, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 15);
	bits = op2(f, OP_AND, x, y);
	value_range(&f->ctx, &bits, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 4);
}

static Value data(Forms *f)
{
	return value_unknown(&f->ctx, REASON_GLOBAL_LOAD, LOC_NONE);
}

static void unknown_keeps_what_is_known(void **state)
{
	Forms *f = *state;
	Value thread = op2i(f, OP_AND, f->tid, 31), v = op2(f, OP_ADD, op2i(f, OP_MUL, data(f), 32), thread);
	assert_int_equal(v.unknown->align, 32);
	assert_int_equal(v.unknown->reason, REASON_GLOBAL_LOAD);
	assert_int_equal(per_thread_at(v.base, 40), 8);
	assert_same(f, op2i(f, OP_AND, v, 31), thread);
	assert_same(f, value_binary(&f->ctx, OP_REM, u32, v, value_int(32)), thread);
	assert_int_equal(op2i(f, OP_SHL, v, 2).unknown->align, 128);
	assert_same(f, op2i(f, OP_MUL, v, 0), value_int(0));
	assert_same(f, op2i(f, OP_AND, v, 0), value_int(0));
	assert_non_null(op2(f, OP_SUB, v, v).unknown);
	Value high = op2i(f, OP_AND, data(f), ~31), low = op2i(f, OP_AND, data(f), 31);
	assert_int_equal(high.unknown->align, 32);
	assert_int_equal(low.unknown->align, 1);
	assert_int_equal(per_thread_at(low.base, 3), 0);
	assert_int_equal(op2(f, OP_ADD, v, high).unknown->align, 32);
	assert_int_equal(op2(f, OP_MUL, v, op2i(f, OP_MUL, f->tid, 4)).unknown->align, 128);
	assert_int_equal(op2i(f, OP_SHR, op2i(f, OP_SHL, data(f), 7), 5).unknown->align, 4);
	/* (n + tid) % 32 is n + tid plus a multiple of 32. */
	Value turned = op2i(f, OP_REM, op2(f, OP_ADD, f->n, f->tid), 32);
	assert_int_equal(turned.unknown->align, 32);
	assert_int_equal(turned.unknown->reason, REASON_BITS);
	assert_int_equal(turned.n_terms, 1);
	Mask all = mask_first(256);
	Value warp = op2(f, OP_ADD, op2i(f, OP_SHR, f->tid, 5), f->n), bits = op2i(f, OP_AND, warp, 3);
	assert_true(value_is_warp_uniform(&f->ctx, &bits, &all));
	assert_false(value_is_uniform(&f->ctx, &bits, &all));
}

static void assert_reach(Value v, int64_t low, int64_t high, int64_t align)
{
	assert_non_null(v.unknown);
	assert_true(v.unknown->ranged);
	assert_int_equal(v.unknown->low, low);
	assert_int_equal(v.unknown->high, high);
	assert_int_equal(v.unknown->align, align);
}

/* A few bits of data are a number in a small range. */
static void unknown_in_a_range(void **state)
{
	Forms *f = *state;
	Value few = op2i(f, OP_AND, data(f), 7), near = op2(f, OP_ADD, f->tid, few);
	assert_reach(few, 0, 7, 1);
	assert_reach(near, 0, 7, 1);
	assert_int_equal(per_thread_at(near.base, 40), 40);
	assert_reach(op2i(f, OP_MUL, few, 12), 0, 84, 4);
	assert_reach(op2(f, OP_SUB, f->tid, few), -7, 0, 1);
	assert_reach(op2(f, OP_SUB, few, few), -7, 7, 1);
	assert_reach(op2(f, OP_MUL, few, op2i(f, OP_AND, f->tid, 3)), 0, 21, 1);
	assert_reach(op2i(f, OP_AND, op2(f, OP_ADD, op2i(f, OP_MUL, f->tid, 8), few), 63), 0, 7, 1);
	assert_reach(value_binary(&f->ctx, OP_SHR, u32, data(f), value_int(24)), 0, 255, 1);
	assert_reach(value_binary(&f->ctx, OP_REM, u32, data(f), value_int(10)), 0, 9, 1);
	assert_reach(op2i(f, OP_REM, data(f), 10), -10, 9, 1);
	assert_reach(op2i(f, OP_DIV, few, 3), 0, 2, 1);
	assert_reach(op2i(f, OP_AND, data(f), 0x60), 0, 96, 32);
	assert_reach(op2i(f, OP_GT, data(f), 3), 0, 1, 1);
	assert_reach(value_join(&f->ctx, few, op2i(f, OP_ADD, few, 16), false, false, REASON_BRANCH, LOC_NONE), 0, 23, 1);
	assert_reach(value_within(&f->ctx, data(f), -3, 12), -3, 12, 1);
	assert_same(f, op2i(f, OP_LT, few, 8), value_int(1));
	assert_same(f, op2i(f, OP_SHR, near, 10), value_int(0));
	/* The range does not fit the type. */
	assert_false(value_binary(&f->ctx, OP_SUB, u32, few, value_int(1)).unknown->ranged);
	int64_t low, high;
	Value byte = value_cast(&f->ctx, s32, (Int){ 1, true, false }, op2i(f, OP_MUL, few, 100));
	value_range(&f->ctx, &byte, &low, &high);
	assert_int_equal(low, -128);
	assert_int_equal(high, 124);
	value_range(&f->ctx, &near, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 262);
}

static void addresses_of_objects(void **state)
{
	Forms *f = *state;
	Value s = symbol(&f->ctx, SYM_OBJECT, "tile", 1, INT64_MAX, 16), p = op2(f, OP_ADD, s, op2i(f, OP_MUL, f->tid, 4));
	const Int u64 = { 8, false, false }, u16 = { 2, false, false };
	assert_same(f, value_binary(&f->ctx, OP_AND, u64, p, value_int(0xffff)), p);
	assert_same(f, value_cast(&f->ctx, u64, u32, p), p);
	assert_same(f, value_cast(&f->ctx, u64, u16, p), p);
	assert_same(f, value_binary(&f->ctx, OP_AND, u64, p, value_int(15)), op2i(f, OP_AND, op2i(f, OP_MUL, f->tid, 4), 15));
	assert_same(f, value_binary(&f->ctx, OP_NE, u64, p, value_int(0)), value_int(1));
	assert_same(f, value_binary(&f->ctx, OP_SUB, u64, p, s), op2i(f, OP_MUL, f->tid, 4));
}

static void comparisons_decide_thread_by_thread(void **state)
{
	Forms *f = *state;
	Value row = op2(f, OP_ADD, f->n, f->tid), next_row = op2i(f, OP_ADD, row, 1);
	assert_same(f, op2(f, OP_LT, row, next_row), value_int(1));
	assert_same(f, op2(f, OP_LT, row, op2i(f, OP_ADD, f->n, 32)), op2i(f, OP_LT, f->tid, 32));
	/* 2 n is never odd. */
	assert_same(f, op2i(f, OP_EQ, op2i(f, OP_MUL, f->n, 2), 7), value_int(0));
	/* k >= 0: decided for threads up to 100, unknown above. */
	Value v = op2(f, OP_GT, f->tid, op2i(f, OP_ADD, f->k, 100));
	assert_int_equal(mask_count(&v.unknown->threads), 155);
	assert_false(mask_has(&v.unknown->threads, 100));
	assert_true(mask_has(&v.unknown->threads, 101));
	/* The undecided threads have the same condition: one symbol. */
	Mask first = mask_first(16);
	Value some = op2i(f, OP_LT, value_select(&f->ctx, &first, f->n, value_int(3)), 5);
	assert_null(some.unknown);
	assert_int_equal(some.n_terms, 1);
	assert_int_equal(per_thread_at(some.base, 20), 1);
	/* Unsigned: a difference that may be negative is not a small number. */
	Value x = symbol(&f->ctx, SYM_UNIFORM, "x", 0, 10, 1), less = value_binary(&f->ctx, OP_SUB, u32, x, value_int(1));
	Value inside = value_binary(&f->ctx, OP_LT, u32, less, value_int(20));
	assert_int_equal(inside.n_terms, 1);
	assert_same(f, op2i(f, OP_LT, less, 20), value_int(1));
}

static void conditions_know_their_scope(void **state)
{
	Forms *f = *state;
	Mask all = mask_first(256), none = mask_none();
	Value uniform = op2i(f, OP_LT, f->n, 5), row = op2(f, OP_ADD, f->n, f->tid), v = op2i(f, OP_LT, row, 5);
	Cond c = value_test(&f->ctx, &uniform, &all);
	assert_true(mask_empty(&c.yes) && mask_empty(&c.no));
	assert_int_equal(c.scope, SCOPE_UNIFORM);
	assert_int_equal(c.why, REASON_ARGUMENT);
	c = value_test(&f->ctx, &v, &all);
	assert_int_equal(c.scope, SCOPE_THREAD);
	Value warp = op2i(f, OP_LT, op2(f, OP_ADD, f->n, op2i(f, OP_SHR, f->tid, 5)), 5);
	c = value_test(&f->ctx, &warp, &all);
	assert_int_equal(c.scope, SCOPE_WARP);
	Mask one = mask_first(1);
	c = value_test(&f->ctx, &row, &one);
	assert_int_equal(c.scope, SCOPE_UNIFORM);
	Value positive = symbol(&f->ctx, SYM_BLOCK, "gridDim.x", 1, INT32_MAX, 1);
	c = value_test(&f->ctx, &positive, &all);
	assert_true(mask_equal(&c.yes, &all));
	c = value_test(&f->ctx, &f->tid, &all);
	assert_int_equal(mask_count(&c.yes), 255);
	assert_int_equal(mask_count(&c.no), 1);
	Value odd = op2i(f, OP_ADD, op2i(f, OP_MUL, data(f), 2), 1);
	c = value_test(&f->ctx, &odd, &all);
	assert_true(mask_equal(&c.yes, &all));
	Value unknown = data(f);
	c = value_test(&f->ctx, &unknown, &all);
	assert_int_equal(c.scope, SCOPE_THREAD);
	assert_int_equal(c.why, REASON_GLOBAL_LOAD);
	c = value_test(&f->ctx, &unknown, &none);
	assert_true(mask_empty(&c.yes) && mask_empty(&c.no));
}

static void joins(void **state)
{
	Forms *f = *state;
	assert_same(f, value_join(&f->ctx, f->tid, f->tid, false, false, REASON_BRANCH, LOC_NONE), f->tid);
	Value j = value_join(&f->ctx, f->tid, op2(f, OP_ADD, f->tid, f->n), true, true, REASON_BRANCH, LOC_NONE);
	assert_null(j.unknown);
	assert_int_equal(j.n_terms, 1);
	assert_int_equal(f->ctx.monos.at[j.terms[0].mono].n, 2);
	Mask half = mask_first(128);
	Value other = value_select(&f->ctx, &half, f->tid, op2i(f, OP_ADD, f->tid, 64));
	j = value_join(&f->ctx, f->tid, other, false, true, REASON_BRANCH, LOC_NONE);
	assert_int_equal(mask_count(&j.unknown->threads), 128);
	assert_int_equal(j.unknown->align, 64);
	assert_int_equal(j.unknown->reason, REASON_BRANCH);
	assert_true(j.unknown->per_warp);
	assert_int_equal(per_thread_at(j.base, 200), 200);
	j = value_join(&f->ctx, value_int(0), op2(f, OP_ADD, f->tid, f->n), false, true, REASON_BRANCH, LOC_NONE);
	assert_false(j.unknown->per_warp);
	j = value_join(&f->ctx, value_int(0), f->tid, false, true, REASON_BRANCH, LOC_NONE);
	assert_null(j.unknown);
	assert_true(j.n_terms == 1 && per_thread_at(j.terms[0].k, 5) == 5);
	j = value_join(&f->ctx, value_int(0), data(f), true, true, REASON_BRANCH, LOC_NONE);
	assert_int_equal(j.unknown->reason, REASON_GLOBAL_LOAD);
}

static void casts(void **state)
{
	Forms *f = *state;
	const Int s8 = { 1, true, false }, u8 = { 1, false, false };
	Value x = symbol(&f->ctx, SYM_UNIFORM, "x", -3, 7, 1);
	assert_same(f, value_cast(&f->ctx, s32, s8, x), x);
	Value byte = value_cast(&f->ctx, s32, u8, f->n);
	int64_t low, high;
	value_range(&f->ctx, &byte, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 255);
	assert_same(f, value_cast(&f->ctx, s32, s64, f->n), f->n);
	assert_same(f, value_cast(&f->ctx, s64, s32, f->n), f->n);
	Value i = op2(f, OP_ADD, op2i(f, OP_MUL, f->n, 256), f->tid);
	assert_same(f, value_cast(&f->ctx, s32, u8, i), f->tid);
	assert_same(f, value_cast(&f->ctx, s32, s8, i), value_cast(&f->ctx, s32, s8, f->tid));
	/* n + 4294967295u is n - 1. */
	Value less = value_binary(&f->ctx, OP_ADD, u32, f->n, value_int(UINT32_MAX));
	assert_text(f, less, "n - 1");
	assert_same(f, value_binary(&f->ctx, OP_SUB, u32, less, f->n), value_int(UINT32_MAX));
	assert_text(f, value_unary(&f->ctx, OP_NOT, s32, f->n), "-1 - n");
}

static void too_many_terms_become_one(void **state)
{
	Forms *f = *state;
	Value sum = f->tid, varying = value_int(0);
	for (int i = 0; i < 40; i++) {
		Value s = symbol(&f->ctx, SYM_UNIFORM, "s", 0, 10, 1);
		sum = op2(f, OP_ADD, sum, op2i(f, OP_MUL, s, 8));
		varying = op2(f, OP_ADD, varying, op2(f, OP_MUL, op2i(f, OP_MUL, s, 4), f->tid));
		assert_true(sum.n_terms <= MAX_TERMS && varying.n_terms <= MAX_TERMS);
	}
	assert_null(sum.unknown);
	assert_int_equal(value_symbolic_align(&f->ctx, &sum), 8);
	int64_t low, high;
	value_range(&f->ctx, &sum, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 40 * 80 + 255);
	assert_int_equal(varying.unknown->align, 4);
	assert_int_equal(varying.unknown->reason, REASON_TOO_MANY_SYMBOLS);
	assert_false(mask_has(&varying.unknown->threads, 0));
	Value power = f->n;
	for (int i = 0; i < 10; i++)
		power = op2(f, OP_MUL, power, f->n);
	assert_null(power.unknown);
	assert_int_equal(power.n_terms, 1);
	assert_true(f->ctx.monos.at[power.terms[0].mono].n <= MAX_DEGREE);
	/* 0 and 1 are their own squares. */
	Value flag = op2i(f, OP_LT, f->n, 5);
	assert_same(f, op2(f, OP_MUL, flag, flag), flag);
}

/* Some threads have a sum that is the same in all of them, others another: each is one number then, and the address stays. */
static void addresses_stay(void **state)
{
	Forms *f = *state;
	const Mask some = mask_first(100);
	Value tile = symbol(&f->ctx, SYM_OBJECT, "tile", 1, INT64_MAX, 16), sum = tile, here = tile, there = value_int(0);
	for (int i = 0; i < 40; i++) {
		Value s = symbol(&f->ctx, SYM_UNIFORM, "s", 0, 10, 1);
		sum = op2(f, OP_ADD, sum, op2i(f, OP_MUL, s, 8));
		assert_true(value_has_object(&f->ctx, &sum) && sum.n_terms <= MAX_TERMS);
		if (i < 12)
			here = op2(f, OP_ADD, here, op2i(f, OP_MUL, s, 16));
		else if (i < 24)
			there = op2(f, OP_ADD, there, op2i(f, OP_MUL, s, 32));
	}
	assert_null(sum.unknown);
	Value both = value_select(&f->ctx, &some, here, there);
	assert_null(both.unknown);
	assert_true(value_has_object(&f->ctx, &both) && both.n_terms <= MAX_TERMS);
	assert_int_equal(value_symbolic_align(&f->ctx, &both), 16);
	int64_t low, high;
	Value offset = op2(f, OP_SUB, both, value_select(&f->ctx, &some, tile, value_int(0)));
	value_range(&f->ctx, &offset, &low, &high);
	assert_int_equal(low, 0);
	assert_int_equal(high, 12 * 320);
	const Mask none = mask_none(), all = mask_first(f->ctx.n_threads);
	assert_same(f, value_select(&f->ctx, &all, here, there), here);
	assert_same(f, value_select(&f->ctx, &none, here, there), there);
}

static void copies_outlive_their_arena(void **state)
{
	Forms *f = *state;
	Arena *arena = arena_new();
	ArenaMark mark = arena_mark(f->ctx.arena);
	Value v = op2(f, OP_ADD, op2(f, OP_MUL, f->n, f->tid), op2i(f, OP_MUL, data(f), 4));
	Value copy = value_copy(arena, 256, v);
	arena_release(f->ctx.arena, mark);
	assert_int_equal(copy.n_terms, 1);
	assert_int_equal(per_thread_at(copy.terms[0].k, 255), 255);
	assert_int_equal(copy.unknown->align, 4);
	arena_free(arena);
}

static void number_of_types(void **state)
{
	(void)state;
	const Type wide = { .kind = TY_INT, .size = 16, .is_signed = true }, pointer = { .kind = TY_PTR, .size = 8 };
	const Type byte = { .kind = TY_INT, .size = 1 }, boolean = { .kind = TY_BOOL, .size = 1 };
	assert_int_equal(int_of(&wide).bytes, 8);
	assert_false(int_of(&pointer).is_signed);
	assert_int_equal(int_of(&byte).bytes, 1);
	assert_true(int_of(&boolean).is_bool);
}

#define with_forms(test) cmocka_unit_test_setup_teardown(test, make_forms, free_forms)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_threads_compute_as_c_does),
		cmocka_unit_test(every_byte_by_every_byte),
		cmocka_unit_test(known_casts_and_unary_operators),
		with_forms(long_products_of_a_number),
		with_forms(aligned_symbols_do_not_interfere),
		with_forms(a_symbols_alignment_counts),
		with_forms(ranges_decide),
		with_forms(a_uniform_step_stays_one_symbol),
		with_forms(the_same_computation_is_the_same_symbol),
		with_forms(truncation_is_not_flooring),
		with_forms(the_least_number_is_cut),
		with_forms(seen_by_some_threads),
		with_forms(ranges_of_derived_symbols),
		with_forms(unknown_keeps_what_is_known),
		with_forms(unknown_in_a_range),
		with_forms(addresses_of_objects),
		with_forms(comparisons_decide_thread_by_thread),
		with_forms(conditions_know_their_scope),
		with_forms(joins),
		with_forms(casts),
		with_forms(too_many_terms_become_one),
		with_forms(addresses_stay),
		with_forms(copies_outlive_their_arena),
		cmocka_unit_test(number_of_types),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
