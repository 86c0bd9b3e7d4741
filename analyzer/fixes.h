/* Fixes: layouts that were searched, written as edits of the main file and proven by analysing it again. */
#ifndef SMEMLINT_FIXES_H
#define SMEMLINT_FIXES_H

#include "analyze.h"
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

typedef struct Fixes {
	VEC(Fix) at;            /* each object once */
	Edits edits;            /* of all that are applied */
	const char *old_text;
	size_t old_size;
	const char *new_text;   /* equal to the old one where nothing is applied */
	size_t new_size;
	const Analysis *after;  /* of the new text */
} Fixes;

/* Fixes for all objects of the analysis' main file, one after the other, each on top of those before; `most`
 * is the least safe that is applied.  `options` are those of the analysis. */
void fixes_find(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, FixSafety most, Fixes *out);

#endif
