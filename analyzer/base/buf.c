#include "base/buf.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

/* Room for n more bytes and the NUL. */
static void reserve(Buf *buf, size_t n)
{
	if (n < buf->cap && buf->n < buf->cap - n)
		return;
	size_t cap = buf->cap ? buf->cap : 64;
	bool too_much = n > SIZE_MAX / 4 || buf->n > SIZE_MAX / 4;
	while (!too_much && cap - 1 < buf->n + n)
		cap *= 2;
	if (too_much)
		heap_exhausted();
	buf->s = heap_resize(buf->s, cap, 1);
	buf->cap = cap;
}

void buf_add(Buf *buf, const char *bytes, size_t n)
{
	reserve(buf, n);
	if (n)
		memcpy(buf->s + buf->n, bytes, n);
	buf->n += n;
	buf->s[buf->n] = 0;
}

void buf_puts(Buf *buf, const char *text)
{
	buf_add(buf, text, strlen(text));
}

void buf_putc(Buf *buf, char c)
{
	buf_add(buf, &c, 1);
}

void buf_printf(Buf *buf, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	size_t length = n < 0 ? 0 : (size_t)n;
	reserve(buf, length);
	if (n >= 0)
		vsnprintf(buf->s + buf->n, length + 1, format, again);
	va_end(again);
	buf->n += length;
	buf->s[buf->n] = 0;
}

void buf_free(Buf *buf)
{
	free(buf->s);
	*buf = (Buf){ 0 };
}

void buf_add_shown(Buf *buf, const char *text)
{
	for (const unsigned char *at = (const unsigned char *)text; *at; at++)
		if (*at == '\n')
			buf_puts(buf, "\\n");
		else if ((*at < 0x20 && *at != '\t') || *at == 0x7f)
			buf_printf(buf, "\\x%02x", *at);
		else
			buf_putc(buf, (char)*at);
}
