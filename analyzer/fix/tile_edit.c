#include "fix/tile_edit.h"

#include <stdlib.h>
#include <string.h>

typedef struct Editor {
	Arena *arena;
	const Unit *unit;
	const TileAdvice *advice;
	const CuteLayout *to;
	Edits *out;
	int depth;
} Editor;

static const char no_swizzle[] = "its swizzle is not written where it could be changed";
static const char no_stride[] = "its strides are not written where they could be changed";
static const char no_overlap[] = "the places where its layout is written overlap";

static const char *replace(Editor *e, int file, Span span, const char *text)
{
	return edits_add(e->arena, e->out, (Edit){ file, span.begin, span.end - span.begin, text, false }) ? NULL : no_overlap;
}

static const char *insert(Editor *e, int file, size_t at, const char *text)
{
	return replace(e, file, (Span){ at, at }, text);
}

/* --- swizzles --------------------------------------------------------------------------------------- */

/* composition(Swizzle<3,3,3>{}, …) around what is written. */
static const char *wrap(Editor *e, const TileOrigin *origin)
{
	const Page page = page_of(e->unit, origin->file);
	const CuteSwizzle s = e->to->swizzle;
	const char *scope = page_copy(e->arena, page, origin->written.scope);
	const bool is_args = origin->kind == ORIGIN_ARGS, is_type = origin->kind == ORIGIN_TYPE;
	const char *before = arena_printf(e->arena, "%s%scomposition(%sSwizzle<%d,%d,%d>{}, %s%s", is_type ? "decltype(" : "", scope, scope,
					  s.bits, s.base, s.shift, is_args ? scope : "", is_args ? "make_layout(" : "");
	const char *why = insert(e, origin->file, origin->span.begin, before);
	return why ? why : insert(e, origin->file, origin->span.end, is_type ? "{}))" : is_args ? "))" : ")");
}

/* Swizzle<2,3,3>, by its numbers. */
static bool read_swizzle(Page page, Span span, CuteSwizzle *out, Written *written)
{
	int at[3];
	if (!written_read_all(page, span, written) || !written_is(page, written, "Swizzle") || written->n_targs < 2 || written->n_args)
		return false;
	for (int i = 0; i < written->n_targs && i < 3; i++) {
		const char *digits = page.s + written->targ[i].begin;
		const size_t n = written->targ[i].end - written->targ[i].begin;
		if (!n || n > 2 || strspn(digits, "0123456789") < n)
			return false;
		at[i] = atoi(digits);
	}
	*out = (CuteSwizzle){ at[0], at[1], written->n_targs > 2 ? at[2] : at[0] };
	return written->n_targs <= 3;
}

static const char *change_numbers(Editor *e, int file, const Written *written, CuteSwizzle from, CuteSwizzle to)
{
	const int was[] = { from.bits, from.base, from.shift }, is[] = { to.bits, to.base, to.shift };
	const char *why = NULL;
	if (written->n_targs < 3)
		return replace(e, file, (Span){ written->targ[0].begin, written->targ[written->n_targs - 1].end },
			       arena_printf(e->arena, "%d,%d,%d", to.bits, to.base, to.shift));
	for (int i = 0; i < 3 && !why; i++)
		if (was[i] != is[i])
			why = replace(e, file, written->targ[i], arena_printf(e->arena, "%d", is[i]));
	return why;
}

static const char *change_swizzle(Editor *e, const TileOrigin *origin);

/* tile_to_shape(ATOM, …) has the swizzle of its atom. */
static const char *change_atom(Editor *e, const TileOrigin *origin)
{
	TileOrigin atoms[MAX_ORIGINS];
	int n;
	if (!origin->written.n_args || e->depth++ > 4)
		return no_swizzle;
	const char *why = tile_trace_expr(e->arena, e->unit, origin, origin->written.arg[0], atoms, &n);
	for (int i = 0; i < n && !why; i++)
		why = change_swizzle(e, &atoms[i]);
	return why;
}

static const char *change_swizzle(Editor *e, const TileOrigin *origin)
{
	const Page page = page_of(e->unit, origin->file);
	const Written *written = &origin->written;
	const CuteSwizzle now = e->advice->layout->swizzle;
	CuteSwizzle s = e->to->swizzle, is;
	Written numbers;
	if (origin->kind == ORIGIN_ARGS)
		return no_swizzle;
	if (written_is(page, written, "tile_to_shape"))
		return change_atom(e, origin);
	const bool is_type = written_is(page, written, "ComposedLayout");
	if (!is_type && !written_is(page, written, "composition") && !written_is(page, written, "make_composed_layout"))
		return no_swizzle;
	if (!(is_type ? written->n_targs : written->n_args) ||
	    !read_swizzle(page, is_type ? written->targ[0] : written->arg[0], &is, &numbers))
		return no_swizzle;
	if (is.bits != now.bits || is.base != now.base || is.shift != now.shift)
		return no_swizzle;
	if (!e->to->is_composed)
		s = (CuteSwizzle){ 0, now.base, now.shift };
	return change_numbers(e, origin->file, &numbers, is, s);
}

