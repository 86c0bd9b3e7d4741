/* Which .cu files bring a file into a program: a header, or a .cu file that others #include, has its
 * kernels and launches there.
 *
 * A light scan of the text, not a preprocessor: `#include "…"` lines outside comments are followed
 * from the folder of the file that they stand in, whatever #if says; <…> and -I are only where a project is
 * known (includers_in).  Else, looked at are the
 * sources in the file's own folder, and where none there includes it, those in the folder above and
 * that one's direct children, if it is of the same project (path_project_above). */
#ifndef SMEMLINT_INCLUDER_H
#define SMEMLINT_INCLUDER_H

#include <stdbool.h>

#include "base/folder.h"

/* What a project compiles as CUDA, and the folders that it searches for <…> and, after a file's own, for "…". */
typedef struct IncludeProgram {
	Names sources, folders;
} IncludeProgram;

enum { MAX_INCLUDERS = 8, MAX_SCANNED_FILES = 400, MAX_PROGRAM_FILES = 4000, MAX_SCANNED_FOLDERS = 100, MAX_SCANNED_BYTES = 1 << 20 };

/* The .cu files that reach `file`, sorted, at most MAX_INCLUDERS; *n_others: how many more there are.
 * One that is itself part of another of them is left out.  Paths begin as that of `file` does. */
const char *const *includers_of(Arena *arena, const char *file, int *n, int *n_others);

/* The same among the sources of a project, whatever folders they are in; what they include is followed through the project's
 * folders.  Their names are given as they are. */
const char *const *includers_in(Arena *arena, const char *file, const IncludeProgram *program, int *n, int *n_others);

/* Whether the name is that of a file that is meant to be included. */
bool is_header_name(const char *file);

#endif
