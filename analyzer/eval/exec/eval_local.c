/* Loads and stores of objects whose contents are followed: local variables, parameters, tables. */
#include "eval/exec/access_impl.h"

#include <stddef.h>

enum { MAX_SPOTS = 256 };

/* A uniform integer, loaded from an address that is unknown or not followed. */
static Value loaded_number(Eval *ev, const Value *address, Reason reason, Loc loc, int64_t low, int64_t high)
{
	int64_t at = 0;
	const Object *object = target_plain(ev, address, &at);
	const Var *var = object ? object->var : NULL;
	bool is_name = var && var->type->kind == TY_INT;
	Origin place = { NULL, (int64_t)((uint64_t)loc.file << 40 | (uint64_t)loc.offset) + 1 };
	return value_of_origin(&ev->ctx, (SymInfo){ .kind = SYM_UNIFORM,
						    .name = is_name ? var->name : NULL,
						    .low = low,
						    .high = high,
						    .align = 1,
						    .why = reason,
						    .object = -1,
						    .loc = loc,
						    .origin = var            ? (Origin){ var, at }
							      : loc.file < 0 ? (Origin){ 0 }
									     : place });
}

static Value loaded(Eval *ev, Value address, const Type *type, Reason reason, Loc loc)
{
	bool uniform = value_is_uniform(&ev->ctx, &address, &ev->flow.may_execute);
	if (uniform && type->kind == TY_FLOAT)
		return value_sym(&ev->ctx, ev->float_sym);
	int64_t low = INT64_MIN, high = INT64_MAX;
	if (type->kind == TY_BOOL || (type->kind == TY_INT && type->size < 8)) {
		int bits = 8 * (int)type->size;
		low = type->is_signed ? -((int64_t)1 << (bits - 1)) : 0;
		high = type->kind == TY_BOOL ? 1 : ((int64_t)1 << (type->is_signed ? bits - 1 : bits)) - 1;
	}
	if (uniform && type->kind == TY_INT)
		return loaded_number(ev, &address, reason, loc, low, high);
	if (uniform)
		return value_unknown_uniform(&ev->ctx, reason, loc, NULL, low, high);
	Value v = eval_unknown_value(ev, false, value_is_warp_uniform(&ev->ctx, &address, &ev->flow.may_execute), reason, loc);
	return type->size <= 2 ? value_within(&ev->ctx, v, low, high) : v;
}

Value eval_loaded(Eval *ev, Value address, const Type *type, Reason reason, Loc loc)
{
	Value v = loaded(ev, address, type, reason, loc);
	return type->kind == TY_PTR && ev->stores_shared ? value_pointing_to(&ev->ctx, v, POINTS_TO_SHARED) : v;
}

/* The number of distinct offsets in threads of `where`; -1: too many, or some are unknown. */
static int distinct_spots(const Eval *ev, const Value *offset, const Mask *where, int64_t *spots, Mask *threads)
{
	int n = 0;
	if (offset->n_terms)
		return -1;
	if (offset->unknown) {
		Mask unknown = mask_and(offset->unknown->threads, *where);
		if (!mask_empty(&unknown))
			return -1;
	}
	for (int l = 0; l < ev->ctx.n_threads; l++) {
		if (!mask_has(where, l))
			continue;
		int64_t at = per_thread_at(offset->base, l);
		int i = 0;
		while (i < n && spots[i] != at)
			i++;
		if (i == MAX_SPOTS)
			return -1;
		if (i == n) {
			spots[n] = at;
			threads[n++] = mask_none();
		}
		mask_add(&threads[i], l);
	}
	return n;
}

/* A load at an unknown uniform offset of a few pointers: a choice between all that the object holds, beside what is of other sizes. */
static bool one_of_few(Eval *ev, const Object *object, Value offset, int size, Loc loc, Value *out)
{
	const Value *few[MAX_CHOICES + 1];
	int n = 0;
	bool fits = value_is_uniform(&ev->ctx, &offset, &ev->flow.may_execute);
	for (int c = 0; c < object->content.n && fits; c++) {
		const Cell *cell = &object->content.cells[c];
		const Value *v = &cell->stored->v;
		if (cell->size != size)
			continue;
		fits = n <= MAX_CHOICES && !v->unknown && value_points_to(&ev->ctx, v) && target_choice(ev, v) < 0;
		if (fits)
			few[n++] = v;
	}
	for (int i = 0; i < n && fits && n > 1; i++) {
		Value v = value_copy(ev->ctx.arena, ev->ctx.n_threads, *few[i]);
		*out = i ? value_join(&ev->ctx, *out, v, true, true, REASON_BRANCH, loc) : v;
	}
	return fits && n > 1;
}

/* Why what is loaded at such an offset is not known: data are the place or the contents, or neither. */
static Reason somewhere_reason(const Eval *ev, const Content *content, const Value *offset)
{
	Reason why = value_data_reason(&ev->ctx, offset, REASON_LOCAL_LOAD);
	why = reason_is_data(content->rest) ? content->rest : why;
	for (int c = 0; c < content->n && !reason_is_data(why); c++)
		why = value_data_reason(&ev->ctx, &content->cells[c].stored->v, why);
	return why;
}

