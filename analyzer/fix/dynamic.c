#include "fix/dynamic.h"

#include <string.h>

#include "fix/layouts/occupancy.h"
#include "fix/text.h"
#include "fix/uses.h"
#include "ir/walk.h"

typedef struct Resizer {
	Arena *arena;
	const Unit *unit;
	const KernelFacts *kernels;
	int n_kernels;
	const Var *object;
	const Layout *layout;
	Edits *out;
	int n_launches;
	const char *why;
} Resizer;

/* Bytes of a row now, and how many more it takes in the layout. */
static int64_t row_bytes(const Layout *layout)
{
	const Grid *grid = layout->grid;
	int64_t bytes = grid->elem;
	for (int d = 1; d < grid->n_dims; d++)
		bytes *= grid->dim[d];
	return bytes;
}

static int64_t more_bytes(const Layout *layout)
{
	const Grid *grid = layout->grid;
	int64_t bytes = grid->elem;
	for (int d = 1; d < grid->n_dims; d++)
		bytes *= layout_dim(grid, layout, d);
	return bytes - row_bytes(layout);
}

/* Of a record or a part: with what else is in it. */
static int64_t bytes_in(const Layout *layout, int64_t bytes)
{
	if (layout->grid->is_part || layout->grid->member)
		return bytes + layout_extra_bytes(layout->grid, layout);
	return bytes + bytes / row_bytes(layout) * more_bytes(layout);
}

/* --- what is known of the launches -------------------------------------------------------------- */

static const char *check_kernel(const Resizer *r, const KernelFacts *kernel)
{
	const int64_t bytes = kernel->launch->dynamic_bytes, limit = arch_model(r->unit->arch)->shared_per_block;
	for (int f = 0; f < kernel->n_facts; f++) {
		const Var *var = kernel->facts[f].object;
		if (var && var->kind == VAR_DYNAMIC && !same_object(var, r->object))
			return "another array is at the same place in dynamic shared memory";
	}
	if (kernel->launch->from != BLOCK_LAUNCH)
		return "its size comes from a launch, and none is known";
	if (bytes < 0)
		return "its size comes from the launch, and is not known";
	if (layout_swizzles(r->layout) && bytes % (layout_multiple(r->layout) * r->layout->grid->elem) != 0)
		return "a launch allocates a part of a row";
	if (r->layout->pad && bytes_in(r->layout, bytes) > limit)
		return "a launch would allocate more than a block may without an attribute";
	return NULL;
}

/* --- the edits ---------------------------------------------------------------------------------- */

static bool launches_object(const Resizer *r, const Func *kernel)
{
	for (int k = 0; k < r->n_kernels; k++)
		if (uses_instance(&r->kernels[k], r->object) && loc_same(r->kernels[k].launch->kernel->loc, kernel->loc))
			return true;
	return false;
}

/* The last factor that is the row's length, where the size is a product; NULL: there is none. */
static const Expr *row_factor(const Expr *e, int64_t row)
{
	e = expr_without_casts(e);
	if (e->kind == EX_INT)
		return e->i == row ? e : NULL;
	if (e->kind != EX_BINARY || e->op != OP_MUL)
		return NULL;
	const Expr *last = row_factor(e->arg[1], row);
	return last ? last : row_factor(e->arg[0], row);
}

static bool is_written(const Resizer *r, const Range *range)
{
	size_t size;
	const char *s = source_text(r->unit->sources, range->begin.file, &size);
	return s && range->begin.file == range->end.file && range->begin.offset < range->end.offset && range->end.offset <= size;
}

/* As text_is_pure(), with sizeof. */
static bool is_pure_size(Arena *arena, const char *text)
{
	char *copy = arena_strndup(arena, text, strlen(text));
	for (char *at = copy; (at = strstr(at, "sizeof(")) != NULL;)
		memcpy(at, "      ", 6);
	return text_is_pure(copy);
}

/* The text of a factor with the value; NULL: none is a name. */
static const char *name_of_value(const Resizer *r, const Expr *e, int64_t value)
{
	const char *name = NULL;
	if (e->kind == EX_INT && e->i == value && is_written(r, &e->range)) {
		size_t size;
		const char *s = source_text(r->unit->sources, e->range.begin.file, &size);
		name = arena_strndup(r->arena, s + e->range.begin.offset, e->range.end.offset - e->range.begin.offset);
	}
	if (name && (text_is_number(name) || strpbrk(name, "()")))
		name = NULL;
	for (int i = 0; i < e->n_args && !name && (e->kind == EX_BINARY || e->kind == EX_CAST); i++)
		name = name_of_value(r, e->arg[i], value);
	return name;
}

