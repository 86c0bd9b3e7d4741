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

/* The bytes that the objects, and their instances, take more in a kernel in another layout. */
struct Layout;
int64_t occupancy_extra(const KernelFacts *kernel, const Var *const *objects, int n_objects, const struct Layout *layout);

/* The effect of another layout of all the objects and their instances, for the kernel that loses most. */
Occupancy occupancy_of(const KernelFacts *kernels, int n_kernels, const Var *const *objects, int n_objects, int arch,
		       const struct Layout *layout);

#endif
