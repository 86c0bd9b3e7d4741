#include "base/mangled.h"

#include <stddef.h>
#include <string.h>

/* If s starts with a length and "_GLOBAL__N_…": the end of that component; else NULL. */
static const char *anonymous_end(const char *s)
{
	static const char word[] = "_GLOBAL__N_";
	size_t n = 0, digits = 0;
	for (; s[digits] >= '0' && s[digits] <= '9'; digits++)
		n = n < 10000 ? 10 * n + (size_t)(s[digits] - '0') : n;
	s += digits;
	return n >= sizeof word - 1 && strncmp(s, word, sizeof word - 1) == 0 && strlen(s) >= n ? s + n : NULL;
}

/* A length may follow digits that end a name, as in "2v212_GLOBAL__N_1": it is tried at each of them. */
bool mangled_same(const char *a, const char *b)
{
	while (*a && *b) {
		const char *after_a = anonymous_end(a), *after_b = anonymous_end(b);
		if (after_a && after_b) {
			a = after_a;
			b = after_b;
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return *a == *b;
}
