/* The rest of a file's program: other translation units that call its functions and launch its kernels.
 *
 * If a launch depends on parameters of a function that nothing in the file calls, or a kernel has no launch, files
 * that may contain the calls are searched: those in the options, and those in the file's own folder (callers.h).
 * They are parsed for their host code only, whether they compile or not, and linked; then launches are found in the whole. */
#ifndef SMEMLINT_ANALYSIS_PROGRAM_H
#define SMEMLINT_ANALYSIS_PROGRAM_H

#include "analysis/analyze.h"
#include "eval/host/launches.h"

enum {
	MAX_LINKED = 6,
	MAX_LAUNCHING = 16, /* with those that may launch its kernels: AnalyzeOptions.links_launches */
	MAX_LINK_ROUNDS = 3,
	HEAVY_FUNCS = 12000, /* functions of a unit for which no callers are read */
};

/* Replaces result->unit by the unit linked with its callers, and the launches by those of the whole, if that makes facts better
 * known; else changes nothing. */
void program_link(Arena *arena, const AnalyzeOptions *options, Analysis *result, LaunchShapes *launches, HostRuns *runs);

/* The options with another file of the program in place of the analysed one: its command is that in the options, else the same. */
AnalyzeOptions program_caller(const AnalyzeOptions *options, const char *path, bool is_bundled);

#endif
