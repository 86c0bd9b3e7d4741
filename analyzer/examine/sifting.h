/* Decides which findings are shown: by headers, configuration, NOLINT comments, a patch and a baseline. */
#ifndef SMEMLINT_EXAMINE_SIFTING_H
#define SMEMLINT_EXAMINE_SIFTING_H

#include "analysis/analyze.h"
#include "project/configuring.h"
#include "core/report.h"
#include "filter/baseline.h"
#include "filter/headers.h"
#include "filter/nolint.h"
#include "filter/patch.h"
#include "project/project_root.h"
#include "report/stats.h"

/* A file, and the lines to add NOLINT comments to. */
typedef struct NolintFile {
	const char *path;
	NolintWishes wishes;
} NolintFile;

typedef struct Sifting {
	Arena *arena;
	const Options *options;
	Configuring *configuring;
	VEC(NolintFile) to_change; /* --add-nolint */
	const Patch *patch;        /* --patch, --since; or NULL */
	Baseline *baseline;        /* --baseline, --write-baseline; or NULL */
	const char *baseline_before; /* its file's content when it was read */
	ProjectRoots roots;
	const HeldTexts *held;     /* unsaved texts, or NULL */
} Sifting;

/* In `arena`.  NULL, with a message: the patch or the baseline cannot be read. */
Sifting *sifting_new(Arena *arena, const Options *options, Configuring *configuring);

/* The headers selected by the command line. */
HeaderChoice sifting_headers(const Options *options);

/* The message for a file that the configuration ignores; NULL: it is analysed. */
const char *sifting_ignores(Sifting *sifting, Arena *arena, const char *file);

/* Removes the findings that are not shown from the report, counts them by reason, and sets the severity of the others.  db: the
 * file's database, or NULL. */
void sifting_apply(Sifting *sifting, const CompDb *db, const char *file, FileReport *report, Stats *stats);

/* For each diagnostic whether it is not shown, disregarding a baseline. */
const bool *sifting_left_out(Sifting *sifting, const CompDb *db, Arena *arena, const char *file, const Analysis *analysis);

/* Adds the comments of --add-nolint and writes the baseline; returns an ExitStatus. */
int sifting_finish(Sifting *sifting);

#endif
