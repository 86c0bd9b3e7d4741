/* Proves that a changed source differs from the old one only by an object's layout, and costs less. */
#ifndef SMEMLINT_FIX_PROVE_H
#define SMEMLINT_FIX_PROVE_H

#include "eval/facts/facts.h"
#include "fix/edit.h"
#include "fix/layouts/layout.h"
#include "fix/tile_moves.h"

typedef struct Proof {
	const char *refuted;  /* why the change must not be made; NULL: it is proven */
	bool complete;        /* the digests cover every access of the object */
	int64_t before, after; /* wavefronts of the object's accesses, as far as they are counted */
	int64_t left;         /* of those after: conflicts */
	int settled, open;    /* of exchanged dimensions: accesses whose cost is not known before, and is after; is not known after */
} Proof;

/* The layout, for digests of the old source (Remap); what it points to must outlive the evaluation. */
typedef struct Moved {
	const Var *const *objects;
	int n_objects;
	const Layout *layout;
	const Edits *edits;   /* from the old source to the changed one, where declarations may be at other offsets */
	const TileMoves *tiles; /* not NULL: instead, where elements of tensors go in one kernel */
} Moved;
Remap moved_remap(const Moved *moved);

/* `old`: the facts of the old source, digested through moved_remap(); `new`: those of the changed source, digested as they
 * are.  Every access of the object must be where the layout puts it, the object must cost less, in no launch may it cost more
 * or be accessed by more requests, and no other object may be accessed elsewhere or cost more. */
/* One kernel alone, whose costs are added to the proof's. */
void prove_kernel(Arena *arena, Proof *proof, const KernelFacts *old, const KernelFacts *new, const Moved *moved);

Proof prove(Arena *arena, const KernelFacts *old, int n_old, const KernelFacts *new, int n_new, const Moved *moved);

#endif
