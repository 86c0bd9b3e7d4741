/* How many blocks an SM holds at once, as far as blocks, threads and shared memory say; registers are not known. */
#ifndef SMEMLINT_FIX_OCCUPANCY_H
#define SMEMLINT_FIX_OCCUPANCY_H

#include "eval/facts/facts.h"

typedef struct Occupancy {
	int before, after; /* blocks an SM; 0: not known */
} Occupancy;

/* Static shared memory that the kernel uses, as far as it touches it: what it does not touch nvcc leaves out. */
int64_t static_shared_bytes(const KernelFacts *kernel);
bool uses_object(const KernelFacts *kernel, const Var *object);

/* Blocks of `threads` threads with `shared` bytes each.  arch: 90 for sm_90; 0 where it is not known. */
int occupancy_blocks(int arch, int threads, int64_t shared);

/* What `extra` bytes more of `object` do, for the kernel that loses most. */
Occupancy occupancy_of(const KernelFacts *kernels, int n_kernels, const Var *object, int arch, int64_t extra);

#endif
