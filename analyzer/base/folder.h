/* Relative paths, and the contents of folders. */
#ifndef SMEMLINT_BASE_FOLDER_H
#define SMEMLINT_BASE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/paths.h"
#include "base/vec.h"

typedef VEC(const char *) Names;

/* The path of a name in a folder: an absolute name as it is, else relative to what `folder` is relative to. */
const char *path_join(Arena *arena, const char *folder, const char *name);
const char *path_folder(Arena *arena, const char *file); /* "." where the path has none */
const char *path_folder_above(Arena *arena, const char *folder);
/* The folder above, or NULL if that is outside the project: `folder` has .git or compile_commands.json, or the folder above is
 * shared. */
const char *path_project_above(Arena *arena, const char *folder);

/* Whether the folder cannot be a project's: the file system's root, the user's home, a folder for temporary files. */
bool folder_is_everybodys(const char *folder);

/* Whether both paths lead to one file or folder that exists. */
bool is_same_file(const char *a, const char *b);
/* The same of paths that end with the same name, which most do not, so that few are looked for; equal paths need not exist. */
bool path_is_same(const char *a, const char *b);

/* The sorted names in a folder, without hidden ones; empty if it cannot be read. */
Names folder_names(Arena *arena, const char *folder);
void names_sort(Names *names);

/* The first `most` bytes of a regular file, and a NUL byte behind them, which the caller frees; NULL, and errno, if it cannot be read. */
char *file_read(const char *path, size_t most, size_t *size);

#endif
