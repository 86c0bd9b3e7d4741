/* --print-command: what clang is told of a file. */
#ifndef SMEMLINT_PRINT_COMMAND_H
#define SMEMLINT_PRINT_COMMAND_H

#include "analysis/analyze.h"

/* Comments of a shell and a line that it could read.  `origin`: where the flags come from. */
const char *print_command(Arena *arena, const AnalyzeOptions *file, const char *origin);

#endif
