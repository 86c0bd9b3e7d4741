/* The linear swizzle of an object's columns that makes conflicts of its accesses rarest. */
#ifndef SMEMLINT_FIX_LAYOUTS_LINEAR_MIX_H
#define SMEMLINT_FIX_LAYOUTS_LINEAR_MIX_H

#include "fix/layouts/advice.h"

/* Fills in layout->mix for the grid's rows and chunks of layout->chunk elements: with the fewest pairs of lanes on one bank,
 * over all samples.  If each sample's lanes access a subspace (linear.h), no mix costs less.
 * False: rows or chunks are not powers of two, all accesses are in one row, or the object is too large. */
bool linear_mix(Arena *arena, const Samples *samples, const Grid *grid, Layout *layout);

#endif
