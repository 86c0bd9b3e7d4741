#include "report/snippet.h"

#include <string.h>

enum { TAB = 8, GUTTER = 5, MOST_COLUMNS = 160, LEAD = 60 };

/* A line as it is shown. */
typedef struct Shown {
	Buf text;
	Buf from_text;       /* an int per column: where its bytes start in `text` */
	int first, last;     /* columns of the underlined range, last one past the end */
	int n;
} Shown;

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

/* Splits the line into columns and finds those of the bytes [begin, end). */
static void split_columns(Shown *shown, const char *line, size_t begin, size_t end)
{
	size_t length = strlen(line);
	shown->first = shown->last = -1;
	for (size_t i = 0; i < length;) {
		size_t n = 1;
		while ((unsigned char)line[i] >= 0x80 && continues((unsigned char)line[i + n]))
			n++;
		if (shown->first < 0 && i + n > begin)
			shown->first = shown->n;
		if (shown->last < 0 && i >= end)
			shown->last = shown->n;
		unsigned char c = (unsigned char)line[i];
		if (c == '\t')
			do
				add_column(shown, " ", 1);
			while (shown->n % TAB);
		else
			add_column(shown, c < 0x20 || c == 0x7f ? "?" : line + i, n);
		i += n;
	}
	if (shown->first < 0)
		shown->first = shown->n;
	if (shown->last <= shown->first)
		shown->last = shown->last < 0 && shown->n > shown->first ? shown->n : shown->first + 1;
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

static void print_caret(Buf *out, const Shown *shown, int from, int to, bool color)
{
	int last = shown->last < to ? shown->last : to;
	buf_printf(out, "%*s | %*s", GUTTER, "", shown->first - from + (from > 0 ? 3 : 0), "");
	buf_puts(out, color ? "\033[1;32m^" : "^");
	for (int c = shown->first + 1; c < last; c++)
		buf_putc(out, '~');
	buf_puts(out, color ? "\033[0m\n" : "\n");
}

void snippet_print(Buf *out, SourceSet *sources, const Place *place, bool color)
{
	Shown shown = { .n = 0 };
	const char *line = source_line(sources, source_add(sources, place->path, false), place->line);
	if (!line || place->column < 1)
		return;
	size_t begin = (size_t)place->column - 1, end = begin + 1;
	if (place->end_line == place->line && place->end_column > place->column)
		end = (size_t)place->end_column - 1;
	else if (place->end_line > place->line)
		end = strlen(line);
	split_columns(&shown, line, begin, end);
	int from = shown.n > MOST_COLUMNS && shown.first > LEAD ? shown.first - LEAD : 0;
	int to = shown.n - from > MOST_COLUMNS ? from + MOST_COLUMNS : shown.n;
	buf_printf(out, "%*d | ", GUTTER, place->line);
	print_source(out, &shown, from, to);
	print_caret(out, &shown, from, to, color);
	buf_free(&shown.text);
	buf_free(&shown.from_text);
}
