/* Finds the .cu files that include a header, or a .cu file: its kernels and launches are in their translation units.
 *
 * The text is scanned, not preprocessed: `#include "…"` lines outside comments are resolved relative to the including file,
 * regardless of #if; <…> and -I only with a project (includers_in).  Without one, the sources in the file's folder are
 * searched; if none includes it, also those in the parent folder and its direct subfolders, if that belongs to the same
 * project (path_project_above). */
#ifndef SMEMLINT_PROJECT_INCLUDER_H
#define SMEMLINT_PROJECT_INCLUDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/folder.h"
#include "core/whole.h"

/* The CUDA sources of a project and its include folders. */
typedef struct IncludeProgram {
	Names sources, folders;
} IncludeProgram;

enum { MAX_INCLUDERS = 8, MAX_SCANNED_FILES = 400, MAX_PROGRAM_FILES = 4000, MAX_SCANNED_FOLDERS = 100, MAX_SCANNED_BYTES = 1 << 20 };

/* The .cu files that include `file`, directly or not, sorted, at most MAX_INCLUDERS; *n_others: how many more there are.
 * Without those that another includer includes.  Paths start with the folder as it is written in `file`. */
const char *const *includers_of(Arena *arena, const char *file, int *n, int *n_others);

/* The same among the sources of a project; includes are also searched in its folders.  Paths as in program->sources. */
const char *const *includers_in(Arena *arena, const char *file, const IncludeProgram *program, int *n, int *n_others);

/* For each file how many bytes it and the files have that it includes, directly or not, as far as they are found: an estimate of
 * what it costs.  program: NULL: includes are found beside files only. */
const int64_t *included_bytes(Arena *arena, const Names *files, const IncludeProgram *program);

/* The files with all that they include, as far as it is found; the first n_named are those of the command line.  NULL: they are too
 * many, or one is too large. */
WholeProgram *included_whole(Arena *arena, const Names *files, int n_named, const Names *folders);

#endif
