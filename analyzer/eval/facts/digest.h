/* Where all executions of an access go, in one number: two runs whose digests agree touch the same bytes, in
 * the same turns, from the same threads.  With a Remap a run is digested as if the object lay otherwise, which is
 * how a changed source is held to the layout that it was changed to. */
#ifndef SMEMLINT_EVAL_DIGEST_H
#define SMEMLINT_EVAL_DIGEST_H

#include "eval/value/mask.h"
#include "eval/value/value.h"

/* Another layout of an object; both functions are pure. */
typedef struct Remap {
	const void *data;
	bool (*has)(const void *data, const Var *object);
	/* Where `bytes` bytes at `offset` would lie; false: nowhere in one piece. */
	bool (*offset)(const void *data, const Var *object, int64_t offset, int bytes, int64_t *out);
	/* What a step of `step` bytes that moves all threads alike would become; false: it depends on where they are. */
	bool (*step)(const void *data, const Var *object, int64_t step, int64_t *out);
} Remap;

typedef struct Digest {
	uint64_t sum;
	bool unknown; /* an address was not known, or the remap has no place for it */
} Digest;

/* Adds one execution; `visit` counts those of the same access. */
void digest_add(Digest *digest, const ValueCtx *ctx, const Remap *remap, const Var *object, const Value *offset, const Mask *may_execute,
		int bytes, int64_t visit);

#endif
