/* Plain data as bytes and back: one function a struct serves both directions, so that what is written and what is read
 * cannot part.
 *
 *     static void archive_note(Archive *a, FindingNote *note)
 *     {
 *             archive_place(a, &note->place);
 *             archive_text(a, &note->text);
 *     }
 *
 * Reading takes any bytes: where they are not what was written, `failed` is set and what was read is of no use. */
#ifndef SMEMLINT_BASE_ARCHIVE_H
#define SMEMLINT_BASE_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

typedef struct Archive {
	Buf *out;            /* writing: where to; else NULL */
	const char *at, *end; /* reading: from where */
	Arena *arena;        /* reading: what texts and arrays live in */
	bool failed;
} Archive;

void archive_i64(Archive *a, int64_t *value);
void archive_int(Archive *a, int *value);
void archive_bool(Archive *a, bool *value);
void archive_double(Archive *a, double *value);
void archive_text(Archive *a, const char **value); /* NULL stays NULL */

/* The number of items that follow, each of at least a byte. */
int archive_count(Archive *a, int n);

/* A VEC, item by item. */
#define archive_vec(a, vec, item) \
	do { \
		(vec)->n = archive_count((a), (vec)->n); \
		if (!(a)->out) { \
			(vec)->cap = (vec)->n; \
			(vec)->at = arena_alloc((a)->arena, sizeof *(vec)->at * (size_t)((vec)->n + 1)); \
		} \
		for (int archive_i = 0; archive_i < (vec)->n && !(a)->failed; archive_i++) \
			item((a), &(vec)->at[archive_i]); \
	} while (0)

/* Nothing failed and nothing is left. */
bool archive_ended(const Archive *a);

#endif
