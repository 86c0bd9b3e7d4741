#include "base/nearest.h"

#include <stddef.h>
#include <string.h>

enum { MAX_WORD = 64 };

static int min3(int a, int b, int c)
{
	int m = a < b ? a : b;
	return m < c ? m : c;
}

/* Levenshtein distance; MAX_WORD for longer words. */
static int edit_distance(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	if (n > MAX_WORD || m > MAX_WORD)
		return MAX_WORD;
	int row[MAX_WORD + 1];
	for (size_t j = 0; j <= m; j++)
		row[j] = (int)j;
	for (size_t i = 1; i <= n; i++) {
		int diagonal = row[0];
		row[0] = (int)i;
		for (size_t j = 1; j <= m; j++) {
			int above = row[j];
			row[j] = min3(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[m];
}

const char *nearest_word(const char *word, const char *const *candidates, int n)
{
	const char *best = NULL;
	int limit = (int)strlen(word) / 3 + 1, best_distance = limit + 1;
	for (int i = 0; i < n; i++) {
		int d = edit_distance(word, candidates[i]);
		if (d < best_distance) {
			best_distance = d;
			best = candidates[i];
		}
	}
	return best;
}
