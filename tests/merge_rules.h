/* Which accesses of one thread become one request: the table of docs/developers/compiler.md, by trying every aligned place. */
#ifndef SMEMLINT_TESTS_MERGE_RULES_H
#define SMEMLINT_TESTS_MERGE_RULES_H

#include <stdbool.h>

/* In elements of the access's own width, from the start of the window. */
typedef struct Ruled {
	int width;      /* bytes */
	int start;
	unsigned parts; /* which elements, from `start` on */
} Ruled;

/* As far as requests go: 16 bytes for what has 4 or 8, 8 for stores of 2; else an access stays as it is. */
static inline int ruled_window(bool load, int bytes, int alignment)
{
	int most = bytes >= 4 ? 16 : bytes == 2 && !load ? 8 : bytes;
	int window = alignment < most ? alignment : most;
	return window < 2 * bytes ? bytes : window;
}

/* Element e of those that are there. */
static inline Ruled ruled(bool load, int bytes, int window, unsigned there, int e)
{
	for (int width = window; width > bytes; width /= 2) {
		int n = width / bytes, start = e / n * n;
		unsigned all = (1u << n) - 1, found = there >> start & all;
		if (found == all || (load && n == 4 && __builtin_popcount(found) == 3))
			return (Ruled){ width, start, found };
	}
	return (Ruled){ bytes, e, 1 };
}

/* Two words of an aligned 16 bytes that are no pair: two loads, both at the place of the first. */
static inline bool ruled_apart(bool load, int bytes, int window, unsigned there)
{
	return load && bytes == 4 && window == 16 && __builtin_popcount(there) == 2 && there != 3 && there != 0xc;
}

#endif
