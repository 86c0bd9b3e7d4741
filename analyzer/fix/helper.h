/* Where a small function of our own goes in a source text. */
#ifndef SMEMLINT_FIX_HELPER_H
#define SMEMLINT_FIX_HELPER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* The offset of the declaration at namespace level that `use` lies in, or of the comment that stands right above it. */
size_t helper_place(const char *text, size_t size, size_t use);

/* `stem`, with a number behind it where the text has that name already. */
const char *helper_name(Arena *arena, const char *text, size_t size, const char *stem);

/* A function for that place, its lines (which end with '\n' in `lines`) indented and ended as the text's are, and a blank
 * line. */
const char *helper_text(Arena *arena, const char *text, size_t size, size_t place, const char *lines);

#endif
