/* Which findings of all files are shown: what the configuration, comments, a baseline and a patch leave of them. */
#ifndef SMEMLINT_SIFTING_H
#define SMEMLINT_SIFTING_H

#include "analysis/analyze.h"
#include "project/configuring.h"
#include "core/report.h"
#include "filter/baseline.h"
#include "filter/headers.h"
#include "filter/nolint.h"
#include "filter/patch.h"
#include "project/project_root.h"
#include "report/stats.h"

/* A file, and where comments are to be added to it. */
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
	const char *baseline_before; /* the text that it was read from */
	ProjectRoots roots;
	const HeldTexts *held;     /* unsaved texts, or NULL */
} Sifting;

/* The arena is given, and outlives it.  NULL: what the command line names cannot be read, which was told. */
Sifting *sifting_new(Arena *arena, const Options *options, Configuring *configuring);

/* Which headers the command line wants. */
HeaderChoice sifting_headers(const Options *options);

/* What to say of a file that is not to be analysed at all; NULL: it is. */
const char *sifting_ignores(Sifting *sifting, Arena *arena, const char *file);

/* Leaves in the report of a file what is to be shown, as it is to be shown, and counts the rest.  db: the database of its
 * project, or NULL. */
void sifting_apply(Sifting *sifting, const CompDb *db, const char *file, FileReport *report, Stats *stats);

/* Of each diagnostic, whether headers, configuration, comments or a patch leave it out; a baseline is not looked at. */
const bool *sifting_left_out(Sifting *sifting, const CompDb *db, Arena *arena, const char *file, const Analysis *analysis);

/* Does what is done once all findings are known: the exit status for it. */
int sifting_finish(Sifting *sifting);

#endif
