/* Changes to source text: replacements in files, kept in order and never overlapping.
 *
 * Offsets count bytes of the text that the edits were made for. */
#ifndef SMEMLINT_FIX_EDIT_H
#define SMEMLINT_FIX_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/vec.h"
#include "core/source.h"

typedef struct Edit {
	int file;
	size_t offset, length; /* what is replaced; length 0: an insertion */
	const char *text;
	bool is_of_now;        /* a length with names got a number more, which holds for their present values alone */
} Edit;

typedef VEC(Edit) Edits;

/* Keeps the list sorted by file and offset.  An edit that is in the list already is not added again; false: it overlaps
 * another one. */
bool edits_add(Arena *arena, Edits *edits, Edit edit);

/* Adds all of `more`; false: one overlaps, and none was added.  An insertion at the place of another one follows it. */
bool edits_add_all(Arena *arena, Edits *edits, const Edits *more);

bool edits_have(const Edits *edits, const Edit *edit);

/* The text of `file` after the edits. */
char *edits_apply(Arena *arena, const Edits *edits, int file, const char *text, size_t size, size_t *new_size);

/* Converts an offset in the text after the edits to one before them.  False: it is in text that an edit inserted. */
bool edits_origin(const Edits *edits, int file, size_t after, size_t *before);

/* What makes at once what `first` makes and then `second`, edits of the texts after it: `now`.  Edits of both that touch become one. */
void edits_compose(Arena *arena, const Edits *first, const Edits *second, SourceSet *now, Edits *out);

#endif
