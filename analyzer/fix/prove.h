/* Whether a changed source does what its change promised. */
#ifndef SMEMLINT_FIX_PROVE_H
#define SMEMLINT_FIX_PROVE_H

#include "eval/facts/facts.h"
#include "fix/edit.h"
#include "fix/layout.h"

typedef struct Proof {
	const char *refuted;  /* why the change must not be made, or NULL */
	bool complete;        /* every access of the object was followed to its new place */
	int64_t before, after; /* wavefronts of the object's accesses, as far as they are counted */
} Proof;

/* The layout as the evaluator applies it to its digests: keep `layout` and `object` alive. */
typedef struct Moved {
	const Var *object;
	const Layout *layout;
	const Edits *edits;   /* that make the changed source, where its declaration may stand elsewhere */
} Moved;
Remap moved_remap(const Moved *moved);

/* `old`: the facts before, digested through moved_remap(); `new`: those of the changed source, digested as
 * they are. Every access of the object must have gone where the layout puts it, the object must cost less,
 * and nothing else may have changed for the worse. */
Proof prove(const KernelFacts *old, int n_old, const KernelFacts *new, int n_new, const Moved *moved);

#endif
