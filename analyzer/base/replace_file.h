/* Putting a new text in a file's place: whole or not at all. */
#ifndef SMEMLINT_BASE_REPLACE_FILE_H
#define SMEMLINT_BASE_REPLACE_FILE_H

#include <stddef.h>

/* Replaces `path` (of a symbolic link: what it names), keeping its mode, if it still holds `old`.  NULL, or why
 * the file was left as it was: words that live until the next call. */
const char *replace_file_problem(const char *path, const char *old, size_t old_size); /* seen beforehand, or NULL */
const char *replace_file(const char *path, const char *old, size_t old_size, const char *text, size_t size);

/* Writes `path`, whatever it holds and whether it is there or not.  What is no regular file (a pipe, a device) is written
 * to.  NULL, or why not, as above. */
const char *write_file_problem(const char *path); /* as far as it can be seen beforehand */
const char *write_file(const char *path, const char *text, size_t size);

#endif
