/* The text of the file that is analysed. */
#ifndef SMEMLINT_FRONTEND_MAIN_TEXT_H
#define SMEMLINT_FRONTEND_MAIN_TEXT_H

#include <stddef.h>

#include "base/arena.h"

/* Why such a text cannot be analysed at all (it is empty, or not a text), or NULL. */
const char *main_text_problem(Arena *arena, const char *text, size_t size);

/* Reads the file into `arena`, with a NUL byte behind it; why that, or its analysis, is impossible, or NULL. */
const char *main_text_read(Arena *arena, const char *file, const char **text, size_t *size);

#endif
