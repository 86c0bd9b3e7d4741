/* A simple lexer for C++ source text, which skips preprocessor directives. */
#ifndef SMEMLINT_CORE_TOKENS_H
#define SMEMLINT_CORE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum TokenKind { TK_END, TK_NAME, TK_PUNCT, TK_OTHER, TK_COMMENT } TokenKind;

typedef struct Token {
	TokenKind kind;
	size_t begin, end;
} Token;

typedef struct Text {
	const char *s;
	size_t n;
	size_t at;
	bool line_start; /* only white space since the last newline */
} Text;

Token token_next(Text *t);
Token token_next_code(Text *t); /* skips comments */
bool token_is(const Text *t, Token token, const char *what);
bool token_is_name_char(char c);
/* After an opening bracket: moves past the closing one.  Returns the offset of that, or 0. */
size_t token_skip_bracket(Text *t, const char *open, const char *close);

/* The length of `<<<` or `>>>` (bracket) at s + at, which may have blanks before the last one; 0: it is not there. */
size_t token_chevrons(const char *s, size_t n, size_t at, char bracket);
/* Whether the text has the `<<<` of a launch. */
bool token_has_launch(const char *s, size_t n);

#endif
