/* Sums and products of values, and value_binary(), which calls the operators. */
#include "eval/value/value_impl.h"

#include <string.h>

/* --- unknown --------------------------------------------------------------------------------------- */

bool masks_agree_by_warp(const ValueCtx *ctx, const Mask *a, const Mask *b)
{
	for (int w = 0; w * 32 < ctx->n_threads; w++) {
		uint32_t p = mask_warp(a, w), q = mask_warp(b, w);
		if (p && q && p != q)
			return false;
	}
	return true;
}

/* Of a sum: not per_warp if some threads of a warp have one unknown part and others have both. */
static const Unknown *unknown_sum(ValueCtx *ctx, const Unknown *a, const Unknown *b, bool minus)
{
	if (!b || (!a && !minus))
		return a ? a : b;
	Unknown m = a ? *a : *b;
	Span of_b = span_scale(unknown_span(b), minus ? -1 : 1);
	unknown_set_span(&m, of_b);
	const Value negative = value_int(-1);
	m.spread = a ? (Spread){ 0 } : spread_times(b->spread, &negative);
	if (!a)
		return unknown_new(ctx, m);
	m.threads = mask_or(a->threads, b->threads);
	m.align = a->align < b->align ? a->align : b->align;
	Span both = span_add(unknown_span(a), of_b);
	if (!mask_equal(&a->threads, &b->threads))
		both = span_hull(both, span_hull(unknown_span(a), of_b));
	unknown_set_span(&m, both);
	m.per_warp = a->per_warp && b->per_warp && masks_agree_by_warp(ctx, &a->threads, &b->threads);
	m.points_to = a->points_to | b->points_to;
	unknown_blame(&m, b->reason, b->loc);
	return unknown_new(ctx, m);
}

static int64_t times_align(int64_t a, int64_t b)
{
	return a > MAX_ALIGN / b ? MAX_ALIGN : a * b;
}

void value_aligns(const ValueCtx *ctx, const Value *v, bool base, bool unknown, Aligns *out)
{
	if (!base || !v->base.v) {
		const int64_t align = base ? low_bit(v->base.u, MAX_ALIGN) : MAX_ALIGN;
		for (int l = 0; l < ctx->n_threads; l++)
			out->at[l] = align;
	} else {
		for (int l = 0; l < ctx->n_threads; l++)
			out->at[l] = low_bit(v->base.v[l], MAX_ALIGN);
	}
	for (int i = 0; i < v->n_terms; i++) {
		int64_t align = low_bit(mono_align(ctx, v->terms[i].mono), MAX_ALIGN);
		if (!v->terms[i].k.v) {
			const int64_t of_term = times_align(low_bit(v->terms[i].k.u, MAX_ALIGN), align);
			for (int l = 0; l < ctx->n_threads; l++)
				out->at[l] = of_term < out->at[l] ? of_term : out->at[l];
			continue;
		}
		for (int l = 0; l < ctx->n_threads; l++) {
			int64_t of_k = low_bit(per_thread_get(&v->terms[i].k, l), MAX_ALIGN);
			int64_t both = of_k > MAX_ALIGN / align ? MAX_ALIGN : of_k * align;
			out->at[l] = both < out->at[l] ? both : out->at[l];
		}
	}
	for (int l = 0; unknown && v->unknown && l < ctx->n_threads; l++)
		if (mask_has(&v->unknown->threads, l) && v->unknown->align < out->at[l])
			out->at[l] = v->unknown->align;
}

/* Threads in which a value is certainly 0. */
static Mask zero_threads(const ValueCtx *ctx, const Value *v)
{
	return mask_minus(value_known_threads(ctx, v), per_thread_nonzero(ctx, v->base));
}

/* Range of the unknown part times `by`; SPAN_ANY if `by` is not known in all these threads. */
static Span product_span(const ValueCtx *ctx, const Unknown *unknown, const Value *by, const Mask *threads)
{
	Mask known = value_known_threads(ctx, by);
	Span all = { INT64_MAX, INT64_MIN };
	if (!unknown->ranged || !mask_subset(threads, &known))
		return SPAN_ANY;
	for (int l = 0; l < ctx->n_threads; l++)
		if (mask_has(threads, l))
			all = span_hull(all, span_scale(unknown_span(unknown), per_thread_get(&by->base, l)));
	return all;
}

