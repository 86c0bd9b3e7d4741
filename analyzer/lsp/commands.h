/* The command of code lenses. */
#ifndef SMEMLINT_LSP_COMMANDS_H
#define SMEMLINT_LSP_COMMANDS_H

/* Goes to a place: arguments [uri, range, text for clients that cannot]. */
#define COMMAND_SHOW "smemlint.showAccess"

#endif
