#include "eval/state/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

enum { MAX_KEPT_CELLS = 16 };

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

static const int64_t *block_copy(Memory *mem, const int64_t *v)
{
	size_t bytes = sizeof *v * (size_t)mem->ctx->n_threads;
	void *block = take(&mem->free_blocks, bytes);
	memcpy(block, v, bytes);
	mem->live_bytes += bytes;
	return block;
}

static void block_free(Memory *mem, const int64_t *v)
{
	if (!v)
		return;
	give(&mem->free_blocks, (void *)(uintptr_t)v);
	mem->live_bytes -= sizeof *v * (size_t)mem->ctx->n_threads;
}

static PerThread per_thread_store(Memory *mem, PerThread l)
{
	return l.v ? (PerThread){ .v = block_copy(mem, l.v) } : l;
}

static Stored *store(Memory *mem, Value v)
{
	Stored *s = take(&mem->free_stored, sizeof *s);
	*s = (Stored){ .refs = 1, .region = mem->regions.n ? mem->regions.at[mem->regions.n - 1] : 0, .v = v };
	if (!v.form.known)
		s->v.form = form_fresh(&mem->ctx->n_forms, 0, REFINE_OFFSET);
	s->v.base = per_thread_store(mem, v.base);
	if (v.n_terms) {
		Term *terms = v.n_terms == 1 ? take(&mem->free_terms, sizeof *terms) : heap_alloc((size_t)v.n_terms, sizeof *terms);
		for (int i = 0; i < v.n_terms; i++)
			terms[i] = (Term){ v.terms[i].mono, per_thread_store(mem, v.terms[i].k) };
		s->v.terms = terms;
	}
	if (v.unknown) {
		Unknown *unknown = take(&mem->free_unknowns, sizeof *unknown);
		*unknown = *v.unknown;
		s->v.unknown = unknown;
	}
	return s;
}

