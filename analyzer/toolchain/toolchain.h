/* Where the CUDA compiler is, and which of a user's flags are for it when we say ourselves what is to be made. */
#ifndef SMEMLINT_TOOLCHAIN_TOOLCHAIN_H
#define SMEMLINT_TOOLCHAIN_TOOLCHAIN_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Toolchain {
	const char *nvcc;     /* NULL: none was found */
	const char *nvdisasm; /* NULL: none: PTX is read instead of machine code */
} Toolchain;

/* `wanted`: a path or a name; NULL, "": nvcc on PATH, below CUDA_HOME or CUDA_PATH, or in /usr/local/cuda/bin.  The
 * disassembler is the one beside it, else one on PATH.  Both are absolute. */
Toolchain toolchain_find(Arena *arena, const char *wanted);

typedef VEC(const char *) WordList;

typedef enum ToolchainArch {
	ARCH_OURS,   /* flags that name an architecture are left out */
	ARCH_THEIRS, /* they stay, as nvcc spells them */
} ToolchainArch;

/* Those of a compile command's flags (nvcc's or clang's, the compiler's name before them or not) that say how the code is
 * compiled: not what to make of it, or where to, or of which file.  True: one of them names an architecture. */
bool toolchain_flags(Arena *arena, const char *const *flags, int n, ToolchainArch arch, WordList *out);

#endif
