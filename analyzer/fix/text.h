/* Expressions of C++ as text, for edits. */
#ifndef SMEMLINT_FIX_TEXT_H
#define SMEMLINT_FIX_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

bool text_is_number(const char *text); /* without a suffix: "32" */
const char *text_as_operand(Arena *arena, const char *text); /* in parentheses, unless it is a name, a number or a member */
const char *text_without_parens(Arena *arena, const char *text); /* "a + b", of "(a + b)" too */
bool text_is_sum(const char *text);    /* it may be an operand of `+`: it has no operator of lower precedence */
bool text_last_addend(const char *text, size_t *plus); /* whether it is a sum "a * 8 + i"; *plus: where its last `+` is */
bool text_is_fixed(const char *text);  /* a length without names, whose values may change or differ between instances of a template */
const char *text_longer(Arena *arena, const char *text, int64_t by); /* a length, increased by `by` */
bool text_is_pure(const char *text);   /* it can be written twice: without side effects and calls */

#endif
