/* `smemlint banks --expr`: prints the bank map of an expression to standard output.  A kernel that consists of this access
 * is generated in memory and analysed like any other. */
#ifndef SMEMLINT_CLI_WHAT_IF_H
#define SMEMLINT_CLI_WHAT_IF_H

#include "options/options.h"

/* Uses --expr, --decl, --op, --block, --warp, --arch, --color.  Returns the exit status. */
int what_if(const Options *options);

#endif
