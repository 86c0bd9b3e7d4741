/* Leaves out findings in headers that do not belong to the project.
 *
 * The project's headers are below its root; if the root is unknown, all headers are the project's.  Below the root, a folder
 * with .git is another project (a submodule), and so is what CMake fetches into `_deps`, unless the source is there, too.
 * System headers are not analysed. */
#ifndef SMEMLINT_FILTER_HEADERS_H
#define SMEMLINT_FILTER_HEADERS_H

#include "filter/sieve.h"

typedef struct HeaderChoice {
	const char *pattern;      /* extended regular expression for absolute paths; NULL: the project's headers */
	const char *const *named; /* files on the command line, whose findings are always shown */
	int n_named;
	const char *root;         /* of the source's project, or NULL */
} HeaderChoice;

/* NULL, or the error in the pattern. */
const char *headers_problem(Arena *arena, const HeaderChoice *choice);

void headers_filter(Sieve *sieve, const HeaderChoice *choice);

#endif