/* A load at an unknown offset: within the bounds of the contents, if these are known integers. */
static Value somewhere(Eval *ev, const Object *object, Value offset, const Type *type, Loc loc)
{
	int64_t low = INT64_MAX, high = INT64_MIN, i;
	Value few;
	if (type->kind == TY_PTR && one_of_few(ev, object, offset, (int)type->size, loc, &few))
		return few;
	bool known = object->content.n > 0 && type->kind != TY_FLOAT;
	for (int c = 0; c < object->content.n && known; c++) {
		known = value_is_const(&object->content.cells[c].stored->v, &i);
		low = known && i < low ? i : low;
		high = known && i > high ? i : high;
	}
	if (known && value_is_uniform(&ev->ctx, &offset, &ev->flow.may_execute))
		return value_unknown_uniform(&ev->ctx, REASON_LOCAL_LOAD, loc, NULL, low, high);
	const Reason why = somewhere_reason(ev, &object->content, &offset);
	Value v = eval_unknown_value(ev, false, known && value_is_warp_uniform(&ev->ctx, &offset, &ev->flow.may_execute), why, loc);
	return value_pointing_to(&ev->ctx, v, content_points_to(&ev->ctx, &object->content));
}

/* Which element it is, is known here, but not to nvcc. */
static bool is_any_element(const Form *offset)
{
	return offset->known && !form_is_const(offset) && !offset->may_fold;
}

static Value read_at(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Loc loc)
{
	bool is_float = type->kind == TY_FLOAT;
	int size = (int)type->size;
	int64_t at;
	if (value_is_const(&offset, &at))
		return memory_read(&ev->mem, object, at, size, is_float, loc);
	int64_t spots[MAX_SPOTS];
	Mask threads[MAX_SPOTS];
	int n = distinct_spots(ev, &offset, where, spots, threads);
	if (n <= 0)
		return n ? somewhere(ev, object, offset, type, loc) : value_int(0);
	Value v = memory_read(&ev->mem, object, spots[0], size, is_float, loc);
	for (int i = 1; i < n; i++)
		v = value_select(&ev->ctx, &threads[i], memory_read(&ev->mem, object, spots[i], size, is_float, loc), v);
	return v;
}

/* Whether the element that nvcc does not know the index of may have this cell in the `size` bytes that are accessed. */
static bool may_be_cell(const Object *object, const Form *offset, int size, const Cell *cell)
{
	const Type *element = object->var ? object->var->type : NULL;
	while (element && element->kind == TY_ARRAY)
		element = element->elem;
	/* The index itself may be aligned, too, by the values that it has here. */
	const uint64_t bytes = element ? (uint64_t)(element->size & -element->size) : 1,
		       aligned = (uint64_t)1 << (offset->log2_align < 16 ? offset->log2_align : 16);
	const uint64_t step = bytes < aligned ? bytes : aligned, behind = ((uint64_t)cell->offset - (uint64_t)offset->c) & (step - 1);
	return behind < (uint64_t)size || behind + (uint64_t)cell->size > step;
}

/* log2 of what ptxas knows to divide all that may be there; of constants it knows nothing. */
static int least_align(const Object *object, const Form *offset, int size)
{
	int least = FORM_ANY;
	for (int i = 0; i < object->content.n; i++) {
		const Cell *cell = &object->content.cells[i];
		const int align = form_log2_align(&cell->stored->v.form);
		least = may_be_cell(object, offset, size, cell) && align < least ? align : least;
	}
	return least < FORM_ANY && !(object->var && object->var->is_const) ? least : 0;
}

Value local_read(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Loc loc)
{
	Value v = read_at(ev, object, offset, where, type, loc);
	if (type->kind == TY_FLOAT || !is_any_element(&offset.form))
		return v;
	v = value_at_run_time(&ev->ctx, v, least_align(object, &offset.form, (int)type->size), REFINE_NONE);
	v.form.carried = true;
	return v;
}

/* `v` was stored at such an offset: of what may be there, nvcc does not know whether it is that. */
static void may_be_either(Eval *ev, Object *object, const Form *offset, int size, const Value *v)
{
	for (int i = 0; i < object->content.n; i++) {
		const Cell *cell = &object->content.cells[i];
		if (may_be_cell(object, offset, size, cell))
			stored_is_either(&ev->mem.storage, cell->stored, form_log2_align(&v->form));
	}
}

void local_forget(Eval *ev, Object *object, Reason reason, const Value *v)
{
	memory_invalidate(&ev->mem, object, reason);
	object->content.points_to |= value_points_to(&ev->ctx, v);
}

void locals_forget(Eval *ev, Reason reason, const Value *v)
{
	for (int i = 0; i < ev->mem.n; i++) {
		Object *object = ev->mem.objects[i];
		if (object->kind == OBJ_LOCAL && object->content.n &&
		    !(object->var && (object->var->is_const || object->var->kind == VAR_BUILTIN)))
			local_forget(ev, object, reason, v);
	}
}

static void write_at(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Value v)
{
	bool is_float = type->kind == TY_FLOAT;
	int size = (int)type->size;
	int64_t at;
	if (value_is_const(&offset, &at)) {
		memory_write(&ev->mem, object, at, size, is_float, v, where);
		return;
	}
	int64_t spots[MAX_SPOTS];
	Mask threads[MAX_SPOTS];
	int n = distinct_spots(ev, &offset, where, spots, threads);
	if (n < 0)
		local_forget(ev, object, value_data_reason(&ev->ctx, &v, somewhere_reason(ev, &object->content, &offset)), &v);
	for (int i = 0; i < n; i++)
		memory_write(&ev->mem, object, spots[i], size, is_float, v, &threads[i]);
}

void local_write(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Value v)
{
	write_at(ev, object, offset, where, type, v);
	if (is_any_element(&offset.form))
		may_be_either(ev, object, &offset.form, (int)type->size, &v);
}
