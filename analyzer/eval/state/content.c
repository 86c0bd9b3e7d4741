#include "eval/state/content.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

/* --- stored values ---------------------------------------------------------------------------- */

/* Free lists of blocks of one size: each block begins with the address of the next. */
static void *take(void **list, size_t bytes)
{
	void *block = *list;
	if (!block)
		return heap_alloc(1, bytes < sizeof(void *) ? sizeof(void *) : bytes);
	memcpy(list, block, sizeof(void *));
	return block;
}

static void give(void **list, void *block)
{
	memcpy(block, list, sizeof(void *));
	*list = block;
}

static void free_all(void **list)
{
	while (*list)
		free(take(list, 0));
}

void storage_init(Storage *storage, ValueCtx *ctx)
{
	*storage = (Storage){ .ctx = ctx };
}

void storage_free(Storage *storage)
{
	free(storage->regions.at);
	free_all(&storage->free_blocks);
	free_all(&storage->free_stored);
	free_all(&storage->free_unknowns);
	free_all(&storage->free_terms);
	*storage = (Storage){ 0 };
}

static const int64_t *block_copy(Storage *storage, const int64_t *v)
{
	size_t bytes = sizeof *v * (size_t)storage->ctx->n_threads;
	void *block = take(&storage->free_blocks, bytes);
	memcpy(block, v, bytes);
	return block;
}

static void block_free(Storage *storage, const int64_t *v)
{
	if (v)
		give(&storage->free_blocks, (void *)(uintptr_t)v);
}

static PerThread per_thread_store(Storage *storage, PerThread l)
{
	return l.v ? (PerThread){ .v = block_copy(storage, l.v) } : l;
}

static Stored *store(Storage *storage, Value v)
{
	Stored *s = take(&storage->free_stored, sizeof *s);
	*s = (Stored){
		.refs = 1, .region = storage->regions.n ? storage->regions.at[storage->regions.n - 1] : 0, .around_align = FORM_ANY, .v = v
	};
	if (!v.form.known)
		form_renew(&s->v.form, &storage->ctx->n_forms, 0, REFINE_OFFSET);
	s->v.base = per_thread_store(storage, v.base);
	if (v.n_terms) {
		Term *terms = v.n_terms == 1 ? take(&storage->free_terms, sizeof *terms) : heap_alloc((size_t)v.n_terms, sizeof *terms);
		for (int i = 0; i < v.n_terms; i++)
			terms[i] = (Term){ v.terms[i].mono, per_thread_store(storage, v.terms[i].k) };
		s->v.terms = terms;
	}
	if (v.unknown) {
		Unknown *unknown = take(&storage->free_unknowns, sizeof *unknown);
		*unknown = *v.unknown;
		s->v.unknown = unknown;
	}
	return s;
}

static void drop(Storage *storage, Stored *s)
{
	if (--s->refs)
		return;
	block_free(storage, s->v.base.v);
	for (int i = 0; i < s->v.n_terms; i++)
		block_free(storage, s->v.terms[i].k.v);
	if (s->v.n_terms == 1)
		give(&storage->free_terms, (void *)(uintptr_t)s->v.terms);
	else
		free((void *)(uintptr_t)s->v.terms);
	if (s->v.unknown)
		give(&storage->free_unknowns, (void *)(uintptr_t)s->v.unknown);
	give(&storage->free_stored, s);
}

/* --- regions ------------------------------------------------------------------------------------- */

void region_enter(Storage *storage)
{
	if (storage->regions.n == storage->regions.cap) {
		storage->regions.cap = storage->regions.cap ? 2 * storage->regions.cap : 16;
		storage->regions.at = heap_resize(storage->regions.at, (size_t)storage->regions.cap, sizeof *storage->regions.at);
	}
	storage->regions.at[storage->regions.n++] = ++storage->n_regions;
}

void region_leave(Storage *storage)
{
	storage->regions.n--;
}

static bool is_executing(const Storage *storage, int64_t region)
{
	int low = 0, high = storage->regions.n;
	while (low < high) {
		int mid = (low + high) / 2;
		if (storage->regions.at[mid] < region)
			low = mid + 1;
		else
			high = mid;
	}
	return low < storage->regions.n && storage->regions.at[low] == region;
}

