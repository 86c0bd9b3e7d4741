/* What the parts of value*.c share.  Nobody else but their tests includes it. */
#ifndef SMEMLINT_EVAL_VALUE_IMPL_H
#define SMEMLINT_EVAL_VALUE_IMPL_H

#include "eval/value/value.h"

struct Buf;

enum {
	MAX_TERMS = 16,  /* of a value; beyond it terms become one symbol, or unknown */
	MAX_DEGREE = 4,  /* of a monomial; beyond it the product becomes a symbol */
	MAX_GROUPS = 32, /* different values of a divisor, shift count or mask that are taken one by one */
};
#define MAX_ALIGN ((int64_t)1 << 30)

/* --- numbers (value_per_thread.c) ------------------------------------------------------------------- */

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

/* --- thread vectors (value_per_thread.c) --------------------------------------------------------------- */

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
/* An operation of known operands. */
Value known_binary(ValueCtx *ctx, Op op, Int type, PerThread a, PerThread b);
/* Threads in which a known right operand has no meaning: division by 0, a shift by the width or more. */
Mask bad_threads(const ValueCtx *ctx, Op op, Int type, PerThread b, Reason *why);

/* --- symbols (value_sym.c) ---------------------------------------------------------------------- */

typedef struct Span {
	int64_t low, high;
} Span; /* INT64_MIN / INT64_MAX: no bound */
#define SPAN_ANY ((Span){ INT64_MIN, INT64_MAX })
Span span_add(Span a, Span b);
Span span_scale(Span a, int64_t k);

/* Beyond the degree limit a product is a symbol of its own. */
Mono mono_product(ValueCtx *ctx, Mono a, Mono b);
int64_t mono_align(const ValueCtx *ctx, Mono mono); /* a number that divides it, >= 1 */
unsigned mono_points_to(const ValueCtx *ctx, Mono mono); /* POINTS_TO_… */
/* `assume`: a symbol whose range says nothing of negative values is taken to be none. */
Span mono_span(const ValueCtx *ctx, Mono mono, bool assume);

/* What a derived symbol stands for; the same one for the same operands. */
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
/* Operands are uniform and have nothing unknown. */
Value value_derived(ValueCtx *ctx, Derived how, Value a, Value b, Span span, int64_t align);
/* `assumed`: its range as mono_span gives it with `assume`. */
Value value_derived_as(ValueCtx *ctx, Derived how, Value a, Value b, Span span, Span assumed, int64_t align);
/* False: the symbol is no derived one, or has to do with an object. */
bool value_definition(const ValueCtx *ctx, Sym sym, Derived *how, Value *a, Value *b);
/* The definition with other operands (value_substitute.c). */
Value value_defined_as(ValueCtx *ctx, Derived how, Value a, Value b);
SymFilter value_sym_filter(ValueCtx *ctx, Sym sym);
void sym_filter_add(SymFilter *to, Sym sym);
bool sym_filter_meets(const SymFilter *a, const SymFilter *b); /* false: no symbol is in both */
bool mono_has_object(const ValueCtx *ctx, Mono mono); /* the address of one takes part */
/* Why the value's first symbol of unknown origin is not known. */
Reason value_why(const ValueCtx *ctx, const Value *v, Reason otherwise, Loc *loc);
extern const char value_anonymous[]; /* the name of what has none */
const char *value_derived_name(ValueCtx *ctx, Derived how, const Value *a, const Value *b); /* in ctx->keep */
void value_text(struct Buf *out, const ValueCtx *ctx, const Value *v); /* of a uniform value */

/* --- shape (value.c) ---------------------------------------------------------------------------- */

