/* --fix, --diff and --export-fixes: what becomes of a file whose fixes were asked for. */
#ifndef SMEMLINT_FIXING_H
#define SMEMLINT_FIXING_H

#include "analysis/fixes.h"
#include "examine/outcome.h"
#include "report/fixes_yaml.h"
#include "options/options.h"

/* What is gathered from all files of a run. */
typedef struct Fixing {
	Arena *arena;    /* NULL until there is something */
	YamlFixes yaml;  /* --export-fixes */
} Fixing;

struct Task;

/* Whether the command line asks for fixes at all. */
bool fixing_wanted(const Options *options);

/* Finds the fixes of the task's file and does what was asked with them; `messages` and `out` have what was fixed, what was not,
 * and why.  Gives the analysis that is to be shown: with --fix that of the changed file.  A file that cannot
 * be written stays as it is, which is an error of the environment. */
const Analysis *fixing_run(Arena *arena, const struct Task *task, const AnalyzeOptions *options, const Analysis *analysis, Outcome *out,
			   Buf *messages);

/* Fills in the fixes of the report's findings, which are those of the analysis in the same order: for each object the layout
 * that --fix would write, and where that is not safe, the one that --unsafe-fixes would. */
void fixing_show(Arena *arena, const Options *options, const AnalyzeOptions *run, const Analysis *analysis, FileReport *report);

/* Writes what --export-fixes has gathered from all files; the exit status that comes of it. */
int fixing_export(Fixing *fixing, const Options *options);

#endif
