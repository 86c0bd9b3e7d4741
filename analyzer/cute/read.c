#include <ctype.h>
#include <string.h>

#include "cute/read_impl.h"

enum { DEPTH = 32 };

/* --- what terms are together -------------------------------------------------------------------- */

bool layout_of(Reader *r, const Term *term, CuteLayout *out)
{
	const char *problem;

	if (term->kind == TERM_LAYOUT) {
		*out = term->layout;
		return true;
	}
	if (term->kind != TERM_TUPLE)
		return fail_at(r, term->at, "expected a layout");
	*out = (CuteLayout){ .shape = term->tuple, .stride = cute_compact_left(r->arena, &term->tuple) };
	problem = cute_layout_problem(out);
	return problem ? fail_at(r, term->at, problem) : true;
}

bool strides_of(Reader *r, const Term *term, CuteLayout *layout)
{
	if (term->kind == TERM_MAJOR)
		layout->stride = term->major == CUTE_LEFT ? cute_compact_left(r->arena, &layout->shape)
							  : cute_compact_right(r->arena, &layout->shape);
	else if (term->kind == TERM_TUPLE)
		layout->stride = term->tuple;
	else
		return fail_at(r, term->at, "expected strides, LayoutLeft or LayoutRight");
	return true;
}

bool compose_terms(Reader *r, const Term *swizzle, const Term *offset, const Term *inner, CuteLayout *out)
{
	if (!layout_of(r, inner, out))
		return false;
	if (swizzle->kind != TERM_SWIZZLE)
		return fail_at(r, swizzle->at, "expected Swizzle<B,M,S>");
	if (out->is_composed)
		return fail_at(r, inner->at, "expected a layout without a swizzle");
	if (offset && offset->kind != TERM_POINTER && (offset->kind != TERM_TUPLE || offset->tuple.n))
		return fail_at(r, offset->at, "expected an offset");
	out->offset = offset && offset->kind == TERM_TUPLE ? offset->tuple : cute_int(0, true);
	out->pointer_bits = offset && offset->kind == TERM_POINTER ? offset->bits : 0;
	out->swizzle = swizzle->swizzle;
	out->is_composed = true;
	return true;
}

void drop_identity(CuteLayout *layout)
{
	if (layout->is_composed && !layout->swizzle.bits && !layout->pointer_bits && layout->offset.is_static && !layout->offset.value)
		*layout = cute_plain(layout);
}

/* --- terms -------------------------------------------------------------------------------------- */

static bool read_major(const char *name, size_t n, Term *out)
{
	bool is_left = is_word(name, n, "LayoutLeft") || is_word(name, n, "GenColMajor");

	*out = (Term){ .kind = TERM_MAJOR, .major = is_left ? CUTE_LEFT : CUTE_RIGHT };
	return is_left || is_word(name, n, "LayoutRight") || is_word(name, n, "GenRowMajor");
}

/* unsigned long; the first word has been taken */
static void skip_integer_type(Reader *r)
{
	const char *before, *name;
	size_t n;

	do {
		before = r->s;
		n = take_name(r, &name);
	} while (n && is_integer_type(name, n));
	r->s = before;
}

static bool named_number(Reader *r, const char *name, Term *out)
{
	Reader digits = *r;
	int64_t value;

	digits.s = name + 1;
	if (!number(&digits, &value))
		return false;
	*out = (Term){ .kind = TERM_TUPLE, .tuple = cute_int(value, true) };
	return true;
}

static bool named_term(Reader *r, Term *out)
{
	const char *name;
	size_t n = take_name(r, &name);

	if (!n)
		return fail(r, "expected a layout, a shape or an integer");
	if (is_named_number(name, n))
		return named_number(r, name, out);
	if (call_known(name, n))
		return read_call(r, name, n, out);
	if (is_word(name, n, "smem_ptr"))
		return read_printed_pointer(r, out);
	if (read_major(name, n, out))
		return true;
	*out = (Term){ .kind = TERM_TUPLE };
	if (is_integer_type(name, n)) {
		skip_integer_type(r);
		return true;
	}
	*out = (Term){ .kind = TERM_POINTER, .bits = 1 };
	if (is_word(name, n, "smem_ptr_flag"))
		return true;
	return fail_at(r, (size_t)(name - r->text), arena_printf(r->arena, "unknown name '%.*s'", (int)(n < 60 ? n : 60), name));
}

