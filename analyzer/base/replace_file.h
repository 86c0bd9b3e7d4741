/* Replaces files atomically. */
#ifndef SMEMLINT_BASE_REPLACE_FILE_H
#define SMEMLINT_BASE_REPLACE_FILE_H

#include <stddef.h>

/* Replaces the contents of `path` (of a symbolic link: its target), keeping its mode, if they still are `old`.  NULL, or why
 * the file was not changed: a text that lives until the next call. */
const char *replace_file_problem(const char *path, const char *old, size_t old_size); /* checked beforehand, or NULL */
const char *replace_file(const char *path, const char *old, size_t old_size, const char *text, size_t size);

/* Creates or replaces `path`; if it is not a regular file (a pipe, a device), writes to it.  NULL, or why not, as
 * above. */
const char *write_file_problem(const char *path); /* checked beforehand, or NULL */
const char *write_file(const char *path, const char *text, size_t size);

#endif
