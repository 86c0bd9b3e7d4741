/* --codegen: the compiler's word on each file, before it is analysed. */
#ifndef SMEMLINT_COMPILING_H
#define SMEMLINT_COMPILING_H

#include "analysis/analyze.h"
#include "examine/outcome.h"

/* Sets options->code where --codegen asks for it and the file can be compiled; else `messages`, or `out->once` where it is so
 * for every file, has why not, and `out->status` the exit status that this is. */
void compiling_run(Arena *arena, const char *codegen, AnalyzeOptions *options, Outcome *out, Buf *messages);

#endif
