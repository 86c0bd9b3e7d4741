/* Patterns with stars: of names, of paths, and lists of them. */
#ifndef SMEMLINT_BASE_GLOB_H
#define SMEMLINT_BASE_GLOB_H

#include <stdbool.h>

#include "base/arena.h"

/* `*`: any characters; `?`: one. */
bool glob_name(const char *pattern, const char *name);

/* `*`: any characters but `/`; `?`: one of these; a doubled star: any at all, and with a `/` behind it also nothing;
 * `[a-z]`, `[!a-z]`: one of, none of; a backslash takes what follows as it is. */
bool glob_path(const char *pattern, const char *path);

/* The text with a backslash before what means something in a pattern of paths. */
const char *glob_escape(Arena *arena, const char *text);

/* Whether there is anything in a name that means something in a pattern of names. */
bool glob_is_pattern(const char *text);

/* What a list "a,-b*,c" does to a name, the last pattern that matches deciding: 1 it takes it in, -1 it leaves it out,
 * 0 it says nothing of it.  White space around patterns is of no meaning. */
int glob_list(const char *list, const char *name);

/* The next pattern of such a list, without its white space; false after the last. */
typedef struct GlobItem {
	const char *s;  /* of the text as it is: with a leading minus sign */
	int n;
} GlobItem;
bool glob_next(const char **at, GlobItem *item);

#endif