/* --- strides ---------------------------------------------------------------------------------------- */

static void print_strides(Buf *out, const char *scope, const CuteTuple *tuple, bool is_type)
{
	if (!tuple->n) {
		buf_printf(out, "%sInt<%lld>%s", scope, (long long)tuple->value, is_type ? "" : "{}");
		return;
	}
	buf_printf(out, "%s%s", scope, is_type ? "Stride<" : "make_stride(");
	for (int i = 0; i < tuple->n; i++) {
		buf_puts(out, i ? ", " : "");
		print_strides(out, scope, &tuple->at[i], is_type);
	}
	buf_putc(out, is_type ? '>' : ')');
}

static const char *strides_text(Editor *e, Page page, const TileOrigin *origin, bool is_type)
{
	Buf out = { 0 };
	print_strides(&out, page_copy(e->arena, page, origin->written.scope), &e->to->stride, is_type);
	const char *text = arena_strdup(e->arena, out.s);
	buf_free(&out);
	return text;
}

static bool is_flat(const CuteTuple *tuple)
{
	for (int i = 0; i < tuple->n; i++)
		if (tuple->at[i].n)
			return false;
	return tuple->n;
}

/* make_stride(Int<1>{}, bM), Stride<_1, Int<33>>: only the strides that change. */
static const char *change_strides(Editor *e, const TileOrigin *origin, Page page, Span span, bool is_type)
{
	Written written;
	const CuteTuple *from = &e->advice->layout->stride, *to = &e->to->stride;
	const char *why = NULL, *scope = page_copy(e->arena, page, origin->written.scope);
	const bool is_read = written_read_all(page, span, &written) && written_is(page, &written, is_type ? "Stride" : "make_stride");
	if (!is_read || (is_type ? written.n_targs : written.n_args) != to->n || !is_flat(from) || !is_flat(to))
		return replace(e, origin->file, span, strides_text(e, page, origin, is_type));
	for (int i = 0; i < to->n && !why; i++) {
		const Span leaf = is_type ? written.targ[i] : written.arg[i];
		Buf out = { 0 };
		print_strides(&out, scope, &to->at[i], is_type);
		if (from->at[i].value != to->at[i].value)
			why = replace(e, origin->file, leaf, arena_strdup(e->arena, out.s));
		buf_free(&out);
	}
	return why;
}

static const char *pad(Editor *e, const TileOrigin *origin)
{
	const Page page = page_of(e->unit, origin->file);
	const Written *written = &origin->written;
	if (e->advice->layout->is_composed)
		return "a padding does not go with its swizzle";
	if (origin->kind != ORIGIN_ARGS && written_is(page, written, "Layout") && written->n_targs == 1)
		return insert(e, origin->file, written->targ[0].end, arena_printf(e->arena, ", %s", strides_text(e, page, origin, true)));
	if (origin->kind != ORIGIN_ARGS && written_is(page, written, "Layout") && written->n_targs == 2)
		return change_strides(e, origin, page, written->targ[1], true);
	const int shape = origin->kind == ORIGIN_ARGS; /* after the pointer */
	if (!shape && !written_is(page, written, "make_layout"))
		return no_stride;
	if (written->n_args == shape + 1)
		return insert(e, origin->file, written->arg[shape].end,
			      arena_printf(e->arena, ", %s", strides_text(e, page, origin, false)));
	return written->n_args == shape + 2 ? change_strides(e, origin, page, written->arg[shape + 1], false) : no_stride;
}

/* --- all places --------------------------------------------------------------------------------------- */

const char *tile_edit(Arena *arena, const Unit *unit, const TileAdvice *advice, const CuteChoice *choice, Edits *out)
{
	TileOrigin origins[MAX_ORIGINS];
	int n;
	Editor e = { .arena = arena, .unit = unit, .advice = advice, .out = out };
	out->n = 0;
	e.to = cute_chosen(arena, advice->layout, advice->bits, choice);
	if (!e.to || advice->layout->pointer_bits)
		return advice->layout->pointer_bits ? "its layout is one of those that the tensor cores prescribe" : no_stride;
	const char *why = tile_trace(arena, unit, advice->kernel->launch->kernel, advice->view, origins, &n);
	for (int i = 0; i < n && !why; i++) {
		if (choice->pad)
			why = pad(&e, &origins[i]);
		else if (advice->layout->is_composed)
			why = change_swizzle(&e, &origins[i]);
		else
			why = wrap(&e, &origins[i]);
	}
	return why;
}
