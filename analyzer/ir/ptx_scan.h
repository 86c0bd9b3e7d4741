/* Words, numbers and punctuation of PTX text, with their lines.  Comments are spaces. */
#ifndef SMEMLINT_IR_PTX_SCAN_H
#define SMEMLINT_IR_PTX_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct Scan {
	const char *p, *end;
	int line;
} Scan;

typedef struct Word {
	const char *s;
	size_t n;
} Word;

bool scan_at_end(Scan *s);               /* skips spaces */
bool scan_at(Scan *s, char c);           /* the next character */
bool scan_eat(Scan *s, char c);
bool scan_word(Scan *s, Word *out);      /* a name, a directive, an opcode, a register: letters, digits, `_ $ % .` and `::` */
bool scan_number(Scan *s, int64_t *out, bool *is_float); /* of a float its bits */
bool scan_string(Scan *s, Word *out);    /* "…", without the quotes */
/* Behind the next `c` outside of brackets and quotes; false: there is none. */
bool scan_past(Scan *s, char c);
bool word_is(Word word, const char *text);
const char *word_text(Arena *arena, Word word);

#endif
