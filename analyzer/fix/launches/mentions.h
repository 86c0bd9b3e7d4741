/* A function's name in a text, by its tokens. */
#ifndef SMEMLINT_FIX_LAUNCHES_MENTIONS_H
#define SMEMLINT_FIX_LAUNCHES_MENTIONS_H

#include "core/tokens.h"

typedef struct Mention {
	size_t at, begin; /* the name; with its scope */
	bool declares;    /* "k(" */
	bool launches;    /* "k<<<", "k<32><<<" */
	bool sets;        /* in the arguments of what sets its attributes, or launches it by its address */
} Mention;

typedef struct Mentions {
	Text text;
	Token last;
	bool sets;
	size_t begin;
} Mentions;

Mentions mentions_in(const char *s, size_t size); /* NULL: there is no text */
/* The next one outside directives; false: there is none. */
bool mention_next(Mentions *r, const char *name, Mention *out);
/* Whether the text defines a function of that name. */
bool mentions_definition(const char *s, size_t size, const char *name);
/* Where it stands in the definition of a macro, or a beginning or an end of it that `##` completes; `size`: nowhere. */
size_t mentions_macro(const char *s, size_t size, const char *name);
/* Whether the text has the letters at all. */
bool mentions_word(const char *s, size_t size, const char *word);

#endif
