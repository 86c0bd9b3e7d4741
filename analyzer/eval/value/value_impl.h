/* Shared by value*.c, substitution.c and their tests; private to them. */
#ifndef SMEMLINT_EVAL_VALUE_VALUE_IMPL_H
#define SMEMLINT_EVAL_VALUE_VALUE_IMPL_H

#include "eval/value/value.h"

struct Buf;

enum {
	MAX_TERMS = 16,  /* of a value; if there are more, uniform ones become one symbol, others unknown */
	MAX_ADDRESSES = 4, /* that are kept apart then */
	MAX_DEGREE = 4,  /* of a monomial; a product of more symbols becomes a symbol of its own */
	MAX_SHARED_ADDRESS = 0x3ffff, /* the shared memory of a block, and what the system takes of it, ends below */
	MAX_GROUPS = 32, /* different numbers of a divisor or shift count that are evaluated one by one */
};
#define MAX_ALIGN ((int64_t)1 << 30)

/* --- numbers (per_thread.c) ------------------------------------------------------------------------ */

static inline int64_t add64(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}
static inline int64_t sub64(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}
static inline int64_t mul64(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a * (uint64_t)b);
}
int64_t int_wrap(Int type, int64_t i); /* as the type would hold it */
int64_t floor_div(int64_t a, int64_t c); /* c > 0 */
int64_t low_bit(int64_t i, int64_t most); /* the greatest power of two up to `most` that divides i */

/* --- thread vectors (per_thread.c) ----------------------------------------------------------------- */

static inline int64_t per_thread_get(const PerThread *l, int i)
{
	return l->v ? l->v[i] : l->u;
}
int64_t *per_thread_new(ValueCtx *ctx);
PerThread per_thread_done(const ValueCtx *ctx, const int64_t *v); /* uniform ones are recognised */
PerThread per_thread_add(ValueCtx *ctx, PerThread a, PerThread b);
PerThread per_thread_sub(ValueCtx *ctx, PerThread a, PerThread b);
PerThread per_thread_mul(ValueCtx *ctx, PerThread a, PerThread b);
PerThread per_thread_wrap(ValueCtx *ctx, Int type, PerThread a);
PerThread per_thread_select(ValueCtx *ctx, const Mask *where, PerThread a, PerThread b);
bool per_thread_equal(const ValueCtx *ctx, PerThread a, PerThread b);
Mask per_thread_nonzero(const ValueCtx *ctx, PerThread l);
/* An operation on operands that are known in every thread. */
Value known_binary(ValueCtx *ctx, Op op, Int type, PerThread a, PerThread b);
/* Threads in which the operation is undefined for the right operand: division by 0, a shift by the width or more. */
Mask bad_threads(const ValueCtx *ctx, Op op, Int type, PerThread b, Reason *why);

/* --- symbols (value_sym.c) ---------------------------------------------------------------------- */

