/* Expressions of C++ as text, for edits. */
#ifndef SMEMLINT_FIX_TEXT_H
#define SMEMLINT_FIX_TEXT_H

#include <stdbool.h>

#include "base/arena.h"

bool text_is_number(const char *text); /* without a suffix: "32" */
const char *text_as_operand(Arena *arena, const char *text); /* in parentheses, unless it is a name, a number or a member */
bool text_is_pure(const char *text);   /* it can be written twice: without side effects and calls */

#endif
