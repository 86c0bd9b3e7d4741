/* Cuts a value at a multiple of a number: the base of / % >> & and casts.
 *
 * x = base + Σ k × mono is cut by c > 0 into high + rem by one of three methods, tried in this order:
 *  1. Thread by thread.  Terms that are multiples of c belong to the high part; if the others lie between two
 *     multiples of c for all values of their symbols, the cut is exact.
 *  2. As a whole, if all coefficients are uniform and the base varies only within one step G, the largest number that
 *     divides c and the terms: then (S + b) % c = S % c + b for 0 <= b < G, and S % c is one symbol.  Before that, terms
 *     that are remainders are replaced by what they are remainders of, if that leaves fewer terms: p - p % 1024.
 *  3. Otherwise the thread is unknown, but x and its remainder differ by a multiple of c. */
#include "eval/value/value_impl.h"

typedef struct Cut {
	ValueCtx *ctx;
	Value x;
	int64_t c;
	Part part;
	bool truncates;
	int rows;
	int64_t q[MAX_THREADS]; /* quotient of the base and the terms of the remainder, by row */
	Mask open;            /* threads that method 1 does not decide */
	bool unknown_is_high; /* the unknown part is a multiple of c; else, in decided threads, it belongs to the remainder */
	bool not_negative;    /* x in every thread, by the ranges of its symbols */
} Cut;

/* k × mono is a multiple of c if k is a multiple of this. */
static int64_t needed_of_k(const Cut *cut, const Term *term)
{
	return cut->c / gcd64(cut->c, mono_align(cut->ctx, term->mono));
}

/* In one row: bounds of what belongs to the remainder, of all of x, and whether a term belongs to the high part. */
typedef struct Row {
	Span rem, all;
	bool has_high;
} Row;

static void add_rows(const Cut *cut, const Term *term, Row *rows)
{
	Span mono = mono_span(cut->ctx, term->mono, true);
	int64_t need = needed_of_k(cut, term);
	for (int l = 0; l < cut->rows; l++) {
		int64_t k = per_thread_get(&term->k, l);
		if (!k)
			continue;
		Span part = span_scale(mono, k);
		rows[l].all = span_add(rows[l].all, part);
		if (k % need == 0)
			rows[l].has_high = true;
		else
			rows[l].rem = span_add(rows[l].rem, part);
	}
}

static bool decide_row(const Cut *cut, const Row *row, int64_t *q)
{
	Span s = row->rem;
	int64_t c = cut->c;
	/* A number of these may be a bound that is not known, unless it is the only one. */
	if (s.low != s.high && (s.low == INT64_MIN || s.high == INT64_MAX))
		return false;
	*q = floor_div(s.low, c);
	bool one_step = *q == floor_div(s.high, c);
	bool down = !cut->truncates || row->all.low >= 0 || (s.low == s.high && s.low % c == 0);
	if (one_step && down)
		return true;
	*q = s.low / c;
	return cut->truncates && !row->has_high && *q == s.high / c;
}

static void add_unknown(const Cut *cut, const Unknown *unknown, Row *row)
{
	row->all = span_add(row->all, unknown_span(unknown));
	if (cut->unknown_is_high)
		row->has_high = true;
	else
		row->rem = span_add(row->rem, unknown_span(unknown));
}

static void decide(Cut *cut)
{
	Row rows[MAX_THREADS];
	const Unknown *unknown = cut->x.unknown;
	cut->open = mask_none();
	cut->not_negative = !unknown || unknown->ranged;
	cut->unknown_is_high = unknown && unknown->align % cut->c == 0;
	Mask all = all_threads(cut->ctx);
	if (unknown && !cut->unknown_is_high && !unknown->ranged && mask_equal(&all, &unknown->threads)) {
		cut->open = all;
		return;
	}
	for (int l = 0; l < cut->rows; l++) {
		int64_t i = per_thread_get(&cut->x.base, l);
		rows[l] = (Row){ { i, i }, { i, i }, false };
	}
	for (int i = 0; i < cut->x.n_terms; i++)
		add_rows(cut, &cut->x.terms[i], rows);
	for (int l = 0; l < cut->rows; l++) {
		bool hidden = unknown && mask_has(&unknown->threads, l);
		if (hidden)
			add_unknown(cut, unknown, &rows[l]);
		cut->not_negative = cut->not_negative && rows[l].all.low >= 0;
		if (!decide_row(cut, &rows[l], &cut->q[l]))
			mask_add(&cut->open, l);
	}
	if (cut->rows == 1 && mask_has(&cut->open, 0))
		cut->open = all_threads(cut->ctx);
}