/* What a part takes more, by a name that is the number of its rows if there is one. */
static const char *part_extra(const Resizer *r, const Expr *bytes)
{
	const Grid *grid = r->layout->grid;
	const long long more = (long long)(r->layout->pad * grid->elem);
	const char *rows =
		r->layout->by_function || grid->count % grid->dim[1] ? NULL : name_of_value(r, bytes, grid->count / grid->dim[1]);
	return rows ? arena_printf(r->arena, "%s * %lld", rows, more)
		    : arena_printf(r->arena, "%lld", (long long)layout_extra_bytes(grid, r->layout));
}

static void resize(Resizer *r, const Expr *bytes)
{
	const Grid *grid = r->layout->grid;
	size_t size;
	const char *s = source_text(r->unit->sources, bytes->range.begin.file, &size), *more;
	if (!is_written(r, &bytes->range) || grid->n_dims != 2) {
		r->why = "the size that a launch allocates is not written out there";
		return;
	}
	const Expr *factor = grid->place ? NULL : row_factor(bytes, grid->dim[1]);
	Range at = factor && is_written(r, &factor->range) ? factor->range : bytes->range;
	const char *text = arena_strndup(r->arena, s + at.begin.offset, at.end.offset - at.begin.offset);
	if (factor && text_is_number(text))
		more = arena_printf(r->arena, "%lld", (long long)(grid->dim[1] + r->layout->pad));
	else if (grid->place && !text_is_number(text))
		more = arena_printf(r->arena, "%s + %s", text_is_sum(text) ? text : text_as_operand(r->arena, text), part_extra(r, bytes));
	else if (text_is_number(text))
		more = arena_printf(r->arena, "%lld", (long long)bytes_in(r->layout, expr_without_casts(bytes)->i));
	else if (factor)
		more = arena_printf(r->arena, "(%s + %lld)", text, (long long)r->layout->pad);
	else
		more = arena_printf(r->arena, "%s + %s / %lld * %lld", text, text_as_operand(r->arena, text),
				    (long long)row_bytes(r->layout), (long long)more_bytes(r->layout));
	if (!factor && !is_pure_size(r->arena, text))
		r->why = "the size that a launch allocates has side effects or calls";
	else if (!edits_add(r->arena, r->out, (Edit){ at.begin.file, at.begin.offset, at.end.offset - at.begin.offset, more }))
		r->why = "the size that a launch allocates is written in one place for several";
}

static void resize_launch(void *data, const Expr *e)
{
	Resizer *r = data;
	if (e->kind != EX_LAUNCH || !e->launch->kernel || !launches_object(r, e->launch->kernel))
		return;
	r->n_launches++;
	if (e->launch->dynamic_bytes)
		resize(r, e->launch->dynamic_bytes);
}

const char *dynamic_resize(Arena *arena, const Unit *unit, const KernelFacts *kernels, int n_kernels, const Var *object,
			   const Layout *layout, Edits *out)
{
	Resizer r = { arena, unit, kernels, n_kernels, object, layout, out, 0, NULL };
	for (int k = 0; k < n_kernels && !r.why; k++)
		if (uses_instance(&kernels[k], object))
			r.why = check_kernel(&r, &kernels[k]);
	if (!r.why && layout->grid->place && layout->pad && layout_extra_bytes(layout->grid, layout) == EXTRA_UNKNOWN)
		r.why = "its launches allocate different sizes";
	if (r.why || !layout->pad || layout->grid->member) /* launches give a record's size: dynamic_has_room() */
		return r.why;
	for (int i = 0; i < layout->grid->n_rows; i++)
		if (layout->grid->rows[i].row != layout->grid->dim[1])
			return "its rows differ between instances of a template";
	Walk walk = { resize_launch, NULL, &r, 0 };
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk fresh = walk;
		if (unit->funcs[i]->kind == FN_HOST)
			walk_stmt(&fresh, unit->funcs[i]->body);
	}
	return r.n_launches ? r.why : "its size comes from a launch that is not here";
}

bool dynamic_has_room(const KernelFacts *old, int n_old, const KernelFacts *new, int n_new, const Var *object, const Layout *layout)
{
	for (int k = 0; k < n_old && k < n_new; k++)
		if (uses_instance(&old[k], object) && new[k].launch->dynamic_bytes < bytes_in(layout, old[k].launch->dynamic_bytes))
			return false;
	return true;
}

const char *dynamic_obstacle(const KernelFacts *kernels, int n_kernels, const Var *object)
{
	for (int k = 0; k < n_kernels; k++)
		if (uses_instance(&kernels[k], object) && kernels[k].launch->kernel->is_external)
			return "launches in other files would have to allocate as much";
	return NULL;
}
