/* What files are expected to cost, before any is read by the parser: for dividing them. */
#ifndef SMEMLINT_PROJECT_EXPECTED_H
#define SMEMLINT_PROJECT_EXPECTED_H

#include "project/includer.h"

/* In bytes of text.  Any file: the headers of the compiler and of the toolkit, and a kernel.  One that begins with headers that are
 * precompiled: what is left of these, and a kernel.  Measured with scripts/bench-large.sh: of 2,000 sources that take .7 s each alone,
 * those with precompiled headers take .05 s. */
enum { BYTES_OF_ANY_FILE = 32768, BYTES_WITH_LEADING = 4096 };

/* For each file: all that depends on the files alone, on nothing that a machine has measured. */
const int64_t *expected_costs(Arena *arena, const Names *files, const IncludeProgram *program);

#endif