/* --- methods 1 and 3 ---------------------------------------------------------------------------- */

/* A term's coefficients in the high part (`is_high`, divided by `unit`) or in the remainder; in threads of `open` all if
 * `in_open`, else none. */
static PerThread pick(const Cut *cut, const PerThread *k, int64_t need, bool is_high, int64_t unit, bool in_open)
{
	ValueCtx *ctx = cut->ctx;
	if (!k->v && mask_empty(&cut->open))
		return (PerThread){ .u = (k->u % need == 0) == is_high ? k->u / unit : 0 };
	int64_t *out = per_thread_new(ctx);
	for (int l = 0; l < ctx->n_threads; l++) {
		int64_t i = per_thread_get(k, l);
		bool open = mask_has(&cut->open, l);
		out[l] = (open ? in_open : (i % need == 0) == is_high) ? i / unit : 0;
	}
	return per_thread_done(ctx, out);
}

static PerThread quotient_base(const Cut *cut, int64_t times)
{
	ValueCtx *ctx = cut->ctx;
	Mask all = all_threads(ctx);
	if (cut->rows == 1 && mask_empty(&cut->open))
		return (PerThread){ .u = mul64(cut->q[0], times) };
	if (mask_equal(&all, &cut->open))
		return (PerThread){ 0 };
	int64_t *out = per_thread_new(ctx);
	for (int l = 0; l < ctx->n_threads; l++)
		out[l] = mask_has(&cut->open, l) ? 0 : mul64(cut->q[cut->rows == 1 ? 0 : l], times);
	return per_thread_done(ctx, out);
}

static Span quotient_span(Span s, int64_t c, bool down)
{
	if (s.low != INT64_MIN)
		s.low = down ? floor_div(s.low, c) : s.low / c;
	if (s.high != INT64_MAX)
		s.high = down ? floor_div(s.high, c) : s.high / c;
	return s;
}

/* k × mono / c in the threads in which it belongs to the high part. */
static Value quotient_term(const Cut *cut, const Term *term)
{
	ValueCtx *ctx = cut->ctx;
	int64_t need = needed_of_k(cut, term), unit = cut->c, step;
	/* unit: the gcd of these coefficients and c; the monomial is divided by the rest of c. */
	for (int l = 0; l < (term->k.v ? ctx->n_threads : 1); l++)
		if (per_thread_get(&term->k, l) % need == 0 && !(term->k.v && mask_has(&cut->open, l)))
			unit = gcd64(unit, per_thread_get(&term->k, l));
	step = cut->c / unit;
	PerThread k = pick(cut, &term->k, need, true, unit, false);
	if (!k.v && !k.u)
		return value_int(0);
	Value mono = { 0 };
	value_set_terms(ctx, &mono, &(Term){ term->mono, { .u = 1 } }, 1);
	if (step > 1) {
		Span s = quotient_span(mono_span(ctx, term->mono, true), step, true);
		mono = value_derived(ctx, BY_FLOOR_DIV, mono, value_int(step), s, mono_align(ctx, term->mono) / step);
	}
	return linear_mul(ctx, mono, (Value){ .base = k });
}

/* Bounds of x in undecided threads. */
static Span open_span(const Cut *cut)
{
	Spans spans;
	Span all = { INT64_MAX, INT64_MIN };
	value_spans(cut->ctx, &cut->x, true, &spans);
	for (int l = 0; l < cut->ctx->n_threads; l++)
		if (mask_has(&cut->open, l))
			all = span_hull(all, span_of(&spans, l));
	return all;
}

