#include "base/glob.h"

#include <stddef.h>
#include <string.h>

/* --- names ------------------------------------------------------------------------------------ */

static bool name_matches(const char *pattern, const char *end, const char *name)
{
	const char *star = NULL, *retry = NULL;
	while (*name) {
		if (pattern < end && *pattern == '*') {
			star = pattern++;
			retry = name;
		} else if (pattern < end && (*pattern == '?' || *pattern == *name)) {
			pattern++;
			name++;
		} else if (star) {
			pattern = star + 1;
			name = ++retry;
		} else {
			return false;
		}
	}
	while (pattern < end && *pattern == '*')
		pattern++;
	return pattern == end;
}

bool glob_name(const char *pattern, const char *name)
{
	return name_matches(pattern, pattern + strlen(pattern), name);
}

bool glob_is_pattern(const char *text)
{
	return strpbrk(text, "*?") != NULL;
}

/* --- lists ------------------------------------------------------------------------------------ */

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool glob_next(const char **at, GlobItem *item)
{
	const char *s = *at;
	while (is_space(*s) || *s == ',')
		s++;
	const char *end = s + strcspn(s, ",\n");
	*at = end;
	item->s = s;
	while (end > s && is_space(end[-1]))
		end--;
	item->n = (int)(end - s);
	return item->n > 0;
}

int glob_list(const char *list, const char *name)
{
	int verdict = 0;
	for (GlobItem item; glob_next(&list, &item);) {
		const bool out = *item.s == '-';
		const char *pattern = item.s + out;
		if (name_matches(pattern, item.s + item.n, name))
			verdict = out ? -1 : 1;
	}
	return verdict;
}

/* --- paths ------------------------------------------------------------------------------------ */

/* One past the end of the bracket at `p`; NULL: the bracket is an ordinary character. */
static const char *bracket_end(const char *p)
{
	p++;
	p += *p == '!' || *p == '^';
	p += *p == ']';
	while (*p && *p != ']')
		p += *p == '\\' && p[1] ? 2 : 1;
	return *p ? p + 1 : NULL;
}

static bool in_bracket(const char *p, const char *end, char c)
{
	bool inverse = p[1] == '!' || p[1] == '^', in = false;
	for (p += 1 + inverse; p < end - 1; p++) {
		p += *p == '\\';
		unsigned char low = (unsigned char)*p, high = low;
		if (p[1] == '-' && p + 2 < end - 1) {
			p += 2;
			p += *p == '\\';
			high = (unsigned char)*p;
		}
		in = in || (low <= (unsigned char)c && (unsigned char)c <= high);
	}
	return in != inverse;
}

/* The length of the pattern's first element if it matches the character, else 0. */
static size_t match_one(const char *p, char c)
{
	if (*p == '?')
		return c != '/';
	const char *end = *p == '[' ? bracket_end(p) : NULL;
	if (end)
		return c != '/' && in_bracket(p, end, c) ? (size_t)(end - p) : 0;
	if (*p == '\\' && p[1])
		return p[1] == c ? 2 : 0;
	return *p == c;
}

typedef struct Retry {
	const char *pattern, *path; /* where to continue; NULL: there was no star */
} Retry;

/* A single star stops at a slash, a doubled one does not: backtracking to the last star of each kind suffices. */
bool glob_path(const char *p, const char *s)
{
	Retry within = { NULL, NULL }, across = { NULL, NULL };
	while (*s || *p) {
		if (p[0] == '*' && p[1] == '*') {
			p += 2;
			across = (Retry){ p, s };
			within = (Retry){ NULL, NULL };
			p += *p == '/'; /* it may match nothing together with its slash */
			continue;
		}
		if (*p == '*') {
			within = (Retry){ ++p, s };
			continue;
		}
		size_t n = *s && *p ? match_one(p, *s) : 0;
		if (n) {
			p += n;
			s++;
		} else if (within.pattern && *within.path && *within.path != '/') {
			p = within.pattern;
			s = ++within.path;
		} else if (across.pattern && *across.path) {
			within = (Retry){ NULL, NULL };
			p = across.pattern;
			s = ++across.path;
			/* a slash that the doubled star has reached matches that of the pattern */
			p += *p == '/' && s[-1] == '/';
		} else {
			return false;
		}
	}
	return true;
}

const char *glob_escape(Arena *arena, const char *text)
{
	char *out = arena_alloc(arena, 2 * strlen(text) + 1);
	size_t n = 0;
	for (; *text; text++) {
		if (strchr("*?[\\", *text))
			out[n++] = '\\';
		out[n++] = *text;
	}
	return out;
}

bool glob_covers(const char *pattern, const char *path)
{
	char part[4096];
	size_t n = strlen(path);
	if (n >= sizeof part)
		return glob_path(pattern, path);
	for (size_t i = 1; i <= n; i++) {
		if (path[i] && path[i] != '/')
			continue;
		memcpy(part, path, i);
		part[i] = 0;
		if (glob_path(pattern, part))
			return true;
	}
	return false;
}
