/* Recognises the compiler of a compile command, behind launchers such as ccache. */
#ifndef SMEMLINT_DATABASE_COMPILER_H
#define SMEMLINT_DATABASE_COMPILER_H

#include <stdbool.h>

#include "base/arena.h"

typedef enum Compiler {
	COMPILER_NONE,  /* the words begin with a flag or an input file */
	COMPILER_NVCC,
	COMPILER_CLANG,
	COMPILER_HOST,  /* gcc, g++, cc, c++ */
	COMPILER_OTHER, /* a program of another name */
} Compiler;

typedef struct CompilerWords {
	Compiler kind;
	const char *name; /* its word; NULL: COMPILER_NONE and COMPILER_OTHER */
	int n;            /* number of words up to the compiler's name, with it */
} CompilerWords;

/* nvcc and clang are recognised anywhere, behind launchers and their flags: "ccache /opt/cuda/bin/nvcc", "cmake -E env A=B
 * nvcc"; a host compiler only before the first flag. */
CompilerWords compiler_of(const char *const *words, int n);

/* Whether a word is the name of a compiler's or linker's input file, by its ending. */
bool compiler_reads(const char *word);

/* The folder of the gcc whose C++ library a host compiler uses, for --gcc-install-dir.  `compiler`: a path, a name on PATH, or
 * (as -ccbin allows) its folder.  NULL: not found, or not a gcc. */
const char *compiler_gcc_dir(Arena *arena, const char *compiler);

#endif
