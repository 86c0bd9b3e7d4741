/* Which headers findings are shown in: those of the project, unless something else is asked for.
 *
 * A project ends at the folder above the source that holds .git; where there is none, every header counts.  In system headers
 * nothing is looked for, so that there is nothing to leave out. */
#ifndef SMEMLINT_FILTER_HEADERS_H
#define SMEMLINT_FILTER_HEADERS_H

#include "filter/sieve.h"

typedef struct HeaderChoice {
	const char *pattern;      /* extended regular expression for whole paths from the root; NULL: the project's headers */
	const char *const *named; /* files that were asked for: shown whatever they are */
	int n_named;
} HeaderChoice;

/* Why the pattern cannot be used, or NULL. */
const char *headers_problem(Arena *arena, const HeaderChoice *choice);

/* Leaves out what stands in other headers. */
void headers_filter(Sieve *sieve, const HeaderChoice *choice);

#endif
