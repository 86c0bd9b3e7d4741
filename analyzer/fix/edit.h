/* Changes to source text: replacements in files, kept in order and never overlapping.
 *
 * Offsets count bytes of the text that the edits were made for. */
#ifndef SMEMLINT_FIX_EDIT_H
#define SMEMLINT_FIX_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/vec.h"

typedef struct Edit {
	int file;
	size_t offset, length; /* what is replaced; length 0: an insertion */
	const char *text;
} Edit;

typedef VEC(Edit) Edits;

/* Keeps the list sorted by file and offset.  An edit that is there already is added once; false: it overlaps
 * another one. */
bool edits_add(Arena *arena, Edits *edits, Edit edit);

/* All of `more`, or nothing and false.  An insertion where there is one already comes behind it. */
bool edits_add_all(Arena *arena, Edits *edits, const Edits *more);

/* The text of `file` after the edits. */
char *edits_apply(Arena *arena, const Edits *edits, int file, const char *text, size_t size, size_t *new_size);

/* Where a place of the text after the edits stood before them.  False: it is within what an edit wrote. */
bool edits_origin(const Edits *edits, int file, size_t after, size_t *before);

#endif
