#include "codegen/words.h"

#include <limits.h>
#include <string.h>

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static Piece trimmed(Piece p)
{
	while (p.n && is_space(*p.s))
		p.s++, p.n--;
	while (p.n && is_space(p.s[p.n - 1]))
		p.n--;
	return p;
}

bool piece_line(const char **text, Piece *line)
{
	if (!**text)
		return false;
	size_t n = strcspn(*text, "\n");
	*line = trimmed((Piece){ *text, n });
	*text += n + ((*text)[n] == '\n');
	return true;
}

bool piece_starts(Piece p, const char *with)
{
	size_t n = strlen(with);
	return p.n >= n && memcmp(p.s, with, n) == 0;
}

bool piece_is(Piece p, const char *what)
{
	return p.n == strlen(what) && piece_starts(p, what);
}

static void skip(Piece *p, size_t n)
{
	*p = trimmed((Piece){ p->s + n, p->n - n });
}

bool piece_take(Piece *p, const char *what)
{
	if (!piece_starts(*p, what))
		return false;
	skip(p, strlen(what));
	return true;
}

Piece piece_until(Piece *p, const char *stops)
{
	Piece out = { p->s, 0 };
	while (out.n < p->n && !strchr(stops, p->s[out.n]))
		out.n++;
	skip(p, out.n);
	return trimmed(out);
}

bool piece_take_number(Piece *p, int *out)
{
	size_t n = 0;
	long long value = 0;
	for (; n < p->n && p->s[n] >= '0' && p->s[n] <= '9'; n++)
		if (value <= INT_MAX)
			value = 10 * value + (p->s[n] - '0');
	if (!n || value > INT_MAX)
		return false;
	*out = (int)value;
	skip(p, n);
	return true;
}

bool piece_take_quoted(Piece *p, Piece *out)
{
	if (!p->n || *p->s != '"')
		return false;
	const char *end = memchr(p->s + 1, '"', p->n - 1);
	if (!end)
		return false;
	*out = (Piece){ p->s + 1, (size_t)(end - p->s) - 1 };
	skip(p, out->n + 2);
	return true;
}
