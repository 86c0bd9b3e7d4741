/* GitHub's hash of a line that does not depend on its number (primaryLocationLineHash): a rolling hash of the 100
 * characters from the line's beginning on, without blanks, and the count of lines so far that have this hash. */
#ifndef SMEMLINT_REPORT_LINE_HASH_H
#define SMEMLINT_REPORT_LINE_HASH_H

#include "report/formats.h"

typedef struct LineHashes {
	const char **at; /* "271789c17abda88f:1"; line 1 is at[0] */
	int n;
} LineHashes;

/* `text` ends in a NUL. */
LineHashes line_hashes(Arena *arena, const char *text, size_t size);

/* A cache of the hashes of files. */
typedef struct LineHashFiles {
	VEC(struct LineHashFile {
		const char *path;
		LineHashes hashes;
	}) at;
} LineHashFiles;

/* NULL: the line cannot be read. */
const char *line_hash(LineHashFiles *files, const ReportContext *context, const Place *place);

#endif
