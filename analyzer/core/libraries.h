/* Which files are a library's and not the user's own.  What is found in them is reported at the user's line that leads there. */
#ifndef SMEMLINT_CORE_LIBRARIES_H
#define SMEMLINT_CORE_LIBRARIES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/folder.h"

/* All paths are absolute. */
typedef struct Libraries {
	const char *file;  /* the analysed source: the user's own in any case; NULL: nothing is a library's */
	const char *root;  /* the project's folder: what lies elsewhere is a library's; NULL: not known */
	Names folders;     /* that the compile command names by -isystem */
	Names patterns;    /* of paths (base/glob.h), `!` before one excludes; the last that matches decides before all else */
} Libraries;

/* path: as the compiler spells it. */
bool libraries_have(Arena *scratch, const Libraries *libraries, const char *path);

/* Whether a header is of the same project as a file: below its root, and not in the folder of another project in there (one
 * with a `.git`, or `_deps`) that the file is not in. */
bool libraries_same_project(Arena *scratch, const char *root, const char *file, const char *header);

#endif
