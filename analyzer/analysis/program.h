/* The rest of a file's program: other translation units that call its functions and launch its kernels.
 *
 * Where launches of a file hang on parameters of a function that nothing in it calls, or a kernel has no launch, files
 * that may hold the calls are read: those given with the options, and those in the file's own folder (callers.h).
 * They are parsed for their host code alone, errors and all, linked, and the host code is run from there. */
#ifndef SMEMLINT_PROGRAM_H
#define SMEMLINT_PROGRAM_H

#include "analysis/analyze.h"
#include "eval/host/launches.h"

enum { MAX_LINKED = 6, MAX_LINK_ROUNDS = 3 };

/* Replaces result->unit by what it is with the files that call it, and its launches; does nothing where that is of no use. */
void program_link(Arena *arena, const AnalyzeOptions *options, Analysis *result, LaunchShapes *launches, HostRuns *runs);

#endif
