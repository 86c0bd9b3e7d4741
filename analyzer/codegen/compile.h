/* Runs nvcc, and nvdisasm where there is one, on a file, and reads what they make of it.
 *
 * No shell takes part; both have a folder of their own under TMPDIR for what they write, which is removed whatever happens,
 * and are stopped when they take too long. */
#ifndef SMEMLINT_CODEGEN_COMPILE_H
#define SMEMLINT_CODEGEN_COMPILE_H

#include "base/buf.h"
#include "codegen/code.h"
#include "toolchain/toolchain.h"

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

#endif
