/* --codegen: finds the code of each file before it is analysed, in what the build made or by compiling it. */
#ifndef SMEMLINT_EXAMINE_COMPILING_H
#define SMEMLINT_EXAMINE_COMPILING_H

#include "analysis/analyze.h"
#include "database/trust.h"
#include "examine/outcome.h"

/* Sets options->code.  If the file cannot be compiled, adds the reason to `messages`, or to out->once if it holds for every
 * file, and merges out->status.  codegen: the option's value: nvcc's path, what a
 * build made, "", "only" or "auto".  trust: of what the compile command names. */
void compiling_run(Arena *arena, const char *codegen, const Trust *trust, AnalyzeOptions *options, Outcome *out, Buf *messages);

/* The lines whose cost is another one in the PTX. */
void compiling_differences(const Analysis *analysis, Buf *messages);

#endif
