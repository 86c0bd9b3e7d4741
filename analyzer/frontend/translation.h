/* libclang's translation units: parsed, parsed again with changed texts, and kept for the next analysis of the file. */
#ifndef SMEMLINT_FRONTEND_TRANSLATION_H
#define SMEMLINT_FRONTEND_TRANSLATION_H

#include "database/command.h"
#include "frontend/frontend.h"
#include "lower/lower.h"

typedef struct Source {
	const ParseOptions *options;
	const Command *command;
	const PreludeFile *prelude; /* the command's, or what the program needs of them */
	int n_prelude;
	const char *text;
	size_t size;
	const char *prefix;         /* precompiled headers to begin with, or NULL */
	CXIndex index;              /* the unit's */
	struct KeptUnit *kept;      /* where the cache has it; NULL: there is none */
} Source;

/* The first parse of a file, by a kept unit where the options' cache has one.  With what the program seems to need of
 * the prelude; with all of it unless that goes without errors, and where the unit is to be kept.  NULL: libclang failed. */
CXTranslationUnit translation_parse_first(Lower *lo, Source *source);

/* The file again, with what is held and edited now: in place of lo->tu, which is gone. */
CXTranslationUnit translation_parse(Lower *lo, Source *source);

/* All files that were read for it, but the bundled ones. */
void translation_inputs(Arena *arena, CXTranslationUnit tu, Inputs *out);

bool translation_failed(CXTranslationUnit tu, enum CXDiagnosticSeverity least); /* it has an error as severe as this */

/* The user's files that lo->tu was made of, the main file first. */
void translation_files(Lower *lo, Source *source, FileList *out);

/* Gives lo->tu back, or keeps it. */
void translation_end(Lower *lo, Source *source);

#endif
