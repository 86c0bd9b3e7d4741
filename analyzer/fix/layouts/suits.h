/* Whether an access can be made in another layout, and what it costs there. */
#ifndef SMEMLINT_FIX_LAYOUTS_SUITS_H
#define SMEMLINT_FIX_LAYOUTS_SUITS_H

#include "fix/layouts/advice.h"

/* Prices an access of the sample in the layout.  False: it does not fit, or would be several requests. */
bool suits(const Grid *grid, const Layout *layout, const Sample *sample, BankCost *cost);
/* What the sample costs in the layout if nvcc merges it, for each of its requests, in the units of Layout.merged; false: it could not
 * merge it any more. */
bool keeps_merged(const Grid *grid, const Layout *layout, const Sample *sample, const BankCost *cost, int64_t *wavefronts);
/* Whether lanes that are unknown multiples of `step` bytes apart, a multiple of a row of banks, are so in the layout, too. */
bool keeps_banks(const Grid *grid, const Layout *layout, int64_t step);

#endif
