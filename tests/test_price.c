/* Prices of offsets that depend on data, against the cost of every choice of offsets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "c_arithmetic.h"
#include "eval/cost/price.h"

#define H200 arch_find(90)

enum { MAX_ALL = 60000, MAX_N = 512, RUNS = 4000 };

/* The offsets that a lane may have. */
typedef struct Possible {
	int64_t at[MAX_N];
	int n;
} Possible;

typedef struct Case {
	WarpRequest request;
	int64_t object;             /* its size; 0: not known */
	int64_t low, high;          /* of the unknown part */
	int64_t align;
	bool ranged;
	uint32_t unknown_lanes;
	Possible of[WARP_LANES];
	int64_t all;
} Case;

/* Every offset by trial: inside the object, aligned to the access, the known part plus a multiple of `align` in the range.
 * If the object is not known, its start is not either, and offsets may be negative. */
static void list_offsets(const Case *c, int lane, Possible *out)
{
	int64_t base = c->request.offset[lane];
	int64_t from = c->object ? 0 : base + c->low, end = c->object ? c->object - c->request.bytes : base + c->high;
	out->n = 0;
	for (int64_t at = from; at <= end && out->n < MAX_N; at++) {
		int64_t part = at - base;
		if (at % c->request.bytes == 0 && part % c->align == 0 && (!c->ranged || (part >= c->low && part <= c->high)))
			out->at[out->n++] = at;
	}
}

static void make_case(Case *c)
{
	static const BankOp ops[] = { BANK_LD, BANK_ST, BANK_LD, BANK_ST, BANK_ATOM_ADD, BANK_POPC_INC, BANK_ATOM_CAS };
	c->request = (WarpRequest){ .op = ops[below(7)] };
	c->request.bytes = c->request.op >= BANK_ATOM_ADD ? 4 : 1 << below(3);
	c->object = 4 * (1 + below(2) * below(12) + below(100));
	c->align = below(6) ? c->request.bytes << below(9 - below(5)) : 1;
	c->ranged = below(2);
	c->low = -below(3) * c->align;
	c->high = c->low + (1 + below(5)) * c->align;
	int size = (int)c->object;
	c->object = c->ranged && below(2) ? 0 : c->object;
	c->unknown_lanes = 0;
	c->all = 1;
	int step = c->request.bytes << below(4);
	for (int l = 0; l < WARP_LANES && c->all > 0; l++) {
		if (below(5))
			continue;
		c->request.active |= (uint32_t)1 << l;
		c->request.offset[l] = l * step % (size / c->request.bytes * c->request.bytes) - (c->object ? 0 : 64);
		if (!below(3))
			continue;
		c->unknown_lanes |= (uint32_t)1 << l;
		list_offsets(c, l, &c->of[l]);
		c->all = c->of[l].n ? c->all * c->of[l].n : -1;
		c->all = c->all > MAX_ALL ? -1 : c->all;
	}
}

static void try_everything(const Case *c, int *least, int *most)
{
	*least = INT32_MAX;
	*most = 0;
	for (int64_t i = 0; i < c->all; i++) {
		WarpRequest request = c->request;
		int64_t rest = i;
		for (int l = 0; l < WARP_LANES; l++) {
			if (!(c->unknown_lanes >> l & 1))
				continue;
			request.offset[l] = c->of[l].at[rest % c->of[l].n];
			rest /= c->of[l].n;
		}
		int cost = bank_cost(H200, &request).wavefronts;
		*least = cost < *least ? cost : *least;
		*most = cost > *most ? cost : *most;
	}
}

static Value offset_of(ValueCtx *ctx, const Case *c)
{
	Mask hidden = mask_none();
	for (int l = 0; l < WARP_LANES; l++)
		if (c->unknown_lanes >> l & 1)
			mask_add(&hidden, l);
	Value v = value_with_unknown(ctx, value_per_thread(ctx, c->request.offset), hidden, REASON_GLOBAL_LOAD, LOC_NONE, c->align, false);
	Unknown unknown = *v.unknown;
	unknown.ranged = c->ranged;
	unknown.low = c->low;
	unknown.high = c->high;
	v.unknown = unknown_new(ctx, unknown);
	return v;
}

