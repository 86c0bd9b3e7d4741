/* What changed since a revision, by git. */
#ifndef SMEMLINT_FILTER_SINCE_H
#define SMEMLINT_FILTER_SINCE_H

#include "filter/patch.h"

/* The lines of the working tree that differ from a revision (any that `git diff` accepts); untracked files are new.  The files
 * are located.  NULL: `why` is the error. */
Patch *since_patch(Arena *arena, const char *revision, const char **why);

/* A patch from a file, or from standard input ("-"), located in the repository's folder or the working folder.  NULL as
 * above. */
Patch *since_file(Arena *arena, const char *path, const char **why);

#endif
