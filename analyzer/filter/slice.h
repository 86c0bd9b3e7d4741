/* Which lines of a text an expression hangs on: where the names in it get their values, those in these, and so on.
 *
 * Read off the text alone, so it may name lines too many: an assignment to, or a declaration or macro of, a name of the
 * expression counts within the same function, and outside of any. */
#ifndef SMEMLINT_FILTER_SLICE_H
#define SMEMLINT_FILTER_SLICE_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Slice {
	const bool *has; /* of line i: has[i] */
	int n_lines;
	int first, last; /* the lines of the function that the expression stands in; 0: it is in none */
	const char *const *names; /* that it hangs on, not NUL-terminated … */
	const size_t *lengths;    /* … and how long they are */
	int n_names;
} Slice;

/* Of what stands in text[begin, end). */
Slice slice_of(Arena *arena, const char *text, size_t size, size_t begin, size_t end);

/* Whether a line that is no longer there gave one of the names a value. */
bool slice_defines(Arena *arena, const Slice *slice, const char *line, size_t size);

#endif