static void the_worst_is_the_worst(void **state)
{
	(void)state;
	int tried = 0, exact = 0;
	Case c;
	for (int i = 0; i < RUNS || tried < RUNS / 4; i++) {
		seed = (uint64_t)i * 7919 + 1;
		make_case(&c);
		if (c.all <= 0 || !c.unknown_lanes)
			continue;
		ValueCtx ctx = ctx_new(WARP_LANES);
		Value offset = offset_of(&ctx, &c);
		Mask may_execute = mask_none();
		for (int l = 0; l < WARP_LANES; l++)
			if (c.request.active >> l & 1)
				mask_add(&may_execute, l);
		Access access = { .op = c.request.op,
				  .bytes = c.request.bytes,
				  .may_execute = &may_execute,
				  .must_execute = &may_execute,
				  .offset = &offset,
				  .object_bytes = c.object };
		Price price;
		int least, most;
		price_warp(&ctx, price_cache_new(ctx.keep, H200), &access, 0, c.request.active, &price);
		try_everything(&c, &least, &most);
		if (price.pattern.cost.wavefronts != most || (price.certainty == CERTAINTY_EXACT && least != most))
			fail_msg("case %d: %d … %d wavefronts, the price is %d and %s", i, least, most, price.pattern.cost.wavefronts,
				 certainty_name(price.certainty));
		assert_true(price.certainty == CERTAINTY_EXACT || price.certainty == CERTAINTY_BOUND || price.certainty == CERTAINTY_DATA);
		assert_true(price.expected <= most + 1e-9);
		tried++;
		exact += price.certainty == CERTAINTY_EXACT;
		ctx_free(&ctx);
	}
	assert_true(exact > tried / 20 && exact < tried);
}

/* --- prices that are kept ----------------------------------------------------------------------------------- */

static Value per_lane(ValueCtx *ctx, int step, int most)
{
	int64_t v[WARP_LANES];
	const int64_t by = step * below(most), other = step * below(most);
	const int shape = below(4);
	for (int l = 0; l < WARP_LANES; l++)
		v[l] = shape == 0 ? by : shape == 1 ? by * l : shape == 2 ? (l & 1 ? by : other) : step * below(most);
	return value_per_thread(ctx, v);
}

/* Few bases, coefficients and symbols, so that many cases are nearly the same. */
static Value symbolic(ValueCtx *ctx, int bytes, int n)
{
	static const Int type = { .bytes = 8, .is_signed = true };
	static const char *const names[] = { "n", "m" };
	Value sum = per_lane(ctx, bytes, 3);
	for (int i = 0; i < n; i++) {
		const bool small = below(2);
		const Sym sym = sym_new(ctx, (SymInfo){ .kind = SYM_UNIFORM,
							.name = names[i],
							.low = small ? below(2) : INT64_MIN,
							.high = small ? 2 + below(3) : INT64_MAX,
							.align = 1 + below(2),
							.why = REASON_ARGUMENT,
							.object = -1,
							.loc = LOC_NONE });
		const Value factor = per_lane(ctx, bytes << below(3), 3);
		sum = value_binary(ctx, OP_ADD, type, sum, value_binary(ctx, OP_MUL, type, factor, value_sym(ctx, sym)));
	}
	return sum;
}

static void same_price(const Price *a, const Price *b, int of)
{
	const WarpPattern *p = &a->pattern, *q = &b->pattern;
	if (a->certainty != b->certainty || a->reason != b->reason || a->symbol != b->symbol || a->modulus != b->modulus ||
	    p->cost.wavefronts != q->cost.wavefronts || p->cost.ideal != q->cost.ideal || p->cost.profiled != q->cost.profiled ||
	    p->active != q->active || p->count != q->count || p->floating != q->floating)
		fail_msg("case %d: %d and %d wavefronts, %s and %s", of, p->cost.wavefronts, q->cost.wavefronts,
			 certainty_name(a->certainty), certainty_name(b->certainty));
	assert_memory_equal(p->offset, q->offset, sizeof p->offset);
	assert_int_equal(p->source != NULL, q->source != NULL);
	if (p->source)
		assert_memory_equal(p->source, q->source, WARP_LANES * sizeof *p->source);
	if (a->symbols || b->symbols)
		assert_string_equal(a->symbols, b->symbols);
	if (a->certainty != CERTAINTY_SYMBOLIC || a->symbol < 0)
		return;
	for (int i = 0; i < MAX_RESIDUES; i++) {
		assert_int_equal(a->has_residue[i], b->has_residue[i]);
		assert_true(!a->has_residue[i] || (a->by_residue[i] == b->by_residue[i] && a->ways[i] == b->ways[i]));
	}
}

