/* Names of files, and what stands in a folder. */
#ifndef SMEMLINT_FOLDER_H
#define SMEMLINT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/paths.h"
#include "base/vec.h"

typedef VEC(const char *) Names;

/* The name as seen from where the folder is seen from. */
const char *path_join(Arena *arena, const char *folder, const char *name);
const char *path_folder(Arena *arena, const char *file); /* "." where the path has none */
const char *path_folder_above(Arena *arena, const char *folder);
/* The folder above, or NULL where that is no part of the project: `folder` holds .git or compile_commands.json, or what is
 * above is the file system's root, a folder for temporary files, or the user's home. */
const char *path_project_above(Arena *arena, const char *folder);

/* Whether nobody's project ends there: the root, a home, a folder for temporary files. */
bool folder_is_everybodys(const char *folder);

/* Whether both paths lead to one file or folder that exists. */
bool is_same_file(const char *a, const char *b);

/* What stands in a folder, sorted; nothing where it cannot be read.  Hidden names are left out. */
Names folder_names(Arena *arena, const char *folder);
void names_sort(Names *names);

/* The first `most` bytes of a file, to be given to free(); NULL where it cannot be read: what is named
 * like a source may be a pipe, on which a reader would wait. */
char *file_read(const char *path, size_t most, size_t *size);

#endif
