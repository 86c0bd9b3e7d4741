/* Names of kernels and files, as two compilers spell them. */
#include "codegen/reconcile.h"

#include <string.h>

/* --- kernels -------------------------------------------------------------------------------------- */

/* If s starts with a length and "_GLOBAL__N_…": the end of that component; else NULL. */
static const char *anonymous_end(const char *s)
{
	static const char word[] = "_GLOBAL__N_";
	size_t n = 0, digits = 0;
	for (; s[digits] >= '0' && s[digits] <= '9'; digits++)
		n = n < 10000 ? 10 * n + (size_t)(s[digits] - '0') : n;
	s += digits;
	return digits && strncmp(s, word, sizeof word - 1) == 0 && strlen(s) >= n ? s + n : NULL;
}

bool code_same_kernel(const char *a, const char *b)
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

/* --- files ---------------------------------------------------------------------------------------- */

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

bool code_same_file(const char *a, const char *b)
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
