/* libclang's translation units: parsed, parsed again after insertions, and kept for the next analysis of the file. */
#ifndef SMEMLINT_FRONTEND_TRANSLATION_H
#define SMEMLINT_FRONTEND_TRANSLATION_H

#include "database/command.h"
#include "frontend/frontend.h"
#include "frontend/missing.h"
#include "lower/lower.h"

typedef struct Source {
	const ParseOptions *options;
	const Command *command;
	const PreludeFile *prelude; /* the command's files, or the result of prelude_trim() */
	int n_prelude;
	const char *text;
	size_t size;
	Missing *missing;           /* the kept unit's, so that its headers stay precompiled, or the caller's */
	const char *prefix;         /* precompiled headers to begin with, or NULL */
	CXIndex index;              /* the unit's */
	struct KeptUnit *kept;      /* its entry in the cache; NULL: there is no cache */
} Source;

/* The first parse of a file, into the cache's unit if the options have a cache.  Without a cache, it is parsed with the trimmed
 * prelude and, if that gives errors, with all of it.  NULL: libclang failed. */
CXTranslationUnit translation_parse_first(Lower *lo, Source *source);

/* The unit that was saved of the file and its command, if there is one and its files are unchanged; else NULL. */
CXTranslationUnit saved_load(Lower *lo, Source *source, Inputs *inputs);

/* Saves lo->tu, which has no errors, for saved_load(). */
bool saved_write(Lower *lo, const Source *source);

/* The program's own headers that were read for it. */
void saved_headers(Arena *arena, CXTranslationUnit tu, Names *out);
/* Before any of these gets a place in the set of sources: however they are included, or precompiled, what is said of them is in one
 * order. */
void saved_order(Lower *lo, const Source *source);

/* Parses the file with the current held texts and insertions; disposes of lo->tu. */
CXTranslationUnit translation_parse(Lower *lo, Source *source);

/* Appends all files that were read for it, except bundled ones and those of the name `except`, if that is not NULL. */
void translation_inputs(Arena *arena, CXTranslationUnit tu, Inputs *out, const char *except);

bool translation_failed(CXTranslationUnit tu, enum CXDiagnosticSeverity least); /* it has an error as severe as this */

/* Appends the user's files of lo->tu, the main file first. */
void translation_files(Lower *lo, Source *source, FileList *out);

/* Disposes of lo->tu, unless the cache keeps it. */
void translation_end(Lower *lo, Source *source);

#endif
