#include "fix/edit.h"

#include <string.h>

static bool same_edit(const Edit *a, const Edit *b)
{
	return a->file == b->file && a->offset == b->offset && a->length == b->length && strcmp(a->text, b->text) == 0;
}

/* Two insertions at one place within a fix overlap: they have no order. */
static bool overlap(const Edit *a, const Edit *b)
{
	if (a->file != b->file)
		return false;
	return a->offset == b->offset || (a->offset < b->offset + b->length && b->offset < a->offset + a->length);
}

static bool comes_before(const Edit *a, const Edit *b)
{
	return a->file != b->file ? a->file < b->file : a->offset < b->offset;
}

bool edits_add(Arena *arena, Edits *edits, Edit edit)
{
	int at = edits->n;
	for (int i = 0; i < edits->n; i++) {
		if (same_edit(&edits->at[i], &edit))
			return true;
		if (overlap(&edits->at[i], &edit))
			return false;
	}
	while (at > 0 && comes_before(&edit, &edits->at[at - 1]))
		at--;
	vec_push(arena, edits, edit);
	memmove(&edits->at[at + 1], &edits->at[at], sizeof(Edit) * (size_t)(edits->n - 1 - at));
	edits->at[at] = edit;
	return true;
}

/* Insertions at one place follow one another. */
static bool join_insertions(Arena *arena, Edits *edits, const Edit *edit)
{
	for (int i = 0; i < edits->n && !edit->length; i++) {
		Edit *old = &edits->at[i];
		if (old->length || old->file != edit->file || old->offset != edit->offset || same_edit(old, edit))
			continue;
		old->text = arena_printf(arena, "%s%s", old->text, edit->text);
		return true;
	}
	return false;
}

bool edits_add_all(Arena *arena, Edits *edits, const Edits *more)
{
	Edits all = { 0 };
	for (int i = 0; i < edits->n; i++)
		vec_push(arena, &all, edits->at[i]);
	for (int i = 0; i < more->n; i++)
		if (!join_insertions(arena, &all, &more->at[i]) && !edits_add(arena, &all, more->at[i]))
			return false;
	*edits = all;
	return true;
}

char *edits_apply(Arena *arena, const Edits *edits, int file, const char *text, size_t size, size_t *new_size)
{
	Buf out = { 0 };
	size_t at = 0;
	for (int i = 0; i < edits->n; i++) {
		const Edit *edit = &edits->at[i];
		if (edit->file != file || edit->offset < at || edit->offset + edit->length > size)
			continue;
		buf_add(&out, text + at, edit->offset - at);
		buf_puts(&out, edit->text);
		at = edit->offset + edit->length;
	}
	buf_add(&out, text + at, size - at);
	char *result = arena_strndup(arena, out.s, out.n);
	if (new_size)
		*new_size = out.n;
	buf_free(&out);
	return result;
}

bool edits_origin(const Edits *edits, int file, size_t after, size_t *before)
{
	size_t taken = 0, written = 0; /* by the edits before the place */
	for (int i = 0; i < edits->n; i++) {
		const Edit *edit = &edits->at[i];
		size_t start = edit->offset - taken + written, length = strlen(edit->text);
		if (edit->file != file)
			continue;
		if (after < start)
			break;
		if (after < start + length)
			return false;
		taken += edit->length;
		written += length;
	}
	*before = after - written + taken;
	return true;
}
