#include <string.h>

#include "cute/read_impl.h"

/* --- calls -------------------------------------------------------------------------------------- */

/* Of a template or a function: <…>, (…), or <…>(…) if the first is empty. */
typedef struct Call {
	const char *name;
	size_t length, at;
	char close;
	int n;             /* arguments that were taken */
} Call;

static bool call_open(Reader *r, Call *call)
{
	skip_space(r);
	if (*r->s != '<' && *r->s != '(')
		return fail(r, "expected '<' or '('");
	call->close = *r->s++ == '<' ? '>' : ')';
	return true;
}

static bool call_more(Reader *r, Call *call)
{
	return call->n++ == 0 || take(r, ',');
}

static bool call_needs(Reader *r, Call *call)
{
	return call->n++ == 0 || need(r, ',');
}

static bool call_close(Reader *r, const Call *call)
{
	if (take(r, call->close))
		return true;
	return fail(r, arena_printf(r->arena, call->n > 0 ? "expected ',' or '%c'" : "expected '%c'", call->close));
}

static bool layout_argument(Reader *r, Call *call, CuteLayout *out)
{
	Term term;

	return call_needs(r, call) && expression(r, &term) && layout_of(r, &term, out);
}

static bool tuple_argument(Reader *r, Call *call, CuteTuple *out)
{
	Term term;

	if (!call_needs(r, call) || !expression(r, &term))
		return false;
	*out = term.tuple;
	return term.kind == TERM_TUPLE || fail_at(r, term.at, "expected an integer or a tuple of them");
}

/* C<8>, integral_constant<int, 8> */
static bool read_constant(Reader *r, Call *call, Term *out)
{
	const char *name;
	size_t n;
	int64_t value;

	while ((n = take_name(r, &name)) > 0)
		if (!is_integer_type(name, n))
			return fail_at(r, (size_t)(name - r->text), "expected an integer");
	take(r, ',');
	if (!number(r, &value) || !call_close(r, call))
		return false;
	*out = (Term){ .kind = TERM_TUPLE, .tuple = cute_int(value, true) };
	return true;
}

/* MixedBits<0,448>: a part of the bits is known, which is of no use here. */
static bool read_mixed_bits(Reader *r, Call *call, Term *out)
{
	int64_t value;

	*out = (Term){ .kind = TERM_TUPLE };
	return number(r, &value) && need(r, ',') && number(r, &value) && call_close(r, call);
}

static bool read_tuple(Reader *r, Call *call, Term *out)
{
	CuteTuple elements[CUTE_MODES];
	int n = 0;

	while (call_more(r, call)) {
		Term term;

		if (n == CUTE_MODES)
			return fail(r, "a layout has at most 32 modes");
		if (!expression(r, &term))
			return false;
		if (term.kind != TERM_TUPLE && n == 0 && call->close == ')' && !call->name) { /* parentheses around it */
			*out = term;
			return call_close(r, call);
		}
		if (term.kind != TERM_TUPLE)
			return fail_at(r, term.at, "expected an integer or a tuple of them");
		elements[n++] = term.tuple;
	}
	*out = (Term){ .kind = TERM_TUPLE, .tuple = cute_tuple(r->arena, elements, n) };
	return call_close(r, call);
}

static bool read_swizzle(Reader *r, Call *call, Term *out)
{
	CuteSwizzle *swizzle = &out->swizzle;
	const char *problem;

	*out = (Term){ .kind = TERM_SWIZZLE };
	if (!small_number(r, &swizzle->bits) || !need(r, ',') || !small_number(r, &swizzle->base))
		return false;
	swizzle->shift = swizzle->bits;
	call->n = 1;
	if (take(r, ',') && !small_number(r, &swizzle->shift))
		return false;
	problem = cute_swizzle_problem(*swizzle);
	return problem ? fail_at(r, call->at, problem) : call_close(r, call);
}

