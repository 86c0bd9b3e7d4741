/* Positions in a text as in the protocol: lines from 0, and in a line the units of an encoding from 0. */
#ifndef SMEMLINT_LSP_POSITIONS_H
#define SMEMLINT_LSP_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

typedef enum Encoding { ENCODING_UTF8, ENCODING_UTF16, ENCODING_UTF32, N_ENCODINGS } Encoding;

const char *encoding_name(Encoding encoding);       /* "utf-16" */
int encoding_of(const char *name);                  /* -1: not supported */

typedef struct Position {
	int64_t line, character;
} Position;

/* The start of each line of a text, which is the caller's. */
typedef struct Lines {
	const char *text;
	size_t size;
	size_t *start; /* n + 1 offsets, the last is the text's end; on the heap */
	size_t n;
} Lines;

Lines lines_of(const char *text, size_t size);
void lines_free(Lines *lines);

/* The byte offset of a position.  Positions behind the end of a line are clamped to it (before the line ending), positions
 * behind the text to its end, positions within a character to its first byte.  A byte that is not UTF-8 counts as a character. */
size_t lines_offset(const Lines *lines, Encoding encoding, Position at);
Position lines_position(const Lines *lines, Encoding encoding, size_t offset);

#endif
