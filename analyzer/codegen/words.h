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
/* Takes `what` and the space behind it away from the start of *p, if it stands there. */
bool piece_take(Piece *p, const char *what);
/* Takes the characters up to the first one in `stops` (or all), and the space behind them. */
Piece piece_until(Piece *p, const char *stops);
bool piece_take_number(Piece *p, int *out);
/* A quoted text; without the quotes. */
bool piece_take_quoted(Piece *p, Piece *out);
/* One of the parts between dots in "ld.shared.v4.f32". */
bool piece_has_part(Piece opcode, const char *part);

#endif