/* The unknown part of the result in decided threads … */
static Unknown decided_unknown(const Cut *cut)
{
	const Unknown *was = cut->x.unknown;
	Unknown m = *was;
	m.spread = (Spread){ 0 };
	bool quotient = cut->part == PART_QUO;
	m.threads = cut->unknown_is_high == (cut->part != PART_REM) ? mask_minus(was->threads, cut->open) : mask_none();
	if (quotient && cut->unknown_is_high) {
		m.align = was->align / cut->c;
		m.low = was->low / cut->c;
		m.high = was->high / cut->c;
	}
	return m;
}

/* gcd(c, k × align) without overflow of the product. */
static int64_t common_step(int64_t c, int64_t k, int64_t align)
{
	int64_t of_k = gcd64(c, k);
	return of_k * gcd64(c / of_k, align);
}

/* A divisor of c and of all of x but its base. */
static int64_t step_of_rest(const Cut *cut)
{
	int64_t step = cut->x.unknown ? gcd64(cut->c, cut->x.unknown->align) : cut->c;
	for (int i = 0; i < cut->x.n_terms; i++) {
		const Term *t = &cut->x.terms[i];
		for (int l = 0; l < (t->k.v ? cut->ctx->n_threads : 1); l++)
			step = common_step(step, per_thread_get(&t->k, l), mono_align(cut->ctx, t->mono));
	}
	return step;
}

/* How the unknown part of the result differs in those threads, if only the base of x does: `align` divides that of a remainder. */
static Spread open_spread(const Cut *cut, int64_t align)
{
	const int64_t c = cut->c;
	Value rest = cut->x;
	rest.base = (PerThread){ 0 };
	if (!cut->x.base.v || (cut->truncates && !cut->not_negative) || !value_is_warp_uniform(cut->ctx, &rest, &cut->open))
		return (Spread){ 0 };
	const int64_t step = step_of_rest(cut);
	if (cut->part != PART_REM)
		return spread_divided(cut->ctx, SPREAD_QUOTIENT, cut->x.base, cut->part == PART_HIGH ? c : 1, c, step);
	if (cut->x.n_terms)
		return spread_divided(cut->ctx, SPREAD_QUOTIENT, cut->x.base, -c, c, step);
	const PerThread high = known_binary(cut->ctx, OP_AND, (Int){ 8, true, false }, cut->x.base, (PerThread){ .u = -align }).base;
	return spread_divided(cut->ctx, SPREAD_REMAINDER, high, 1, c, step);
}

/* … and in the others. */
static Unknown open_unknown(const Cut *cut)
{
	ValueCtx *ctx = cut->ctx;
	const Unknown *was = cut->x.unknown;
	Unknown m = was ? *was : (Unknown){ .reason = REASON_BITS };
	Span span = open_span(cut);
	int64_t c = cut->c;
	if (!was) {
		value_why(ctx, &cut->x, REASON_BITS, &m.loc);
		m.from = value_origin(ctx, &cut->x);
	}
	m.threads = cut->open;
	m.align = cut->part == PART_QUO ? 1 : low_bit(c, MAX_ALIGN);
	Mask both = was ? mask_and(was->threads, cut->open) : mask_none();
	if (cut->part == PART_REM && !mask_empty(&both) && was->align < m.align)
		m.align = was->align;
	m.per_warp = value_is_warp_uniform(ctx, &cut->x, &cut->open);
	m.points_to = value_points_to(ctx, &cut->x);
	bool down = !cut->truncates || span.low >= 0;
	if (cut->part == PART_REM)
		span = cut->x.n_terms ? SPAN_ANY : (Span){ down ? 0 : -c, c - m.align };
	else
		span = quotient_span(span, c, down);
	unknown_set_span(&m, cut->part == PART_HIGH ? span_scale(span, c) : span);
	m.spread = open_spread(cut, m.align);
	return m;
}

