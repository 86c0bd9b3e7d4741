/* Places in a text as editors count them: lines from 0, and in a line the units of an encoding from 0. */
#ifndef SMEMLINT_LSP_POSITIONS_H
#define SMEMLINT_LSP_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

typedef enum Encoding { ENCODING_UTF8, ENCODING_UTF16, ENCODING_UTF32, N_ENCODINGS } Encoding;

const char *encoding_name(Encoding encoding);       /* "utf-16" */
int encoding_of(const char *name);                  /* -1: none of ours */

typedef struct Position {
	int64_t line, character;
} Position;

/* Where each line of a text begins; the text itself is the caller's. */
typedef struct Lines {
	const char *text;
	size_t size;
	size_t *start; /* n + 1 of them, the last is the text's end; on the heap */
	size_t n;
} Lines;

Lines lines_of(const char *text, size_t size);
void lines_free(Lines *lines);

/* The byte that a position means.  What lies behind a line's end means the end, before its line ending; what lies behind the
 * text its end; what lies in a character its beginning.  A byte that is no UTF-8 counts as one character. */
size_t lines_offset(const Lines *lines, Encoding encoding, Position at);
Position lines_position(const Lines *lines, Encoding encoding, size_t offset);

#endif
