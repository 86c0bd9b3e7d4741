/* Translates a compiler's flags (of nvcc, clang or gcc) to clang's; keeps those that the meaning of a CUDA source depends
 * on: include folders, macros, the language version, architectures. */
#ifndef SMEMLINT_DATABASE_NVCC_H
#define SMEMLINT_DATABASE_NVCC_H

#include <stdbool.h>

#include "base/vec.h"
#include "database/compiler.h"

typedef VEC(const char *) FlagList;

typedef struct NvccFlags {
	FlagList kept;         /* for clang, in order */
	FlagList skipped;      /* not understood, as given */
	FlagList unread;       /* response files that cannot be read */
	FlagList inputs;       /* input files, as given */
	const char *language;  /* of -x, or NULL */
	bool no_code;          /* -M, -E, --dryrun …: nothing is compiled */
	Compiler compiler;     /* whose name comes first */
	const char *arch;      /* the newest one named, "sm_90a"; NULL: none, or only "native" or "all" */
	const char *standard;  /* "c++17", or NULL */
	const char *cuda_path; /* --cuda-path, or NULL */
	const char *nvcc;      /* the word that names nvcc, if it is the compiler, or NULL */
	bool no_toolkit;       /* -nocudainc */
} NvccFlags;

/* Input files and the compiler's name with its launchers are not in `kept`.  If the compiler is nvcc, the environment's
 * NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS and NVCC_CCBIN are used as by nvcc.  Response files (@file, --options-file) are read,
 * relative to a -working-directory before them. */
NvccFlags nvcc_translate(Arena *arena, const char *const *flags, int n_flags);

/* The flags without those that match a pattern (fnmatch) as given, alone or as "flag value"; a value in the next word is removed
 * with its flag.  Response files are expanded, relative to `directory` (NULL: the current one). */
FlagList nvcc_remove(Arena *arena, const char *directory, const char *const *flags, int n_flags, const FlagList *patterns);

/* The newest architecture that the text names ("arch=compute_80,code=[sm_80,sm_86]": "sm_86"), with a suffix `a`, but
 * without `f`; NULL: it names none. */
const char *nvcc_arch(Arena *arena, const char *text);

#endif
