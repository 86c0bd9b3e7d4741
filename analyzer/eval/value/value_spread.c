/* What is known of unknown parts that differ between the threads of a warp: of indices that are kept inside a border, and of remainders
 * and quotients. */
#include "eval/value/value_impl.h"

#include <string.h>

enum { MAX_SPREADS = 64 };

typedef struct Spreads {
	const int64_t *at[MAX_SPREADS];
	int n;
} Spreads;

/* The same vector for the same numbers; NULL: there are too many. */
static const int64_t *kept(ValueCtx *ctx, const int64_t *at)
{
	const size_t size = sizeof *at * (size_t)ctx->n_threads;
	if (!ctx->spreads)
		ctx->spreads = arena_new_of(ctx->keep, Spreads);
	Spreads *spreads = ctx->spreads;
	for (int i = 0; i < spreads->n; i++)
		if (!memcmp(spreads->at[i], at, size))
			return spreads->at[i];
	if (spreads->n == MAX_SPREADS)
		return NULL;
	return spreads->at[spreads->n++] = arena_dup(ctx->keep, at, size);
}

Value value_clamped(ValueCtx *ctx, Value f, bool max, Reason why, Loc loc)
{
	int64_t at[MAX_THREADS];
	for (int l = 0; l < ctx->n_threads; l++)
		at[l] = max ? per_thread_get(&f.base, l) : -per_thread_get(&f.base, l);
	Value v = value_with_unknown(ctx, f, all_threads(ctx), why, loc, 1, false);
	Unknown unknown = *v.unknown;
	unknown.spread = (Spread){ .at = kept(ctx, at), .by = max ? 1 : -1, .kind = SPREAD_BORDER };
	v.unknown = unknown_new(ctx, unknown);
	return v;
}

Spread spread_divided(ValueCtx *ctx, SpreadKind kind, PerThread at, int64_t by, int64_t modulus, int64_t step)
{
	/* Multiples of `step` belong to m: so that what only moves in a loop is the same. */
	int64_t from_first[MAX_THREADS];
	const int64_t first = mul64(floor_div(per_thread_get(&at, 0), step), step);
	for (int l = 0; l < ctx->n_threads; l++)
		from_first[l] = sub64(per_thread_get(&at, l), first);
	return (Spread){ .at = kept(ctx, from_first), .by = by, .kind = kind, .modulus = modulus, .step = step };
}

static int64_t floor_rest(int64_t a, int64_t by)
{
	return a - floor_div(a, by) * by;
}

int64_t spread_part(const Spread *spread, int64_t at, int64_t m)
{
	if (spread->kind == SPREAD_BORDER)
		return m > at ? m - at : 0;
	return spread->kind == SPREAD_REMAINDER ? floor_rest(at + m, spread->modulus) : floor_div(at + m, spread->modulus);
}

int64_t spread_wrap(const Spread *spread, int64_t at)
{
	const int64_t left = spread->modulus - floor_rest(at, spread->modulus);
	return -floor_div(-left, spread->step) * spread->step;
}

Spread spread_times(Spread spread, const Value *by)
{
	int64_t n;
	if (!spread.at || !value_is_const(by, &n) || !n || __builtin_mul_overflow(spread.by, n, &spread.by))
		return (Spread){ 0 };
	return spread;
}

Value value_without_spread(ValueCtx *ctx, Value v)
{
	if (!v.unknown || !v.unknown->spread.at)
		return v;
	Unknown unknown = *v.unknown;
	unknown.spread = (Spread){ 0 };
	v.unknown = unknown_new(ctx, unknown);
	return v;
}
