/* Which source files call functions, or launch kernels, of another one: by a light reading of their text.
 *
 * A name counts where `(`, `<` or `,`, `)`, `;` (it is passed on) stands behind it and the file has no function of that name
 * itself.  Two files with a main() are two programs: neither calls the other. */
#ifndef SMEMLINT_CALLERS_H
#define SMEMLINT_CALLERS_H

#include "core/input.h"
#include "base/folder.h"

enum { MAX_CALLERS = 4, MAX_CALLER_BYTES = 1 << 19, MAX_CALLER_FILES = 400 };

/* Of `files`, without `file` itself, those that use one of the names, at most MAX_CALLERS: first those with a main().  What was
 * read for it is added to `inputs`. */
Names callers_among(Arena *arena, const char *file, const Names *files, const Names *names, Inputs *inputs);

/* What a file's text says of some names, a name a line, as a number to be compared. */
int callers_mentions(const char *path, const char *words);

/* Whether the name is that of a C, C++ or CUDA source. */
bool callers_may_be(const char *file);

/* The C, C++ and CUDA sources in the file's folder. */
Names callers_in_folder(Arena *arena, const char *file);

#endif
