/* --fix, --diff and --export-fixes. */
#ifndef SMEMLINT_EXAMINE_FIXING_H
#define SMEMLINT_EXAMINE_FIXING_H

#include "analysis/fixes.h"
#include "examine/outcome.h"
#include "report/fixes_yaml.h"
#include "options/options.h"

/* The fixes of all files of a run. */
typedef struct Fixing {
	Arena *arena;    /* NULL: no fix yet */
	YamlFixes yaml;  /* --export-fixes */
} Fixing;

struct Task;

bool fixing_requested(const Options *options); /* by one of these options */

/* Finds the fixes of the task's file, and applies, prints or exports them; `messages` and `out` list what was fixed, what was
 * not, and why.  Returns the analysis to report: with --fix that of the changed file.  If a file cannot be written, none is
 * changed, and the exit status is EXIT_USAGE. */
const Analysis *fixing_run(Arena *arena, const struct Task *task, const AnalyzeOptions *options, const Analysis *analysis, Outcome *out,
			   Buf *messages);

/* Fills in the fixes of the report's findings, which are in the order of analysis->diags: for each object the layout that --fix
 * applies; if it has none, the one that --unsafe-fixes applies. */
void fixing_show(Arena *arena, const Options *options, const AnalyzeOptions *run, const Analysis *analysis, FileReport *report);

/* Keeps what a file's outcome has for --export-fixes. */
void fixing_keep(Fixing *fixing, const YamlFixes *yaml);

/* Writes the file of --export-fixes; returns an ExitStatus. */
int fixing_export(Fixing *fixing, const Options *options);

#endif
