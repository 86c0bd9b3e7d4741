/* Hashes of bytes, by xxHash (XXH3): to distinguish contents; not cryptographic. */
#ifndef SMEMLINT_BASE_HASH_H
#define SMEMLINT_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Hash {
	uint64_t low, high;
} Hash;

enum { HASH_TEXT = 33 };

Hash hash_bytes(const void *bytes, size_t n);
uint64_t hash_short(const void *bytes, size_t n); /* 64 bits */
bool hash_file(const char *path, Hash *out);      /* false: it cannot be read */
void hash_print(Hash hash, char out[HASH_TEXT]);  /* 32 hexadecimal digits */

/* The hash of what `hash` is of, and of one more number. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

static inline bool hash_same(Hash a, Hash b)
{
	return a.low == b.low && a.high == b.high;
}

#endif
