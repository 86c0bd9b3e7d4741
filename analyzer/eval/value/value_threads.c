/* What a value is in some threads: known, the same in all of them, or in those of each warp. */
#include "eval/value/value_impl.h"

Mask value_known_threads(const ValueCtx *ctx, const Value *v)
{
	Mask known = all_threads(ctx);
	if (v->unknown)
		known = mask_minus(known, v->unknown->threads);
	for (int i = 0; i < v->n_terms; i++) {
		const PerThread *k = &v->terms[i].k;
		if (!k->v)
			return mask_none();
		known = mask_minus(known, per_thread_nonzero(ctx, *k));
	}
	return known;
}

static bool same_within(const ValueCtx *ctx, const PerThread *l, const Mask *within, bool per_warp)
{
	int64_t first = 0;
	bool any = false;
	if (!l->v)
		return true;
	for (int i = 0; i < ctx->n_threads; i++) {
		any = any && !(per_warp && i % 32 == 0);
		if (!mask_has(within, i))
			continue;
		if (any && l->v[i] != first)
			return false;
		first = l->v[i];
		any = true;
	}
	return true;
}

static bool parts_same(const ValueCtx *ctx, const Value *v, const Mask *within, bool per_warp)
{
	for (int i = 0; i < v->n_terms; i++)
		if (!same_within(ctx, &v->terms[i].k, within, per_warp))
			return false;
	return same_within(ctx, &v->base, within, per_warp);
}

bool value_of_warps(const ValueCtx *ctx, const Value *v)
{
	bool any = false;
	for (int i = 0; i < v->n_terms; i++) {
		const MonoInfo *mono = &ctx->monos.at[v->terms[i].mono];
		for (int s = 0; s < mono->n; s++)
			any = any || ctx->syms.at[mono->syms[s]].per_warp;
	}
	return any;
}

bool value_is_uniform(const ValueCtx *ctx, const Value *v, const Mask *within)
{
	if (v->unknown) {
		Mask hidden = mask_and(v->unknown->threads, *within);
		if (!mask_empty(&hidden))
			return false;
	}
	return parts_same(ctx, v, within, false) && !value_of_warps(ctx, v);
}

bool value_is_warp_uniform(const ValueCtx *ctx, const Value *v, const Mask *within)
{
	for (int w = 0; v->unknown && w * 32 < ctx->n_threads; w++) {
		uint32_t in = mask_warp(within, w), hidden = mask_warp(&v->unknown->threads, w) & in;
		if (hidden && (hidden != in || !v->unknown->per_warp))
			return false;
	}
	return parts_same(ctx, v, within, true);
}

Scope value_scope(const ValueCtx *ctx, const Value *v, const Mask *within)
{
	return value_is_uniform(ctx, v, within) ? SCOPE_UNIFORM : value_is_warp_uniform(ctx, v, within) ? SCOPE_WARP : SCOPE_THREAD;
}

/* What is not known is so in some threads only, or differs between them. */
static bool is_open_in_some(const Value *v)
{
	bool in_some = v->unknown != NULL;
	for (int i = 0; i < v->n_terms && !in_some; i++)
		in_some = v->terms[i].k.v != NULL;
	return in_some;
}

static bool is_zero_in(const Term *term, const Mask *threads)
{
	bool is = true;
	for (int l = mask_lowest(threads); l >= 0 && l < MAX_THREADS && is; l++)
		is = !mask_has(threads, l) || !per_thread_get(&term->k, l);
	return is;
}

Value value_without_zeros(ValueCtx *ctx, Value v, const Mask *threads)
{
	int n = 0, first = 0;
	while (first < v.n_terms && !(v.terms[first].k.v && is_zero_in(&v.terms[first], threads)))
		first++;
	if (first == v.n_terms)
		return v;
	Term *terms = arena_dup(ctx->arena, v.terms, sizeof *terms * (size_t)v.n_terms);
	for (int i = 0; i < v.n_terms; i++)
		if (!terms[i].k.v || !is_zero_in(&terms[i], threads))
			terms[n++] = terms[i];
	value_set_terms(ctx, &v, terms, n);
	return v;
}

Value value_seen_by(ValueCtx *ctx, Value v, const Mask *threads)
{
	const Mask all = all_threads(ctx);
	if (!is_open_in_some(&v) || mask_empty(threads) || mask_subset(&all, threads))
		return v;
	const Mask those = mask_and(*threads, all), hidden = v.unknown ? mask_and(v.unknown->threads, those) : mask_none();
	if (!mask_empty(&hidden) && !mask_equal(&hidden, &those))
		return v;
	if (mask_empty(&hidden))
		v.unknown = NULL;
	if (!parts_same(ctx, &v, threads, false))
		return v;
	if (v.unknown) {
		Unknown everywhere = *v.unknown;
		everywhere.threads = all;
		v.unknown = unknown_new(ctx, everywhere);
	}
	const int first = mask_lowest(threads);
	v.base = (PerThread){ .u = per_thread_get(&v.base, first) };
	if (v.n_terms) {
		Term *terms = arena_dup(ctx->arena, v.terms, sizeof *terms * (size_t)v.n_terms);
		for (int i = 0; i < v.n_terms; i++)
			terms[i].k = (PerThread){ .u = per_thread_get(&terms[i].k, first) };
		value_set_terms(ctx, &v, terms, v.n_terms);
	}
	return v;
}
