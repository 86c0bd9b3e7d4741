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

bool edits_have(const Edits *edits, const Edit *edit)
{
	for (int i = 0; i < edits->n; i++)
		if (same_edit(&edits->at[i], edit))
			return true;
	return false;
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

/* --- one list of edits after another ------------------------------------------------------------ */

/* Neighbours in both lists, which become one edit. */
typedef struct Cluster {
	int file;
	size_t begin, end;      /* in the text between */
	int first, end_first;   /* those of the first list, by index, … */
	int second, end_second; /* … and of the second */
} Cluster;

/* By how much the file's text has grown in the first `n` edits. */
static ptrdiff_t growth(const Edits *edits, int n, int file)
{
	ptrdiff_t sum = 0;
	for (int i = 0; i < n; i++)
		if (edits->at[i].file == file)
			sum += (ptrdiff_t)strlen(edits->at[i].text) - (ptrdiff_t)edits->at[i].length;
	return sum;
}

/* The next edit of either list that belongs to the cluster, or to an empty one; false: there is none. */
static bool take_next(const Edits *first, const Edits *second, Cluster *c)
{
	const bool is_empty = c->first == c->end_first && c->second == c->end_second;
	const Edit *a = c->end_first < first->n ? &first->at[c->end_first] : NULL;
	const Edit *b = c->end_second < second->n ? &second->at[c->end_second] : NULL;
	Edit written = a ? *a : (Edit){ .file = -1 };
	if (a) {
		written.offset += (size_t)growth(first, c->end_first, a->file);
		written.length = strlen(a->text);
	}
	const bool is_first = a && (!b || !comes_before(b, &written));
	const Edit *next = is_first ? &written : b;
	if (!next || (!is_empty && (next->file != c->file || next->offset > c->end || (is_first && c->second == c->end_second))))
		return false;
	c->file = next->file;
	c->begin = is_empty ? next->offset : c->begin;
	c->end = !is_empty && c->end > next->offset + next->length ? c->end : next->offset + next->length;
	*(is_first ? &c->end_first : &c->end_second) += 1;
	return true;
}

static Edit joined(Arena *arena, const Edits *first, const Edits *second, const Cluster *c, SourceSet *now)
{
	const size_t begin = c->begin - (size_t)growth(first, c->first, c->file);
	const size_t end = c->end - (size_t)growth(first, c->end_first, c->file);
	Edit edit = { .file = c->file, .offset = begin, .length = end - begin };
	Edits inner = { 0 };
	for (int i = c->first; i < c->end_first; i++)
		edit.is_of_now |= first->at[i].is_of_now;
	for (int i = c->second; i < c->end_second; i++) {
		Edit one = second->at[i];
		edit.is_of_now |= one.is_of_now;
		one.offset -= c->begin;
		vec_push(arena, &inner, one);
	}
	edit.text = edits_apply(arena, &inner, c->file, source_text(now, c->file, NULL) + c->begin, c->end - c->begin, NULL);
	return edit;
}

void edits_compose(Arena *arena, const Edits *first, const Edits *second, SourceSet *now, Edits *out)
{
	Cluster c = { .file = -1 };
	*out = (Edits){ 0 };
	while (take_next(first, second, &c)) {
		while (take_next(first, second, &c))
			;
		const Edit edit = c.second == c.end_second ? first->at[c.first] : joined(arena, first, second, &c, now);
		vec_push(arena, out, edit);
		c.first = c.end_first;
		c.second = c.end_second;
	}
}