/* Bounds of base, terms and unknown in each thread; rows 1: the same in all. */
typedef struct Spans {
	int rows;
	Span at[MAX_THREADS];
} Spans;
static inline Span span_of(const Spans *s, int thread)
{
	return s->at[s->rows == 1 ? 0 : thread];
}
void value_spans(const ValueCtx *ctx, const Value *v, bool assume, Spans *out);
int value_rows(const ValueCtx *ctx, const Value *v); /* 1: base and coefficients do not vary; else n_threads */
Mask value_known_threads(const ValueCtx *ctx, const Value *v); /* nothing unknown, and every coefficient is 0 */
static inline Mask all_threads(const ValueCtx *ctx)
{
	return mask_first(ctx->n_threads);
}
bool value_is_symbolic_uniform(const ValueCtx *ctx, const Value *v); /* over all threads */
const Unknown *unknown_new(ValueCtx *ctx, Unknown unknown); /* NULL where no thread is left */
Span unknown_span(const Unknown *unknown);        /* of the unknown part */
void unknown_set_span(Unknown *unknown, Span span);
Span span_hull(Span a, Span b);
/* A value's terms with coefficients from a scratch list, zero ones dropped. */
void value_set_terms(ValueCtx *ctx, Value *v, const Term *terms, int n);
/* In each warp the two have the same threads, or one of them has none. */
bool masks_agree_by_warp(const ValueCtx *ctx, const Mask *a, const Mask *b);
Form value_either(ValueCtx *ctx, const Value *a, const Value *b); /* one of two, which the compiler does not know */
/* Unknown in `threads` (base and terms are the known remainder), nothing else changed. */
Value value_with_unknown(ValueCtx *ctx, Value v, Mask threads, Reason reason, Loc loc, int64_t align, bool per_warp);

/* --- arithmetic --------------------------------------------------------------------------------- */

/* Without a type: nothing wraps but int64. */
Value linear_add(ValueCtx *ctx, Value a, Value b);
Value linear_sub(ValueCtx *ctx, Value a, Value b);
Value linear_mul(ValueCtx *ctx, Value a, Value b);
/* Fewer terms where there are too many. */
Value value_limit(ValueCtx *ctx, Value v);
/* A power of two that divides the value in each thread, up to MAX_ALIGN; base or unknown may be left out. */
typedef struct Aligns {
	int64_t at[MAX_THREADS];
} Aligns;
void value_aligns(const ValueCtx *ctx, const Value *v, bool base, bool unknown, Aligns *out);
/* 4-byte unsigned numbers above INT32_MAX as negative ones: n + 4294967295u is n - 1. */
Value value_signed_view(ValueCtx *ctx, Int type, Value v);
/* Known threads as the type holds them; unknown that hides everything hides the remainder too, but not which object it
 * is the address of. */
Value value_finish(ValueCtx *ctx, Int type, Value v);

/* --- cutting (value_cut.c) ---------------------------------------------------------------------- */

/* x = high + rem, 0 <= rem < c, high = c * quo; `truncates`: of negative x the way of C's signed / and %. */
typedef enum Part { PART_REM, PART_QUO, PART_HIGH } Part;
Value value_part(ValueCtx *ctx, Value x, int64_t c, Part part, bool truncates);

/* --- operators ---------------------------------------------------------------------------------- */

/* `known`, but unknown in `open`: the result of an operation of a and b there is a multiple of align, no more. */
Value value_hide(ValueCtx *ctx, Value known, const Value *a, const Value *b, Mask open, int64_t align);
Value value_divide(ValueCtx *ctx, Op op, Int type, Value a, Value b); /* / % >> */
Value value_shl(ValueCtx *ctx, Int type, Value a, Value b);
Value value_bits(ValueCtx *ctx, Op op, Int type, Value a, Value b);   /* & | ^ */
Value value_compare(ValueCtx *ctx, Op op, Int type, Value a, Value b);
/* op for each number that b has in threads that `rest` leaves unknown, where they are few; other threads are `rest`'s. */
Value value_by_groups(ValueCtx *ctx, Op op, Int type, Value a, Value b, Value rest);

#endif
