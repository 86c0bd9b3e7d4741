/* Sets of threads of one block: bit l is the thread with linear index l = x + y*X + z*X*Y.  Warp w is
 * threads 32w .. 32w+31.  Masks are small values, passed and returned by copy. */
#ifndef SMEMLINT_EVAL_VALUE_MASK_H
#define SMEMLINT_EVAL_VALUE_MASK_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_THREADS = 1024, MASK_WORDS = MAX_THREADS / 64 };

typedef struct Mask {
	uint64_t word[MASK_WORDS];
} Mask;

static inline Mask mask_none(void)
{
	return (Mask){ { 0 } };
}
/* Threads 0 .. n-1. */
static inline Mask mask_first(int n)
{
	Mask m = mask_none();
	int full = n / 64;
	for (int w = 0; w < full; w++)
		m.word[w] = ~(uint64_t)0;
	if (n % 64)
		m.word[full] = ((uint64_t)1 << n % 64) - 1;
	return m;
}
static inline Mask mask_and(Mask a, Mask b)
{
	for (int w = 0; w < MASK_WORDS; w++)
		a.word[w] &= b.word[w];
	return a;
}
static inline Mask mask_or(Mask a, Mask b)
{
	for (int w = 0; w < MASK_WORDS; w++)
		a.word[w] |= b.word[w];
	return a;
}
static inline Mask mask_minus(Mask a, Mask b)
{
	for (int w = 0; w < MASK_WORDS; w++)
		a.word[w] &= ~b.word[w];
	return a;
}
static inline bool mask_empty(const Mask *m)
{
	uint64_t any = 0;
	for (int w = 0; w < MASK_WORDS; w++)
		any |= m->word[w];
	return !any;
}
static inline bool mask_equal(const Mask *a, const Mask *b)
{
	uint64_t differ = 0;
	for (int w = 0; w < MASK_WORDS; w++)
		differ |= a->word[w] ^ b->word[w];
	return !differ;
}
/* a within b. */
static inline bool mask_subset(const Mask *a, const Mask *b)
{
	uint64_t outside = 0;
	for (int w = 0; w < MASK_WORDS; w++)
		outside |= a->word[w] & ~b->word[w];
	return !outside;
}
int mask_count(const Mask *m);
int mask_lowest(const Mask *m); /* -1 when empty */
static inline bool mask_has(const Mask *m, int thread)
{
	return m->word[thread >> 6] >> (thread & 63) & 1;
}
static inline void mask_add(Mask *m, int thread)
{
	m->word[thread >> 6] |= (uint64_t)1 << (thread & 63);
}
static inline uint32_t mask_warp(const Mask *m, int warp)
{
	return (uint32_t)(m->word[warp >> 1] >> (warp & 1 ? 32 : 0));
}

#endif
