/* Comma-separated values as Nsight Compute writes them: a row a line, each field in quotes, and quotes and commas within a
 * field as they are; lines that begin with "==" are messages.  Whatever the text holds, reading it ends. */
#ifndef SMEMLINT_VERIFY_CSV_H
#define SMEMLINT_VERIFY_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct CsvRow {
	const char *const *field; /* NUL-terminated; what is behind a NUL in the text is not seen */
	int n;      /* >= 1 */
} CsvRow;

/* A text that is read row by row. */
typedef struct CsvReader {
	Arena *arena;
	const char *at, *end;
	bool cut;                 /* the text does not end with the end of a line */
	VEC(const char *) fields; /* of the row at hand */
} CsvReader;

CsvReader csv_begin(Arena *arena, const char *text, size_t n);

/* The next row that is not empty and no message; false: there is none.  It lives as long as the arena's memory; its list of
 * fields until the next call. */
bool csv_next(CsvReader *reader, CsvRow *row);

/* Of a row that has more fields than there are columns, makes those from `at` on one, as it must have been: it holds
 * what looks like the border between two. */
void csv_fit(Arena *arena, CsvRow *row, int columns, int at);

/* The position of a column by its title, the nth from 0; -1: there is none. */
int csv_column(const CsvRow *titles, const char *title, int nth);

/* The field, or "" where the row is shorter; column -1 too. */
const char *csv_field(const CsvRow *row, int column);

/* "1,234" or "12.0"; "-" and "" are 0.  False: no number that is not negative. */
bool csv_number(const char *text, int64_t *out);

#endif