/* (x + U)(y + V) = xy + xV + yU + UV */
static const Unknown *unknown_product(ValueCtx *ctx, const Value *a, const Value *b)
{
	if (!a->unknown && !b->unknown)
		return NULL;
	Mask of_a = a->unknown ? mask_minus(a->unknown->threads, zero_threads(ctx, b)) : mask_none();
	Mask of_b = b->unknown ? mask_minus(b->unknown->threads, zero_threads(ctx, a)) : mask_none();
	Aligns x, y;
	value_aligns(ctx, a, true, true, &x);
	value_aligns(ctx, b, true, true, &y);
	Unknown m = a->unknown ? *a->unknown : *b->unknown;
	m.threads = mask_or(of_a, of_b);
	m.align = MAX_ALIGN;
	m.ranged = false;
	m.spread = a->unknown && b->unknown ? (Spread){ 0 } : spread_times(m.spread, a->unknown ? b : a);
	m.points_to = value_points_to(ctx, a) | value_points_to(ctx, b);
	for (int l = 0; l < ctx->n_threads; l++) {
		int64_t p = mask_has(&of_a, l) ? times_align(a->unknown->align, y.at[l]) : MAX_ALIGN;
		int64_t q = mask_has(&of_b, l) ? times_align(b->unknown->align, x.at[l]) : MAX_ALIGN;
		m.align = p < m.align ? p : m.align;
		m.align = q < m.align ? q : m.align;
	}
	if (a->unknown && b->unknown)
		unknown_blame(&m, b->unknown->reason, b->unknown->loc);
	if (a->unknown && b->unknown)
		m.per_warp = value_is_warp_uniform(ctx, a, &m.threads) && value_is_warp_uniform(ctx, b, &m.threads);
	else
		m.per_warp = m.per_warp && value_is_warp_uniform(ctx, a->unknown ? b : a, &m.threads);
	if (!a->unknown || !b->unknown)
		unknown_set_span(&m, product_span(ctx, a->unknown ? a->unknown : b->unknown, a->unknown ? b : a, &m.threads));
	return unknown_new(ctx, m);
}

/* --- sums --------------------------------------------------------------------------------------- */

static Value linear_sum(ValueCtx *ctx, Value a, Value b, bool minus)
{
	Value v = { .base = minus ? per_thread_sub(ctx, a.base, b.base) : per_thread_add(ctx, a.base, b.base) };
	v.unknown = unknown_sum(ctx, a.unknown, b.unknown, minus);
	if (!b.n_terms) {
		v.terms = a.terms;
		v.n_terms = a.n_terms;
		return v;
	}
	Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)(a.n_terms + b.n_terms));
	int n = 0;
	for (int i = 0, j = 0; i < a.n_terms || j < b.n_terms; n++) {
		Mono p = i < a.n_terms ? a.terms[i].mono : INT32_MAX, q = j < b.n_terms ? b.terms[j].mono : INT32_MAX;
		PerThread of_a = p <= q ? a.terms[i++].k : (PerThread){ 0 }, of_b = q <= p ? b.terms[j++].k : (PerThread){ 0 };
		terms[n] = (Term){ p < q ? p : q, minus ? per_thread_sub(ctx, of_a, of_b) : per_thread_add(ctx, of_a, of_b) };
	}
	value_set_terms(ctx, &v, terms, n);
	return value_limit(ctx, v);
}

Value linear_add(ValueCtx *ctx, Value a, Value b)
{
	return linear_sum(ctx, a, b, false);
}

Value linear_sub(ValueCtx *ctx, Value a, Value b)
{
	return linear_sum(ctx, a, b, true);
}

/* --- products ----------------------------------------------------------------------------------- */

/* Adds k × mono to a sorted list. */
static int add_term(ValueCtx *ctx, Term *list, int n, Mono mono, PerThread k)
{
	int at = n;
	while (at > 0 && list[at - 1].mono >= mono)
		at--;
	if (at < n && list[at].mono == mono) {
		list[at].k = per_thread_add(ctx, list[at].k, k);
		return n;
	}
	memmove(list + at + 1, list + at, sizeof *list * (size_t)(n - at));
	list[at] = (Term){ mono, k };
	return n + 1;
}

