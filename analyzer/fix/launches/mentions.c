#include "fix/launches/mentions.h"

#include <string.h>

static bool sets_attributes(const Text *text, Token token)
{
	static const char *const calls[] = { "cudaFuncSetAttribute", "cudaFuncSetCacheConfig", "cudaLaunchKernel",
					     "cudaLaunchCooperativeKernel" };
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (token_is(text, token, calls[i]))
			return true;
	return false;
}

static bool is_launch(const char *next)
{
	return *next == '<' && token_has_launch(next, strcspn(next, ";{"));
}

Mentions mentions_in(const char *s, size_t size)
{
	return (Mentions){ .text = { .s = s, .n = s ? size : 0 }, .last = { .kind = TK_END } };
}

bool mention_next(Mentions *r, const char *name, Mention *out)
{
	Text *text = &r->text;
	for (Token token = token_next_code(text); token.kind != TK_END; token = token_next_code(text)) {
		const bool ends = token_is(text, token, ";") || token_is(text, token, "{") || token_is(text, token, "}");
		r->sets = (r->sets && !ends) || sets_attributes(text, token);
		r->begin = token_is(text, r->last, ":") || token_is(text, token, ":") ? r->begin : token.begin;
		r->last = token;
		if (!token_is(text, token, name))
			continue;
		const char *next = text->s + token.end + strspn(text->s + token.end, " \t\r\n");
		*out = (Mention){ token.begin, r->begin, *next == '(', is_launch(next), r->sets };
		return true;
	}
	return false;
}

/* Whether the place is in a macro's definition, which may go on over several lines. */
static bool is_in_macro(const char *s, size_t at)
{
	size_t line = at;
	while (line > 0 && (s[line - 1] != '\n' || (line > 1 && s[line - 2] == '\\')))
		line--;
	line += strspn(s + line, " \t");
	return s[line] == '#' && strncmp(s + line + 1 + strspn(s + line + 1, " \t"), "define", 6) == 0;
}

static bool is_end_of(const char *name, const char *s, size_t size)
{
	size_t n = 0;
	while (n < size && token_is_name_char(s[n]))
		n++;
	const size_t length = strlen(name);
	return n && n <= length && memcmp(name + length - n, s, n) == 0;
}

static bool is_begin_of(const char *name, const char *s, size_t end)
{
	size_t n = 0;
	while (n < end && token_is_name_char(s[end - n - 1]))
		n++;
	return n && strncmp(name, s + end - n, n) == 0;
}

/* "name##_kernel", where the name ends with "_kernel". */
static bool may_paste(const char *s, size_t size, size_t at, const char *name)
{
	size_t left = at, right = at + 2;
	while (left > 0 && strchr(" \t", s[left - 1]))
		left--;
	while (right < size && strchr(" \t", s[right]))
		right++;
	return (is_begin_of(name, s, left) || is_end_of(name, s + right, size - right)) && is_in_macro(s, at);
}

static size_t pasted_in(const char *s, size_t size, const char *name)
{
	for (const char *at = s; at && (at = memmem(at, size - (size_t)(at - s), "##", 2)) != NULL; at += 2)
		if (may_paste(s, size, (size_t)(at - s), name))
			return (size_t)(at - s);
	return size;
}

size_t mentions_macro(const char *s, size_t size, const char *name)
{
	const size_t n = strlen(name);
	const char *at = s;
	while (at && (at = memmem(at, size - (size_t)(at - s), name, n)) != NULL) {
		const size_t place = (size_t)(at - s);
		const bool is_word = (!place || !token_is_name_char(s[place - 1])) && !token_is_name_char(s[place + n]);
		if (is_word && is_in_macro(s, place))
			return place;
		at += n;
	}
	return pasted_in(s, size, name);
}

/* What is behind the name: parameters and a body. */
static bool defines(Text text)
{
	if (!token_is(&text, token_next_code(&text), "(") || !token_skip_bracket(&text, "(", ")"))
		return false;
	return token_is(&text, token_next_code(&text), "{");
}

bool mentions_definition(const char *s, size_t size, const char *name)
{
	Mentions r = mentions_in(s, size);
	Mention mention;
	while (mention_next(&r, name, &mention))
		if (defines(r.text))
			return true;
	return false;
}

bool mentions_word(const char *s, size_t size, const char *word)
{
	return s && memmem(s, size, word, strlen(word));
}
