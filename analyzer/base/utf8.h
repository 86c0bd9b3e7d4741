/* UTF-8, in which sources are written, as the code units of UTF-16, in which other programs count columns. */
#ifndef SMEMLINT_BASE_UTF8_H
#define SMEMLINT_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xfffd };

/* The length of the sequence at `s`, which a NUL ends; 0 if it is none. */
size_t utf8_length(const char *s);

/* The character at *s, and moves past it.  A byte that is no UTF-8 is U+FFFD by itself. */
uint32_t utf8_next(const char **s);

/* How many code units of UTF-16 the first `n` bytes of `s` are; a NUL ends them before. */
size_t utf8_units(const char *s, size_t n);

#endif
