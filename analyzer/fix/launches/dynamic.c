#include "fix/launches/dynamic.h"

#include <string.h>

#include "base/paths.h"
#include "core/tokens.h"
#include "fix/launches/elsewhere.h"
#include "fix/layouts/occupancy.h"
#include "fix/text.h"
#include "fix/uses.h"
#include "ir/constant.h"
#include "ir/link.h"
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

/* A launch of the kernel with a size that is no constant. */
typedef struct Unsized {
	const Func *kernel;
	Loc at; /* file -1: none */
} Unsized;

static void note_unsized(void *data, const Expr *e)
{
	Unsized *unsized = data;
	int64_t bytes;
	if (e->kind == EX_LAUNCH && e->launch->kernel && loc_same(func_defined(e->launch->kernel)->loc, unsized->kernel->loc) &&
	    e->launch->dynamic_bytes && !expr_constant(e->launch->dynamic_bytes, &bytes))
		unsized->at = e->range.begin;
}

static const char *not_known(const Resizer *r, const Func *kernel)
{
	static const char why[] = "its size comes from the launch, and is not known";
	Unsized unsized = { kernel, LOC_NONE };
	for (int i = 0; i < r->unit->n_funcs; i++) {
		Walk walk = { note_unsized, NULL, &unsized, 0 };
		if (r->unit->funcs[i]->kind == FN_HOST)
			walk_stmt(&walk, r->unit->funcs[i]->body);
	}
	if (unsized.at.file < 0 || unsized.at.file == r->unit->main_file)
		return why;
	const char *path = path_shown(r->arena, source_path(r->unit->sources, unsized.at.file));
	return arena_printf(r->arena, "%s (%s:%d)", why, path, unsized.at.line);
}

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
		return not_known(r, kernel->launch->kernel);
	if (layout_swizzles(r->layout) && bytes % (layout_multiple(r->layout) * r->layout->grid->elem) != 0)
		return "a launch allocates a part of a row";
	if (r->layout->pad && static_shared_bytes(kernel) + bytes_in(r->layout, bytes) > limit)
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

/* A name that is the number of a part's rows, or NULL. */
static const char *part_rows(const Resizer *r, const Expr *bytes)
{
	const Grid *grid = r->layout->grid;
	const bool are_whole = !r->layout->by_function && grid->count % grid->dim[1] == 0;
	return are_whole ? name_of_value(r, bytes, grid->count / grid->dim[1]) : NULL;
}

/* The size is made of numbers and of types' sizes. */
static bool is_of_numbers(const char *size)
{
	Text text = { .s = size, .n = strlen(size) };
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text)) {
		const bool is_size = token_is(&text, token, "sizeof");
		if (token.kind == TK_NAME && !is_size)
			return false;
		if (is_size && (!token_is(&text, token_next_code(&text), "(") || !token_skip_bracket(&text, "(", ")")))
			return false;
	}
	return true;
}

/* The size with what a part takes more. */
static const char *with_part(const Resizer *r, const Expr *bytes, const char *text)
{
	const Grid *grid = r->layout->grid;
	const char *rows = part_rows(r, bytes);
	if (!rows)
		return text_longer(r->arena, text, layout_extra_bytes(grid, r->layout));
	text = text_is_sum(text) ? text : text_as_operand(r->arena, text);
	return arena_printf(r->arena, "%s + %s * %lld", text, rows, (long long)(r->layout->pad * grid->elem));
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
	const char *begin = s + bytes->range.begin.offset;
	const Expr *value = expr_without_casts(bytes);
	if (*begin == '&' || (value->kind == EX_LOAD && value->arg[0]->kind == EX_PTRADD &&
			      !memchr(begin, '.', bytes->range.end.offset - bytes->range.begin.offset))) {
		r->why = "the size that a launch allocates is a member of its configuration";
		return;
	}
	const Expr *factor = grid->place ? NULL : row_factor(bytes, grid->dim[1]);
	Range at = factor && is_written(r, &factor->range) ? factor->range : bytes->range;
	const char *text = arena_strndup(r->arena, s + at.begin.offset, at.end.offset - at.begin.offset);
	if (factor && text_is_number(text))
		more = arena_printf(r->arena, "%lld", (long long)(grid->dim[1] + r->layout->pad));
	else if (grid->place && !text_is_number(text))
		more = with_part(r, bytes, text);
	else if (text_is_number(text))
		more = arena_printf(r->arena, "%lld", (long long)bytes_in(r->layout, expr_without_casts(bytes)->i));
	else if (factor)
		more = arena_printf(r->arena, "(%s + %lld)", text, (long long)r->layout->pad);
	else
		more = arena_printf(r->arena, "%s + %s / %lld * %lld", text, text_as_operand(r->arena, text),
				    (long long)row_bytes(r->layout), (long long)more_bytes(r->layout));
	if (!factor && !is_pure_size(r->arena, text))
		r->why = "the size that a launch allocates has side effects or calls";
	else if (!edits_add(r->arena, r->out,
			    (Edit){ .file = at.begin.file,
				    .offset = at.begin.offset,
				    .length = at.end.offset - at.begin.offset,
				    .text = more,
				    .is_of_now = grid->place && !is_of_numbers(text) && !part_rows(r, bytes) }))
		r->why = "the size that a launch allocates is written in one place for several";
}

static void resize_launch(void *data, const Expr *e)
{
	Resizer *r = data;
	if (e->kind != EX_LAUNCH || !e->launch->kernel || !launches_object(r, func_defined(e->launch->kernel)))
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

/* Of another function that the kernel may call, or of all. */
static bool has_other(const Unit *unit, const Func *kernel, const Var *object)
{
	for (int i = 0; i < unit->n_vars; i++) {
		const Var *var = unit->vars[i];
		if (var->kind == VAR_DYNAMIC && !same_object(var, object) &&
		    (!var->owner || var->owner->kind != FN_KERNEL || loc_same(var->owner->loc, kernel->loc)))
			return true;
	}
	return false;
}

const char *dynamic_obstacle(Arena *arena, const Unit *unit, const WholeProgram *whole, const KernelFacts *kernels, int n_kernels,
			     const Var *object, const Layout *layout)
{
	for (int k = 0; k < n_kernels; k++) {
		const Func *kernel = kernels[k].launch->kernel;
		if (!uses_instance(&kernels[k], object))
			continue;
		const char *why = elsewhere_obstacle(arena, unit, whole, kernel, layout);
		if (why)
			return why;
		if (has_other(unit, kernel, object))
			return "another array may be at the same place in dynamic shared memory";
	}
	if (elsewhere_limits(unit->sources, unit->main_file, layout) || elsewhere_limits(unit->sources, object->loc.file, layout))
		return "cudaFuncSetAttribute may have to allow as much";
	return NULL;
}
