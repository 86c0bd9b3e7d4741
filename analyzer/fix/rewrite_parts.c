/* Parts of an array that local pointers divide: where the next ones begin, and where the array ends. */
#include "fix/rewrite_impl.h"

#include <string.h>

#include "fix/text.h"
#include "ir/constant.h"
#include "ir/walk.h"

typedef struct Shifter {
	Rewriter *r;
	const char *extent; /* how long the part is, in its elements, as the pointer behind it has it; NULL: it is not written so */
	VEC(Loc) done;      /* pointers, in one instance of a template */
	const char *why;
} Shifter;

/* Where the pointer that an address begins with points, in its object. */
static int64_t root_at(const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	return address->kind == EX_LOAD && address->arg[0]->kind == EX_ADDR ? address->arg[0]->var->at : 0;
}

static bool is_in_template(const Rewriter *r)
{
	return r->object->owner && strchr(r->object->owner->name, '<');
}

/* What is added to a length of so many elements, where its rows get longer: "BM * BK / BK * 4". */
static const char *extra_of(const Rewriter *r, const char *length)
{
	const char *row = r->stride && !r->layout->by_function ? text_as_operand(r->arena, r->stride)
							       : arena_printf(r->arena, "%lld", (long long)r->grid->dim[1]);
	return arena_printf(r->arena, "%s / %s * %lld", length, row, (long long)r->layout->pad);
}

static const char *as_factor(Arena *arena, const char *text)
{
	return strpbrk(text, "+-/%") ? text_as_operand(arena, text) : text;
}

static bool is_simple_product(const char *text)
{
	return !strpbrk(text, "<>?:&|^,");
}

/* The distance in the layout. */
static Edit longer_distance(const Rewriter *r, const Grid *grid, const Expr *distance, int64_t by)
{
	int64_t value = 0;
	Strides found = { .r = r, .row = grid->dim[1], .name = r->stride };
	const bool is_extent = expr_constant(distance, &value) && value % grid->dim[1] == 0 && value / grid->dim[1] * r->layout->pad == by;
	if (!r->layout->by_function)
		rewrite_find_strides(&found, distance);
	const Range *range = found.n == 1 && is_extent ? &found.last->range : &distance->range;
	const char *text = rewrite_range_text(r, range);
	Edit edit = { .file = range->begin.file, .offset = range->begin.offset, .length = range->end.offset - range->begin.offset };
	if (range != &distance->range) {
		edit.text = text_longer(r->arena, text, r->layout->pad);
		edit.text = text_is_number(text) ? edit.text : text_as_operand(r->arena, edit.text);
	} else if (is_extent && !text_is_fixed(text) && is_simple_product(text)) {
		edit.text = arena_printf(r->arena, "%s + %s", text, extra_of(r, as_factor(r->arena, text)));
	} else {
		edit.text = text_longer(r->arena, text, by);
		edit.is_of_now = !text_is_fixed(text);
	}
	return edit;
}

static const char *shift_pointer(Shifter *shifter, const Var *pointer, const Expr *value)
{
	Rewriter *r = shifter->r;
	Grid grid;
	int64_t extent;
	if (!grid_like(r->grid, pointer->into, &grid) || grid.n_dims < 2)
		return "its parts differ between instances of a template";
	const int64_t by = layout_moves(&grid, r->layout, pointer->at) - layout_moves(&grid, r->layout, root_at(value));
	if (by == 0)
		return NULL;
	value = expr_without_casts(value);
	const Expr *distance = value->kind == EX_PTRADD ? value->arg[1] : NULL;
	if (!distance || by % value->scale || distance->range.macro_line || distance->range.begin.file != distance->range.end.file)
		return "where the next part of its memory begins is not written out";
	const char *text = rewrite_range_text(r, &distance->range);
	const bool is_part = root_at(value) == grid.begin && value->scale == grid.elem && expr_constant(distance, &extent) &&
			     extent == grid.count && value->arg[0]->kind != EX_PTRADD;
	if (is_part && !text_is_fixed(text) && is_simple_product(text))
		shifter->extent = as_factor(r->arena, text);
	const Edit edit = longer_distance(r, &grid, distance, by / value->scale);
	if (edit.is_of_now && is_in_template(r))
		return "where the next part of its memory begins depends on the template's parameters";
	return edits_add(r->arena, r->out, edit) ? NULL : no_overlap;
}

static void shift_expr(void *data, const Expr *e)
{
	Shifter *shifter = data;
	const Var *pointer = e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR ? e->arg[0]->var : NULL;
	if (!pointer || !same_object(pointer->into, shifter->r->object) || shifter->why)
		return;
	for (int i = 0; i < shifter->done.n; i++)
		if (loc_same(shifter->done.at[i], pointer->loc))
			return;
	vec_push(shifter->r->arena, &shifter->done, pointer->loc);
	shifter->why = shift_pointer(shifter, pointer, e->arg[1]);
}

/* The declared length: with what the part's own length adds, or a name that is the number of its rows, or else a number. */
static const char *lengthen_array(Shifter *shifter, int64_t by)
{
	Rewriter *r = shifter->r;
	const char *length = rewrite_length_text(r, 0), *more = NULL;
	const int64_t rows = r->grid->dim[0];
	if (!length)
		return no_declaration;
	if (text_is_fixed(length))
		return rewrite_lengthen(r, 0, by);
	if (r->object->type->elem->size != r->grid->elem)
		more = NULL;
	else if (shifter->extent)
		more = extra_of(r, shifter->extent);
	else if (r->stride && !text_is_number(r->stride) && !r->layout->by_function && rows == r->grid->dim[1])
		more = arena_printf(r->arena, "%s * %lld", text_as_operand(r->arena, r->stride), (long long)r->layout->pad);
	if (!more && is_in_template(r))
		return "how long its last part is depends on the template's parameters";
	const Span at = r->uses->decl.index[0];
	Edit edit = { .file = r->uses->decl.loc.file, .offset = at.begin, .length = at.end - at.begin, .is_of_now = !more };
	edit.text = more ? arena_printf(r->arena, "%s + %s", text_is_sum(length) ? length : text_as_operand(r->arena, length), more)
			 : text_longer(r->arena, length, by);
	return edits_add(r->arena, r->out, edit) ? NULL : no_overlap;
}

const char *rewrite_make_room(Rewriter *r)
{
	Shifter shifter = { .r = r };
	const int64_t extra = layout_extra_bytes(r->grid, r->layout), elem = r->object->type->elem->size;
	for (int i = 0; i < r->unit->n_funcs && r->layout->pad; i++) {
		Walk walk = { .expr = shift_expr, .data = &shifter };
		walk_stmt(&walk, r->unit->funcs[i]->body);
	}
	if (shifter.why || !r->layout->pad || r->object->kind == VAR_DYNAMIC)
		return shifter.why;
	return extra % elem ? "its length is not a multiple of the array's elements" : lengthen_array(&shifter, extra / elem);
}
