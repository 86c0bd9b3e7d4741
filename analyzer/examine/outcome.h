/* The result of one file.  Except for `analysis` it has no pointers into the analysis, and can cross a process boundary. */
#ifndef SMEMLINT_EXAMINE_OUTCOME_H
#define SMEMLINT_EXAMINE_OUTCOME_H

#include "analysis/analyze.h"
#include "core/input.h"
#include "core/report.h"
#include "options/status.h"
#include "report/fixes_yaml.h"
#include "report/stats.h"

/* A line of `smemlint facts`. */
typedef struct FactLine {
	uint64_t key;       /* repeats_key() */
	const char *text;
} FactLine;

typedef struct Outcome {
	FileReport *report;     /* NULL: there was nothing to analyse */
	const char *not_alone;  /* message: why it is analysed through its includers, if there are any; NULL: it stands alone */
	int status;             /* ExitStatus, without that of findings */
	VEC(const char *) once; /* for standard error: messages that hold for all files */
	const char *messages;   /* for standard error; may be NULL */
	const char *printed;    /* for standard output: --diff, --dump-ir; may be NULL */
	VEC(FactLine) facts;
	YamlFixes yaml;         /* --export-fixes */
	VEC(int) assumed;       /* indices of --assume that apply to a kernel */
	ParsedCallers callers;
	Inputs inputs;          /* all files read, if requested */
	Stats stats;
	const struct Analysis *analysis; /* only in the process that analysed it; in the arena; NULL: it was not analysed to its end */
} Outcome;

/* The outcome of a file that was not analysed to its end: its report has a problem that says so. */
Outcome outcome_lost(Arena *arena, const char *file, const char *why);

struct Archive;
/* All members except `analysis`. */
void archive_outcome(struct Archive *archive, Outcome *outcome);
void archive_input(struct Archive *archive, Input *input);

#endif