Value linear_mul(ValueCtx *ctx, Value a, Value b)
{
	Value v = { .base = per_thread_mul(ctx, a.base, b.base), .unknown = unknown_product(ctx, &a, &b) };
	int most = (a.n_terms + 1) * (b.n_terms + 1), n = 0;
	if (most == 1)
		return v;
	Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)most);
	for (int i = 0; i < a.n_terms; i++)
		n = add_term(ctx, terms, n, a.terms[i].mono, per_thread_mul(ctx, a.terms[i].k, b.base));
	for (int j = 0; j < b.n_terms; j++)
		n = add_term(ctx, terms, n, b.terms[j].mono, per_thread_mul(ctx, b.terms[j].k, a.base));
	for (int i = 0; i < a.n_terms; i++)
		for (int j = 0; j < b.n_terms; j++) {
			const PerThread k = per_thread_mul(ctx, a.terms[i].k, b.terms[j].k);
			int64_t number;
			Mono mono;
			if (mono_product(ctx, a.terms[i].mono, b.terms[j].mono, &mono, &number))
				n = add_term(ctx, terms, n, mono, k);
			else
				v.base = per_thread_add(ctx, v.base, per_thread_mul(ctx, k, (PerThread){ .u = number }));
		}
	value_set_terms(ctx, &v, terms, n);
	return value_limit(ctx, v);
}

/* --- the number of terms ------------------------------------------------------------------------ */

/* A sum of terms with uniform coefficients as one symbol. */
static Value folded(ValueCtx *ctx, const Term *terms, int n)
{
	Value sum = { .terms = terms, .n_terms = n };
	Spans spans, assumed;
	value_spans(ctx, &sum, false, &spans);
	value_spans(ctx, &sum, true, &assumed);
	int64_t align = 0;
	for (int i = 0; i < n; i++) {
		int64_t both;
		if (__builtin_mul_overflow(mono_align(ctx, terms[i].mono), terms[i].k.u, &both))
			both = 1;
		align = gcd64(align, both);
	}
	return value_derived_as(ctx, BY_SUM, sum, value_int(0), spans.at[0], assumed.at[0], align);
}

/* The terms of a value: addresses stay what they are, so that of a sum with one the object is known. */
typedef struct Parts {
	Term *uniform, *varying;
	Term addresses[MAX_ADDRESSES];
	int n_uniform, n_varying, n_addresses;
} Parts;

static void part(ValueCtx *ctx, const Value *v, Parts *parts)
{
	parts->uniform = arena_alloc_raw(ctx->arena, sizeof *parts->uniform * (size_t)v->n_terms);
	parts->varying = arena_alloc_raw(ctx->arena, sizeof *parts->varying * (size_t)v->n_terms);
	parts->n_uniform = parts->n_varying = parts->n_addresses = 0;
	for (int i = 0; i < v->n_terms; i++)
		if (v->terms[i].k.v)
			parts->varying[parts->n_varying++] = v->terms[i];
		else if (parts->n_addresses < MAX_ADDRESSES && mono_has_object(ctx, v->terms[i].mono))
			parts->addresses[parts->n_addresses++] = v->terms[i];
		else
			parts->uniform[parts->n_uniform++] = v->terms[i];
}

static Value whole(ValueCtx *ctx, const Value *v, const Parts *parts, Value rest)
{
	Value known = linear_add(ctx, (Value){ .base = v->base, .unknown = v->unknown }, rest);
	if (parts->n_uniform)
		known = linear_add(ctx, known, folded(ctx, parts->uniform, parts->n_uniform));
	const Value objects = { .terms = parts->addresses, .n_terms = parts->n_addresses };
	return parts->n_addresses ? linear_add(ctx, known, objects) : known;
}

Value value_limit(ValueCtx *ctx, Value v)
{
	if (v.n_terms <= MAX_TERMS)
		return v;
	Parts parts;
	part(ctx, &v, &parts);
	Value rest = { .terms = parts.varying, .n_terms = parts.n_varying };
	if (parts.n_varying >= MAX_TERMS - parts.n_addresses) { /* one more is for the uniform ones */
		Mask all = all_threads(ctx), open = mask_minus(all, value_known_threads(ctx, &rest));
		Loc loc;
		unsigned points_to = value_points_to(ctx, &rest);
		value_why(ctx, &rest, REASON_NONE, &loc);
		rest = value_with_unknown(ctx, value_int(0), open, REASON_TOO_MANY_SYMBOLS, loc, value_symbolic_align(ctx, &rest),
					  value_is_warp_uniform(ctx, &rest, &all));
		rest = value_pointing_to(ctx, rest, points_to);
	}
	return whole(ctx, &v, &parts, rest);
}

