/* Fixes: layouts that are written as edits of the sources, and proven by analysing the changed text. */
#ifndef SMEMLINT_ANALYSIS_FIXES_H
#define SMEMLINT_ANALYSIS_FIXES_H

#include "analysis/analyze.h"
#include "fix/edit.h"
#include "fix/layout.h"

typedef enum FixSafety {
	FIX_SAFE,    /* every use of the object is a load, store or atomic of an element */
	FIX_UNSAFE,  /* all accesses were proven, but other code may depend on the layout */
	FIX_ADVICE,  /* no edit */
} FixSafety;

typedef struct Fix {
	const char *rule;       /* of the diagnostic that it fixes */
	const Var *object;
	Loc decl;               /* in the original text */
	const char *text;       /* "padding the rows of 'tile' to [32][33]" */
	const char *price;      /* "+128 bytes" */
	FixSafety safety;
	const char *why;        /* the reason if not FIX_SAFE; else NULL */
	Edits edits;            /* of the original text */
	bool applied;
	int64_t before, after;  /* wavefronts of the object's accesses */
} Fix;

/* A file with its edits applied. */
typedef struct FixedFile {
	int file;
	const char *path;
	const char *old_text;
	size_t old_size;
	const char *new_text;
	size_t new_size;
} FixedFile;

typedef struct Fixes {
	VEC(Fix) at;            /* one for each object */
	Edits edits;            /* of all applied fixes */
	VEC(FixedFile) files;   /* the main file first, whether it changes or not; then headers that do */
	const Analysis *after;  /* of the changed texts */
} Fixes;

typedef struct FixPolicy {
	FixSafety most;         /* the least safe fixes that are applied */
	bool headers;           /* headers of the program may be changed too */
	const bool *left_out;   /* by index of the diagnostic: it is not shown; NULL: all are shown.  Objects whose diagnostics are all
				 * not shown are not fixed */
} FixPolicy;

/* Fixes for all objects of the analysis, one after the other, each in the text with those before it.  options: those of the
 * analysis. */
void fixes_find(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, FixPolicy policy, Fixes *out);

/* Writes and proves one layout for a diagnostic's object; layout: its index in the advice.  Nothing is applied. */
Fix fixes_try(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, const Diag *diag, int layout, FixPolicy policy);

#endif
