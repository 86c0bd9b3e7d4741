/* Which linear swizzle of an object's columns its accesses ask for. */
#ifndef SMEMLINT_FIX_LINEAR_MIX_H
#define SMEMLINT_FIX_LINEAR_MIX_H

#include "fix/advice.h"

/* Fills layout->mix for the grid's rows, whose chunks (layout->chunk elements) stay together: what makes pairs of lanes
 * in one bank rarest, counted over all samples.  Where each sample's lanes fill a subspace (linear.h) no mix costs less.
 * False: rows and chunks are no powers of two, there are no rows to tell apart, or the object is too large. */
bool linear_mix(Arena *arena, const Samples *samples, const Grid *grid, Layout *layout);

#endif