static void drop(Memory *mem, Stored *s)
{
	if (--s->refs)
		return;
	block_free(mem, s->v.base.v);
	for (int i = 0; i < s->v.n_terms; i++)
		block_free(mem, s->v.terms[i].k.v);
	if (s->v.n_terms == 1)
		give(&mem->free_terms, (void *)(uintptr_t)s->v.terms);
	else
		free((void *)(uintptr_t)s->v.terms);
	if (s->v.unknown)
		give(&mem->free_unknowns, (void *)(uintptr_t)s->v.unknown);
	give(&mem->free_stored, s);
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

static void drop_cells(Memory *mem, Content *content)
{
	for (int i = 0; i < content->n; i++)
		drop(mem, content->cells[i].stored);
	content->n = 0;
}

void content_free(Memory *mem, Content *content)
{
	drop_cells(mem, content);
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

/* The first cell that ends after `offset`. */
static int lower_bound(const Content *content, int64_t offset)
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
	int i = lower_bound(content, offset);
	if (i == content->n || content->cells[i].offset != offset || content->cells[i].size != size)
		return NULL;
	return &content->cells[i];
}

bool content_touches(const Content *content, int64_t offset, int size)
{
	int i = lower_bound(content, offset);
	return i < content->n && content->cells[i].offset < offset + size;
}

/* Unknown: bytes that parts of other values are in. */
static Value bits_value(Memory *mem, bool uniform, unsigned points_to, Loc loc)
{
	Value v = uniform ? value_unknown_uniform(mem->ctx, REASON_BITS, loc, NULL, INT64_MIN, INT64_MAX)
			  : value_unknown(mem->ctx, REASON_BITS, loc);
	return value_pointing_to(mem->ctx, v, points_to);
}

static void content_put(Memory *mem, Content *content, Cell cell);

/* Bytes of a removed cell that are not overwritten become a cell of unknown bits. */
static void put_bits(Memory *mem, Content *content, int64_t from, int64_t to, Value bits)
{
	if (from < to)
		content_put(mem, content, (Cell){ from, (int)(to - from), false, store(mem, bits) });
}

static Value bits_of(Memory *mem, const Stored *stored)
{
	Mask all = mask_first(mem->ctx->n_threads);
	return bits_value(mem, value_is_uniform(mem->ctx, &stored->v, &all), value_points_to(mem->ctx, &stored->v), LOC_NONE);
}

/* The bytes of a number that a narrower store leaves. */
static void keep_bytes(Memory *mem, Content *content, Cell was, int64_t number, int64_t from, int64_t to)
{
	for (int64_t at = from; at < to; at++) {
		const uint64_t byte = (uint64_t)number >> 8 * (at - was.offset) & 0xff;
		content_put(mem, content, (Cell){ at, 1, false, store(mem, value_int((int64_t)byte)) });
	}
}

/* A narrower store within a number: a union's members, bit-fields.  False: the cell is none. */
static bool cut_number(Memory *mem, Content *content, int at, int64_t offset, int64_t size)
{
	const Cell was = content->cells[at];
	int64_t number;
	if (was.is_float || was.size > 8 || offset < was.offset || offset + size > was.offset + was.size ||
	    !value_is_const(&was.stored->v, &number))
		return false;
	drop(mem, was.stored);
	memmove(content->cells + at, content->cells + at + 1, sizeof(Cell) * (size_t)(content->n - at - 1));
	content->n--;
	keep_bytes(mem, content, was, number, was.offset, offset);
	keep_bytes(mem, content, was, number, offset + size, was.offset + was.size);
	return true;
}

static void content_cut(Memory *mem, Content *content, int64_t offset, int64_t size)
{
	int first = lower_bound(content, offset), last = first;
	while (last < content->n && content->cells[last].offset < offset + size)
		last++;
	if (last == first || (last == first + 1 && cut_number(mem, content, first, offset, size)))
		return;
	const Cell *end = &content->cells[last - 1];
	int64_t from = content->cells[first].offset, to = end->offset + end->size;
	Value before = from < offset ? bits_of(mem, content->cells[first].stored) : value_int(0);
	Value behind = offset + size < to ? bits_of(mem, end->stored) : value_int(0);
	for (int i = first; i < last; i++)
		drop(mem, content->cells[i].stored);
	memmove(content->cells + first, content->cells + last, sizeof(Cell) * (size_t)(content->n - last));
	content->n -= last - first;
	put_bits(mem, content, from, offset, before);
	put_bits(mem, content, offset + size, to, behind);
}

static void content_put(Memory *mem, Content *content, Cell cell)
{
	int i = lower_bound(content, cell.offset);
	if (i < content->n && content->cells[i].offset == cell.offset && content->cells[i].size == cell.size) {
		drop(mem, content->cells[i].stored);
		content->cells[i] = cell;
		return;
	}
	content_cut(mem, content, cell.offset, cell.size);
	i = lower_bound(content, cell.offset);
	if (content->n == content->cap) {
		content->cap = content->cap ? 2 * content->cap : 1;
		content->cells = heap_resize(content->cells, (size_t)content->cap, sizeof *content->cells);
	}
	memmove(content->cells + i + 1, content->cells + i, sizeof(Cell) * (size_t)(content->n - i));
	content->cells[i] = cell;
	content->n++;
}

/* --- objects ---------------------------------------------------------------------------------- */

void memory_init(Memory *mem, ValueCtx *ctx)
{
	*mem = (Memory){ .ctx = ctx };
}

void memory_free(Memory *mem)
{
	for (int i = 0; i < mem->n; i++) {
		content_free(mem, &mem->objects[i]->content);
		free(mem->objects[i]);
	}
	free(mem->objects);
	free(mem->retired);
	free(mem->regions.at);
	free_all(&mem->free_blocks);
	free_all(&mem->free_stored);
	free_all(&mem->free_unknowns);
	free_all(&mem->free_terms);
	*mem = (Memory){ 0 };
}

static Object *object_new(Memory *mem, const Var *var)
{
	Object *object = heap_alloc(1, sizeof *object);
	object->id = mem->n;
	object->sym = sym_new(mem->ctx, (SymInfo){ .kind = SYM_OBJECT,
						   .name = var ? var->name : "",
						   .low = 1,
						   .high = INT64_MAX,
						   .align = 1,
						   .object = object->id,
						   .loc = LOC_NONE });
	if (mem->n == mem->cap) {
		mem->cap = mem->cap ? 2 * mem->cap : 64;
		mem->objects = heap_resize(mem->objects, (size_t)mem->cap, sizeof *mem->objects);
	}
	return mem->objects[mem->n++] = object;
}

Object *memory_object(Memory *mem, ObjectKind kind, const Var *var, int frame, Mask threads)
{
	Object *object = mem->n_retired ? mem->retired[--mem->n_retired] : object_new(mem, var);
	SymInfo *info = &mem->ctx->syms.at[object->sym];
	info->name = var ? var->name : "";
	/* Objects count as word-aligned at least: bank 0 begins at shared address 0, so an object's address only rotates
	 * the banks. */
	info->align = var && var->align > 4 ? var->align : 4;
	info->points_to = kind == OBJ_SHARED ? POINTS_TO_SHARED : kind == OBJ_LOCAL ? POINTS_TO_LOCAL : 0;
	object->kind = kind;
	object->var = var;
	object->func = NULL;
	object->frame = frame;
	object->threads = threads;
	object->born = ++mem->serial;
	object->logged = 0;
	object->unread.n = 0;
	object->content.rest = REASON_UNINITIALISED;
	object->content.points_to = 0;
	object->content.since = mem->serial;
	return object;
}

void memory_retire(Memory *mem, Object *object)
{
	/* If a journal has an entry for it, it is not reused. */
	if (object->logged || object->content.cap > MAX_KEPT_CELLS)
		content_free(mem, &object->content);
	else
		drop_cells(mem, &object->content); /* most objects are small temporaries: the next one has as many cells */
	if (object->logged)
		return;
	if (mem->n_retired == mem->cap_retired) {
		mem->cap_retired = mem->cap_retired ? 2 * mem->cap_retired : 64;
		mem->retired = heap_resize(mem->retired, (size_t)mem->cap_retired, sizeof *mem->retired);
	}
	mem->retired[mem->n_retired++] = object;
}

Object *memory_of_sym(const Memory *mem, Sym sym)
{
	const SymInfo *info = &mem->ctx->syms.at[sym];
	return info->kind == SYM_OBJECT && info->object >= 0 && info->object < mem->n ? mem->objects[info->object] : NULL;
}

/* --- regions ------------------------------------------------------------------------------------- */

void region_enter(Memory *mem)
{
	if (mem->regions.n == mem->regions.cap) {
		mem->regions.cap = mem->regions.cap ? 2 * mem->regions.cap : 16;
		mem->regions.at = heap_resize(mem->regions.at, (size_t)mem->regions.cap, sizeof *mem->regions.at);
	}
	mem->regions.at[mem->regions.n++] = ++mem->n_regions;
}

void region_leave(Memory *mem)
{
	mem->regions.n--;
}

static bool is_executing(const Memory *mem, int64_t region)
{
	int low = 0, high = mem->regions.n;
	while (low < high) {
		int mid = (low + high) / 2;
		if (mem->regions.at[mid] < region)
			low = mid + 1;
		else
			high = mid;
	}
	return low < mem->regions.n && mem->regions.at[low] == region;
}

static void leave_region(const Memory *mem, Stored *s)
{
	if (!s->region || is_executing(mem, s->region))
		return;
	s->region = 0;
	s->v.form = form_fresh(&mem->ctx->n_forms, 0, REFINE_OFFSET);
}

/* In place, so that it also changes contents in journals: a fresh form only claims less. */
static void widen(Memory *mem, Stored *s, int log2_align, Refinement refinement)
{
	const int known = form_log2_align(&s->v.form);
	const int64_t region = mem->regions.n ? mem->regions.at[mem->regions.n - 1] : 0;
	/* Several texts may name it at the head of one loop. */
	const bool again = region && s->region == region && s->v.form.before_loop > known;
	const uint8_t before_loop = again ? s->v.form.before_loop : (uint8_t)known;
	s->v.form = form_fresh(&mem->ctx->n_forms, known < log2_align ? known : log2_align, refinement);
	s->v.form.before_loop = before_loop;
	s->region = region;
}

void memory_widen(Memory *mem, Object *object, int64_t offset, int size, int log2_align, Refinement refinement)
{
	const Cell *cell = content_find(&object->content, offset, size);
	if (cell)
		widen(mem, cell->stored, log2_align, refinement);
}

void memory_mark_counter(Object *object, int64_t offset, int size)
{
	const Cell *cell = content_find(&object->content, offset, size);
	if (cell)
		cell->stored->v.form.counter = true;
}

void memory_widen_all(Memory *mem, Object *object, Refinement refinement)
{
	for (int i = 0; i < object->content.n; i++)
		widen(mem, object->content.cells[i].stored, 0, refinement);
}

/* --- reading and writing ---------------------------------------------------------------------- */

static Value stored_value(Memory *mem, Stored *s)
{
	leave_region(mem, s);
	return value_copy(mem->ctx->arena, mem->ctx->n_threads, s->v);
}

/* Reads bytes inside a wider integer cell (a union, a cast): little-endian. */
static Value read_inside(Memory *mem, const Cell *cell, int64_t offset, int size)
{
	Int whole = { cell->size, false, false }, part = { size, false, false };
	Value v = value_cast(mem->ctx, whole, whole, stored_value(mem, cell->stored));
	v = value_binary(mem->ctx, OP_SHR, whole, v, value_int(8 * (offset - cell->offset)));
	return value_cast(mem->ctx, whole, part, v);
}

static const char *unset_name(Memory *mem, const Object *object, int64_t offset)
{
	const char *name = object->var ? object->var->name : "argument";
	return offset ? arena_printf(mem->ctx->keep, "%s+%lld", name, (long long)offset) : name;
}

static Value unset_value(Memory *mem, Object *object, const Content *content, int64_t offset, int size)
{
	for (int i = 0; i < object->unread.n; i++) {
		const Unread *u = &object->unread.at[i];
		if (u->since == content->since && u->offset == offset && u->size == size)
			return u->value;
	}
	bool is_argument = content->rest == REASON_ARGUMENT;
	SymInfo info = { .kind = is_argument ? SYM_PARAM : SYM_UNIFORM,
			 .low = INT64_MIN,
			 .high = INT64_MAX,
			 .align = 1,
			 .why = content->rest,
			 .object = -1,
			 .name = unset_name(mem, object, offset),
			 .loc = object->var ? object->var->loc : LOC_NONE };
	if (is_argument)
		info.origin = (Origin){ object->var, offset };
	Value v = value_copy(mem->ctx->keep, mem->ctx->n_threads, value_of_origin(mem->ctx, info));
	vec_push(mem->ctx->keep, &object->unread, ((Unread){ content->since, offset, size, v }));
	return v;
}

Value memory_read_rest(Memory *mem, Object *object, const Content *content, int64_t offset, int size, Loc loc)
{
	if (!content->rest)
		return value_int(0);
	if (content->rest != REASON_ARGUMENT && !mem->one_thread)
		return value_pointing_to(mem->ctx, value_unknown(mem->ctx, content->rest, loc), content->points_to);
	return unset_value(mem, object, content, offset, size);
}

/* Are the cells from the first one up to `end`, and the bytes between them, uniform? */
static bool bytes_are_uniform(Memory *mem, const Content *content, int first, int64_t end)
{
	Mask all = mask_first(mem->ctx->n_threads);
	bool uniform = content->rest == REASON_ARGUMENT || content->rest == REASON_NONE || content->rest == REASON_UNINITIALISED;
	for (int i = first; i < content->n && content->cells[i].offset < end && uniform; i++)
		uniform = value_is_uniform(mem->ctx, &content->cells[i].stored->v, &all);
	return uniform;
}

static unsigned bytes_point_to(const Memory *mem, const Content *content, int first, int64_t end)
{
	unsigned points_to = content->points_to;
	for (int i = first; i < content->n && content->cells[i].offset < end; i++)
		points_to |= value_points_to(mem->ctx, &content->cells[i].stored->v);
	return points_to;
}

/* Integers side by side, read as a wider one.  False: other things are there, too. */
static bool read_together(Memory *mem, const Content *content, int first, int64_t offset, int size, Value *out)
{
	static const Int whole = { 8, false, false };
	int64_t at = offset;
	if (size > 8)
		return false;
	*out = value_int(0);
	for (int i = first; i < content->n && at < offset + size; i++) {
		const Cell *cell = &content->cells[i];
		if (cell->offset != at || cell->is_float || cell->size > 4 || at + cell->size > offset + size)
			return false;
		Value v = value_cast(mem->ctx, (Int){ cell->size, false, false }, whole, stored_value(mem, cell->stored));
		v = value_binary(mem->ctx, OP_SHL, whole, v, value_int(8 * (at - offset)));
		*out = value_binary(mem->ctx, OP_ADD, whole, *out, v);
		at += cell->size;
	}
	*out = value_cast(mem->ctx, whole, (Int){ size, false, false }, *out);
	return at == offset + size;
}

Value memory_read(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Loc loc)
{
	const Content *content = &object->content;
	int i = lower_bound(content, offset);
	const Cell *cell = i < content->n ? &content->cells[i] : NULL;
	if (cell && cell->offset == offset && cell->size == size && cell->is_float == is_float) {
		object->known_reads += !is_float && !cell->stored->v.unknown;
		return stored_value(mem, cell->stored);
	}
	bool overlaps = cell && cell->offset < offset + size;
	if (!overlaps)
		return memory_read_rest(mem, object, content, offset, size, loc);
	bool inside = cell->offset <= offset && offset + size <= cell->offset + cell->size && cell->size <= 8;
	if (inside && !cell->is_float && !is_float) {
		object->known_reads++;
		return read_inside(mem, cell, offset, size);
	}
	Value together;
	if (!is_float && read_together(mem, content, i, offset, size, &together)) {
		object->known_reads += !together.unknown;
		return together;
	}
	bool uniform = bytes_are_uniform(mem, content, i, offset + size);
	return bits_value(mem, uniform, bytes_point_to(mem, content, i, offset + size), loc);
}

void memory_put(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Value v)
{
	journal_before_change(mem, object);
	content_put(mem, &object->content, (Cell){ offset, size, is_float, store(mem, v) });
}

void memory_write(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Value v, const Mask *where)
{
	const Content *content = &object->content;
	int i = lower_bound(content, offset);
	bool overlaps = i < content->n && content->cells[i].offset < offset + size;
	bool fresh = !overlaps && content->rest == REASON_UNINITIALISED;
	if (!fresh && !mask_subset(&object->threads, where)) {
		Value old = memory_read(mem, object, offset, size, is_float, LOC_NONE);
		v = value_select(mem->ctx, where, v, old);
	}
	memory_put(mem, object, offset, size, is_float, v);
}

void memory_invalidate(Memory *mem, Object *object, Reason rest)
{
	unsigned points_to = rest && rest != REASON_UNINITIALISED ? content_points_to(mem->ctx, &object->content) : 0;
	journal_before_change(mem, object);
	content_free(mem, &object->content);
	object->content.rest = rest;
	object->content.points_to = points_to;
	object->content.since = ++mem->serial;
}

void memory_invalidate_part(Memory *mem, Object *object, int64_t offset, int64_t size, Reason reason)
{
	if (size <= 0)
		return;
	unsigned points_to = content_points_to(mem->ctx, &object->content);
	Value v = value_pointing_to(mem->ctx, value_unknown(mem->ctx, reason, LOC_NONE), points_to);
	journal_before_change(mem, object);
	content_put(mem, &object->content, (Cell){ offset, (int)size, true, store(mem, v) });
}

void memory_set_content(Memory *mem, Object *object, Content content)
{
	journal_before_change(mem, object);
	content_free(mem, &object->content);
	object->content = content;
}
