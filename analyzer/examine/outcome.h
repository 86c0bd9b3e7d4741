/* What came of one file: all that the process needs which prints, and nothing that points into the analysis. */
#ifndef SMEMLINT_OUTCOME_H
#define SMEMLINT_OUTCOME_H

#include "core/input.h"
#include "core/report.h"
#include "options/status.h"
#include "report/stats.h"

/* A line of `smemlint facts`. */
typedef struct FactLine {
	uint64_t key;       /* of what stands in a file that others may share; 0: it does not (repeats.h) */
	const char *text;
} FactLine;

typedef struct Outcome {
	FileReport *report;     /* NULL: there was nothing to analyse */
	const char *no_kernel;  /* why the files that include it may have what it has not; NULL: it has a kernel */
	int status;             /* ExitStatus, but for findings */
	VEC(const char *) once; /* for standard error: what need be said only once of all files */
	const char *messages;   /* for standard error; may be NULL */
	const char *printed;    /* for standard output: --diff, --dump-ir; may be NULL */
	VEC(FactLine) facts;
	VEC(int) assumed;       /* numbers of --assume: some kernel has what they name */
	Inputs inputs;          /* all that was read, if it was asked for */
	Stats stats;
	const struct Analysis *analysis; /* only in the process that made it, as long as its arena */
} Outcome;

struct Archive;
/* Everything but `analysis`. */
void archive_outcome(struct Archive *archive, Outcome *outcome);
void archive_input(struct Archive *archive, Input *input);

#endif
