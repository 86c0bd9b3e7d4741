#include "eval/value/mask.h"

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
