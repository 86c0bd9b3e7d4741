#include "core/tokens.h"

#include <string.h>

static char peek(const Text *t, size_t ahead)
{
	return t->at + ahead < t->n ? t->s[t->at + ahead] : 0;
}

bool token_is_name_char(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip_line(Text *t, bool continued)
{
	while (t->at < t->n && t->s[t->at] != '\n') {
		bool escape = continued && t->s[t->at] == '\\' && peek(t, 1) == '\n';
		t->at += escape ? 2 : 1;
	}
}

static void skip_blank(Text *t)
{
	while (t->at < t->n) {
		char c = t->s[t->at];
		if (c == '\n')
			t->line_start = true;
		else if (c == '#' && t->line_start)
			skip_line(t, true);
		else if (c != ' ' && c != '\t' && c != '\r')
			return;
		if (t->at < t->n)
			t->at += t->s[t->at] != '\n' || c == '\n';
	}
}

static void skip_quoted(Text *t, char quote)
{
	for (t->at++; t->at < t->n && t->s[t->at] != quote && t->s[t->at] != '\n'; t->at++)
		if (t->s[t->at] == '\\')
			t->at++;
	if (t->at < t->n)
		t->at++;
	if (t->at > t->n)
		t->at = t->n;
}

static void skip_block_comment(Text *t)
{
	for (t->at += 2; t->at < t->n; t->at++)
		if (t->s[t->at] == '*' && peek(t, 1) == '/')
			break;
	t->at = t->at + 2 < t->n ? t->at + 2 : t->n;
}

Token token_next(Text *t)
{
	skip_blank(t);
	Token token = { TK_OTHER, t->at, t->at };
	t->line_start = false;
	char c = peek(t, 0);
	if (t->at >= t->n) {
		token.kind = TK_END;
	} else if (c == '/' && peek(t, 1) == '/') {
		token.kind = TK_COMMENT;
		skip_line(t, false);
	} else if (c == '/' && peek(t, 1) == '*') {
		token.kind = TK_COMMENT;
		skip_block_comment(t);
	} else if (c == '"' || c == '\'') {
		skip_quoted(t, c);
	} else if (token_is_name_char(c)) {
		token.kind = c >= '0' && c <= '9' ? TK_OTHER : TK_NAME;
		while (token_is_name_char(peek(t, 0)) || (token.kind == TK_OTHER && peek(t, 0) == '\'' && token_is_name_char(peek(t, 1))))
			t->at++;
	} else {
		token.kind = TK_PUNCT;
		t->at++;
	}
	token.end = t->at;
	return token;
}

Token token_next_code(Text *t)
{
	Token token = token_next(t);
	while (token.kind == TK_COMMENT)
		token = token_next(t);
	return token;
}

bool token_is(const Text *t, Token token, const char *what)
{
	size_t n = strlen(what);
	return token.kind != TK_END && token.end - token.begin == n && strncmp(t->s + token.begin, what, n) == 0;
}

size_t token_skip_bracket(Text *t, const char *open, const char *close)
{
	int depth = 1;
	for (;;) {
		Token token = token_next_code(t);
		if (token.kind == TK_END)
			return 0;
		depth += token_is(t, token, open) - token_is(t, token, close);
		if (depth == 0)
			return token.begin;
	}
}

size_t token_chevrons(const char *s, size_t n, size_t at, char bracket)
{
	if (at + 3 > n || s[at] != bracket || s[at + 1] != bracket)
		return 0;
	size_t last = at + 2;
	while (last < n && (s[last] == ' ' || s[last] == '\t'))
		last++;
	return last < n && s[last] == bracket ? last + 1 - at : 0;
}

bool token_has_launch(const char *s, size_t n)
{
	for (const char *at = s; (at = memmem(at, n - (size_t)(at - s), "<<", 2)) != NULL; at++)
		if (token_chevrons(s, n, (size_t)(at - s), '<'))
			return true;
	return false;
}
