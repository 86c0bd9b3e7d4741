/* What a run says on standard error. */
#ifndef SMEMLINT_DRIVER_MESSAGES_H
#define SMEMLINT_DRIVER_MESSAGES_H

#include "options/options.h"

/* Lines of messages; --quiet drops notes only. */
void messages_print(const Options *options, const char *lines);

#endif
