/* The commands: one function for each row of commands.def.
 *
 * Each gets the parsed command line, writes its result to standard output and its messages to
 * standard error, and returns the exit status. */
#ifndef SMEMLINT_CLI_COMMANDS_H
#define SMEMLINT_CLI_COMMANDS_H

#include "options/options.h"
#include "options/status.h"

#define COMMAND(id, name, function, usage, brief, summary, status) int function(const Options *options);
#include "options/commands.def"
#undef COMMAND

/* Whether the argument is FILE:LINE, and no file of that name: what `map` draws. */
bool map_is_line(const char *argument);

#endif
