/* Absolute paths, of files that need not exist. */
#ifndef SMEMLINT_BASE_PATHS_H
#define SMEMLINT_BASE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

/* The absolute path: of an existing file with links resolved, else the working folder and the path, without "." and "..". */
const char *path_from_root(Arena *arena, const char *path);

/* An absolute path without "//", "." and ".."; links are not resolved, so that "link/.." may become another folder. */
const char *path_without_dots(Arena *arena, const char *path);

/* The path relative to a folder; both are absolute. */
const char *path_seen_from(Arena *arena, const char *folder, const char *path);

/* The folder that contains an absolute path; "/" for "/". */
const char *path_parent(Arena *arena, const char *path);

/* The part after the last slash. */
const char *path_name(const char *path);

/* Whether the name ends so, and is longer than the ending. */
bool path_ends_with(const char *path, const char *ending);

/* By its extension: .cuh, .h, .hpp, .inl, .inc. */
bool path_is_header(const char *path);

/* Whether an absolute path is the folder's or that of something in it, by its text. */
bool path_is_below(const char *folder, const char *path);

/* Whether the paths, as two compilers spell them, may be of one file: they are equal, or one is the end of the other. */
bool path_may_be_same(const char *path, const char *other);

/* The name, with "./" before it if a program could take it for an option. */
const char *path_as_argument(Arena *arena, const char *name);

/* The name as a message has it: buf_add_shown(). */
const char *path_shown(Arena *arena, const char *path);

/* Opens a regular file for reading, and nothing else: a pipe would make the program wait, a device may be endless.  NULL:
 * errno is set, to EISDIR or ENOTSUP where it is another kind of file. */
FILE *file_open(const char *path);

/* In words, why a file could not be opened or read: of errno. */
const char *file_error(void);

/* A regular file's bytes, NUL-terminated.  NULL: errno is set, to EFBIG beyond FILE_BYTES. */
#define FILE_BYTES ((size_t)256 << 20)
const char *file_bytes(Arena *arena, const char *path, size_t *size);

/* The same of anything that the user named, such as a pipe; "-": standard input. */
const char *input_bytes(Arena *arena, const char *path, size_t *size);

#endif