static void leave_region(Storage *storage, Stored *s)
{
	if (!s->region || is_executing(storage, s->region))
		return;
	const int inside = form_log2_align(&s->v.form);
	const Form was = s->v.form;
	s->region = 0;
	form_renew(&s->v.form, &storage->ctx->n_forms, inside < s->around_align ? inside : s->around_align, REFINE_OFFSET);
	form_inherit(&s->v.form, &was, &was);
	if (s->around_align != FORM_ANY)
		form_choose(&s->v.form, false);
}

/* What replaces `was` in the same region, or in one inside. */
static int around_align(Storage *storage, Stored *was, int64_t region)
{
	leave_region(storage, was);
	return was->region == region ? was->around_align : form_log2_align(&was->v.form);
}

void stored_widen(Storage *storage, Stored *s, int log2_align, Refinement refinement)
{
	const int known = form_log2_align(&s->v.form);
	const int64_t region = storage->regions.n ? storage->regions.at[storage->regions.n - 1] : 0;
	/* Several texts may name it at the head of one loop. */
	const bool again = region && s->region == region && s->v.form.before_loop > known;
	const uint8_t before_loop = again ? s->v.form.before_loop : (uint8_t)known;
	form_renew(&s->v.form, &storage->ctx->n_forms, known < log2_align ? known : log2_align, refinement);
	s->v.form.before_loop = before_loop;
	s->region = region;
	s->around_align = 0;
}

void stored_carry(Storage *storage, Stored *s, int log2_align)
{
	leave_region(storage, s);
	if (form_log2_align(&s->v.form) >= log2_align)
		return;
	form_renew(&s->v.form, &storage->ctx->n_forms, log2_align, REFINE_OFFSET);
	s->v.form.carried = true;
	s->region = storage->regions.n ? storage->regions.at[storage->regions.n - 1] : 0;
	s->around_align = 0;
}

void stored_is_either(Storage *storage, Stored *s, int log2_align)
{
	leave_region(storage, s);
	const int known = form_log2_align(&s->v.form);
	form_renew(&s->v.form, &storage->ctx->n_forms, known < log2_align ? known : log2_align, REFINE_NONE);
	s->v.form.carried = true;
	s->region = 0;
	s->around_align = FORM_ANY;
}

void stored_form(Storage *storage, Stored *s, StoredForm *out)
{
	leave_region(storage, s);
	out->stored = s;
	out->region = s->region;
	out->around_align = s->around_align;
	out->form = s->v.form;
}

void stored_keep(Stored *s, const StoredForm *form)
{
	s->v.form = form->form;
	s->region = form->region;
	s->around_align = form->around_align;
}

Value stored_read(Storage *storage, Stored *s)
{
	leave_region(storage, s);
	return value_copy(storage->ctx->arena, storage->ctx->n_threads, s->v);
}

/* --- contents --------------------------------------------------------------------------------- */

void content_copy(Content *to, const Content *from)
{
	*to = *from;
	to->cap = from->n;
	to->cells = from->n ? heap_alloc((size_t)from->n, sizeof *to->cells) : NULL;
	for (int i = 0; i < from->n; i++) {
		to->cells[i] = from->cells[i];
		to->cells[i].stored->refs++;
	}
}

void content_clear(Storage *storage, Content *content)
{
	for (int i = 0; i < content->n; i++)
		drop(storage, content->cells[i].stored);
	content->n = 0;
}

void content_free(Storage *storage, Content *content)
{
	content_clear(storage, content);
	free(content->cells);
	*content = (Content){ .rest = content->rest, .since = content->since };
}

unsigned content_points_to(const ValueCtx *ctx, const Content *content)
{
	unsigned points_to = content->points_to;
	for (int i = 0; i < content->n; i++)
		points_to |= value_points_to(ctx, &content->cells[i].stored->v);
	return points_to;
}

