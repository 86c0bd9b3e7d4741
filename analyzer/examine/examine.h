/* Analyses one file.  Prints nothing and changes nothing outside the arena except files that --fix rewrites, so that it may
 * run in a separate process. */
#ifndef SMEMLINT_EXAMINE_EXAMINE_H
#define SMEMLINT_EXAMINE_EXAMINE_H

#include "analysis/analyze.h"
#include "core/leading.h"
#include "database/trust.h"
#include "examine/fixing.h"
#include "examine/outcome.h"
#include "examine/sifting.h"

typedef struct Task {
	const Options *options;
	AnalyzeOptions analyze;
	const Leading *leading; /* to precompile for it and for others; NULL: nothing */
	bool is_named;       /* on the command line: only then it is fixed */
	Sifting *sifting;    /* suppressed findings are not fixed; NULL: all are */
	const CompDb *db;    /* the file's database, for `sifting`; or NULL */
	Trust trust;         /* in the compile command, for --codegen */
} Task;

/* Checks quickly that the file is a source.  False: there is nothing to analyse, and the outcome has the message. */
bool examine_check(Arena *arena, const Task *task, Outcome *out);

void examine(Arena *arena, const Task *task, Outcome *out);

#endif