Value value_fold(ValueCtx *ctx, Value v)
{
	Parts parts;
	part(ctx, &v, &parts);
	if (parts.n_uniform < 2)
		return v;
	Value out = whole(ctx, &v, &parts, (Value){ .terms = parts.varying, .n_terms = parts.n_varying });
	out.form = v.form;
	return out;
}

/* --- types -------------------------------------------------------------------------------------- */

static int64_t signed_view(Int type, int64_t i)
{
	bool high = type.bytes == 4 && !type.is_signed && i > INT32_MAX && i <= UINT32_MAX;
	return high ? i - ((int64_t)1 << 32) : i;
}

static PerThread finish_base(ValueCtx *ctx, Int type, PerThread base, const Mask *known)
{
	const Mask all = all_threads(ctx);
	if (!base.v && mask_empty(known))
		return (PerThread){ .u = signed_view(type, base.u) };
	if (mask_subset(&all, known))
		return per_thread_wrap(ctx, type, base);
	int64_t *out = per_thread_new(ctx);
	for (int l = 0; l < ctx->n_threads; l++) {
		int64_t i = per_thread_get(&base, l);
		out[l] = mask_has(known, l) ? int_wrap(type, i) : signed_view(type, i);
	}
	return per_thread_done(ctx, out);
}

Value value_signed_view(ValueCtx *ctx, Int type, Value v)
{
	Mask none = mask_none();
	if (type.bytes != 4 || type.is_signed)
		return v;
	PerThread base = finish_base(ctx, type, v.base, &none);
	if (v.unknown && v.unknown->ranged && !per_thread_equal(ctx, base, v.base)) {
		Unknown unknown = *v.unknown;
		unknown.ranged = false;
		v.unknown = unknown_new(ctx, unknown);
	}
	v.base = base;
	return v;
}

/* Base and unknown part together fit the type (terms are assumed not to wrap). */
static bool fits(const ValueCtx *ctx, Int type, const Value *v)
{
	int bits = type.bytes == 8 ? 63 : 8 * type.bytes - type.is_signed;
	bool is_signed = type.is_signed || value_has_object(ctx, v);
	int64_t most = (int64_t)(((uint64_t)1 << bits) - 1), least = is_signed ? -most - 1 : 0;
	for (int l = 0; l < ctx->n_threads; l++) {
		int64_t base = per_thread_get(&v->base, l), low, high;
		if (!mask_has(&v->unknown->threads, l))
			continue;
		if (__builtin_add_overflow(base, v->unknown->low, &low) || __builtin_add_overflow(base, v->unknown->high, &high) ||
		    low < least || high > most)
			return false;
	}
	return true;
}

Value value_finish(ValueCtx *ctx, Int type, Value v)
{
	if (value_is_known(&v)) {
		v.base = per_thread_wrap(ctx, type, v.base);
		return v;
	}
	Mask known = value_known_threads(ctx, &v);
	if (type.bytes < 8)
		v.base = finish_base(ctx, type, v.base, &known);
	if (!v.unknown)
		return v;
	int64_t most = type.bytes < 4 ? (int64_t)1 << (8 * type.bytes) : MAX_ALIGN;
	bool wraps = v.unknown->ranged && !fits(ctx, type, &v);
	if (v.unknown->align > most || wraps) {
		Unknown unknown = *v.unknown;
		unknown.align = unknown.align < most ? unknown.align : most;
		unknown.ranged = unknown.ranged && !wraps;
		v.unknown = unknown_new(ctx, unknown);
	}
	if (v.unknown->align > 1 || v.unknown->per_warp || v.unknown->ranged || v.unknown->spread.at)
		return v;
	const PerThread zero = { 0 };
	v.base = per_thread_select(ctx, &v.unknown->threads, zero, v.base);
	Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)v.n_terms);
	for (int i = 0; i < v.n_terms; i++) {
		Mono mono = v.terms[i].mono;
		PerThread k = v.terms[i].k;
		terms[i] = (Term){ mono, mono_has_object(ctx, mono) ? k : per_thread_select(ctx, &v.unknown->threads, zero, k) };
	}
	value_set_terms(ctx, &v, terms, v.n_terms);
	return v;
}

/* --- operators ---------------------------------------------------------------------------------- */

static Value multiply(ValueCtx *ctx, Int type, Value a, Value b)
{
	return value_finish(ctx, type, linear_mul(ctx, value_signed_view(ctx, type, a), value_signed_view(ctx, type, b)));
}