static Value hide(const Cut *cut, Value v)
{
	ValueCtx *ctx = cut->ctx;
	if (cut->x.unknown) {
		Unknown decided = decided_unknown(cut);
		v.unknown = unknown_new(ctx, decided);
	}
	if (mask_empty(&cut->open))
		return v;
	Value hidden = v;
	/* The known part of a remainder is less than the unknown part's alignment. */
	if (cut->part == PART_REM && !cut->x.n_terms) {
		PerThread step = { .u = open_unknown(cut).align };
		hidden.base = known_binary(ctx, OP_AND, (Int){ 8, true, false }, v.base, (PerThread){ .u = step.u - 1 }).base;
	}
	hidden.unknown = unknown_new(ctx, open_unknown(cut));
	return value_select(ctx, &cut->open, hidden, v);
}

static Value by_threads(const Cut *cut)
{
	ValueCtx *ctx = cut->ctx;
	int n = cut->x.n_terms;
	Value v = { 0 };
	if (cut->part == PART_QUO) {
		v.base = quotient_base(cut, 1);
		for (int i = 0; i < n; i++)
			v = linear_add(ctx, v, quotient_term(cut, &cut->x.terms[i]));
	} else {
		bool high = cut->part == PART_HIGH;
		Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)n);
		for (int i = 0; i < n; i++) {
			const Term *t = &cut->x.terms[i];
			terms[i] = (Term){ t->mono, pick(cut, &t->k, needed_of_k(cut, t), high, 1, !high) };
		}
		value_set_terms(ctx, &v, terms, n);
		v.base = quotient_base(cut, cut->c);
		if (!high)
			v.base = per_thread_sub(ctx, cut->x.base, v.base);
	}
	return hide(cut, v);
}

/* --- method 2 ----------------------------------------------------------------------------------- */

/* G and the base's number of whole steps; false: method 2 does not apply. */
static bool find_step(const Cut *cut, int64_t *G, int64_t *first)
{
	ValueCtx *ctx = cut->ctx;
	if (cut->x.unknown)
		return false;
	*G = cut->c;
	for (int i = 0; i < cut->x.n_terms; i++) {
		const Term *t = &cut->x.terms[i];
		if (t->k.v)
			return false;
		*G = common_step(*G, t->k.u, mono_align(ctx, t->mono));
	}
	*first = floor_div(per_thread_get(&cut->x.base, 0), *G);
	for (int l = 1; cut->x.base.v && l < ctx->n_threads; l++)
		if (floor_div(cut->x.base.v[l], *G) != *first)
			return false;
	return true;
}

/* The uniform part of x without what certainly belongs to the high part. */
static Value reduced(const Cut *cut, int64_t steps)
{
	ValueCtx *ctx = cut->ctx;
	int n = cut->x.n_terms;
	Term *terms = arena_alloc_raw(ctx->arena, sizeof *terms * (size_t)n);
	for (int i = 0; i < n; i++) {
		const Term *t = &cut->x.terms[i];
		bool is_high = t->k.u % needed_of_k(cut, t) == 0;
		terms[i] = (Term){ t->mono, { .u = is_high ? 0 : t->k.u % cut->c } };
	}
	Value s = value_int(sub64(steps, mul64(floor_div(steps, cut->c), cut->c)));
	value_set_terms(ctx, &s, terms, n);
	return s;
}

/* The remainder or quotient of a uniform value as a symbol. */
static Value cut_symbol(const Cut *cut, Value s, int64_t G, bool down)
{
	ValueCtx *ctx = cut->ctx;
	int64_t c = cut->c;
	Spans spans;
	value_spans(ctx, &s, true, &spans);
	Span all = spans.at[0], r = { 0, c - G };
	if (cut->part != PART_REM)
		return value_derived(ctx, down ? BY_FLOOR_DIV : BY_DIV, s, value_int(c), quotient_span(all, c, down), 1);
	if (down)
		return value_derived(ctx, BY_FLOOR_REM, s, value_int(c), r, G);
	r.low = all.low >= 0 ? 0 : all.low > -c ? all.low : 1 - c;
	r.high = all.high <= 0 ? 0 : all.high < c ? all.high : c - 1;
	return value_derived(ctx, BY_REM, s, value_int(c), r, gcd64(G, s.base.u));
}

