/* Device code as clang emits it, made into code of the processor that tells what it does to shared memory.
 *
 * What goes in is LLVM's bitcode for nvptx64 before any optimisation, so that every access that the program
 * writes stands there once, at its place and as wide as it was written.  What comes out is bitcode for this machine:
 *
 *   shared memory       a window at a fixed address below 4 GiB (runtime/smem.h), so that an address fits 32 bits too
 *   __device__ data     ordinary variables, listed for the runtime in a section of the object file
 *   kernels             listed likewise, each with a function that takes its arguments as a launch gives them
 *   special registers   loads from a variable of the runtime's
 *   other intrinsics, the device's library, PTX: calls of functions of the runtime.  One that the runtime does not
 *                       have ends the launch that comes to it, with the function's name
 *
 * Before each access that may be to shared memory stands a call that tells its site, its address and an *instance*: a
 * number that two lanes of a warp share when they came there by the same calls in the same turns of the loops around. */
#ifndef SMEMLINT_VERIFY_CPU_RETARGET_H
#define SMEMLINT_VERIFY_CPU_RETARGET_H

#include <stdbool.h>

#include "banks/banks.h"
#include "base/vec.h"

typedef struct CpuSite {
	const char *file; /* absolute; of what stands in a header of the system's, where the program called it */
	int line;
	BankOp op;
	int bytes;        /* a lane */
} CpuSite;

typedef VEC(CpuSite) CpuSites;

typedef struct RetargetJob {
	const char *in, *out;          /* bitcode files */
	int module;      /* its number: as the host side tells it (runtime/cudart.c) */
	bool gaps;       /* between shared variables: what goes beyond one does not fall into the next */
	const char *const *system;     /* folders of headers that are not the program's; ends in NULL */
} RetargetJob;

/* Appends to `sites`; their numbers in the code are their indices.  NULL, or why it could not be done. */
const char *cpu_retarget(Arena *arena, const RetargetJob *job, CpuSites *sites);

#endif
