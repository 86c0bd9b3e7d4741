#include "report/snippet.h"

#include <string.h>

enum { TAB = 8, GUTTER = 5, MOST_COLUMNS = 160, LEAD = 60 };

/* A line as it is shown. */
typedef struct Shown {
	Buf text;
	Buf from_text;       /* an int per column: where its bytes start in `text` */
	Buf marks;           /* a character per column, and one for the end of the line: ^, ~ or a space */
	int first;           /* the column of the first range */
	int n;
} Shown;

/* Bytes of the line, and the columns that they become. */
typedef struct Span {
	size_t begin, end;
	int first, last;     /* last: one past the end */
} Span;

static bool continues(unsigned char c)
{
	return (c & 0xc0) == 0x80;
}

static void add_column(Shown *shown, const char *bytes, size_t n)
{
	int at = (int)shown->text.n;
	buf_add(&shown->from_text, (const char *)&at, sizeof at);
	buf_add(&shown->text, bytes, n);
	shown->n++;
}

/* Splits the line into columns and finds those of the span. */
static void split_columns(Shown *shown, const char *line, Span *span)
{
	size_t length = strlen(line);
	span->first = span->last = -1;
	for (size_t i = 0; i < length;) {
		size_t n = 1;
		while ((unsigned char)line[i] >= 0x80 && continues((unsigned char)line[i + n]))
			n++;
		if (span->first < 0 && i + n > span->begin)
			span->first = shown->n;
		if (span->last < 0 && i >= span->end)
			span->last = shown->n;
		unsigned char c = (unsigned char)line[i];
		if (c == '\t')
			do
				add_column(shown, " ", 1);
			while (shown->n % TAB);
		else
			add_column(shown, c < 0x20 || c == 0x7f ? "?" : line + i, n);
		i += n;
	}
	if (span->first < 0)
		span->first = shown->n;
	if (span->last <= span->first)
		span->last = span->last < 0 && shown->n > span->first ? shown->n : span->first + 1;
}

/* A range within another one keeps its caret only. */
static void mark(Shown *shown, const Span *span)
{
	while (shown->marks.n < (size_t)shown->n + 1)
		buf_putc(&shown->marks, ' ');
	for (int c = span->first + 1; c < span->last && c <= shown->n; c++)
		if (shown->marks.s[c] == ' ')
			shown->marks.s[c] = '~';
	shown->marks.s[span->first] = '^';
}

static int column_at(const Shown *shown, int column)
{
	int at = (int)shown->text.n;
	if (column < shown->n)
		memcpy(&at, shown->from_text.s + (size_t)column * sizeof at, sizeof at);
	return at;
}

static void print_source(Buf *out, const Shown *shown, int from, int to)
{
	int begin = column_at(shown, from), end = column_at(shown, to);
	buf_puts(out, from > 0 ? "..." : "");
	if (end > begin)
		buf_add(out, shown->text.s + begin, (size_t)(end - begin));
	buf_puts(out, to < shown->n ? "...\n" : "\n");
}

static void print_carets(Buf *out, const Shown *shown, int from, int to, bool color)
{
	int end = to < shown->n ? to : shown->n + 1;
	while (end > from && shown->marks.s[end - 1] == ' ')
		end--;
	buf_printf(out, "%*s | %*s", GUTTER, "", from > 0 ? 3 : 0, "");
	for (int c = from; c < end; c++) {
		const bool begins = c == from || shown->marks.s[c - 1] == ' ', is_mark = shown->marks.s[c] != ' ';
		buf_puts(out, color && is_mark && begins ? "\033[1;32m" : "");
		buf_putc(out, shown->marks.s[c]);
		buf_puts(out, color && is_mark && (c + 1 == end || shown->marks.s[c + 1] == ' ') ? "\033[0m" : "");
	}
	buf_putc(out, '\n');
}

static Span span_of(const Place *place, const char *line)
{
	const size_t begin = (size_t)place->column - 1;
	if (place->end_line == place->line && place->end_column > place->column)
		return (Span){ .begin = begin, .end = (size_t)place->end_column - 1 };
	return (Span){ .begin = begin, .end = place->end_line > place->line ? strlen(line) : begin + 1 };
}

static void shown_free(Shown *shown)
{
	buf_free(&shown->text);
	buf_free(&shown->from_text);
	buf_free(&shown->marks);
}

void snippet_print(Buf *out, SourceSet *sources, const Place *places, int n_places, bool color)
{
	const char *line = source_line(sources, source_add(sources, places->path, false), places->line);
	Shown shown = { .n = 0 };
	for (int i = 0; line && i < n_places; i++) {
		if (places[i].column < 1 || places[i].line != places->line)
			continue;
		Span span = span_of(&places[i], line);
		shown.n = 0;
		shown.text.n = shown.from_text.n = 0;
		split_columns(&shown, line, &span);
		shown.first = shown.marks.n && shown.first < span.first ? shown.first : span.first;
		mark(&shown, &span);
	}
	if (shown.marks.n) {
		int from = shown.n > MOST_COLUMNS && shown.first > LEAD ? shown.first - LEAD : 0;
		int to = shown.n - from > MOST_COLUMNS ? from + MOST_COLUMNS : shown.n;
		buf_printf(out, "%*d | ", GUTTER, places->line);
		print_source(out, &shown, from, to);
		print_carets(out, &shown, from, to, color);
	}
	shown_free(&shown);
}
