/* `smemlint banks --layout`: prints what it costs to copy a tile in one of CuTe's layouts, and searches for better ones. */
#ifndef SMEMLINT_CLI_WHAT_IF_LAYOUT_H
#define SMEMLINT_CLI_WHAT_IF_LAYOUT_H

#include "options/options.h"

/* Uses --layout, --type, --copy, --threads, --values, --search, --arch, --color, --ascii.  Returns the exit status. */
int what_if_layout(const Options *options);

#endif
