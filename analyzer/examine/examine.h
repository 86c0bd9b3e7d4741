/* One file, from its name to its outcome.  Nothing is printed and nothing outside the arena changes, but for files that
 * --fix rewrites: it may run in a process of its own. */
#ifndef SMEMLINT_EXAMINE_H
#define SMEMLINT_EXAMINE_H

#include "analysis/analyze.h"
#include "examine/fixing.h"
#include "examine/outcome.h"
#include "examine/sifting.h"

typedef struct Task {
	const Options *options;
	AnalyzeOptions analyze;
	const Inputs *prefix_inputs; /* what was read for analyze.prefix, or NULL */
	bool is_named;       /* on the command line: what was asked to be fixed is fixed in it */
	Sifting *sifting;    /* what is left out is not fixed; NULL: nothing is */
	const CompDb *db;    /* of the file, for it; or NULL */
	Fixing *fixing;      /* what is gathered from all files: only tasks that are examined in this process change it */
} Task;

/* Checks the file before it is given to anything that takes time.  False: there is nothing to examine, and the outcome
 * says why. */
bool examine_first(Arena *arena, const Task *task, Outcome *out);

void examine(Arena *arena, const Task *task, Outcome *out);

#endif
