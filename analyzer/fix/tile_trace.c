#include "fix/tile_trace.h"

#include <string.h>

#include "base/vec.h"
#include "ir/walk.h"

enum { MAX_STEPS = 24 };

typedef struct Tracer {
	Arena *arena;
	const Unit *unit;
	TileOrigin *out;
	int *n;
	int steps;
} Tracer;

/* A place in the text. */
typedef struct Spot {
	int file;
	Span span;
	const Func *func;
} Spot;

static const char no_text[] = "its layout is not written where it could be changed";

Page page_of(const Unit *unit, int file)
{
	Page page = { 0 };
	page.s = file >= 0 ? source_text(unit->sources, file, &page.n) : NULL;
	return page;
}

const char *page_copy(Arena *arena, Page page, Span span)
{
	return arena_strndup(arena, page.s + span.begin, span.end - span.begin);
}

static const char *trace_expr(Tracer *t, Spot spot);
static const char *trace_type(Tracer *t, Spot spot);

static const char *found(Tracer *t, Spot spot, OriginKind kind, const Written *written)
{
	for (int i = 0; i < *t->n; i++)
		if (t->out[i].file == spot.file && t->out[i].span.begin == spot.span.begin)
			return NULL;
	if (*t->n == MAX_ORIGINS)
		return "its layout is written in too many places";
	if (source_is_library(t->unit->sources, spot.file))
		return "its layout is written in a library";
	t->out[(*t->n)++] = (TileOrigin){ kind, spot.file, spot.span, *written, spot.func };
	return NULL;
}

/* --- callers -------------------------------------------------------------------------------------- */

typedef enum Asked { ARGUMENT, TEMPLATE_ARGUMENT } Asked;

typedef struct Callers {
	Tracer *tracer;
	const Func *callee, *in; /* `in`: the function that is searched */
	Asked asked;
	int index;
	int n;     /* calls */
	const char *why;
} Callers;

static void trace_argument(Callers *callers, const Expr *arg)
{
	const Range *range = &arg->range;
	callers->n++;
	if (callers->why)
		return;
	if (range->begin.file < 0 || range->macro_line || range->end.offset <= range->begin.offset)
		callers->why = no_text;
	else
		callers->why =
			trace_expr(callers->tracer, (Spot){ range->begin.file, { range->begin.offset, range->end.offset }, callers->in });
}

static void trace_template_argument(Callers *callers, const Expr *call)
{
	Written written;
	const Page page = page_of(callers->tracer->unit, call->range.begin.file);
	if (!page.s || call->range.end.offset > page.n)
		return;
	if (!written_read(page, (Span){ call->range.begin.offset, call->range.end.offset }, &written) || written.n_targs <= callers->index)
		return;
	callers->n++;
	if (!callers->why)
		callers->why = trace_type(callers->tracer, (Spot){ call->range.begin.file, written.targ[callers->index], callers->in });
}

static void note_call(void *data, const Expr *e)
{
	Callers *callers = data;
	const bool is_launch = e->kind == EX_LAUNCH && e->launch->kernel == callers->callee;
	const bool is_call = e->kind == EX_CALL && e->func == callers->callee;
	if (callers->asked == TEMPLATE_ARGUMENT) {
		if (is_launch || is_call || (e->kind == EX_FUNC && e->func == callers->callee))
			trace_template_argument(callers, e);
	} else if (is_launch && !e->launch->args_are_addresses && callers->index < e->launch->n_args) {
		trace_argument(callers, e->launch->args[callers->index]);
	} else if (is_call && callers->index < e->n_args) {
		trace_argument(callers, e->arg[callers->index]);
	}
}

static const char *trace_callers(Tracer *t, const Func *callee, Asked asked, int index)
{
	Callers callers = { .tracer = t, .callee = callee, .asked = asked, .index = index };
	for (int i = 0; i < t->unit->n_funcs; i++) {
		Walk walk = { .expr = note_call, .data = &callers };
		callers.in = t->unit->funcs[i];
		walk_stmt(&walk, callers.in->body);
	}
	return callers.n ? callers.why : "it is not seen which layout its function is called with";
}