static bool finish_layout(Reader *r, const Call *call, const CuteLayout *layout, Term *out)
{
	const char *problem = cute_layout_problem(layout);

	*out = (Term){ .kind = TERM_LAYOUT, .layout = *layout };
	if (problem)
		return fail_at(r, call->at, problem);
	return call_close(r, call);
}

static bool read_layout(Reader *r, Call *call, Term *out)
{
	CuteLayout layout = { 0 };
	Term term;

	if (!tuple_argument(r, call, &layout.shape))
		return false;
	layout.stride = cute_compact_left(r->arena, &layout.shape);
	if (take(r, ',') && (!expression(r, &term) || !strides_of(r, &term, &layout)))
		return false;
	return finish_layout(r, call, &layout, out);
}

static bool read_composition(Reader *r, Call *call, Term *out)
{
	bool is_type = is_word(call->name, call->length, "ComposedLayout");
	CuteLayout layout;
	Term term[3];
	int n = 0;

	while (n < 3 && call_more(r, call))
		if (!expression(r, &term[n++]))
			return false;
	if (n < 2 || (is_type && n < 3))
		return fail(r, "expected ',' and a layout");
	if (!compose_terms(r, &term[0], n == 3 ? &term[1] : NULL, &term[n - 1], &layout))
		return false;
	if (!is_type)
		drop_identity(&layout);
	return finish_layout(r, call, &layout, out);
}

static bool read_tiling(Reader *r, Call *call, Term *out)
{
	CuteLayout block, layout;
	CuteTuple shape;
	Term order = { .kind = TERM_MAJOR, .major = CUTE_LEFT };
	const char *problem;

	if (!layout_argument(r, call, &block) || !tuple_argument(r, call, &shape))
		return false;
	if (take(r, ',') && !expression(r, &order))
		return false;
	if (order.kind != TERM_MAJOR && order.kind != TERM_TUPLE)
		return fail_at(r, order.at, "expected an order such as Step<_2,_1>");
	problem = cute_tile_to_shape(r->arena, &block, &shape, order.kind == TERM_TUPLE ? &order.tuple : NULL, order.major, &layout);
	return problem ? fail_at(r, call->at, problem) : finish_layout(r, call, &layout, out);
}

static bool read_product(Reader *r, Call *call, Term *out)
{
	bool is_raked = is_word(call->name, call->length, "raked_product");
	CuteLayout block, tiler, layout;
	const char *problem;

	if (!layout_argument(r, call, &block) || !layout_argument(r, call, &tiler))
		return false;
	if (tiler.is_composed)
		return fail_at(r, call->at, "what repeats a layout has no swizzle");
	problem = (is_raked ? cute_raked_product : cute_blocked_product)(r->arena, &block, &tiler, &layout);
	return problem ? fail_at(r, call->at, problem) : finish_layout(r, call, &layout, out);
}

static bool read_pointer(Reader *r, Call *call, Term *out)
{
	*out = (Term){ .kind = TERM_POINTER };
	if (!small_number(r, &out->bits))
		return false;
	if (out->bits < 1 || out->bits > 128)
		return fail_at(r, call->at, "an element has 1 to 128 bits");
	return call_close(r, call);
}

/* smem_ptr[16b](unset) */
bool read_printed_pointer(Reader *r, Term *out)
{
	Call call = { .at = place(r), .close = 'b' };

	if (!need(r, '[') || !read_pointer(r, &call, out) || !need(r, ']') || !need(r, '('))
		return false;
	if (strncmp(r->s, "unset", 5) != 0)
		return fail(r, "expected 'unset'");
	r->s += 5;
	return need(r, ')');
}

bool read_tuple_of(Reader *r, char close, Term *out)
{
	Call call = { .at = place(r), .close = close };

	return read_tuple(r, &call, out);
}

/* --- atoms -------------------------------------------------------------------------------------- */

static const struct Atom {
	const char *name;
	bool is_k_major;
	CuteSwizzle swizzle;
	int contiguous, rows;
} atoms[] = {
#define CUTE_ATOM(name, is_k_major, bits, base, shift, contiguous, rows) { name, is_k_major, { bits, base, shift }, contiguous, rows },
#include "cute/atoms.def"
#undef CUTE_ATOM
};

