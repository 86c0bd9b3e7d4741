/* How NVVM merges stores of less than 4 bytes, where the object's declaration shows its alignment (observed in nvcc 13.0's PTX:
 * docs/developers/compiler.md). */
#ifndef SMEMLINT_EVAL_NVCC_MERGE_SMALL_H
#define SMEMLINT_EVAL_NVCC_MERGE_SMALL_H

#include "eval/nvcc/merge_plan.h"

/* Only of integers that are loaded from elsewhere as they are: among others there may be inline assembly, as conversions to half and
 * its arithmetic are, and NVVM merges nothing across that. */
bool stores_plainly(const Expr *site);

static inline bool merges_small(const Held *h)
{
	return h->access.op == BANK_ST && h->access.bytes < 4 && 1 << h->access.known_align.declared >= 2 * h->access.bytes &&
	       stores_plainly(h->access.site);
}

/* The request that element e is part of, if the elements `mask` of a window are stored to, which is as wide as the declaration and
 * the address show.  follows: the stores before the window are adjacent to its first one, and begin elsewhere than at a window.
 * False: how such stores are merged is not known. */
bool plan_small(int bytes, int window, unsigned mask, int e, bool follows, Plan *out);

#endif
