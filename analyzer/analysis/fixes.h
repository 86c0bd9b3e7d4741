/* Fixes: layouts that were searched, written as edits of the sources and proven by analysing these again. */
#ifndef SMEMLINT_FIXES_H
#define SMEMLINT_FIXES_H

#include "analysis/analyze.h"
#include "fix/edit.h"
#include "fix/layout.h"

typedef enum FixSafety {
	FIX_SAFE,    /* every use of the object is an element that is read, written or updated */
	FIX_UNSAFE,  /* all accesses were followed to their new places, but something else may see the layout */
	FIX_ADVICE,  /* no edit */
} FixSafety;

typedef struct Fix {
	const char *rule;       /* of the diagnostic that it answers */
	const Var *object;
	Loc decl;               /* in the text as it was */
	const char *text;       /* "padding the rows of 'tile' to [32][33]" */
	const char *price;      /* "+128 bytes" */
	FixSafety safety;
	const char *why;        /* not FIX_SAFE: what stands in the way */
	Edits edits;            /* of the text as it was */
	bool applied;
	int64_t before, after;  /* wavefronts of the object's accesses */
} Fix;

/* A file that changes. */
typedef struct FixedFile {
	int file;
	const char *path;
	const char *old_text;
	size_t old_size;
	const char *new_text;
	size_t new_size;
} FixedFile;

typedef struct Fixes {
	VEC(Fix) at;            /* each object once */
	Edits edits;            /* of all that are applied */
	VEC(FixedFile) files;   /* the main file first, whether it changes or not; then headers that do */
	const Analysis *after;  /* of the new texts */
} Fixes;

typedef struct FixPolicy {
	FixSafety most;         /* the least safe that is applied */
	bool headers;           /* headers of the program are changed too */
	const bool *left_out;   /* of each diagnostic, whether it is not shown; NULL: all are.  An object of which there are such alone
				 * stays as it is */
} FixPolicy;

/* Fixes for all objects of the analysis, one after the other, each on top of those before.  `options` are those of
 * the analysis. */
void fixes_find(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, FixPolicy policy, Fixes *out);

/* One of the layouts that were found for a diagnostic's object, by its place in the advice: written and proven like any
 * other.  Nothing is applied.  The edits are of the text that was analysed. */
Fix fixes_try(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, const Diag *diag, int layout, FixPolicy policy);

#endif
