#include "eval/value/mask.h"

Mask mask_none(void)
{
	return (Mask){ { 0 } };
}

Mask mask_first(int n)
{
	Mask m = mask_none();
	int full = n / 64;
	for (int w = 0; w < full; w++)
		m.word[w] = ~(uint64_t)0;
	if (n % 64)
		m.word[full] = ((uint64_t)1 << n % 64) - 1;
	return m;
}

Mask mask_and(Mask a, Mask b)
{
	for (int w = 0; w < MASK_WORDS; w++)
		a.word[w] &= b.word[w];
	return a;
}

Mask mask_or(Mask a, Mask b)
{
	for (int w = 0; w < MASK_WORDS; w++)
		a.word[w] |= b.word[w];
	return a;
}

Mask mask_minus(Mask a, Mask b)
{
	for (int w = 0; w < MASK_WORDS; w++)
		a.word[w] &= ~b.word[w];
	return a;
}

bool mask_empty(const Mask *m)
{
	uint64_t any = 0;
	for (int w = 0; w < MASK_WORDS; w++)
		any |= m->word[w];
	return !any;
}

bool mask_equal(const Mask *a, const Mask *b)
{
	uint64_t differ = 0;
	for (int w = 0; w < MASK_WORDS; w++)
		differ |= a->word[w] ^ b->word[w];
	return !differ;
}

bool mask_subset(const Mask *a, const Mask *b)
{
	uint64_t outside = 0;
	for (int w = 0; w < MASK_WORDS; w++)
		outside |= a->word[w] & ~b->word[w];
	return !outside;
}

int mask_count(const Mask *m)
{
	int n = 0;
	for (int w = 0; w < MASK_WORDS; w++)
		n += __builtin_popcountll(m->word[w]);
	return n;
}

int mask_lowest(const Mask *m)
{
	for (int w = 0; w < MASK_WORDS; w++)
		if (m->word[w])
			return w * 64 + __builtin_ctzll(m->word[w]);
	return -1;
}
