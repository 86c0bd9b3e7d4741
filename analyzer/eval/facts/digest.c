#include "eval/facts/digest.h"

/* The finaliser of splitmix64: every bit of the input affects every bit of the output. */
static uint64_t mix(uint64_t x)
{
	x ^= x >> 30;
	x *= 0xbf58476d1ce4e5b9u;
	x ^= x >> 27;
	x *= 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static bool place(const Remap *remap, const Var *object, int64_t offset, int bytes, int64_t *out)
{
	*out = offset;
	return !remap || !remap->has(remap->data, object) || remap->offset(remap->data, object, offset, bytes, out);
}

static bool step(const Remap *remap, const Var *object, int64_t by, int64_t *out)
{
	*out = by;
	return !remap || !by || !remap->has(remap->data, object) || remap->step(remap->data, object, by, out);
}

void digest_add(Digest *digest, const ValueCtx *ctx, const Remap *remap, const Var *object, const Value *offset, const Mask *may_execute,
		int bytes, int64_t visit)
{
	const bool is_plain = !offset->unknown && !offset->n_terms;
	digest->unknown = digest->unknown || offset->unknown;
	if (offset->unknown || (digest->unknown && !is_plain))
		return;
	digest->n_plain += is_plain;
	for (int thread = 0; thread < ctx->n_threads; thread++) {
		int64_t at;
		if (!mask_has(may_execute, thread))
			continue;
		if (!place(remap, object, per_thread_at(offset->base, thread), bytes, &at)) {
			digest->unknown = true;
			digest->is_lost = digest->is_lost || is_plain;
			return;
		}
		uint64_t here = mix(mix((uint64_t)visit + 1) + (uint64_t)thread) + (uint64_t)at;
		for (int i = 0; i < offset->n_terms; i++) {
			if (!step(remap, object, per_thread_at(offset->terms[i].k, thread), &at)) {
				digest->unknown = true;
				return;
			}
			here = mix(here + (uint64_t)offset->terms[i].mono) + (uint64_t)at;
		}
		digest->sum += mix(here);
		digest->plain += is_plain ? mix(here) : 0;
	}
}
