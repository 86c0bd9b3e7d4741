/* Runs nvcc, and nvdisasm where there is one, on a file, and reads what they make of it.
 *
 * No shell takes part; both have a folder of their own under TMPDIR for what they write, which is removed whatever happens,
 * and are stopped when they take too long. */
#ifndef SMEMLINT_CODEGEN_COMPILE_H
#define SMEMLINT_CODEGEN_COMPILE_H

#include "base/buf.h"
#include "codegen/code.h"

typedef struct Toolchain {
	const char *nvcc;     /* NULL: none was found */
	const char *nvdisasm; /* NULL: none: PTX is read instead of machine code */
} Toolchain;

/* `wanted`: a path or a name; "": nvcc on PATH, below CUDA_HOME or CUDA_PATH, or in /usr/local/cuda/bin.  The
 * disassembler is the one beside it, else one on PATH. */
Toolchain toolchain_find(Arena *arena, const char *wanted);

typedef struct CompileOptions {
	Toolchain tools;
	const char *file;
	const char *const *flags; /* nvcc's or clang's, of a compile command or given by hand */
	int n_flags;
	const char *directory;    /* that flags are relative to; NULL: the current one */
	const char *arch;         /* "sm_90" */
	int seconds;              /* for each program; 0: the default */
} CompileOptions;

/* False: nothing was appended, and `error` says why, with what the program that failed wrote on standard error. */
bool code_compile(Arena *arena, const CompileOptions *options, CodeTable *out, Buf *error);

/* Those of the flags that nvcc needs to compile the file's device code: not what to make of it, or where to. */
typedef VEC(const char *) WordList;
void compile_flags(Arena *arena, const char *const *flags, int n, WordList *out);

#endif
