/* Which source files call functions, or launch kernels, of another one: found in their tokens, without parsing.
 *
 * A file uses a name if `(`, `<` or (the name is passed on) `,`, `)`, `;`, `}` follows it and the file does not define
 * a function of that name.  An explicit specialisation that is defined (`template <> void run<8>() { … }`) is neither.
 * Two files with a main() are two programs: neither calls the other. */
#ifndef SMEMLINT_ANALYSIS_CALLERS_H
#define SMEMLINT_ANALYSIS_CALLERS_H

#include "core/input.h"
#include "base/folder.h"

enum { MAX_CALLERS = 4, MAX_CALLER_BYTES = 1 << 19, MAX_CALLER_FILES = 400 };

/* The files, without `file` itself, that use one of the names, at most MAX_CALLERS: those with a main() first.  Files that were
 * read are added to `inputs`. */
Names callers_among(Arena *arena, const char *file, const Names *files, const Names *names, Inputs *inputs);

/* Whether a file uses some names (words: one per line) and has a main(), as a number: it changes if the answer does
 * (Input.mentions). */
int callers_mentions(const char *path, const char *words);

/* Whether the file name is that of a C, C++ or CUDA source. */
bool callers_may_be(const char *file);

/* The C, C++ and CUDA sources in the file's folder. */
Names callers_in_folder(Arena *arena, const char *file);

#endif
