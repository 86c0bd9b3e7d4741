#include "filter/parts.h"

#include <string.h>

#include "core/tokens.h"

typedef struct Scan {
	const char *s;
	size_t n, at;
} Scan;

static char peek(const Scan *scan, size_t ahead)
{
	return scan->at + ahead < scan->n ? scan->s[scan->at + ahead] : 0;
}

/* A line that ends in a backslash continues. */
static void skip_line(Scan *scan)
{
	for (; scan->at < scan->n && scan->s[scan->at] != '\n'; scan->at++) {
		if (scan->s[scan->at] != '\\')
			continue;
		scan->at += peek(scan, 1) == '\n' ? 1 : peek(scan, 1) == '\r' && peek(scan, 2) == '\n' ? 2 : 0;
	}
	while (scan->at > 0 && scan->at <= scan->n && peek(scan, 0) == '\n' && scan->s[scan->at - 1] == '\r')
		scan->at--;
}

static void skip_block(Scan *scan)
{
	const char *close = scan->at + 2 < scan->n ? memmem(scan->s + scan->at + 2, scan->n - scan->at - 2, "*/", 2) : NULL;
	scan->at = close ? (size_t)(close - scan->s) + 2 : scan->n;
}

static void skip_quoted(Scan *scan, char quote)
{
	for (scan->at++; scan->at < scan->n && scan->s[scan->at] != quote && scan->s[scan->at] != '\n'; scan->at++)
		if (scan->s[scan->at] == '\\') /* also a line ending with a carriage return */
			scan->at += peek(scan, 1) == '\r' && peek(scan, 2) == '\n' ? 2 : 1;
	scan->at = scan->at < scan->n ? scan->at + (scan->s[scan->at] == quote) : scan->n;
}

/* At the quote of R"x(…)x"; false: it is not a raw string. */
static bool skip_raw(Scan *scan)
{
	size_t open = scan->at + 1;
	while (open < scan->n && scan->s[open] != '(' && !strchr(" \\)\t\n\"", scan->s[open]) && open - scan->at <= 17)
		open++;
	if (open >= scan->n || scan->s[open] != '(')
		return false;
	const size_t n = open - scan->at - 1;
	for (size_t at = open + 1; at + n + 1 < scan->n; at++) {
		if (scan->s[at] != ')' || scan->s[at + n + 1] != '"' || memcmp(scan->s + at + 1, scan->s + open - n, n) != 0)
			continue;
		scan->at = at + n + 2;
		return true;
	}
	scan->at = scan->n;
	return true;
}

/* Skips a name or number; whether it is the prefix of a raw string. */
static bool skip_word(Scan *scan)
{
	const size_t begin = scan->at;
	const bool is_number = peek(scan, 0) >= '0' && peek(scan, 0) <= '9';
	while (token_is_name_char(peek(scan, 0)) || (is_number && peek(scan, 0) == '\'' && token_is_name_char(peek(scan, 1))))
		scan->at++;
	static const char *const raw[] = { "R", "LR", "uR", "UR", "u8R" };
	const size_t n = scan->at - begin;
	for (size_t i = 0; i < sizeof raw / sizeof *raw; i++)
		if (strlen(raw[i]) == n && memcmp(scan->s + begin, raw[i], n) == 0)
			return peek(scan, 0) == '"';
	return false;
}

static void skip_code(Scan *scan)
{
	const char c = peek(scan, 0);
	if (c == '"' || c == '\'')
		skip_quoted(scan, c);
	else
		scan->at++;
}

Parts text_parts(Arena *arena, const char *text, size_t size)
{
	Parts parts = { 0 };
	Scan scan = { text, size, 0 };
	while (scan.at < size) {
		Part part = { PART_LINE_COMMENT, scan.at, 0 };
		const bool slash = text[scan.at] == '/';
		bool is_part = true;
		if (slash && peek(&scan, 1) == '/') {
			skip_line(&scan);
		} else if (slash && peek(&scan, 1) == '*') {
			part.kind = PART_BLOCK_COMMENT;
			skip_block(&scan);
		} else if (token_is_name_char(text[scan.at])) {
			part.kind = PART_RAW_STRING;
			is_part = skip_word(&scan) && skip_raw(&scan);
		} else {
			is_part = false;
			skip_code(&scan);
		}
		part.end = scan.at;
		if (is_part)
			vec_push(arena, &parts, part);
	}
	return parts;
}

const Part *part_around(const Parts *parts, size_t at)
{
	int low = 0, high = parts->n;
	while (low < high) {
		const int middle = low + (high - low) / 2;
		if (parts->at[middle].end <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < parts->n && parts->at[low].begin < at ? &parts->at[low] : NULL;
}
