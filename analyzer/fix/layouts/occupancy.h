/* Occupancy: how many blocks an SM holds at once, by the limits of blocks, threads and shared memory; registers are not known. */
#ifndef SMEMLINT_FIX_LAYOUTS_OCCUPANCY_H
#define SMEMLINT_FIX_LAYOUTS_OCCUPANCY_H

#include "eval/facts/facts.h"

typedef struct Occupancy {
	int before, after; /* blocks per SM, in the present and in the other layout; 0: not known */
} Occupancy;

/* The bytes of static shared objects that the kernel accesses: nvcc removes the others. */
int64_t static_shared_bytes(const KernelFacts *kernel);
bool uses_object(const KernelFacts *kernel, const Var *object);
bool uses_instance(const KernelFacts *kernel, const Var *object); /* … or another instance of the template that declares it */

/* How many blocks of `threads` threads with `shared` bytes an SM holds; 0: `arch` (90: sm_90) is not known. */
int occupancy_blocks(int arch, int threads, int64_t shared);

/* The effect of another layout of `object` and its instances, for the kernel that loses most. */
struct Layout;
Occupancy occupancy_of(const KernelFacts *kernels, int n_kernels, const Var *object, int arch, const struct Layout *layout);

#endif
