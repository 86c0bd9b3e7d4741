/* Sets of small numbers: bits in words of 64. */
#ifndef SMEMLINT_BASE_BITS_H
#define SMEMLINT_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline int bits_words(int n)
{
	return (n + 63) / 64;
}

static inline bool bits_have(const uint64_t *bits, int i)
{
	return bits[i / 64] >> i % 64 & 1;
}

static inline void bits_add(uint64_t *bits, int i)
{
	bits[i / 64] |= UINT64_C(1) << i % 64;
}

/* Whether `whole` has all of `part`. */
static inline bool bits_include(const uint64_t *whole, const uint64_t *part, int n_words)
{
	uint64_t left = 0;
	for (int i = 0; i < n_words; i++)
		left |= part[i] & ~whole[i];
	return !left;
}

/* False: there was nothing to add. */
static inline bool bits_add_all(uint64_t *to, const uint64_t *from, int n_words)
{
	const bool is_new = !bits_include(to, from, n_words);
	for (int i = 0; i < n_words; i++)
		to[i] |= from[i];
	return is_new;
}

#endif
