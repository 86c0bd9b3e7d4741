/* Which lines of a text an expression depends on: those in which its names get their values, the names in these, and so on.
 *
 * A slice is taken from the text alone and may have too many lines: every assignment to, and declaration or macro of, a name
 * counts that is in the same function or outside of functions. */
#ifndef SMEMLINT_FILTER_SLICE_H
#define SMEMLINT_FILTER_SLICE_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Slice {
	const bool *has; /* has[i]: line i is part of it */
	int n_lines;
	int first, last; /* the lines of the function that contains the expression; 0: it is in none */
	const char *const *names; /* that the expression depends on, not NUL-terminated */
	const size_t *lengths;    /* of the names */
	int n_names;
} Slice;

/* Of the expression text[begin, end). */
Slice slice_of(Arena *arena, const char *text, size_t size, size_t begin, size_t end);

/* Whether a line gives one of the names a value. */
bool slice_defines(Arena *arena, const Slice *slice, const char *line, size_t size);

#endif
