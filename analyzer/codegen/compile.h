/* Compiles a file with nvcc, disassembles it if there is an nvdisasm, and reads the generated code.
 *
 * No shell is involved.  The programs write to a folder of their own under TMPDIR, which is always removed, and are stopped
 * when they take too long. */
#ifndef SMEMLINT_CODEGEN_COMPILE_H
#define SMEMLINT_CODEGEN_COMPILE_H

#include "base/buf.h"
#include "codegen/code.h"
#include "toolchain/toolchain.h"

typedef struct CompileOptions {
	Toolchain tools;
	const char *file;
	const char *const *flags; /* nvcc's or clang's, from a compile command or from the user */
	int n_flags;
	const char *directory;    /* that flags are relative to; NULL: the current one */
	const char *arch;         /* "sm_90" */
	int seconds;              /* for each program; 0: the default */
} CompileOptions;

/* Appends to `out`.  False: nothing was appended; `error` has the reason and what the failed program wrote to standard error. */
bool code_compile(Arena *arena, const CompileOptions *options, CodeTable *out, Buf *error);

#endif
