/* What changed since a revision, as git tells it. */
#ifndef SMEMLINT_SINCE_H
#define SMEMLINT_SINCE_H

#include "filter/patch.h"

/* The lines of the working tree that differ from a revision (what `git diff` takes); files that git does not know are new.
 * Located.  NULL: `why` says why not. */
Patch *since_patch(Arena *arena, const char *revision, const char **why);

/* A patch from a file, or from standard input ("-"), located from the repository's folder and the working folder.  NULL as
 * above. */
Patch *since_file(Arena *arena, const char *path, const char **why);

#endif
