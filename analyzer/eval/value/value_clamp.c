/* The greater or lesser of a number that is known in each thread and one that is not: indices that are kept inside a border. */
#include "eval/value/value_impl.h"

#include <string.h>

enum { MAX_CLAMPS = 64 };

typedef struct Clamps {
	const int64_t *at[MAX_CLAMPS];
	int n;
} Clamps;

/* The same vector for the same numbers; NULL: there are too many. */
static const int64_t *kept(ValueCtx *ctx, const int64_t *at)
{
	const size_t size = sizeof *at * (size_t)ctx->n_threads;
	if (!ctx->clamps)
		ctx->clamps = arena_new_of(ctx->keep, Clamps);
	Clamps *clamps = ctx->clamps;
	for (int i = 0; i < clamps->n; i++)
		if (!memcmp(clamps->at[i], at, size))
			return clamps->at[i];
	if (clamps->n == MAX_CLAMPS)
		return NULL;
	return clamps->at[clamps->n++] = arena_dup(ctx->keep, at, size);
}

Value value_clamped(ValueCtx *ctx, Value f, bool max, Reason why, Loc loc)
{
	int64_t at[MAX_THREADS];
	for (int l = 0; l < ctx->n_threads; l++)
		at[l] = max ? per_thread_get(&f.base, l) : -per_thread_get(&f.base, l);
	Value v = value_with_unknown(ctx, f, all_threads(ctx), why, loc, 1, false);
	Unknown unknown = *v.unknown;
	unknown.clamp = (Clamp){ kept(ctx, at), max ? 1 : -1 };
	v.unknown = unknown_new(ctx, unknown);
	return v;
}

Clamp clamp_times(Clamp clamp, const Value *by)
{
	int64_t n;
	if (!clamp.at || !value_is_const(by, &n) || !n || __builtin_mul_overflow(clamp.by, n, &clamp.by))
		return (Clamp){ NULL, 0 };
	return clamp;
}

Value value_without_clamp(ValueCtx *ctx, Value v)
{
	if (!v.unknown || !v.unknown->clamp.at)
		return v;
	Unknown unknown = *v.unknown;
	unknown.clamp = (Clamp){ NULL, 0 };
	v.unknown = unknown_new(ctx, unknown);
	return v;
}
