/* The manual page and the shells' completions, generated from the option table. */
#ifndef SMEMLINT_CLI_MANUAL_H
#define SMEMLINT_CLI_MANUAL_H

#include "base/buf.h"

void manual_page(Buf *out); /* for man(1), in man(7)'s macros */

typedef enum Shell { SHELL_BASH, SHELL_ZSH, SHELL_FISH, SHELL_COUNT } Shell; /* in the order of --completions */
void manual_completions(Buf *out, Shell shell);

#endif