int content_lower_bound(const Content *content, int64_t offset)
{
	int low = 0, high = content->n;
	while (low < high) {
		int mid = (low + high) / 2;
		if (content->cells[mid].offset + content->cells[mid].size <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const Cell *content_find(const Content *content, int64_t offset, int size)
{
	int i = content_lower_bound(content, offset);
	if (i == content->n || content->cells[i].offset != offset || content->cells[i].size != size)
		return NULL;
	return &content->cells[i];
}

bool content_touches(const Content *content, int64_t offset, int size)
{
	int i = content_lower_bound(content, offset);
	return i < content->n && content->cells[i].offset - size < offset;
}

Value bits_value(Storage *storage, bool uniform, unsigned points_to, Loc loc)
{
	Value v = uniform ? value_unknown_uniform(storage->ctx, REASON_BITS, loc, NULL, INT64_MIN, INT64_MAX)
			  : value_unknown(storage->ctx, REASON_BITS, loc);
	return value_pointing_to(storage->ctx, v, points_to);
}

/* Bytes of a removed cell that are not overwritten become a cell of unknown bits. */
static void put_bits(Storage *storage, Content *content, int64_t from, int64_t to, Value bits)
{
	if (from < to)
		content_put(storage, content, from, (int)(to - from), false, bits);
}

static Value bits_of(Storage *storage, const Stored *stored)
{
	Mask all = mask_first(storage->ctx->n_threads);
	return bits_value(storage, value_is_uniform(storage->ctx, &stored->v, &all), value_points_to(storage->ctx, &stored->v), LOC_NONE);
}

/* The bytes of a number that a narrower store leaves. */
static void keep_bytes(Storage *storage, Content *content, Cell was, int64_t number, int64_t from, int64_t to)
{
	for (int64_t at = from; at < to; at++) {
		const uint64_t byte = (uint64_t)number >> 8 * (at - was.offset) & 0xff;
		content_put(storage, content, at, 1, false, value_int((int64_t)byte));
	}
}

/* A narrower store within a number: a union's members, bit-fields.  False: the cell is none. */
static bool cut_number(Storage *storage, Content *content, int at, int64_t offset, int64_t size)
{
	const Cell was = content->cells[at];
	int64_t number;
	if (was.is_float || was.size > 8 || offset < was.offset || offset + size > was.offset + was.size ||
	    !value_is_const(&was.stored->v, &number))
		return false;
	drop(storage, was.stored);
	memmove(content->cells + at, content->cells + at + 1, sizeof(Cell) * (size_t)(content->n - at - 1));
	content->n--;
	keep_bytes(storage, content, was, number, was.offset, offset);
	keep_bytes(storage, content, was, number, offset + size, was.offset + was.size);
	return true;
}

static void content_cut(Storage *storage, Content *content, int64_t offset, int64_t size)
{
	int first = content_lower_bound(content, offset), last = first;
	while (last < content->n && content->cells[last].offset < offset + size)
		last++;
	if (last == first || (last == first + 1 && cut_number(storage, content, first, offset, size)))
		return;
	const Cell *end = &content->cells[last - 1];
	int64_t from = content->cells[first].offset, to = end->offset + end->size;
	Value before = from < offset ? bits_of(storage, content->cells[first].stored) : value_int(0);
	Value behind = offset + size < to ? bits_of(storage, end->stored) : value_int(0);
	for (int i = first; i < last; i++)
		drop(storage, content->cells[i].stored);
	memmove(content->cells + first, content->cells + last, sizeof(Cell) * (size_t)(content->n - last));
	content->n -= last - first;
	put_bits(storage, content, from, offset, before);
	put_bits(storage, content, offset + size, to, behind);
}

void content_put(Storage *storage, Content *content, int64_t offset, int size, bool is_float, Value v)
{
	const Cell cell = { offset, size, is_float, store(storage, v) };
	int i = content_lower_bound(content, cell.offset);
	if (i < content->n && content->cells[i].offset == cell.offset && content->cells[i].size == cell.size) {
		cell.stored->around_align = around_align(storage, content->cells[i].stored, cell.stored->region);
		drop(storage, content->cells[i].stored);
		content->cells[i] = cell;
		return;
	}
	content_cut(storage, content, cell.offset, cell.size);
	i = content_lower_bound(content, cell.offset);
	if (content->n == content->cap) {
		content->cap = content->cap ? 2 * content->cap : 1;
		content->cells = heap_resize(content->cells, (size_t)content->cap, sizeof *content->cells);
	}
	memmove(content->cells + i + 1, content->cells + i, sizeof(Cell) * (size_t)(content->n - i));
	content->cells[i] = cell;
	content->n++;
}
