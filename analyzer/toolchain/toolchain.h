/* Finds nvcc, and selects the flags of a compile command with which smemlint runs it itself. */
#ifndef SMEMLINT_TOOLCHAIN_TOOLCHAIN_H
#define SMEMLINT_TOOLCHAIN_TOOLCHAIN_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Toolchain {
	const char *nvcc;      /* NULL: not found */
	const char *nvdisasm;  /* NULL: not found; PTX is read instead of machine code */
	const char *cuobjdump; /* NULL: not found; what a build made is not read */
} Toolchain;

/* `wanted`: nvcc's path or name; NULL, "": nvcc on PATH, in bin of CUDA_HOME or CUDA_PATH, or in /usr/local/cuda/bin.
 * The others: those in the same folder, else on PATH.  All paths are absolute. */
Toolchain toolchain_find(Arena *arena, const char *wanted);

typedef VEC(const char *) WordList;

/* Flags that name an architecture: */
typedef enum ToolchainArch {
	ARCH_OMITTED,   /* are omitted */
	ARCH_AS_NVCC, /* are kept, in nvcc's spelling */
} ToolchainArch;

/* Appends the flags of a compile command (nvcc's or clang's, with or without the compiler's name) that determine the generated
 * code, without those for phases, inputs and outputs (flags.def).  True: one of them names an architecture. */
bool toolchain_flags(Arena *arena, const char *const *flags, int n, ToolchainArch arch, WordList *out);

#endif
