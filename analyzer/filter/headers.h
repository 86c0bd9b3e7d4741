/* Which headers findings are shown in: those of the project, unless something else is asked for.
 *
 * Those of the project lie below its root; where nothing says where that is, every header counts.  Below the root, a folder
 * that holds .git is another project (a submodule), and so is what CMake fetches into `_deps`, unless the source lies there
 * too.  In system headers nothing is looked for, so that there is nothing to leave out. */
#ifndef SMEMLINT_FILTER_HEADERS_H
#define SMEMLINT_FILTER_HEADERS_H

#include "filter/sieve.h"

typedef struct HeaderChoice {
	const char *pattern;      /* extended regular expression for whole paths from the root; NULL: the project's headers */
	const char *const *named; /* files that were asked for: shown whatever they are */
	int n_named;
	const char *root;         /* of the source's project, or NULL */
} HeaderChoice;

/* Why the pattern cannot be used, or NULL. */
const char *headers_problem(Arena *arena, const HeaderChoice *choice);

/* Leaves out what stands in other headers. */
void headers_filter(Sieve *sieve, const HeaderChoice *choice);

#endif
