/* Response files: files of flags, as nvcc, gcc and CMake use them. */
#ifndef SMEMLINT_DATABASE_RESPONSE_H
#define SMEMLINT_DATABASE_RESPONSE_H

#include "database/nvcc.h"

/* Appends the words of `text`, with quotes and backslashes as in a shell.  Words are separated by white space, or by `separator`
 * alone if it is not 0.  False: a quote is not closed. */
bool response_split(Arena *arena, const char *text, char separator, FlagList *out);

/* Appends the flags with @file, --options-file and -optf replaced by the contents of the files, relative to `directory` (NULL:
 * the current one) or to a -working-directory among the flags.  Files that cannot be read or exceed a limit, as those that
 * include each other do, are omitted; their paths are appended to `unread`. */
void response_expand(Arena *arena, const char *directory, const char *const *flags, int n_flags, FlagList *out, FlagList *unread);

#endif
