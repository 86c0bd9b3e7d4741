/* Swizzles as linear algebra over bits.
 *
 * A swizzle that is linear over the bits of an index puts two indices into one bank exactly if their XOR is in the
 * kernel (in the sense of algebra) of the map from index to bank, a subspace of all indices.  A warp whose lanes access
 * the indices of a subspace V (or of V ^ c) takes 2^dim(V ∩ kernel) wavefronts: one, and one more for each vector but 0
 * that is in both.  The cost of all accesses is therefore a sum of weights over the kernel's vectors, and the best
 * swizzle is the subspace of the kernel's dimension with the least sum: if all accesses can be made conflict-free, a
 * complement of each of their subspaces. */
#ifndef SMEMLINT_FIX_LAYOUTS_LINEAR_H
#define SMEMLINT_FIX_LAYOUTS_LINEAR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { LINEAR_BITS = 12, LINEAR_MOST = 1 << 20 /* weights */ };
#define LINEAR_NEVER ((int64_t)1 << 40) /* more than the sum of all other weights; sums of it do not overflow */

typedef struct Subspace {
	int dims;
	uint32_t basis[LINEAR_BITS];
	int64_t weight;  /* of all its vectors but 0 */
	bool is_best;    /* no subspace weighs less; false: the search was cut short */
} Subspace;

/* The subspace of F2^n with `dims` dimensions that weighs least and has no vector of weight LINEAR_NEVER.
 * weight[v]: of vector v, 0 <= v < 1 << n, 0 <= weight <= LINEAR_MOST; that of 0 does not count.
 * 1 <= dims < n <= LINEAR_BITS.  False: there is none, or none was found in time. */
bool linear_lightest(Arena *arena, const int64_t *weight, int n, int dims, Subspace *out);

#endif
