#include "verify/table/csv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

CsvReader csv_begin(Arena *arena, const char *text, size_t n)
{
	return (CsvReader){ .arena = arena, .at = text, .end = text + n };
}

/* Takes a line, without its newline. */
static size_t take_line(CsvReader *r, const char **line)
{
	const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
	*line = r->at;
	r->cut |= !end;
	r->at = end ? end + 1 : r->end;
	size_t n = (size_t)((end ? end : r->end) - *line);
	return n && (*line)[n - 1] == '\r' ? n - 1 : n;
}

static void add_field(CsvReader *r, const char *from, const char *to)
{
	vec_push(r->arena, &r->fields, arena_strndup(r->arena, from, (size_t)(to - from)));
}

/* Drops the quotes at both ends and splits the line at `","`. */
static void split(CsvReader *r, const char *line, size_t n)
{
	const char *at = line, *end = line + n, *border;
	bool quoted = n && *at == '"';
	const char *between = quoted ? "\",\"" : ",";
	at += quoted;
	r->fields.n = 0;
	while ((border = memmem(at, (size_t)(end - at), between, strlen(between)))) {
		add_field(r, at, border);
		at = border + strlen(between);
	}
	if (quoted && end > at && end[-1] == ',') /* "Kernel Name","k", */
		end--;
	add_field(r, at, quoted && end > at && end[-1] == '"' ? end - 1 : end);
}

bool csv_next(CsvReader *reader, CsvRow *row)
{
	while (reader->at < reader->end) {
		const char *line;
		size_t n = take_line(reader, &line);
		if (!n || (n >= 2 && memcmp(line, "==", 2) == 0))
			continue;
		split(reader, line, n);
		*row = (CsvRow){ reader->fields.at, reader->fields.n };
		return true;
	}
	return false;
}

void csv_fit(Arena *arena, CsvRow *row, int columns, int at)
{
	const int more = row->n - columns;
	if (more <= 0 || at >= columns)
		return;
	const char **fields = arena_array(arena, const char *, columns + 1);
	fields[at] = row->field[at];
	for (int i = 1; i <= more; i++)
		fields[at] = arena_printf(arena, "%s\",\"%s", fields[at], row->field[at + i]);
	for (int i = 0; i < columns; i++)
		if (i != at)
			fields[i] = row->field[i < at ? i : i + more];
	*row = (CsvRow){ fields, columns };
}

int csv_column(const CsvRow *titles, const char *title, int nth)
{
	for (int i = 0; i < titles->n; i++)
		if (strcmp(titles->field[i], title) == 0 && nth-- == 0)
			return i;
	return -1;
}

const char *csv_field(const CsvRow *row, int column)
{
	return column >= 0 && column < row->n ? row->field[column] : "";
}

bool csv_number(const char *text, int64_t *out)
{
	char digits[32];
	size_t n = 0;
	*out = 0;
	if (!*text || strcmp(text, "-") == 0)
		return true;
	for (; *text && n + 1 < sizeof digits; text++)
		if (*text != ',')
			digits[n++] = *text;
	digits[n] = 0;
	char *end;
	double value = strtod(digits, &end);
	if (*text || end == digits || *end || !isdigit((unsigned char)digits[0]) || !(value >= 0 && value < 9e15))
		return false;
	*out = (int64_t)(value + 0.5);
	return true;
}
