/* Lines and words of an assembler's text. */
#ifndef SMEMLINT_CODEGEN_WORDS_H
#define SMEMLINT_CODEGEN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a text, not terminated. */
typedef struct Piece {
	const char *s;
	size_t n;
} Piece;

/* The next line of *text, without its end and the space around it; false at the end. */
bool piece_line(const char **text, Piece *line);
bool piece_starts(Piece p, const char *with);
bool piece_is(Piece p, const char *what);
/* Removes `what` and the space after it from the start of *p; false: *p does not start with it. */
bool piece_take(Piece *p, const char *what);
/* Removes and returns what precedes the first character of `stops` (or all), without the space around it. */
Piece piece_until(Piece *p, const char *stops);
bool piece_take_number(Piece *p, int *out);
/* Removes a quoted text; `out` is without the quotes. */
bool piece_take_quoted(Piece *p, Piece *out);

#endif
