/* Comma-separated values as Nsight Compute writes them: a row per line, each field in quotes, and quotes and commas within a
 * field as they are; lines that begin with "==" are messages.  Any text can be read. */
#ifndef SMEMLINT_VERIFY_TABLE_CSV_H
#define SMEMLINT_VERIFY_TABLE_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct CsvRow {
	const char *const *field; /* NUL-terminated; a NUL in the text ends the field */
	int n;      /* >= 1 */
} CsvRow;

/* A text that is read row by row. */
typedef struct CsvReader {
	Arena *arena;
	const char *at, *end;
	bool cut;                 /* the text does not end with a newline */
	VEC(const char *) fields; /* of the current row */
} CsvReader;

CsvReader csv_begin(Arena *arena, const char *text, size_t n);

/* The next row that is neither empty nor a message; false: there is none.  The fields live in the arena, the list of them
 * until the next call. */
bool csv_next(CsvReader *reader, CsvRow *row);

/* Joins fields of a row from `at` on, so that it has `columns`: a field that has `","` in it was split. */
void csv_fit(Arena *arena, CsvRow *row, int columns, int at);

/* The index of the nth column (from 0) of this title; -1: there is none. */
int csv_column(const CsvRow *titles, const char *title, int nth);

/* The field, or "" if the row is shorter or the column is -1. */
const char *csv_field(const CsvRow *row, int column);

/* Reads "1,234" or "12.0"; "-" and "" are 0.  False: not a number, or negative. */
bool csv_number(const char *text, int64_t *out);

#endif