typedef struct Span {
	int64_t low, high;
} Span; /* INT64_MIN / INT64_MAX: no bound */
#define SPAN_ANY ((Span){ INT64_MIN, INT64_MAX })
static inline Span span_add(Span a, Span b)
{
	Span s;
	if (a.low == INT64_MIN || b.low == INT64_MIN || __builtin_add_overflow(a.low, b.low, &s.low))
		s.low = INT64_MIN;
	if (a.high == INT64_MAX || b.high == INT64_MAX || __builtin_add_overflow(a.high, b.high, &s.high))
		s.high = INT64_MAX;
	return s;
}
static inline Span span_hull(Span a, Span b)
{
	return (Span){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}
static inline Span span_scale(Span a, int64_t k)
{
	Span s = SPAN_ANY;
	bool no_low = a.low == INT64_MIN, no_high = a.high == INT64_MAX;
	if (k == 0)
		return (Span){ 0, 0 };
	if ((k > 0 ? no_low : no_high) || __builtin_mul_overflow(k, k > 0 ? a.low : a.high, &s.low))
		s.low = INT64_MIN;
	if ((k > 0 ? no_high : no_low) || __builtin_mul_overflow(k, k > 0 ? a.high : a.low, &s.high))
		s.high = INT64_MAX;
	return s;
}

/* A product of more than MAX_DEGREE symbols is a symbol of its own; or (false) a number, since one of them is known to be. */
bool mono_product(ValueCtx *ctx, Mono a, Mono b, Mono *product, int64_t *number);
int64_t mono_align(const ValueCtx *ctx, Mono mono); /* a divisor of it, >= 1 */
unsigned mono_points_to(const ValueCtx *ctx, Mono mono); /* POINTS_TO_… */
/* `assume`: symbols without a lower bound are assumed to be non-negative (value.h). */
Span mono_span(const ValueCtx *ctx, Mono mono, bool assume);

/* The operation that a derived symbol is the result of; the same operands give the same symbol. */
typedef enum Derived {
	BY_FLOOR_REM,
	BY_FLOOR_DIV,
	BY_REM,
	BY_DIV,
	BY_SHR,
	BY_SHL,
	BY_AND,
	BY_OR,
	BY_XOR,
	BY_EQ,
	BY_LT,
	BY_EQ_U32,
	BY_LT_U32,
	BY_EQ_U64,
	BY_LT_U64,
	BY_PRODUCT,
	BY_SUM,
} Derived;
/* Operands are uniform and have no unknown part. */
Value value_derived(ValueCtx *ctx, Derived how, Value a, Value b, Span span, int64_t align);
/* `assumed`: its range if mono_span() is called with `assume`. */
Value value_derived_as(ValueCtx *ctx, Derived how, Value a, Value b, Span span, Span assumed, int64_t align);
/* False: the symbol is not derived, or its definition contains the address of an object that is not shared. */
bool value_definition(const ValueCtx *ctx, Sym sym, Derived *how, Value *a, Value *b);
/* The result of `how` with other operands (value_substitute.c). */
Value value_defined_as(ValueCtx *ctx, Derived how, Value a, Value b);
SymFilter value_sym_filter(ValueCtx *ctx, Sym sym);
void sym_filter_add(SymFilter *to, Sym sym);
bool sym_filter_meets(const SymFilter *a, const SymFilter *b); /* false: they have no symbol in common */
bool mono_has_object(const ValueCtx *ctx, Mono mono); /* the address of an object is a factor */
const char *value_derived_name(ValueCtx *ctx, Derived how, const Value *a, const Value *b); /* in ctx->keep */
void value_text(struct Buf *out, const ValueCtx *ctx, const Value *v); /* of a uniform value */

/* --- shape (value.c) ---------------------------------------------------------------------------- */

/* Bounds of the whole value in each thread; rows 1: the same in all, else one per thread. */
typedef struct Spans {
	int rows;
	Span at[MAX_THREADS];
} Spans;
static inline Span span_of(const Spans *s, int thread)
{
	return s->at[s->rows == 1 ? 0 : thread];
}
void value_spans(const ValueCtx *ctx, const Value *v, bool assume, Spans *out);
int value_rows(const ValueCtx *ctx, const Value *v); /* 1: base and coefficients are uniform; else n_threads */
Mask value_known_threads(const ValueCtx *ctx, const Value *v); /* nothing unknown, and every coefficient is 0 */
static inline Mask all_threads(const ValueCtx *ctx)
{
	return mask_first(ctx->n_threads);
}
bool value_is_symbolic_uniform(const ValueCtx *ctx, const Value *v); /* over all threads */
bool value_of_warps(const ValueCtx *ctx, const Value *v); /* a symbol in it is SymInfo.per_warp */
const Unknown *unknown_new(ValueCtx *ctx, Unknown unknown); /* NULL if it has no threads */
Value value_without_spread(ValueCtx *ctx, Value v);
/* Of what a number that is not known, but a multiple of `step` and the same in a warp, plus at[l] makes (SPREAD_REMAINDER or
 * SPREAD_QUOTIENT).  step > 0 divides modulus; modulus 0: it is not known, and step is 1. */
Spread spread_divided(ValueCtx *ctx, SpreadKind kind, PerThread at, int64_t by, int64_t modulus, int64_t step);
Spread spread_times(Spread spread, const Value *by); /* none if `by` is not one number */
Span unknown_span(const Unknown *unknown);        /* of the unknown part; SPAN_ANY if it is not ranged */
void unknown_blame(Unknown *unknown, Reason reason, Loc loc); /* it is unknown for this reason, too */
void unknown_set_span(Unknown *unknown, Span span);
/* Sets the value's terms to a copy of the list without those whose coefficients are all zero. */
void value_set_terms(ValueCtx *ctx, Value *v, const Term *terms, int n);
/* In each warp the two have the same threads, or at least one of them has none. */
bool masks_agree_by_warp(const ValueCtx *ctx, const Mask *a, const Mask *b);
Form value_either(ValueCtx *ctx, const Value *a, const Value *b); /* the form of one of two, the compiler does not know which */
/* v with an unknown part in `threads`; base and terms stay, as the known remainder. */
Value value_with_unknown(ValueCtx *ctx, Value v, Mask threads, Reason reason, Loc loc, int64_t align, bool per_warp);

/* --- arithmetic --------------------------------------------------------------------------------- */

/* Without a type: only int64 wraps. */
Value linear_add(ValueCtx *ctx, Value a, Value b);
Value linear_sub(ValueCtx *ctx, Value a, Value b);
Value linear_mul(ValueCtx *ctx, Value a, Value b);
/* v with at most MAX_TERMS terms. */
Value value_limit(ValueCtx *ctx, Value v);
/* v, whose uniform terms but for addresses are one symbol. */
Value value_fold(ValueCtx *ctx, Value v);
/* A power of two that divides the value in each thread, up to MAX_ALIGN; value_aligns() counts base and unknown part on request. */
typedef struct Aligns {
	int64_t at[MAX_THREADS];
} Aligns;
void value_aligns(const ValueCtx *ctx, const Value *v, bool base, bool unknown, Aligns *out);
/* 4-byte unsigned numbers above INT32_MAX as negative ones: n + 4294967295u is n - 1. */
Value value_signed_view(ValueCtx *ctx, Int type, Value v);
/* Wraps known threads to the type.  Where nothing is known of the unknown part, the remainder becomes 0, except for the
 * addresses of objects. */
Value value_finish(ValueCtx *ctx, Int type, Value v);

/* --- cutting (value_cut.c) ---------------------------------------------------------------------- */

/* x = high + rem, 0 <= rem < c, high = c * quo; `truncates`: rounded towards zero, as C's signed / and % do. */
typedef enum Part { PART_REM, PART_QUO, PART_HIGH } Part;
Value value_part(ValueCtx *ctx, Value x, int64_t c, Part part, bool truncates);

/* --- operators ---------------------------------------------------------------------------------- */

/* `known`, but in threads of `open` an unknown multiple of align: the result of an operation on a and b. */
Value value_hide(ValueCtx *ctx, Value known, const Value *a, const Value *b, Mask open, int64_t align);
Value value_divide(ValueCtx *ctx, Op op, Int type, Value a, Value b); /* / % >> */
Value value_shl(ValueCtx *ctx, Int type, Value a, Value b);
Value value_bits(ValueCtx *ctx, Op op, Int type, Value a, Value b);   /* & | ^ */
Value value_compare(ValueCtx *ctx, Op op, Int type, Value a, Value b);
/* `rest`; where it is unknown, a op b for up to MAX_GROUPS different numbers of b, one after the other. */
Value value_by_groups(ValueCtx *ctx, Op op, Int type, Value a, Value b, Value rest);

#endif