/* --- names ---------------------------------------------------------------------------------------- */

/* The parameter that is declared at the place, or whose type is the name; -1: none. */
static int param_at(Tracer *t, const Func *func, size_t place, const char *type)
{
	const Page page = page_of(t->unit, func->loc.file);
	for (int i = 0; i < func->n_params; i++) {
		const Range *range = &func->params[i]->range;
		const Span span = { range->begin.offset, range->begin.offset + (type ? strlen(type) : 0) };
		if (!type && func->params[i]->loc.offset == place)
			return i;
		if (type && page.s && range->begin.file == func->loc.file && span.end < page.n && span_is(page, span, type) &&
		    !token_is_name_char(page.s[span.end]))
			return i;
	}
	return -1;
}

static const char *trace_param(Tracer *t, const Func *func, int file, const Declared *declared)
{
	const int i = func && func->loc.file == file ? param_at(t, func, declared->at, NULL) : -1;
	return i < 0 ? no_text : trace_callers(t, func, ARGUMENT, i);
}

static const char *trace_tparam(Tracer *t, const Func *func, int file, const Declared *declared, const char *name)
{
	if (!func || func->loc.file != file)
		return no_text;
	const int before = *t->n, i = param_at(t, func, 0, name);
	const char *why = i < 0 ? no_text : trace_callers(t, func, ARGUMENT, i);
	return why && *t->n == before ? trace_callers(t, func, TEMPLATE_ARGUMENT, declared->position) : why;
}

static const char *trace_declared(Tracer *t, Spot spot, const Declared *declared, const char *name)
{
	spot.span = declared->text;
	switch (declared->as) {
	case DECLARED_VALUE:
		return trace_expr(t, spot);
	case DECLARED_OF_TYPE:
	case DECLARED_TYPE:
		return trace_type(t, spot);
	case DECLARED_PARAM:
		return trace_param(t, spot.func, spot.file, declared);
	case DECLARED_TPARAM:
		return trace_tparam(t, spot.func, spot.file, declared, name);
	case DECLARED_NOT:
		break;
	}
	return no_text;
}

/* Members of classes are declared anywhere. */
static const char *trace_member(Tracer *t, Spot spot, const char *name)
{
	Declared declared = declared_before(page_of(t->unit, spot.file), name, spot.span.begin, false);
	const SourceSet *sources = t->unit->sources;
	for (int file = 0; !declared.as && file < sources->files.n; file++) {
		const Page page =
			sources->files.at[file].is_system || source_is_library(sources, file) ? (Page){ 0 } : page_of(t->unit, file);
		if (page.s)
			declared = declared_before(page, name, page.n, false);
		spot.file = declared.as ? file : spot.file;
	}
	spot.func = NULL;
	return trace_declared(t, spot, &declared, name);
}

static const char *trace_name(Tracer *t, Spot spot, const Written *written)
{
	const Page page = page_of(t->unit, spot.file);
	const char *name = page_copy(t->arena, page, written->name);
	const Declared declared = declared_before(page, name, spot.span.begin, true);
	if (written->scope.begin < written->scope.end || !declared.as)
		return trace_member(t, spot, name);
	return trace_declared(t, spot, &declared, name);
}

/* --- what makes a layout ----------------------------------------------------------------------------- */

static bool makes_layout(Page page, const Written *written)
{
	static const char *const calls[] = { "make_layout",     "composition",   "tile_to_shape",   "make_composed_layout",
					     "blocked_product", "raked_product", "logical_product", "make_ordered_layout",
					     "coalesce",        "append",        "prepend" };
	for (size_t i = 0; i < sizeof calls / sizeof *calls && written->open == '('; i++)
		if (written_is(page, written, calls[i]))
			return true;
	return false;
}

static bool is_layout_type(Page page, const Written *written)
{
	return written->is_template && (written_is(page, written, "Layout") || written_is(page, written, "ComposedLayout"));
}

