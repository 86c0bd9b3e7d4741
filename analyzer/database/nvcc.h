/* Reads a compiler's flags, nvcc's spelling or clang's or gcc's, and keeps what decides how a CUDA
 * source is read: folders, macros, the language version, architectures. */
#ifndef SMEMLINT_FRONTEND_NVCC_H
#define SMEMLINT_FRONTEND_NVCC_H

#include <stdbool.h>

#include "base/vec.h"
#include "database/compiler.h"

typedef VEC(const char *) FlagList;

typedef struct NvccFlags {
	FlagList pass;         /* for clang, in order */
	FlagList skipped;      /* not understood, as given */
	FlagList unread;       /* response files that could not be read */
	FlagList inputs;       /* files that are read, as they stand there */
	const char *language;  /* of -x, or NULL */
	bool no_code;          /* -M, -E, --dryrun …: nothing is compiled */
	Compiler compiler;     /* that the flags begin with */
	const char *arch;      /* the newest one that is named, "sm_90a"; NULL: none, or "native", "all" */
	const char *standard;  /* "c++17", or NULL */
	const char *cuda_path; /* --cuda-path, or NULL */
	const char *nvcc;      /* the path or name of nvcc, where it stands as the first words, or NULL */
	bool no_toolkit;       /* -nocudainc */
} NvccFlags;

/* Input files among the flags are not passed on, and so are a compiler and its launchers in front of them.  Where that is nvcc,
 * NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS and NVCC_CCBIN count as they do for it.  Response files (@file, --options-file) are
 * read, relative to a -working-directory before them. */
NvccFlags nvcc_translate(Arena *arena, const char *const *flags, int n_flags);

/* The flags without those that a pattern names: as they are given, with * and ? for letters; each with its value where
 * that is the next word.  Response files are read, relative to `directory` (NULL: the current one). */
FlagList nvcc_remove(Arena *arena, const char *directory, const char *const *flags, int n_flags, const FlagList *patterns);

/* The newest architecture that the text names ("arch=compute_80,code=[sm_80,sm_86]": "sm_86"), with a
 * suffix `a` kept and `f` dropped; NULL where it names none. */
const char *nvcc_arch(Arena *arena, const char *text);

#endif
