/* The toolkit's headers, precompiled for the fixtures of one test, as a second run of the program has them. */
#ifndef SMEMLINT_TESTS_PREFIX_H
#define SMEMLINT_TESTS_PREFIX_H

#include "analysis/analyze.h"

/* The path for AnalyzeOptions.prefix; NULL: there is no toolkit for these flags, or something is included before the source.
 * Built for each compile command's first fixture. */
const char *prefix_for(Arena *arena, const AnalyzeOptions *options);

/* Removes what was built. */
void prefix_end(void);

#endif
