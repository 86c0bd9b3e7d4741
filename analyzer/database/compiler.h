/* What a compile command begins with: launchers, a compiler. */
#ifndef SMEMLINT_FRONTEND_COMPILER_H
#define SMEMLINT_FRONTEND_COMPILER_H

#include <stdbool.h>

#include "base/arena.h"

typedef enum Compiler {
	COMPILER_NONE,  /* the words begin with a flag or a file: they are no command */
	COMPILER_NVCC,
	COMPILER_CLANG,
	COMPILER_HOST,  /* gcc and its like */
	COMPILER_OTHER, /* some program whose name says nothing */
} Compiler;

typedef struct CompilerWords {
	Compiler kind;
	const char *name; /* as it stands there; NULL: COMPILER_NONE and COMPILER_OTHER */
	int n;            /* so many words are the compiler and what stands in front of it */
} CompilerWords;

/* "ccache /opt/cuda/bin/nvcc", "cmake -E env A=B nvcc": what stands before nvcc or clang belongs to launchers, with their
 * flags.  Another compiler counts only among the words in front of the first flag. */
CompilerWords compiler_of(const char *const *words, int n);

/* Whether a word is the name of a file that compilers read, by its ending. */
bool compiler_reads(const char *word);

/* Folder of the gcc whose C++ library a host compiler uses, as --gcc-install-dir wants it; `compiler` is a path, a name on
 * PATH, or (as -ccbin allows) the folder that it is in.  NULL: none is found, or that is no gcc. */
const char *compiler_gcc_dir(Arena *arena, const char *compiler);

#endif
