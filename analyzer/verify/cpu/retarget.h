/* Makes code for the processor of device code, with calls that trace accesses to shared memory.
 *
 * The input is LLVM's bitcode for nvptx64 before any optimisation, so that it has every access of the source once, with
 * its line and width.  The output is bitcode for this machine:
 *
 *   shared memory       a window at a fixed address below 4 GiB (runtime/smem.h), so that an address fits 32 bits too
 *   __device__ data     ordinary variables, listed for the runtime in a section of the object file
 *   kernels             listed likewise, each with a function that takes its arguments as a launch gives them
 *   special registers   loads from a variable of the runtime
 *   other intrinsics, the device's library, PTX: calls of functions of the runtime.  A call of one
 *                       that the runtime lacks ends the launch, with the function's name
 *
 * Before each access that may be to shared memory there is a call with its site, its address and an *instance*: a number
 * that two lanes of a warp share if they got there by the same calls in the same iterations of the enclosing loops. */
#ifndef SMEMLINT_VERIFY_CPU_RETARGET_H
#define SMEMLINT_VERIFY_CPU_RETARGET_H

#include <stdbool.h>

#include "banks/banks.h"
#include "base/vec.h"

typedef struct CpuSite {
	const char *file; /* absolute; of an access in a system header: where the program called it */
	int line;
	BankOp op;
	int bytes;        /* per lane */
} CpuSite;

typedef VEC(CpuSite) CpuSites;

typedef struct RetargetJob {
	const char *in, *out;          /* bitcode files */
	int module;      /* its number, which the host code passes (runtime/cudart.c) */
	bool gaps;       /* leave gaps between shared variables, to find accesses beyond a variable */
	const char *const *system;     /* folders of headers that are not the program's; NULL-terminated */
} RetargetJob;

/* Appends to `sites`; the code refers to them by index.  NULL, or the error. */
const char *cpu_retarget(Arena *arena, const RetargetJob *job, CpuSites *sites);

#endif