static Value as_a_whole(const Cut *cut, int64_t G, int64_t first)
{
	ValueCtx *ctx = cut->ctx;
	int64_t c = cut->c, steps = mul64(first, G);
	if (cut->truncates && !cut->not_negative)
		return cut_symbol(cut, cut->x, G, false);
	Value within = { .base = per_thread_sub(ctx, cut->x.base, (PerThread){ .u = steps }) }; /* 0 <= within < G */
	Value whole = linear_sub(ctx, cut->x, within), s = reduced(cut, steps);
	Value gone = linear_sub(ctx, whole, s);
	bool simpler = !value_same(ctx, &whole, &s);
	if (cut->part == PART_HIGH) {
		Value quo = value_part(ctx, s, c, PART_QUO, false);
		return linear_add(ctx, linear_mul(ctx, quo, value_int(c)), gone);
	}
	Value v = simpler ? value_part(ctx, s, c, cut->part, false) : cut_symbol(cut, s, G, true);
	Value rest = cut->part == PART_REM ? within : value_part(ctx, gone, c, PART_QUO, false);
	return linear_add(ctx, v, rest);
}

/* --- method 0 ----------------------------------------------------------------------------------- */

/* k m, if the term is k (y % m) and that is a multiple of c; else 0. */
static int64_t modulus_of(const Cut *cut, const Term *term, Value *y)
{
	ValueCtx *ctx = cut->ctx;
	const MonoInfo *mono = &ctx->monos.at[term->mono];
	Derived how;
	Value by;
	int64_t m, multiple;
	if (mono->n != 1 || term->k.v || !value_definition(ctx, mono->syms[0], &how, y, &by) || how != BY_FLOOR_REM)
		return 0;
	bool fits = value_is_const(&by, &m) && !__builtin_mul_overflow(m, term->k.u, &multiple) && multiple != INT64_MIN;
	return fits && multiple % cut->c == 0 ? multiple : 0;
}

/* x with k y in the place of each k (y % m); returns a divisor of the difference, which is a multiple of c, or 0 if x does not
 * become simpler. */
static int64_t without_remainders(const Cut *cut, Value *out)
{
	ValueCtx *ctx = cut->ctx;
	int64_t step = 0;
	*out = cut->x;
	for (int i = 0; i < cut->x.n_terms; i++) {
		Value y, term = { 0 };
		int64_t modulus = modulus_of(cut, &cut->x.terms[i], &y);
		if (!modulus)
			continue;
		step = gcd64(step, modulus);
		value_set_terms(ctx, &term, &cut->x.terms[i], 1);
		*out = linear_add(ctx, linear_sub(ctx, *out, term), linear_mul(ctx, y, value_int(cut->x.terms[i].k.u)));
	}
	return out->n_terms < cut->x.n_terms ? step : 0;
}

/* x is `simpler` and a multiple of `step`, which is one of c. */
static Value part_of_sum(const Cut *cut, Value simpler, int64_t step)
{
	ValueCtx *ctx = cut->ctx;
	Value v = value_part(ctx, simpler, cut->c, cut->part, false), more = linear_sub(ctx, cut->x, simpler);
	if (cut->part == PART_QUO)
		more = value_derived(ctx, BY_FLOOR_DIV, more, value_int(cut->c), SPAN_ANY, step / cut->c);
	return cut->part == PART_REM ? v : linear_add(ctx, v, more);
}

Value value_part(ValueCtx *ctx, Value x, int64_t c, Part part, bool truncates)
{
	Cut cut = { .ctx = ctx, .x = x, .c = c, .part = part, .truncates = truncates };
	cut.rows = x.unknown ? ctx->n_threads : value_rows(ctx, &x);
	int64_t G, first;
	decide(&cut);
	Value simpler;
	bool exact = mask_empty(&cut.open) && part != PART_QUO;
	int64_t step = exact || (truncates && !cut.not_negative) ? 0 : without_remainders(&cut, &simpler);
	if (step)
		return part_of_sum(&cut, simpler, step);
	if (!mask_empty(&cut.open) && find_step(&cut, &G, &first) && (cut.not_negative || !truncates || !x.base.v))
		return as_a_whole(&cut, G, first);
	return by_threads(&cut);
}
