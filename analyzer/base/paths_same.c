#include "base/paths.h"

#include <string.h>

/* The begin of the last component of the path s[0..n). */
static size_t last_component(const char *s, size_t n)
{
	while (n > 0 && s[n - 1] != '/')
		n--;
	return n;
}

/* Removes the last component, other than "." and what ".." cancels; false: there is none. */
static bool take_last(const char *s, size_t *n, const char **word, size_t *length)
{
	for (int taken_back = 0; *n > 0;) {
		size_t begin = last_component(s, *n);
		*word = s + begin;
		*length = *n - begin;
		*n = begin ? begin - 1 : 0;
		if (*length == 0 || (*length == 1 && **word == '.'))
			continue;
		if (*length == 2 && memcmp(*word, "..", 2) == 0)
			taken_back++;
		else if (taken_back > 0)
			taken_back--;
		else
			return true;
	}
	return false;
}

bool path_may_be_same(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	const char *p, *q;
	size_t i, j;
	bool any = false;
	for (;;) {
		bool more_a = take_last(a, &n, &p, &i), more_b = take_last(b, &m, &q, &j);
		if (!more_a || !more_b)
			return any && (more_a ? *b != '/' : more_b ? *a != '/' : true);
		if (i != j || memcmp(p, q, i) != 0)
			return false;
		any = true;
	}
}
