#include "verify/csv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

CsvReader csv_begin(Arena *arena, const char *text, size_t n)
{
	return (CsvReader){ .arena = arena, .at = text, .end = text + n };
}

static bool at_line_end(const CsvReader *r)
{
	return r->at == r->end || *r->at == '\n' || *r->at == '\r';
}

static void skip_line(CsvReader *r)
{
	const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
	r->at = end ? end + 1 : r->end;
}

/* Behind the opening quote. */
static void take_quoted(CsvReader *r)
{
	const char *from = r->at;
	size_t n = 0;
	while (r->at < r->end && (*r->at != '"' || (r->at + 1 < r->end && r->at[1] == '"')))
		r->at += *r->at == '"' ? 2 : 1;
	char *text = arena_alloc_raw(r->arena, (size_t)(r->at - from) + 1);
	for (const char *c = from; c < r->at; c++) {
		text[n++] = *c;
		c += *c == '"';
	}
	text[n] = 0;
	if (r->at == r->end)
		r->cut = true;
	else
		r->at++;
	vec_push(r->arena, &r->fields, text);
}

static void take_field(CsvReader *r)
{
	if (r->at < r->end && *r->at == '"') {
		r->at++;
		take_quoted(r);
	} else {
		const char *from = r->at;
		while (!at_line_end(r) && *r->at != ',')
			r->at++;
		vec_push(r->arena, &r->fields, arena_strndup(r->arena, from, (size_t)(r->at - from)));
	}
	while (!at_line_end(r) && *r->at != ',') /* behind a closing quote nothing should stand */
		r->at++;
}

static void take_row(CsvReader *r)
{
	r->fields.n = 0;
	for (;;) {
		take_field(r);
		if (at_line_end(r))
			break;
		r->at++; /* the comma */
	}
	if (r->at == r->end)
		r->cut = true;
	skip_line(r);
}

bool csv_next(CsvReader *reader, CsvRow *row)
{
	while (reader->at < reader->end) {
		size_t left = (size_t)(reader->end - reader->at);
		if (*reader->at == '\n' || *reader->at == '\r') {
			reader->at++;
		} else if (left >= 2 && memcmp(reader->at, "==", 2) == 0) {
			skip_line(reader);
		} else {
			take_row(reader);
			*row = (CsvRow){ reader->fields.at, reader->fields.n };
			return true;
		}
	}
	return false;
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
