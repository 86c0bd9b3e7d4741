/* --fix, --diff and --export-fixes: what becomes of a file whose fixes were asked for. */
#ifndef SMEMLINT_FIXING_H
#define SMEMLINT_FIXING_H

#include "driver.h"
#include "fixes.h"

/* Whether the command line asks for fixes at all. */
bool fixing_wanted(const Options *options);

/* Finds the fixes of the file at hand and does what was asked with them; says on standard error what was fixed, what
 * was not, and why.  Gives the analysis that is to be shown: with --fix that of the changed file.  A file that cannot
 * be written stays as it is, which is an error of the environment. */
const Analysis *fixing_run(Driver *driver, Arena *arena, const AnalyzeOptions *options, const Analysis *analysis);

/* Writes what --export-fixes has gathered from all files. */
void fixing_export(Driver *driver);

#endif
