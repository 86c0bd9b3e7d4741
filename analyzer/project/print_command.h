/* --print-command: the clang command of a file. */
#ifndef SMEMLINT_PROJECT_PRINT_COMMAND_H
#define SMEMLINT_PROJECT_PRINT_COMMAND_H

#include "analysis/analyze.h"

/* Shell comments, then the command, quoted for a shell.  origin: where the flags come from. */
const char *print_command(Arena *arena, const AnalyzeOptions *file, const char *origin);

#endif