/* Nothing is known in any thread: most values of a kernel, so their operations do not look at each thread. */
static bool is_blank(const ValueCtx *ctx, const Value *v)
{
	Mask all = all_threads(ctx);
	return v->unknown && v->unknown->align == 1 && !v->unknown->per_warp && !v->unknown->ranged && !v->unknown->spread.at &&
	       !v->n_terms && mask_equal(&all, &v->unknown->threads);
}

/* One operand is blank: is the result, too? */
static bool stays_blank(const ValueCtx *ctx, Op op, const Value *blank, const Value *other)
{
	int64_t i = 0;
	bool both = is_blank(ctx, other), odd = value_is_const(other, &i) && i & 1;
	switch (op) {
	case OP_ADD:
	case OP_SUB:
	case OP_OR:
	case OP_XOR:
		return !value_points_to(ctx, other) && !value_points_to(ctx, blank);
	case OP_MUL:
		return both || odd;
	case OP_SHL:
	case OP_AND:
	case OP_REM:
		return both;
	case OP_SHR:
	case OP_DIV:
		return both;
	default:
		return true;
	}
}

static Value blank_result(ValueCtx *ctx, Op op, const Value *blank)
{
	Value v = { .unknown = blank->unknown };
	if (op_is_comparison(op)) {
		Unknown unknown = *blank->unknown;
		unknown.points_to = 0;
		unknown_set_span(&unknown, (Span){ 0, 1 });
		v.unknown = unknown_new(ctx, unknown);
	}
	return v;
}

static Value operate(ValueCtx *ctx, Op op, Int type, Value a, Value b)
{
	if (value_is_known(&a) && value_is_known(&b))
		return known_binary(ctx, op, type, a.base, b.base);
	if (is_blank(ctx, &a) && stays_blank(ctx, op, &a, &b))
		return blank_result(ctx, op, &a);
	if (is_blank(ctx, &b) && stays_blank(ctx, op, &b, &a))
		return blank_result(ctx, op, &b);
	switch (op) {
	case OP_ADD:
		return value_finish(ctx, type, linear_add(ctx, a, b));
	case OP_SUB:
		return value_finish(ctx, type, linear_sub(ctx, a, b));
	case OP_MUL:
		return multiply(ctx, type, a, b);
	case OP_DIV:
	case OP_REM:
	case OP_SHR:
		return value_divide(ctx, op, type, a, b);
	case OP_SHL:
		return value_shl(ctx, type, a, b);
	case OP_AND:
	case OP_OR:
	case OP_XOR:
		return value_bits(ctx, op, type, a, b);
	default:
		return value_compare(ctx, op, type, a, b);
	}
}

static Form form_of_result(Op op, Int type, const Value *a, const Value *b, const Value *result)
{
	int64_t i;
	if (form_is_const(&a->form) && form_is_const(&b->form)) {
		Form constant = value_is_const(result, &i) ? form_const(i) : (Form){ 0 };
		constant.counter = a->form.counter || b->form.counter;
		return constant;
	}
	Form form = form_binary(op, type.is_signed, a->form, b->form);
	form.c = type.bytes == 4 && form.key ? (int32_t)form.c : form.c;
	return form_narrow(type.bytes, form);
}

Value value_binary(ValueCtx *ctx, Op op, Int type, Value a, Value b)
{
	Value v = operate(ctx, op, type, a, b);
	v.form = form_of_result(op, type, &a, &b, &v);
	return v;
}

Value value_unary(ValueCtx *ctx, Op op, Int type, Value a)
{
	if (op == OP_LNOT)
		return value_binary(ctx, OP_EQ, type, a, value_int(0));
	/* ~x is -1 - x, whatever x is. */
	return value_binary(ctx, OP_SUB, type, value_int(op == OP_NOT ? int_wrap(type, -1) : 0), a);
}

Value value_by_groups(ValueCtx *ctx, Op op, Int type, Value a, Value b, Value rest)
{
	Mask left = rest.unknown ? mask_and(value_known_threads(ctx, &b), rest.unknown->threads) : mask_none();
	for (int n = 0; n < MAX_GROUPS && !mask_empty(&left); n++) {
		int64_t i = per_thread_get(&b.base, mask_lowest(&left));
		Mask group = mask_none();
		for (int l = 0; l < ctx->n_threads; l++)
			if (mask_has(&left, l) && per_thread_get(&b.base, l) == i)
				mask_add(&group, l);
		rest = value_select(ctx, &group, value_binary(ctx, op, type, a, value_int(i)), rest);
		left = mask_minus(left, group);
	}
	return rest;
}
