/* Decodes UTF-8, and counts UTF-16 code units, in which other programs count columns. */
#ifndef SMEMLINT_BASE_UTF8_H
#define SMEMLINT_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xfffd };

/* The length in bytes of the character at `s`, in a NUL-terminated text; 0: it is not UTF-8. */
size_t utf8_length(const char *s);

/* The character at *s, and moves past it.  A byte that is not UTF-8 is U+FFFD. */
uint32_t utf8_next(const char **s);

/* The number of UTF-16 code units of the first `n` bytes of `s`, or up to its NUL. */
size_t utf8_units(const char *s, size_t n);

#endif
