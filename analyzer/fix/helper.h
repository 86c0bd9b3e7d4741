/* Inserting a helper function into a source text. */
#ifndef SMEMLINT_FIX_HELPER_H
#define SMEMLINT_FIX_HELPER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "core/source.h"

/* The offset of the namespace-level declaration that contains `use`, or of the comment directly above it. */
size_t helper_place(const char *text, size_t size, size_t use);

/* `stem`, or `stem` and a number if the text has that name already. */
const char *helper_name(Arena *arena, const char *text, size_t size, const char *stem);

/* The same for all of the program's files together, which may be included by one another. */
const char *helper_global_name(Arena *arena, SourceSet *sources, const char *stem);

/* The text to insert at `place`: `lines`, each ending with '\n', with the text's own indentation and line ends, and a blank
 * line. */
const char *helper_text(Arena *arena, const char *text, size_t size, size_t place, const char *lines);

#endif
