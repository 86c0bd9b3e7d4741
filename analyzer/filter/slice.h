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
} Slice;

/* Of what stands in text[begin, end). */
Slice slice_of(Arena *arena, const char *text, size_t size, size_t begin, size_t end);

#endif