/* Priced with prices that are kept, twice, as without any. */
static int same_as_alone(ValueCtx *ctx, const Access *access, PriceMemo *memo, int of)
{
	Price alone, kept;
	PriceCache *cache = price_cache_new(ctx->keep, H200);
	const uint32_t active = mask_warp(access->may_execute, 0);
	price_warp(ctx, cache, access, 0, active, &alone);
	price_cache_share(cache, memo);
	for (int i = 0; i < 2; i++) {
		price_warp(ctx, cache, access, 0, active, &kept);
		same_price(&alone, &kept, of);
	}
	return alone.certainty == CERTAINTY_SYMBOLIC;
}

static Value sum_of(ValueCtx *ctx, Value a, Value b)
{
	return value_binary(ctx, OP_ADD, (Int){ .bytes = 8, .is_signed = true }, a, b);
}

static Value uniform(ValueCtx *ctx, int64_t align)
{
	return value_sym(ctx, sym_new(ctx, (SymInfo){ .kind = SYM_UNIFORM,
						      .low = INT64_MIN,
						      .high = INT64_MAX,
						      .align = align,
						      .why = REASON_ARGUMENT,
						      .object = -1,
						      .loc = LOC_NONE }));
}

/* The case, and others that differ from it in one thing. */
static int price_neighbours(ValueCtx *ctx, Access *access, PriceMemo *memo, int of)
{
	static const Reason reasons[] = { REASON_PARTS, REASON_NONE };
	const Value offset = *access->offset, source = symbolic(ctx, access->bytes, 0), both = sum_of(ctx, source, offset);
	Value moved = sum_of(ctx, offset, value_int(128 * below(9))), shifted = sum_of(ctx, offset, uniform(ctx, 1 + below(4)));
	const bool copies = access->source != NULL;
	int n = same_as_alone(ctx, access, memo, of);
	access->offset = &moved;
	n += same_as_alone(ctx, access, memo, of);
	access->offset = &shifted;
	n += same_as_alone(ctx, access, memo, of);
	access->offset = &offset;
	for (int i = 0; i < 2; i++) {
		access->bound_reason = reasons[i];
		n += same_as_alone(ctx, access, memo, of);
	}
	for (int i = 0; copies && i < 2; i++) {
		access->offset = i ? &source : &both;
		access->source = i ? &both : &source;
		n += same_as_alone(ctx, access, memo, of);
	}
	access->offset = &offset;
	access->source = copies ? &source : NULL;
	for (int i = 0; i < 4; i++) {
		for (Sym sym = 0; sym < ctx->syms.n; sym++) {
			SymInfo *info = &ctx->syms.at[sym];
			const bool is_bounded = info->low > INT64_MIN;
			info->low += is_bounded && i < 2;
			info->high += is_bounded && i < 2 ? 1 : is_bounded ? info->high - info->low : 0;
			info->align *= i < 2 ? 1 : 2;
		}
		n += same_as_alone(ctx, access, memo, of);
	}
	return n;
}

static void what_is_kept_is_what_was_found(void **state)
{
	static const BankOp ops[] = { BANK_LD, BANK_ST, BANK_CP_ASYNC_CA, BANK_CP_ASYNC_CA, BANK_CP_ASYNC_CG };
	static const uint32_t lanes[] = { UINT32_MAX, UINT32_MAX, 0xffff, 0x55555555, 0x80000001 };
	Arena *arena = arena_new();
	PriceMemo *memo = price_memo_new(arena);
	int symbolic_ones = 0;
	(void)state;
	for (int i = 0; i < RUNS; i++) {
		seed = (uint64_t)i * 104729 + 1;
		const BankOp op = ops[below(5)];
		const int bytes = op == BANK_CP_ASYNC_CG ? 16 : op == BANK_CP_ASYNC_CA ? 4 << below(3) : 1 << below(5);
		const uint32_t active = lanes[below(5)];
		ValueCtx ctx = ctx_new(WARP_LANES);
		Value offset = symbolic(&ctx, bytes, below(3)), source = symbolic(&ctx, bytes, below(2));
		Mask may_execute = mask_none();
		for (int l = 0; l < WARP_LANES; l++)
			if (active >> l & 1)
				mask_add(&may_execute, l);
		Access access = { .op = op,
				  .bytes = bytes,
				  .may_execute = &may_execute,
				  .must_execute = &may_execute,
				  .offset = &offset,
				  .source = bank_op_has_source(op) ? &source : NULL,
				  .object_align = 16 };
		symbolic_ones += price_neighbours(&ctx, &access, memo, i);
		ctx_free(&ctx);
	}
	assert_true(symbolic_ones > RUNS / 8);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_worst_is_the_worst),
		cmocka_unit_test(what_is_kept_is_what_was_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
