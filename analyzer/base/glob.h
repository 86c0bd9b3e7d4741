/* Glob patterns of names and of paths, and lists of patterns. */
#ifndef SMEMLINT_BASE_GLOB_H
#define SMEMLINT_BASE_GLOB_H

#include <stdbool.h>

#include "base/arena.h"

/* `*`: any characters; `?`: one. */
bool glob_name(const char *pattern, const char *name);

/* `*`: any characters but `/`; `?`: one of these; a doubled star: any characters, or with a following `/` also nothing;
 * `[a-z]`, `[!a-z]`: one of these, or none; a backslash escapes the next character. */
bool glob_path(const char *pattern, const char *path);

/* Whether a pattern of paths matches an absolute path or a folder that contains it. */
bool glob_covers(const char *pattern, const char *path);

/* The text with the special characters of a pattern of paths escaped. */
const char *glob_escape(Arena *arena, const char *text);

/* Whether the text has special characters of a pattern of names. */
bool glob_is_pattern(const char *text);

/* Whether a list "a,-b*,c" includes (1) or excludes (-1) a name, by the last pattern that matches; 0: none matches.  White
 * space around patterns is ignored. */
int glob_list(const char *list, const char *name);

/* The next pattern of such a list, without its white space; false after the last. */
typedef struct GlobItem {
	const char *s;  /* in the list, with its leading minus sign */
	int n;
} GlobItem;
bool glob_next(const char **at, GlobItem *item);

#endif
