/* Source files and places in them.  Lines and columns count from 1, columns in bytes; offsets count
 * bytes from 0.  A file index is a position in SourceSet.files; -1 means "no place". */
#ifndef SMEMLINT_CORE_SOURCE_H
#define SMEMLINT_CORE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/vec.h"
#include "core/libraries.h"

typedef struct Loc {
	int file;
	int line, column;
	int rank; /* of the file: SourceFile.rank */
	size_t offset;
} Loc;

bool loc_same(Loc a, Loc b);   /* file and offset; line and column follow from them */
int loc_compare(Loc a, Loc b); /* by file (rank), then offset; LOC_NONE comes first */

typedef struct Range {
	Loc begin, end; /* end is one past the last byte */
	int macro_line; /* of a text that a macro gives: the line where its use begins; 0: none */
} Range;

typedef struct SourceFile {
	const char *path; /* as the compiler spells it: relative stays relative */
	int rank;         /* the order of what is said of files: the source, then headers by path, however they are included */
	bool is_system;   /* found through a system include folder, or a built-in prelude file */
	bool is_library;  /* not the user's own (core/libraries.h) */
	const char *text; /* NULL before source_text(), and if the file cannot be read */
	size_t size;
} SourceFile;

/* Unsaved text of a file, used instead of what is on disk. */
typedef struct HeldText {
	const char *path; /* as the compiler spells it */
	const char *text;
	size_t size;
} HeldText;
typedef VEC(HeldText) HeldTexts;

typedef struct SourceSet {
	Arena *arena;
	VEC(SourceFile) files;
	const HeldTexts *held; /* NULL: none */
	const char *const *order; /* paths of headers, sorted, for SourceFile.rank */
	int n_order;
	Libraries libraries;   /* to be set before files are added */
} SourceSet;

#define LOC_NONE ((Loc){ .file = -1 })

/* Files that are added from now on are ranked by these paths, which are sorted; those that are not among them come last, as they are
 * added; without paths, and before, all have the source's rank. */
void source_set_order(SourceSet *set, const char *const *paths, int n);

/* The index of `path`, added if it is new. */
int source_add(SourceSet *set, const char *path, bool is_system);

int source_rank(const SourceSet *set, int file);
Loc source_start(const SourceSet *set, int file); /* of its first byte */

/* The file's text (NUL-terminated), read on the first call; NULL if it cannot be read.
 * source_set_text() sets a copy of `text` instead. */
const char *source_text(SourceSet *set, int file, size_t *size);
void source_set_text(SourceSet *set, int file, const char *text, size_t size);

/* A line of a file without its line ending, in the set's arena; NULL: there is no such line. */
const char *source_line(SourceSet *set, int file, int line);

/* The number of the line that the offset is in. */
int text_line(const char *text, size_t offset);

/* The index of the file that the path leads to (path_is_same()); -1: it is none of the set. */
int source_find(const SourceSet *set, const char *path);

const char *source_path(const SourceSet *set, int file); /* "<unknown>" for -1 */
bool source_is_library(const SourceSet *set, int file); /* false for -1 */

#endif
