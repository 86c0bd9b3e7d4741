/* Fixes: layouts that are written as edits of the sources, and proven by analysing the changed text. */
#ifndef SMEMLINT_ANALYSIS_FIXES_H
#define SMEMLINT_ANALYSIS_FIXES_H

#include "analysis/analyze.h"
#include "fix/edit.h"
#include "fix/layouts/layout.h"

typedef enum FixSafety {
	FIX_SAFE,    /* every use of the object is a load, store or atomic of an element */
	FIX_UNSAFE,  /* all accesses were proven, but other code may depend on the layout */
	FIX_ADVICE,  /* no edit */
} FixSafety;

typedef struct Fix {
	const char *rule;       /* of the diagnostic that it fixes */
	const Var *object;      /* or a tensor of CuTe */
	const char *name;       /* "tile", "storage.tile" */
	const char *tile;       /* of a tensor: its layout, in words; else NULL */
	Loc decl;               /* in the original text */
	const Loc *with;        /* NULL; or the declaration, in the original text, of an object whose edits change this one, too */
	const char *text;       /* "padding the rows of 'tile' to [32][33]" */
	const char *price;      /* "+128 bytes" */
	FixSafety safety;
	const char *why;        /* the reason if not FIX_SAFE; else NULL */
	Edits edits;            /* of the original text */
	const struct JoinedEdits *joined; /* what becomes of those of an earlier fix that they overlap; NULL: they overlap none */
	bool applied;
	int64_t before, after;  /* wavefronts of the object's accesses … */
	int64_t left;           /* … of those after: conflicts */
	int64_t instructions;   /* that warps execute more for its addresses, at most */
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
	VEC(FixedFile) files;   /* the main file first, whether it changes or not; then others that do */
	const Analysis *before; /* of the original texts: the one that was given, or with more files that launch its kernels */
	const Analysis *after;  /* of the changed texts */
} Fixes;

typedef struct FixPolicy {
	FixSafety most;         /* the least safe fixes that are applied */
	bool headers;           /* headers of the program may be changed too */
	const bool *left_out;   /* by index of the diagnostic: it is not shown; NULL: all are shown.  Objects whose diagnostics are all
				 * not shown are not fixed */
	bool in_passing;        /* fixes are not what was asked for: none that takes a multiple of the file's time, as changed layouts of
				 * CuTe's tensors in large units do */
} FixPolicy;

/* Fixes for all objects of the analysis, one after the other, each in the text with those before it.  options: those of the
 * analysis. */
void fixes_find(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, FixPolicy policy, Fixes *out);

/* Whether the fix is for what the diagnostic of the original text is about. */
bool fix_is_for(Arena *arena, const Fix *fix, const Diag *diag);

/* What an editor offers for a diagnostic: the layouts of its object, or of its tensor of CuTe. */
const Var *fixes_object(const Diag *diag); /* NULL: nothing */
int fixes_layouts(const Diag *diag);
/* "padding the rows of 'tile' to [32][33] (+128 bytes, 64 wavefronts become 32)": a layout that is not proven yet. */
const char *fixes_words(Arena *arena, const Diag *diag, int layout);

/* Writes and proves one layout for a diagnostic's object; layout: its index, from 0.  Nothing is applied. */
Fix fixes_try(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, const Diag *diag, int layout, FixPolicy policy);

#endif
