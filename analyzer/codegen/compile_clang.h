/* Compiles a file to PTX with clang, where there is no nvcc but the toolkit's headers are.  clang and nvcc merge and unroll
 * differently: its PTX says what the source does not show, and nothing of what nvcc makes of an access. */
#ifndef SMEMLINT_CODEGEN_COMPILE_CLANG_H
#define SMEMLINT_CODEGEN_COMPILE_CLANG_H

#include "base/buf.h"
#include "codegen/code.h"
#include "prelude/prelude.h"

typedef struct ClangOptions {
	const char *clang;
	const char *const *flags; /* for the device pass, as libclang gets them (database/command.h) */
	int n_flags;
	const PreludeFile *files; /* that the flags name */
	int n_files;
	const char *toolkit;      /* its root */
	const char *file;
	const char *arch;         /* "sm_90" */
} ClangOptions;

/* As code_compile() (codegen/compile.h). */
bool code_compile_clang(Arena *arena, const ClangOptions *options, CodeTable *out, Buf *error);

#endif