/* Layout_SW128_Atom<T, Major::K> is Layout_K_SW128_Atom<T>. */
static const struct Atom *find_atom(Reader *r, const Call *call, const char *major, size_t major_length)
{
	const char *name = arena_strndup(r->arena, call->name, call->length);

	if (major_length)
		name = arena_printf(r->arena, "Layout_%.*s_%s", (int)major_length, major, name + strlen("Layout_"));
	for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
		if (!strcmp(name, atoms[i].name))
			return &atoms[i];
	return NULL;
}

static bool read_atom(Reader *r, Call *call, Term *out)
{
	CuteLayout layout = { .is_composed = true, .offset = cute_int(0, true) };
	const char *type, *major = NULL;
	size_t n = take_name(r, &type), n_major = 0;
	int bits = bits_of(type, n), contiguous;
	const struct Atom *atom;

	if (!bits)
		return fail_at(r, (size_t)(type - r->text), "expected the type of an element, such as half_t");
	if (take(r, ','))
		n_major = take_name(r, &major);
	atom = find_atom(r, call, major, n_major);
	if (!atom)
		return fail_at(r, call->at,
			       n_major ? "expected Major::K or Major::MN" : "no such atom: Layout_K_… and Layout_MN_… are known");
	contiguous = atom->contiguous / bits;
	layout.shape = atom->is_k_major ? cute_tuple(r->arena, (CuteTuple[]){ cute_int(atom->rows, true), cute_int(contiguous, true) }, 2)
					: cute_tuple(r->arena, (CuteTuple[]){ cute_int(contiguous, true), cute_int(atom->rows, true) }, 2);
	layout.stride = (atom->is_k_major ? cute_compact_right : cute_compact_left)(r->arena, &layout.shape);
	layout.swizzle = atom->swizzle;
	layout.pointer_bits = bits;
	return finish_layout(r, call, &layout, out);
}

/* --- names -------------------------------------------------------------------------------------- */

static const struct CallName {
	const char *name;
	bool (*read)(Reader *r, Call *call, Term *out);
} call_names[] = {
	{ "C", read_constant },
	{ "Int", read_constant },
	{ "constant", read_constant },
	{ "integral_constant", read_constant },
	{ "MixedBits", read_mixed_bits },
	{ "Shape", read_tuple },
	{ "Stride", read_tuple },
	{ "Step", read_tuple },
	{ "Coord", read_tuple },
	{ "tuple", read_tuple },
	{ "make_shape", read_tuple },
	{ "make_stride", read_tuple },
	{ "make_step", read_tuple },
	{ "make_coord", read_tuple },
	{ "make_tuple", read_tuple },
	{ "Swizzle", read_swizzle },
	{ "Sw", read_swizzle },
	{ "Layout", read_layout },
	{ "make_layout", read_layout },
	{ "composition", read_composition },
	{ "ComposedLayout", read_composition },
	{ "tile_to_shape", read_tiling },
	{ "blocked_product", read_product },
	{ "raked_product", read_product },
	{ "smem_ptr_flag_bits", read_pointer },
};

static const struct CallName *find_call(const char *name, size_t n)
{
	static const struct CallName atom = { "atom", read_atom };

	for (size_t i = 0; i < sizeof call_names / sizeof *call_names; i++)
		if (is_word(name, n, call_names[i].name))
			return &call_names[i];
	return n > 12 && !strncmp(name, "Layout_", 7) && !strncmp(name + n - 5, "_Atom", 5) ? &atom : NULL;
}

bool call_known(const char *name, size_t n)
{
	return find_call(name, n) != NULL;
}

bool read_call(Reader *r, const char *name, size_t n, Term *out)
{
	const struct CallName *known = find_call(name, n);
	Call call = { .name = name, .length = n, .at = (size_t)(name - r->text) };

	return known && call_open(r, &call) && known->read(r, &call, out);
}
