/* Response files: flags that stand in a file, as nvcc, gcc and CMake write them. */
#ifndef SMEMLINT_FRONTEND_RESPONSE_H
#define SMEMLINT_FRONTEND_RESPONSE_H

#include "database/nvcc.h"

/* Appends the words of `text`.  Quotes and backslashes count as in a shell.  Words are separated by
 * white space, or by `separator` alone where it is not 0.  False: a quote has no end. */
bool response_split(Arena *arena, const char *text, char separator, FlagList *out);

/* Appends the flags with @file, --options-file and -optf replaced by what is in the files, relative to `directory` (NULL:
 * the current one) or to a -working-directory among the flags; a file that cannot be read, for what it is or because
 * files name each other without end, is left out, its path is listed in `unread`. */
void response_expand(Arena *arena, const char *directory, const char *const *flags, int n_flags, FlagList *out, FlagList *unread);

#endif
