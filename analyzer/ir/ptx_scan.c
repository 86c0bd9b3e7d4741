#include "ir/ptx_scan.h"

#include <stdlib.h>
#include <string.h>

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void skip_comment(Scan *s)
{
	const bool is_block = s->p[1] == '*';
	s->p += 2;
	while (s->p < s->end) {
		if (is_block && s->end - s->p > 1 && s->p[0] == '*' && s->p[1] == '/') {
			s->p += 2;
			return;
		}
		if (*s->p == '\n') {
			if (!is_block)
				return;
			s->line++;
		}
		s->p++;
	}
}

bool scan_at_end(Scan *s)
{
	while (s->p < s->end) {
		const char c = *s->p;
		if (c == '/' && s->end - s->p > 1 && (s->p[1] == '/' || s->p[1] == '*')) {
			skip_comment(s);
			continue;
		}
		if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v')
			return false;
		s->line += c == '\n';
		s->p++;
	}
	return true;
}

bool scan_at(Scan *s, char c)
{
	return !scan_at_end(s) && *s->p == c;
}

bool scan_eat(Scan *s, char c)
{
	const bool is = scan_at(s, c);
	s->p += is;
	return is;
}

bool scan_word(Scan *s, Word *out)
{
	*out = (Word){ NULL, 0 };
	if (scan_at_end(s) || (!is_letter(*s->p) && *s->p != '.'))
		return false;
	const char *start = s->p;
	while (s->p < s->end) {
		if (start[0] != '.' && s->end - s->p >= 7 && !memcmp(s->p, "${:uid}", 7)) { /* LOOP_%=, as clang gives inline PTX */
			s->p += 7;
			continue;
		}
		const bool scoped = s->end - s->p > 2 && s->p[0] == ':' && s->p[1] == ':' && (is_letter(s->p[2]) || is_digit(s->p[2]));
		if (!is_letter(*s->p) && !is_digit(*s->p) && *s->p != '.' && !scoped)
			break;
		s->p += scoped ? 2 : 1;
	}
	*out = (Word){ start, (size_t)(s->p - start) };
	return true;
}

/* 0f3F800000, 0d3FF0000000000000 */
static bool hex_float(Scan *s, int64_t *out)
{
	if (s->end - s->p < 3 || s->p[0] != '0' || !strchr("fFdD", s->p[1]))
		return false;
	char *after;
	*out = (int64_t)strtoull(s->p + 2, &after, 16);
	s->p = after;
	return true;
}

bool scan_number(Scan *s, int64_t *out, bool *is_float)
{
	bool minus = false;
	*is_float = false;
	scan_at_end(s);
	const Scan start = *s;
	while (scan_at(s, '-') || scan_at(s, '+'))
		minus ^= *s->p++ == '-';
	if (scan_at_end(s) || !is_digit(*s->p)) {
		*s = start;
		return false;
	}
	*is_float = hex_float(s, out);
	if (*is_float)
		return true;
	char *after, *end;
	const uint64_t i = strtoull(s->p, &after, 0);
	const double f = strtod(s->p, &end);
	if (end > after && s->p[1] != 'x') { /* 1.5, 1e3 */
		*is_float = true;
		const double signed_f = minus ? -f : f;
		memcpy(out, &signed_f, sizeof *out);
		s->p = end;
		return true;
	}
	s->p = after;
	while (s->p < s->end && (*s->p == 'U' || *s->p == 'u'))
		s->p++;
	*out = (int64_t)(minus ? 0 - i : i);
	return true;
}

bool scan_string(Scan *s, Word *out)
{
	if (!scan_eat(s, '"'))
		return false;
	const char *start = s->p;
	while (s->p < s->end && *s->p != '"' && *s->p != '\n')
		s->p += *s->p == '\\' && s->end - s->p > 1 ? 2 : 1;
	if (s->p >= s->end || *s->p != '"')
		return false;
	*out = (Word){ start, (size_t)(s->p++ - start) };
	return true;
}

bool scan_past(Scan *s, char c)
{
	int depth = 0;
	Word text;
	while (!scan_at_end(s)) {
		if (*s->p == '"') {
			if (!scan_string(s, &text))
				return false;
			continue;
		}
		const char now = *s->p++;
		if (now == c && depth <= 0)
			return true;
		depth += strchr("([{", now) != NULL;
		depth -= strchr(")]}", now) != NULL;
	}
	return false;
}

bool word_is(Word word, const char *text)
{
	return word.n == strlen(text) && !memcmp(word.s, text, word.n);
}

const char *word_text(Arena *arena, Word word)
{
	return arena_strndup(arena, word.s, word.n);
}
