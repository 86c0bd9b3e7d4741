#include "base/hash.h"
#include "eval/value/value.h"

static uint64_t per_thread_hash(const ValueCtx *ctx, const PerThread *lanes, int64_t less, uint64_t hash)
{
	for (int l = 0; l < ctx->n_threads && (lanes->v || l == 0); l++)
		hash = hash_mix(hash, (uint64_t)per_thread_at(*lanes, l) - (uint64_t)less + 1);
	return hash;
}

uint64_t value_hash_terms(const ValueCtx *ctx, const Value *v, uint64_t hash)
{
	for (int i = 0; i < v->n_terms; i++)
		hash = per_thread_hash(ctx, &v->terms[i].k, 0, hash_mix(hash, (uint64_t)v->terms[i].mono));
	return hash;
}

uint64_t value_hash(const ValueCtx *ctx, const Value *v, int64_t less)
{
	if (v->unknown)
		return 0;
	return value_hash_terms(ctx, v, per_thread_hash(ctx, &v->base, less, 0x5eed)) | 1;
}
