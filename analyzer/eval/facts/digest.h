/* A hash of all bytes that an access touches: two runs with equal digests access the same bytes from the same threads
 * in the same visits.  With a Remap, offsets are first mapped to another layout of the object: a source that was changed
 * to that layout must have the same digest. */
#ifndef SMEMLINT_EVAL_FACTS_DIGEST_H
#define SMEMLINT_EVAL_FACTS_DIGEST_H

#include "eval/value/mask.h"
#include "eval/value/value.h"

/* Another layout of an object; both functions are pure. */
typedef struct Remap {
	const void *data;
	bool (*has)(const void *data, const Var *object);
	/* The new offset of `bytes` bytes at `offset`; false: they are not contiguous there. */
	bool (*offset)(const void *data, const Var *object, int64_t offset, int bytes, int64_t *out);
	/* The new distance for a step of `step` bytes that all threads make; false: it depends on their offsets. */
	bool (*step)(const void *data, const Var *object, int64_t step, int64_t *out);
} Remap;

typedef struct Digest {
	uint64_t sum;
	bool unknown; /* an address is not known, or the remap cannot map it */
	/* Of the visits whose addresses have no runtime value in them, alone: */
	uint64_t plain;
	int64_t n_plain; /* how many there are */
	bool is_lost;    /* the remap cannot map one of them */
} Digest;

/* Adds one execution of the access by threads of `may_execute`; `visit`: its number, from 0. */
void digest_add(Digest *digest, const ValueCtx *ctx, const Remap *remap, const Var *object, const Value *offset, const Mask *may_execute,
		int bytes, int64_t visit);

#endif
