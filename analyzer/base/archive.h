/* Serialises plain data: one function per struct both writes and reads, so that the two cannot diverge.
 *
 *     static void archive_note(Archive *a, FindingNote *note)
 *     {
 *             archive_place(a, &note->place);
 *             archive_text(a, &note->text);
 *     }
 *
 * Any bytes can be read: if they were not written by the same functions, `failed` is set and the result is invalid. */
#ifndef SMEMLINT_BASE_ARCHIVE_H
#define SMEMLINT_BASE_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/roots.h"

typedef struct Archive {
	Buf *out;            /* writing: the output; reading: NULL */
	const char *at, *end; /* reading: the input */
	Arena *arena;        /* reading: owns texts and arrays */
	const Roots *roots;  /* folders that texts are written without; NULL: as they are */
	bool failed;
} Archive;

void archive_i64(Archive *a, int64_t *value);
void archive_int(Archive *a, int *value);
void archive_bool(Archive *a, bool *value);
void archive_double(Archive *a, double *value);
void archive_text(Archive *a, const char **value); /* NULL stays NULL */

/* The number of items that follow, each at least a byte long. */
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

/* Whether everything was read without failure. */
bool archive_ended(const Archive *a);

#endif
