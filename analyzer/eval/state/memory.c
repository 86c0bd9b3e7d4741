#include "eval/state/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

enum { MAX_KEPT_CELLS = 16 };

/* --- objects ---------------------------------------------------------------------------------- */

void memory_init(Memory *mem, ValueCtx *ctx)
{
	*mem = (Memory){ .ctx = ctx };
	storage_init(&mem->storage, ctx);
}

void memory_free(Memory *mem)
{
	for (int i = 0; i < mem->n; i++) {
		content_free(&mem->storage, &mem->objects[i]->content);
		free(mem->objects[i]);
	}
	free(mem->objects);
	free(mem->retired);
	storage_free(&mem->storage);
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
	object->start = 0;
	object->frame = frame;
	object->threads = threads;
	object->born = object->declared = ++mem->serial;
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
		content_free(&mem->storage, &object->content);
	else
		content_clear(&mem->storage, &object->content); /* most objects are small temporaries: the next one has as many cells */
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

/* --- widening ----------------------------------------------------------------------------------- */

void memory_widen(Memory *mem, Object *object, int64_t offset, int size, int log2_align, Refinement refinement)
{
	const Cell *cell = content_find(&object->content, offset, size);
	if (cell)
		stored_widen(&mem->storage, cell->stored, log2_align, refinement);
}

void memory_mark_counter(Object *object, int64_t offset, int size)
{
	const Cell *cell = content_find(&object->content, offset, size);
	if (cell)
		cell->stored->v.form.counter = true;
}

void memory_widen_all(Memory *mem, Object *object, Refinement refinement)
{
	/* What the compiler knows of a floating-point number matters to no access. */
	for (int i = 0; i < object->content.n; i++)
		if (!object->content.cells[i].is_float)
			stored_widen(&mem->storage, object->content.cells[i].stored, 0, refinement);
}

/* --- reading and writing ---------------------------------------------------------------------- */

/* Reads bytes inside a wider integer cell (a union, a cast): little-endian. */
static Value read_inside(Memory *mem, const Cell *cell, int64_t offset, int size)
{
	Int whole = { cell->size, false, false }, part = { size, false, false };
	Value v = value_cast(mem->ctx, whole, whole, stored_read(&mem->storage, cell->stored));
	v = value_binary(mem->ctx, OP_SHR, whole, v, value_int(8 * (offset - cell->offset)));
	return value_cast(mem->ctx, whole, part, v);
}

static const char *unset_name(Memory *mem, const Object *object, int64_t offset)
{
	const char *name = object->var ? object->var->name : "argument";
	return offset ? arena_printf(mem->ctx->keep, "%s+%lld", name, (long long)offset) : name;
}

/* By since first: what is named anew is then at the end. */
static bool unread_before(const Unread *a, const Unread *b)
{
	if (a->since != b->since)
		return a->since < b->since;
	return a->offset != b->offset ? a->offset < b->offset : a->size < b->size;
}

/* The first that is not before this one. */
static int unread_place(const Object *object, const Unread *u)
{
	int low = 0, high = object->unread.n;
	while (low < high) {
		int mid = low + (high - low) / 2;
		if (unread_before(&object->unread.at[mid], u))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static Value new_symbol(Memory *mem, const Object *object, const Content *content, int64_t offset)
{
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
	return value_copy(mem->ctx->keep, mem->ctx->n_threads, value_of_origin(mem->ctx, info));
}

static Value unset_value(Memory *mem, Object *object, const Content *content, int64_t offset, int size)
{
	Unread u = { .since = content->since, .offset = offset, .size = size };
	int i = unread_place(object, &u);
	if (i < object->unread.n && !unread_before(&u, &object->unread.at[i]))
		return *object->unread.at[i].value;
	Value *value = arena_new_of(mem->ctx->keep, Value);
	*value = new_symbol(mem, object, content, offset);
	u.value = value;
	vec_push(mem->ctx->keep, &object->unread, u);
	memmove(object->unread.at + i + 1, object->unread.at + i, (size_t)(object->unread.n - 1 - i) * sizeof u);
	object->unread.at[i] = u;
	return *value;
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

/* Integers side by side, read as a wider one; if nothing is known of its upper bytes, the lower ones are still known.
 * False: other things are there, too. */
static bool read_together(Memory *mem, const Content *content, int first, int64_t offset, int size, Loc loc, Value *out)
{
	static const Int whole = { 8, false, false };
	int64_t at = offset;
	if (size > 8)
		return false;
	*out = value_int(0);
	for (int i = first; i < content->n && content->cells[i].offset < offset + size; i++) {
		const Cell *cell = &content->cells[i];
		if (cell->offset != at || cell->is_float || cell->size > 4 || at + cell->size > offset + size)
			return false;
		Value v = value_cast(mem->ctx, (Int){ cell->size, false, false }, whole, stored_read(&mem->storage, cell->stored));
		v = value_binary(mem->ctx, OP_SHL, whole, v, value_int(8 * (at - offset)));
		*out = value_binary(mem->ctx, OP_ADD, whole, *out, v);
		at += cell->size;
	}
	const bool is_set = at == offset + size;
	const bool is_open = content->rest && content->rest != REASON_ARGUMENT && !content->points_to && !mem->one_thread;
	if (at > offset && !is_set && is_open) {
		const int64_t above = (int64_t)1 << 8 * (at - offset);
		*out = value_binary(mem->ctx, OP_ADD, whole, *out, value_unknown_aligned(mem->ctx, content->rest, loc, above, false));
		return true;
	}
	*out = value_cast(mem->ctx, whole, (Int){ size, false, false }, *out);
	return is_set;
}

/* Beyond every object, so that sums with sizes do not overflow: nothing is kept there, and what is read is unknown. */
static bool is_far(int64_t offset)
{
	return offset > INT64_MAX / 4 || offset < INT64_MIN / 4;
}

Value memory_read(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Loc loc)
{
	if (is_far(offset))
		return value_unknown(mem->ctx, REASON_UNINITIALISED, loc);
	const Content *content = &object->content;
	int i = content_lower_bound(content, offset);
	const Cell *cell = i < content->n ? &content->cells[i] : NULL;
	if (cell && cell->offset == offset && cell->size == size && cell->is_float == is_float) {
		object->known_reads += !is_float && !cell->stored->v.unknown;
		return stored_read(&mem->storage, cell->stored);
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
	if (!is_float && read_together(mem, content, i, offset, size, loc, &together)) {
		object->known_reads += !together.unknown;
		return together;
	}
	bool uniform = bytes_are_uniform(mem, content, i, offset + size);
	return bits_value(&mem->storage, uniform, bytes_point_to(mem, content, i, offset + size), loc);
}

void memory_put(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Value v)
{
	if (is_far(offset))
		return;
	journal_before_change(mem, object);
	content_put(&mem->storage, &object->content, offset, size, is_float, v);
}

void memory_write(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Value v, const Mask *where)
{
	const Content *content = &object->content;
	bool fresh = !content_touches(content, offset, size) && content->rest == REASON_UNINITIALISED;
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
	content_free(&mem->storage, &object->content);
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
	content_put(&mem->storage, &object->content, offset, (int)size, true, v);
}

void memory_set_content(Memory *mem, Object *object, Content content)
{
	journal_before_change(mem, object);
	content_free(&mem->storage, &object->content);
	object->content = content;
}
