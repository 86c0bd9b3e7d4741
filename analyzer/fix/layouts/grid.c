#include "fix/layouts/layout.h"

#include <string.h>

#include "ir/raw.h"

/* "struct { T data[32][32]; }": the array that is all of the record. */
static const Type *only_member(const Type *type, Grid *out)
{
	while (type && type->kind == TY_RECORD && type->n_fields == 1 && type->fields->type->size == type->size) {
		out->member = type->fields;
		out->holder = type;
		type = type->fields->type;
	}
	return type;
}

/* Of an array; `out` has nothing but a member. */
static bool set_dims(const Type *type, Grid *out)
{
	if (!type || type->kind != TY_ARRAY)
		return false;
	for (; type && type->kind == TY_ARRAY; type = type->elem) {
		if (out->n_dims == MAX_DIMS || type->count == 0 || type->count > MOST_BYTES)
			return false;
		if (type->count < 0 && out->n_dims > 0)
			return false;
		out->dim[out->n_dims++] = type->count < 0 ? -1 : type->count;
	}
	if (!type || type->size < 1 || type->size > MOST_BYTES)
		return false;
	out->elem = type->size;
	out->type = type;
	out->is_flat = out->n_dims == 1;
	int64_t bytes = grid_bytes(out);
	out->count = bytes < 0 ? -1 : bytes / out->elem;
	return bytes < 0 || bytes <= MOST_BYTES;
}

bool grid_of(const Var *object, Grid *out)
{
	*out = (Grid){ 0 };
	return object && set_dims(only_member(var_seen_type(object), out), out);
}

/* --- members of records ------------------------------------------------------------------------ */

bool record_is_plain(const Type *record)
{
	int64_t end = 0;
	for (int f = 0; f < record->n_fields; f++) {
		const Field *field = &record->fields[f];
		if (field->offset < end || field->bit_width || !field->type || field->type->size < 1)
			return false;
		end = field->offset + field->type->size;
	}
	return record->n_fields > 1;
}

static bool is_within(const WarpPattern *pattern, int bytes, int64_t begin, int64_t end)
{
	for (int lane = 0; lane < WARP_LANES; lane++)
		if (pattern->active >> lane & 1 && (pattern->offset[lane] < begin || pattern->offset[lane] + bytes > end))
			return false;
	return true;
}

static bool has_all(const Fact *fact, int64_t begin, int64_t end)
{
	for (int p = 0; p < fact->n_patterns; p++)
		if (!is_within(&fact->patterns[p], fact->bytes, begin, end))
			return false;
	return fact->n_patterns > 0;
}

static const Field *member_of(const Fact *fact, const Type *record)
{
	for (int f = 0; f < record->n_fields; f++) {
		const Field *field = &record->fields[f];
		if (*field->name && field->type->kind == TY_ARRAY && has_all(fact, field->offset, field->offset + field->type->size))
			return field;
	}
	return NULL;
}

static bool is_divided(const Var *object)
{
	return object && object->n_places > 1 && !object->as;
}

/* Behind the last byte of what begins at the object's i-th place; MOST_BYTES: not known. */
static int64_t place_end(const Var *object, int i)
{
	if (i + 1 < object->n_places)
		return object->places[i + 1].at;
	return object->type->size > 0 ? object->type->size : MOST_BYTES;
}

Part part_of(const Fact *fact)
{
	const Type *record = fact->object ? var_seen_type(fact->object) : NULL;
	Part part = { NULL, NULL };
	if (record && record->kind == TY_RECORD && record_is_plain(record))
		part.member = member_of(fact, record);
	for (int i = 0; is_divided(fact->object) && i < fact->object->n_places; i++)
		if (has_all(fact, fact->object->places[i].at, place_end(fact->object, i)))
			part.place = &fact->object->places[i];
	return part;
}

bool part_same(Part a, Part b)
{
	return a.member == b.member && a.place == b.place;
}

static bool grid_of_place(const Var *object, const SharedPlace *place, Grid *out)
{
	const int64_t end = place_end(object, (int)(place - object->places));
	*out = (Grid){ .place = place, .is_part = true, .begin = place->at, .n_dims = 1, .type = place->elem, .is_flat = true };
	if (!place->elem || place->elem->size < 1 || place->elem->size > MOST_BYTES || end <= place->at)
		return false;
	out->elem = place->elem->size;
	out->dim[0] = out->count = end == MOST_BYTES ? -1 : (end - place->at) / out->elem;
	return true;
}

bool grid_of_part(const Var *object, Part part, Grid *out)
{
	if (part.place)
		return grid_of_place(object, part.place, out);
	if (!part.member)
		return grid_of(object, out);
	*out = (Grid){ .member = part.member, .holder = var_seen_type(object), .is_part = true, .begin = part.member->offset };
	return set_dims(part.member->type, out);
}

Loc grid_loc(const Var *object, const Grid *grid)
{
	if (grid->place && grid->place->pointer)
		return grid->place->pointer->loc;
	return grid->is_part && grid->member ? grid->member->loc : object->loc;
}

/* The same part in another instance of a template. */
static Part part_like(const Grid *like, const Var *object)
{
	const Type *record = var_seen_type(object);
	const bool has_members = like->is_part && record->kind == TY_RECORD && record_is_plain(record);
	Part part = { NULL, NULL };
	for (int f = 0; like->member && has_members && f < record->n_fields && !part.member; f++)
		if (loc_same(record->fields[f].loc, like->member->loc) && strcmp(record->fields[f].name, like->member->name) == 0)
			part.member = &record->fields[f];
	for (int i = 0; like->place && i < object->n_places && !part.place; i++) {
		const Var *a = object->places[i].pointer, *b = like->place->pointer;
		if (a == b || (a && b && loc_same(a->loc, b->loc)))
			part.place = &object->places[i];
	}
	return part;
}

bool same_object(const Var *a, const Var *b)
{
	return a && b && (a == b || (a->loc.file >= 0 && loc_same(a->loc, b->loc) && strcmp(a->name, b->name) == 0));
}

int64_t grid_row(const Grid *grid, const Var *object)
{
	for (int i = 0; i < grid->n_rows; i++)
		if (grid->rows[i].object == object)
			return grid->rows[i].row;
	return grid->dim[1];
}

bool grid_like(const Grid *like, const Var *object, Grid *out)
{
	const Part part = part_like(like, object);
	if ((like->is_part && !part.member && !part.place) || !grid_of_part(object, part, out))
		return false;
	if (part.place && part.place == like->place && out->count < 0)
		out->dim[0] = out->count = like->count; /* known from launches */
	if (like->is_flat && like->n_dims == 2 && out->n_dims == 1) {
		out->n_dims = 2;
		out->dim[1] = grid_row(like, object);
		out->dim[0] = out->dim[0] < 0 ? -1 : (out->dim[0] + out->dim[1] - 1) / out->dim[1];
		out->rows = like->rows;
		out->n_rows = like->n_rows;
	}
	return out->n_dims == like->n_dims;
}

int64_t grid_bytes(const Grid *grid)
{
	int64_t bytes = grid->elem;
	for (int d = 0; d < grid->n_dims; d++) {
		if (grid->dim[d] < 0 || __builtin_mul_overflow(bytes, grid->dim[d], &bytes))
			return -1;
	}
	return bytes;
}
