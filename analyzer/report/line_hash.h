/* What GitHub knows a line by, whatever its number (primaryLocationLineHash): a rolling hash of the 100 characters
 * from the line's beginning on, blanks left out, and how many lines before it have the same. */
#ifndef SMEMLINT_REPORT_LINE_HASH_H
#define SMEMLINT_REPORT_LINE_HASH_H

#include "report/formats.h"

typedef struct LineHashes {
	const char **at; /* of line 1 first: "271789c17abda88f:1" */
	int n;
} LineHashes;

/* `text` ends in a NUL. */
LineHashes line_hashes(Arena *arena, const char *text, size_t size);

/* The hashes of files, each made once. */
typedef struct LineHashFiles {
	VEC(struct LineHashFile {
		const char *path;
		LineHashes hashes;
	}) at;
} LineHashFiles;

/* NULL where the line cannot be read. */
const char *line_hash(LineHashFiles *files, const ReportContext *context, const Place *place);

#endif
