/* For the files that make fixes: of arrays (fixes.c) and of tensors of CuTe (fixes_tiles.c). */
#ifndef SMEMLINT_ANALYSIS_FIXES_IMPL_H
#define SMEMLINT_ANALYSIS_FIXES_IMPL_H

#include "analysis/fixes.h"
#include "fix/prove.h"
#include "fix/uses.h"

enum { MAX_FIXES = 64 };

typedef struct Fixer {
	Arena *arena;
	AnalyzeOptions options;
	FixPolicy policy;
	const Analysis *now;   /* of the texts with all fixes so far */
	const Diags *found;    /* of the original texts */
	Fixes *out;
	int tries;             /* changed texts that were analysed for tensors */
} Fixer;

/* Analyses the text with all earlier fixes and the edits. */
const Analysis *fixer_analyze(Fixer *fixer, const Edits *edits);
bool fixer_compiles_worse(const Analysis *new, const Analysis *old);
/* Sets the fix's edits, those of the original text; returns why it cannot be made, or NULL. */
const char *fixer_place(Fixer *fixer, const Edits *edits, Fix *fix);
/* Why the edits' files must not be changed; NULL: they may. */
const char *fixer_foreign_edit(const Fixer *fixer, const Edits *edits);
/* Some of the object's subscripts stay as they are where its rows get longer: they have no factor that is a row's length. */
bool fixer_leaves_subscripts(const Fixer *fixer, const Var *object, const Uses *uses, const Layout *layout);
/* Why a layout is not safe although it was proven and the object's uses allow it; NULL: it is. */
const char *fixer_obstacle(const Fixer *fixer, const Var *object, const Uses *uses, const Layout *layout);
/* Makes the fix, if the policy allows it; `after`: the analysis of the text that has it. */
void fixer_apply(Fixer *fixer, Fix *fix, const Analysis *after);

/* Writes and proves a choice for a tensor; *after: the analysis of the text that has it. */
Fix try_choice(Fixer *fixer, const struct TileAdvice *advice, int choice, const Analysis **after);
/* Fixes for all tensors of the diagnostics. */
void fix_tiles(Fixer *fixer);

#endif