static bool any_term(Reader *r, Term *out)
{
	int64_t value;

	if (take(r, '('))
		return read_tuple_of(r, ')', out);
	*out = (Term){ .kind = TERM_TUPLE };
	if (take(r, '?'))
		return true;
	if (*r->s != '-' && !isdigit((unsigned char)*r->s))
		return named_term(r, out);
	if (!number(r, &value))
		return false;
	out->tuple = cute_int(value, false);
	return true;
}

static bool term(Reader *r, Term *out)
{
	size_t at;
	bool good;

	skip_space(r);
	at = place(r);
	if (r->depth == DEPTH)
		return fail(r, "nested too deeply");
	r->depth++;
	good = any_term(r, out);
	r->depth--;
	out->at = at;
	if (good)
		skip_braces(r);
	return good;
}

/* shape:stride */
static bool term_with_strides(Reader *r, Term *out)
{
	CuteLayout layout = { 0 };
	const char *problem;
	Term strides;

	if (!term(r, out))
		return false;
	if (out->kind != TERM_TUPLE || !take(r, ':'))
		return true;
	layout.shape = out->tuple;
	if (!term(r, &strides) || !strides_of(r, &strides, &layout))
		return false;
	problem = cute_layout_problem(&layout);
	*out = (Term){ .kind = TERM_LAYOUT, .at = out->at, .layout = layout };
	return problem ? fail_at(r, strides.at, problem) : true;
}

bool expression(Reader *r, Term *out)
{
	Term swizzle, offset, inner;
	bool has_offset;

	if (!term_with_strides(r, out))
		return false;
	if (!take_word(r, "o"))
		return true;
	swizzle = *out;
	if (!term_with_strides(r, &offset))
		return false;
	inner = offset;
	has_offset = take_word(r, "o");
	if (has_offset && !term_with_strides(r, &inner))
		return false;
	*out = (Term){ .kind = TERM_LAYOUT, .at = swizzle.at };
	if (!compose_terms(r, &swizzle, has_offset ? &offset : NULL, &inner, &out->layout))
		return false;
	drop_identity(&out->layout);
	return true;
}

/* --- a whole text ------------------------------------------------------------------------------- */

static bool read_whole(Arena *arena, const char *text, Term *out, CuteError *error)
{
	Reader r = { .arena = arena, .text = text, .s = text, .error = error };

	*error = (CuteError){ 0 };
	if (!expression(&r, out))
		return false;
	skip_braces(&r);
	skip_space(&r);
	return !*r.s || fail(&r, "expected the end, 'o' or ':'");
}

bool cute_read(Arena *arena, const char *text, CuteLayout *out, CuteError *error)
{
	Reader r = { .arena = arena, .text = text, .s = text, .error = error };
	Term whole;

	return read_whole(arena, text, &whole, error) && layout_of(&r, &whole, out);
}

const CuteLayout *cute_layout_of_type(Arena *arena, const char *spelling)
{
	CuteError error;
	Term whole;

	if (!read_whole(arena, spelling, &whole, &error) || whole.kind != TERM_LAYOUT)
		return NULL;
	return arena_dup(arena, &whole.layout, sizeof whole.layout);
}

/* The end of the first template argument: the comma or bracket after it. */
static const char *argument_end(const char *s)
{
	int depth = 0;

	for (; *s && (depth || (*s != ',' && *s != '>')); s++)
		depth += (*s == '<') - (*s == '>');
	return s;
}

/* The bits of the elements of an engine: the innermost pointer in it points to them. */
static int element_bits(Arena *arena, const char *engine, size_t n)
{
	const char *text = arena_strndup(arena, engine, n), *star = strrchr(text, '*'), *from = star;

	while (from && from > text && from[-1] != '<' && from[-1] != ',')
		from--;
	while (star && star > from && star[-1] == ' ')
		star--;
	if (!star)
		return 0;
	from += strncmp(from, "const ", 6) == 0 ? 6 : 0;
	return cute_type_bits(arena_strndup(arena, from, (size_t)(star - from)));
}

const CuteLayout *cute_layout_of_tensor(Arena *arena, const char *spelling, int *bits)
{
	static const char start[] = "cute::Tensor<";

	*bits = 0;
	if (strncmp(spelling, start, sizeof start - 1) != 0)
		return NULL;
	const char *engine = spelling + sizeof start - 1, *end = argument_end(engine);
	if (*end != ',')
		return NULL;
	*bits = element_bits(arena, engine, (size_t)(end - engine));
	const char *layout = end + 1 + strspn(end + 1, " ");
	return cute_layout_of_type(arena, arena_strndup(arena, layout, (size_t)(argument_end(layout) - layout)));
}
