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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_worst_is_the_worst),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
