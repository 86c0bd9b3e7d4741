/* "What would this expression cost?": a kernel that does nothing but the access in question is written in memory,
 * goes through analyze() like any other, and its bank map is printed on standard output. */
#ifndef SMEMLINT_WHAT_IF_H
#define SMEMLINT_WHAT_IF_H

#include "options/options.h"

/* Uses --expr, --decl, --op, --block, --warp, --arch, --color.  The exit status. */
int what_if(const Options *options);

#endif
