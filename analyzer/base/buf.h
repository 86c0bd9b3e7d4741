/* A growing byte string for output and messages.  The text is NUL-terminated (the NUL is not counted
 * in `n`; an empty Buf has s == NULL until text is added); it lives on the heap until buf_free(). */
#ifndef SMEMLINT_BASE_BUF_H
#define SMEMLINT_BASE_BUF_H

#include <stddef.h>

typedef struct Buf {
	char *s;
	size_t n, cap;
} Buf;

void buf_add(Buf *buf, const char *bytes, size_t n);
void buf_puts(Buf *buf, const char *text);
void buf_putc(Buf *buf, char c);
void buf_printf(Buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_free(Buf *buf);

/* Adds a text that may come from a file's name: control characters, which could end a line or make a terminal do something, are
 * written as \n, \x1b. */
void buf_add_shown(Buf *buf, const char *text);

#endif
