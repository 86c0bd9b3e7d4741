/* Folders that are elsewhere on another machine.  In text that is to be the same everywhere, a sign stands for each. */
#ifndef SMEMLINT_BASE_ROOTS_H
#define SMEMLINT_BASE_ROOTS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"

enum { MAX_ROOTS = 2 };

/* Absolute paths, without a slash at the end; NULL, or "/": there is none at this place. */
typedef struct Roots {
	const char *at[MAX_ROOTS];
} Roots;

/* Appends the text with a sign for each root that a path in it begins with.  False: the text has signs of its own. */
bool roots_hide(const Roots *roots, const char *text, Buf *out);

/* The text with these roots in place of the signs, in `arena`; NULL: there is no such root. */
const char *roots_show(const Roots *roots, Arena *arena, const char *text, size_t n);

#endif
