/* Paths as names of files that may or may not be there. */
#ifndef SMEMLINT_BASE_PATHS_H
#define SMEMLINT_BASE_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* From the root, with links followed as far as the path leads to something; else put together from the working folder,
 * without "." and "..". */
const char *path_from_root(Arena *arena, const char *path);

/* An absolute path without "//", "." and "..": where a link stands before "..", it may lead elsewhere. */
const char *path_without_dots(Arena *arena, const char *path);

/* As seen from a folder; both absolute. */
const char *path_seen_from(Arena *arena, const char *folder, const char *path);

/* What an absolute path lies in; "/" for that itself. */
const char *path_parent(Arena *arena, const char *path);

/* What stands behind the last slash. */
const char *path_name(const char *path);

/* With something before the ending. */
bool path_ends_with(const char *path, const char *ending);

/* Whether an absolute path is that of a folder or of what is in it, by its text. */
bool path_is_below(const char *folder, const char *path);

/* A file's bytes with a NUL behind them; "-": standard input.  NULL: errno says why not; EFBIG beyond FILE_BYTES: a device has
 * no end. */
#define FILE_BYTES ((size_t)256 << 20)
const char *file_bytes(Arena *arena, const char *path, size_t *size);

#endif
