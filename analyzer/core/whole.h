/* All files of a program, where launches of its kernels may be. */
#ifndef SMEMLINT_CORE_WHOLE_H
#define SMEMLINT_CORE_WHOLE_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct WholeFile {
	const char *path;
	bool is_source;      /* it is compiled by itself */
	bool is_named;       /* on the command line */
	const int *includes; /* of files that it includes: indices */
	int n_includes;
} WholeFile;

/* Those of the command line first, in its order. */
typedef struct WholeProgram {
	VEC(WholeFile) files;
	bool is_project; /* of a compilation database: without it files may be missing */
} WholeProgram;

/* The index of the file that the path leads to (path_is_same()); -1: it is none of the program's, or `whole` is NULL. */
int whole_find(const WholeProgram *whole, const char *path);

#endif
