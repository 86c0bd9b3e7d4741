/* Deterministic damage to text, for test_fuzz.c: by words of a language, and by tokens of C++. */
#ifndef SMEMLINT_TESTS_MUTATE_H
#define SMEMLINT_TESTS_MUTATE_H

#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "core/tokens.h"

/* What a text may be made of; both lists end in NULL. */
typedef struct Language {
	const char *const *seeds;
	const char *const *words;
} Language;

typedef struct Rng {
	uint64_t state;
} Rng;

static inline uint64_t rng_next(Rng *rng) /* splitmix64 */
{
	uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static inline size_t rng_below(Rng *rng, size_t n)
{
	return n ? (size_t)(rng_next(rng) % n) : 0;
}

static inline const char *rng_pick(Rng *rng, const char *const *list)
{
	size_t n = 0;
	while (list[n])
		n++;
	return list[rng_below(rng, n)];
}

static const char *const boundary_numbers[] = {
	"0",
	"1",
	"-1",
	"2",
	"3",
	"7",
	"8",
	"31",
	"32",
	"33",
	"63",
	"64",
	"65",
	"127",
	"128",
	"255",
	"256",
	"1023",
	"1024",
	"1025",
	"4096",
	"65535",
	"65536",
	"0x7fffffff",
	"2147483648",
	"0x80000000",
	"0xffffffff",
	"4294967296",
	"0x7fffffffffffffff",
	"0x8000000000000000",
	"0xffffffffffffffff",
	"9223372036854775807",
	"-9223372036854775808",
	"18446744073709551616",
	"99999999999999999999999",
	"1e9",
	"1.5f",
	"0x",
	"077",
	"08",
	NULL,
};

/* out = in, with n bytes at `at` replaced. */
static inline void put_between(Buf *text, size_t at, size_t n, const char *with, size_t n_with)
{
	Buf out = { 0 };
	buf_add(&out, text->s, at);
	buf_add(&out, with, n_with);
	buf_add(&out, text->s + at + n, text->n - at - n);
	buf_free(text);
	*text = out;
}

static inline void mutate_once(Rng *rng, const Language *language, Buf *text)
{
	size_t at = rng_below(rng, text->n + 1);
	size_t n = rng_below(rng, text->n - at + 1);
	if (rng_below(rng, 4))
		n = n < 8 ? n : 1 + rng_below(rng, 8);
	char byte = (char)rng_next(rng);
	const char *word = rng_pick(rng, rng_below(rng, 4) ? language->words : boundary_numbers);
	Buf copy = { 0 };
	buf_puts(&copy, "");
	buf_add(&copy, text->s + at, n);
	switch (rng_below(rng, 9)) {
	case 0:
		put_between(text, at, n, "", 0);
		break;
	case 1:
		put_between(text, at, 0, copy.s, copy.n);
		break;
	case 2:
		put_between(text, at, at < text->n, &byte, 1);
		break;
	case 3:
		put_between(text, at, n, word, strlen(word));
		break;
	case 4:
		put_between(text, rng_below(rng, text->n + 1), 0, copy.s, copy.n);
		break;
	case 5:
		word = rng_pick(rng, language->seeds);
		put_between(text, at, 0, word, strlen(word));
		break;
	case 6:
		put_between(text, at, text->n - at, "", 0);
		break;
	default:
		put_between(text, at, 0, word, strlen(word));
		break;
	}
	buf_free(&copy);
}

/* Nothing grows without end: a text is cut to MUTANT_BYTES. */
enum { MUTANT_BYTES = 20000 };

static inline void mutate(Rng *rng, const Language *language, Buf *text)
{
	for (size_t i = 1 + rng_below(rng, 6); i > 0; i--)
		mutate_once(rng, language, text);
	/* a word many times over: depth */
	if (rng_below(rng, 16) == 0) {
		const char *word = rng_pick(rng, language->words);
		for (size_t i = rng_below(rng, 2000); i > 0; i--)
			buf_puts(text, word);
	}
	if (text->n > MUTANT_BYTES)
		put_between(text, MUTANT_BYTES, text->n - MUTANT_BYTES, "", 0);
}

static inline Buf mutant(Rng *rng, const Language *language)
{
	Buf text = { 0 };
	buf_puts(&text, rng_pick(rng, language->seeds));
	mutate(rng, language, &text);
	return text;
}

/* --- programs ----------------------------------------------------------------------------------- */

typedef VEC(Token) Tokens;

static inline Tokens tokens_of(Arena *arena, const Buf *text)
{
	Tokens all = { 0 };
	Text t = { text->s, text->n, 0, true };
	for (Token token = token_next(&t); token.kind != TK_END; token = token_next(&t))
		vec_push(arena, &all, token);
	return all;
}

/* Another token of the same kind, so that much of what comes out still compiles; inside strings and comments, which
 * hold PTX and directives, by words of `language`. */
static inline void replace_token(Rng *rng, const Language *language, Buf *text, const Tokens *tokens, Token token)
{
	char first = text->s[token.begin];
	if (token.kind == TK_COMMENT || first == '"') {
		Buf inside = { 0 };
		buf_add(&inside, text->s + token.begin + 1, token.end - token.begin - 1);
		if (inside.n) {
			inside.s[--inside.n] = 0;
			mutate_once(rng, language, &inside);
			put_between(text, token.begin + 1, token.end - token.begin - 2, inside.s, inside.n);
		}
		buf_free(&inside);
		return;
	}
	const char *number = rng_pick(rng, boundary_numbers);
	if (first >= '0' && first <= '9' && rng_below(rng, 4)) {
		put_between(text, token.begin, token.end - token.begin, number, strlen(number));
		return;
	}
	for (int tries = 0; tries < 50; tries++) {
		Token other = tokens->at[rng_below(rng, (size_t)tokens->n)];
		if (other.kind != token.kind && tries < 49)
			continue;
		Buf copy = { 0 };
		buf_add(&copy, text->s + other.begin, other.end - other.begin);
		put_between(text, token.begin, token.end - token.begin, copy.s, copy.n);
		buf_free(&copy);
		return;
	}
}

static inline void mutate_token(Rng *rng, const Language *language, Buf *text)
{
	Arena *arena = arena_new();
	Tokens tokens = tokens_of(arena, text);
	if (tokens.n) {
		Token token = tokens.at[rng_below(rng, (size_t)tokens.n)];
		Token other = tokens.at[rng_below(rng, (size_t)tokens.n)];
		size_t choice = rng_below(rng, 12), n = token.end - token.begin;
		/* from one token to the next few */
		size_t last = other.end > token.end && choice == 1 ? other.end : token.end;
		Buf copy = { 0 };
		buf_add(&copy, text->s + token.begin, n);
		if (choice == 0)
			put_between(text, token.begin, n, "", 0);
		else if (choice == 1)
			put_between(text, token.begin, last - token.begin < 200 ? last - token.begin : n, "", 0);
		else if (choice == 2)
			put_between(text, token.end, 0, copy.s, copy.n);
		else if (choice == 3)
			put_between(text, other.begin, other.end - other.begin, copy.s, copy.n);
		else
			replace_token(rng, language, text, &tokens, token);
		buf_free(&copy);
	}
	arena_free(arena);
}

#endif