static bool is_atom(Page page, const Written *written)
{
	const Span name = written->name;
	return name.end - name.begin > 12 && strncmp(page.s + name.begin, "Layout_", 7) == 0 && written->is_template;
}

/* False: nothing can be read there, or too much was read already. */
static bool read_spot(Tracer *t, Page page, Spot *spot, Written *written)
{
	if (!page.s || spot->span.end > page.n || t->steps++ > MAX_STEPS)
		return false;
	spot->span = span_trim(page, spot->span);
	return written_read_all(page, spot->span, written);
}

static const char *trace_expr(Tracer *t, Spot spot)
{
	Written written;
	const Page page = page_of(t->unit, spot.file);
	if (!read_spot(t, page, &spot, &written))
		return no_text;
	if (makes_layout(page, &written))
		return found(t, spot, ORIGIN_EXPR, &written);
	if (is_atom(page, &written))
		return "its layout is one of those that the tensor cores prescribe";
	if (is_layout_type(page, &written) && written.open && !written.n_args)
		return found(t, spot, ORIGIN_EXPR, &written);
	if (written.open && written.n_args)
		return no_text;
	return trace_name(t, spot, &written);
}

static const char *trace_type(Tracer *t, Spot spot)
{
	Written written;
	const Page page = page_of(t->unit, spot.file);
	if (!read_spot(t, page, &spot, &written))
		return no_text;
	if (written_is(page, &written, "decltype") && written.n_args == 1)
		return trace_expr(t, (Spot){ spot.file, written.arg[0], spot.func });
	if (is_layout_type(page, &written) && !written.open)
		return found(t, spot, ORIGIN_TYPE, &written);
	if (is_atom(page, &written))
		return "its layout is one of those that the tensor cores prescribe";
	return written.open ? no_text : trace_name(t, spot, &written);
}

/* --- tensors ---------------------------------------------------------------------------------------- */

/* The make_tensor() of the declaration of `name` at the place. */
static bool read_make(Page page, const char *name, size_t place, Written *out)
{
	const size_t length = strlen(name);
	if (!page.s || place + length >= page.n || strncmp(page.s + place, name, length) != 0)
		return false;
	Text t = { .s = page.s, .n = page.n, .at = place + length };
	Token before = { .kind = TK_END };
	for (Token token = token_next_code(&t); token.kind != TK_END && !token_is(&t, token, ";");
	     before = token, token = token_next_code(&t))
		if (token.kind == TK_NAME && !token_is(&t, before, ":") && written_read(page, (Span){ token.begin, page.n }, out) &&
		    written_is(page, out, "make_tensor"))
			return out->open == '(' && out->n_args >= 2;
	return false;
}

const char *tile_trace(Arena *arena, const Unit *unit, const Func *kernel, const TensorView *view, TileOrigin *out, int *n)
{
	const Var *var = view->var;
	const Page page = page_of(unit, var->loc.file);
	Tracer t = { .arena = arena, .unit = unit, .out = out, .n = n };
	Spot spot = { .file = var->loc.file, .func = var->owner ? var->owner : kernel };
	Written make, written;
	*n = 0;
	if (var->range.macro_line || !read_make(page, var->name, var->loc.offset, &make))
		return "its make_tensor() is not written at its declaration";
	spot.span = make.arg[1];
	const bool is_shape = written_read_all(page, make.arg[1], &written) &&
			      (written_is(page, &written, "make_shape") || (written.is_template && written_is(page, &written, "Shape")));
	if (make.n_args == 2 && !is_shape)
		return trace_expr(&t, spot);
	spot.span.end = make.arg[make.n_args - 1].end;
	return make.n_args > 3 ? no_text : found(&t, spot, ORIGIN_ARGS, &make);
}

const char *tile_trace_expr(Arena *arena, const Unit *unit, const TileOrigin *in, Span expr, TileOrigin *out, int *n)
{
	Tracer t = { .arena = arena, .unit = unit, .out = out, .n = n };
	*n = 0;
	return trace_expr(&t, (Spot){ in->file, expr, in->func });
}
