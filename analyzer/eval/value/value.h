/* Abstract values: one integer (or pointer) for every thread of a block.
 *
 * The value in thread l is   base[l] + Σ terms: k[l] × monomial   (+ an unknown part, in threads of `unknown`).
 * Monomials are products of *symbols*: quantities that are the same in every thread of the block but not
 * known (a kernel argument, blockIdx, the iteration number of a loop that is not run, the address of an object).
 * So everything that depends on threadIdx alone is a vector of exact int64, and what is uniform stays
 * symbolic.
 *
 * Widths: a value belongs to a C type (Int: bytes and sign), given with each operation.  Known threads are
 * kept as that type would hold them: sign-extended if signed, else zero-extended (8-byte unsigned: the
 * bit pattern).  Arithmetic on symbols is assumed not to wrap, and signed symbols in / % >> are assumed to be
 * non-negative unless their range says otherwise (docs/developers/evaluator.md); a lower bound of INT32_MIN
 * or less is no bound.  Shared addresses are small: masking the low 16 bits or more of an object's address, or
 * casting it to 2 or 4 bytes, does not change it.
 *
 * What is computed from uniform symbols and has no such form (n % 3, n < 5) is a new symbol, the same one
 * whenever the same thing is computed in this context; value_substitute() substitutes in its definition, too.
 *
 * Unknown: in threads whose value is not understood, base and terms are what is known of it besides the unknown part (0
 * if nothing is known of that part: no alignment, not per warp, no range), so that `data * 32 + thread` keeps its
 * bank.  The address of an object always stays: then the offset in that object is unknown.
 *
 * Values are immutable and small; vectors live in the context's arena (ValueCtx.arena: the evaluator
 * marks and releases it).  No function here fails; what cannot be represented becomes unknown. */
#ifndef SMEMLINT_EVAL_VALUE_VALUE_H
#define SMEMLINT_EVAL_VALUE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "core/source.h"
#include "eval/value/form.h"
#include "eval/value/mask.h"
#include "ir/ir.h"

/* One int64 per thread; v NULL: every thread has u. */
typedef struct PerThread {
	const int64_t *v;
	int64_t u;
} PerThread;

typedef enum Reason {
	REASON_NONE,
#define REASON(id, text) REASON_##id,
#include "eval/value/reasons.def"
#undef REASON
} Reason;

enum { POINTS_TO_SHARED = 1, POINTS_TO_LOCAL = 2 }; /* a shared object; an object that a thread owns (flags) */

bool reason_is_data(Reason reason); /* the value depends on the program's data, not on the launch or its arguments */
/* Of a value that is not known for both reasons, `reason` is the one to give. */
bool reason_prevails(Reason reason, Reason over);
Reason reason_either(Reason a, Reason b); /* the one that prevails */
/* The reason for a value that depends on a condition that is not known because of `why`. */
Reason reason_of_choice(Reason why);

enum { LINE_BYTES = 128 }; /* bytes; where memory is allocated, one begins */

typedef int Sym;  /* index into ValueCtx.syms */
typedef int Mono; /* index into ValueCtx.monos */

typedef enum SymKind {
	SYM_PARAM,    /* a kernel argument, or a field of one */
	SYM_BLOCK,    /* blockIdx.x, .y, .z, gridDim.* */
	SYM_LOOP,     /* the iteration number of a loop that is not run: 0, 1, 2 … */
	SYM_CHOICE,   /* 0 or 1: the branch that an unknown condition takes, which is uniform (per_warp: in each warp) */
	SYM_OBJECT,   /* the address of an object */
	SYM_UNIFORM,  /* anything else that is the same in all threads; `why`: its source */
} SymKind;

/* The source of a runtime value: an argument or another variable and the byte offset in it, or (var NULL) the place in
 * the program that loads it.  Values of one origin have one name and may be given a number for a run (ValueCtx.pin). */
typedef struct Origin {
	const Var *var;
	int64_t at;         /* byte offset in var; var NULL: file << 40 | offset in it, plus one, or 0: no origin */
} Origin;

typedef struct Pin {
	Origin origin;
	int64_t value;
} Pin;

/* A Bloom filter of the symbols that a symbol was computed from, itself included: a clear bit excludes a symbol for certain. */
typedef struct SymFilter {
	uint64_t bits[4];
	bool is_found;
} SymFilter;

typedef struct SymInfo {
	SymKind kind;
	const char *name; /* for people: "n", "blockIdx.x", "k" */
	int64_t low, high; /* inclusive; INT64_MIN / INT64_MAX: no bound */
	int64_t align;    /* the symbol is a multiple of this (>= 1) */
	Reason why;       /* why it is not known */
	int object;       /* Object.id for SYM_OBJECT and where divisor is not 0, else -1 */
	bool not_unrolled; /* SYM_LOOP: nvcc does not unroll the loop */
	bool is_base;     /* a pointer of which the program does not show what it is: taken to be where memory was allocated */
	bool per_warp;    /* each warp has its own value: the same in the threads of a warp only */
	unsigned points_to; /* POINTS_TO_… */
	int64_t divisor;  /* SYM_UNIFORM: an address in `object` divided by this, rounded down; 0: it is not */
	Loc loc;
	Origin origin;
	bool is_number;   /* it is not unknown, but this number, which is no integer */
	double number;
	SymFilter filter;
} SymInfo;

typedef struct MonoInfo {
	int n;
	const Sym *syms; /* sorted, with repetition; never empty */
} MonoInfo;

typedef struct ValueCtx {
	Arena *arena;       /* for vectors and terms: released by the evaluator */
	Arena *keep;        /* for symbols and monomials: lives as long as the context */
	int n_threads;      /* threads of the block, 1 .. MAX_THREADS */
	VEC(SymInfo) syms;
	VEC(MonoInfo) monos;
	struct ValueMemo *memo; /* private to value_sym.c; NULL at the start */
	bool no_names;      /* derived symbols need no names */
	const Pin *pin;     /* values of this origin have this number; NULL: none */
	uint64_t n_forms;   /* counter of form_fresh() */
	struct Sums *sums;  /* private to value_sums.c; NULL at the start */
	struct Spreads *spreads; /* private to value_spread.c; NULL at the start */
} ValueCtx;

typedef struct Term {
	Mono mono;
	PerThread k;        /* never zero in all threads */
} Term;

/* What is known of an unknown part that differs between the threads of a warp: with one integer m for all of them, it is in thread l,
 * modulo 2^32 (a negative number may have lost its sign; in units of a row of banks that is a whole number)
 *   SPREAD_BORDER:    by * max(0, m - at[l]): of min(f, m) and max(f, m) besides f, a known number in each thread;
 *   SPREAD_REMAINDER: by * ((at[l] + m) mod modulus);
 *   SPREAD_QUOTIENT:  by * floor((at[l] + m) / modulus), and something that is the same in all of them.
 * Of the latter two m is a multiple of `step`, which divides modulus, and 0 <= m < modulus; modulus 0: it is not known, and step is 1. */
typedef enum SpreadKind { SPREAD_BORDER, SPREAD_REMAINDER, SPREAD_QUOTIENT } SpreadKind;

typedef struct Spread {
	const int64_t *at; /* by thread; lives as long as the context; NULL: nothing is known */
	int64_t by;
	SpreadKind kind;
	int64_t modulus, step;
} Spread;

/* In a thread with this at[l], over `by` and without what is the same in all. */
int64_t spread_part(const Spread *spread, int64_t at, int64_t m);
/* Of a known modulus: the least m > 0 at which at + m is in another multiple of the modulus than at is; it may be the modulus. */
int64_t spread_wrap(const Spread *spread, int64_t at);

typedef struct Unknown {
	Reason reason;      /* why it is not known */
	Mask threads;       /* in which threads; not empty */
	int64_t align;      /* a power of two that divides the unknown part; 1: nothing known */
	bool per_warp;      /* the unknown part is the same in all these threads of one warp */
	bool ranged;        /* it lies between low and high, as in `data & 7` */
	int64_t low, high;  /* inclusive */
	Loc loc;            /* where it became unknown */
	unsigned points_to; /* POINTS_TO_…: whose addresses may be part of it, in addition to those in the terms */
	Sym from;           /* a symbol that made it unknown and has an origin (value_origin); 0: none */
	Spread spread;        /* how the unknown part differs between these threads; at NULL: not known */
} Unknown;

typedef struct Value {
	PerThread base;
	const Term *terms;  /* sorted by mono */
	int n_terms;
	const Unknown *unknown; /* NULL: none */
	Form form;          /* what the compiler knows of it */
} Value;

/* The C integer type of an operation. */
typedef struct Int {
	int bytes;          /* 1, 2, 4, 8 */
	bool is_signed;
	bool is_bool;
} Int;
static const Int int_wide = { 8, true, false }; /* addresses are computed in it */
Int int_of(const Type *type); /* pointers: 8 bytes, unsigned; what is no integer: 8 bytes, signed */

/* --- making ---------------------------------------------------------------------------------- */
Sym sym_new(ValueCtx *ctx, SymInfo info);
Value value_int(int64_t i); /* a constant of the program */
/* v as a value that the compiler does not know: with a fresh form (form_fresh). */
Value value_at_run_time(ValueCtx *ctx, Value v, int log2_align, Refinement refinement);
Value value_per_thread(ValueCtx *ctx, const int64_t *v); /* copied; uniform vectors are recognised */
Value value_sym(ValueCtx *ctx, Sym sym);
/* A new symbol, or the number that its origin is pinned to (ValueCtx.pin). */
Value value_of_origin(ValueCtx *ctx, SymInfo info);
Value value_unknown(ValueCtx *ctx, Reason reason, Loc loc); /* unknown in every thread */
Value value_unknown_aligned(ValueCtx *ctx, Reason reason, Loc loc, int64_t align, bool per_warp);
/* A new uniform symbol in [low, high]; name NULL: it has none. */
Value value_unknown_uniform(ValueCtx *ctx, Reason reason, Loc loc, const char *name, int64_t low, int64_t high);

/* v, whose symbols and unknown part may also contain such addresses.  Changes the symbols: v must be newly made. */
Value value_pointing_to(ValueCtx *ctx, Value v, unsigned points_to);

/* --- queries --------------------------------------------------------------------------------- */
int64_t per_thread_at(PerThread l, int thread);
bool value_is_const(const Value *v, int64_t *i); /* one known number in every thread */
bool value_number(const ValueCtx *ctx, const Value *v, double *number); /* it is one SymInfo.number */
bool value_is_known(const Value *v);             /* no terms, nothing unknown */
/* The same in every thread of `within`: base and coefficients are uniform there, nothing is unknown. */
bool value_is_uniform(const ValueCtx *ctx, const Value *v, const Mask *within);
/* The same in all threads of a warp that are in `within`; an unknown part may be there if it is per_warp. */
bool value_is_warp_uniform(const ValueCtx *ctx, const Value *v, const Mask *within);
/* v as these threads see it: where it is not known, what it is in others is made the same, so that it is simpler.  Known numbers stay:
 * nvcc knows none of them. */
Value value_seen_by(ValueCtx *ctx, Value v, const Mask *threads);
/* v in these threads, without the terms that are zero in all of them. */
Value value_without_zeros(ValueCtx *ctx, Value v, const Mask *threads);
/* Bounds over all threads, from the ranges of symbols and of the unknown part; INT64_MIN / INT64_MAX: no bound. */
void value_range(const ValueCtx *ctx, const Value *v, int64_t *low, int64_t *high);
unsigned value_points_to(const ValueCtx *ctx, const Value *v); /* POINTS_TO_…: terms and unknown together */
bool value_same(const ValueCtx *ctx, const Value *a, const Value *b); /* structurally equal, nothing unknown */
/* A hash of v - less; 0: a part of v is unknown.  Of one number in all threads it is another than of as many equal ones. */
uint64_t value_hash(const ValueCtx *ctx, const Value *v, int64_t less);
uint64_t value_hash_terms(const ValueCtx *ctx, const Value *v, uint64_t hash); /* `hash` and the terms */
bool value_term_is_base(const ValueCtx *ctx, const Term *term); /* SymInfo.is_base */
/* A power of two (up to 1 << 30) that divides the terms in every thread. */
int64_t value_symbolic_align(const ValueCtx *ctx, const Value *v);
int64_t value_align(const ValueCtx *ctx, const Value *v); /* the whole value */
/* The first symbol with an origin in the terms, in their definitions, or in the unknown part (Unknown.from); 0: none. */
Sym value_origin(const ValueCtx *ctx, const Value *v);
/* Why the first symbol for which there is a reason is not known, and where; `otherwise` and LOC_NONE if there is none. */
Reason value_why(const ValueCtx *ctx, const Value *v, Reason otherwise, Loc *loc);
/* The reason if data make the value, or one of the symbols in its terms; else `otherwise`. */
Reason value_data_reason(const ValueCtx *ctx, const Value *v, Reason otherwise);
bool origin_is_set(const Origin *origin);
bool origin_same(const Origin *a, const Origin *b);
bool sym_is_shift_count(const ValueCtx *ctx, Sym sym); /* the symbol is the count of some shift */

/* --- computing ------------------------------------------------------------------------------- */
Value value_unary(ValueCtx *ctx, Op op, Int type, Value a);
/* Arithmetic and comparison (their result: 0 and 1) of operands of one type; for shifts `type` is the left one's. */
Value value_binary(ValueCtx *ctx, Op op, Int type, Value a, Value b);
Value value_cast(ValueCtx *ctx, Int from, Int to, Value a);
/* `sum`, which the program computes as a + b, with what nvcc's strength reduction makes of its form (value_sums.c). */
Value value_sum_reduced(ValueCtx *ctx, Value sum, const Value *a, const Value *b);
/* Thread l of the result is a's in threads of `where`, else b's. */
Value value_select(ValueCtx *ctx, const Mask *where, Value a, Value b);
/* Either a or b, not known which; exact where they are equal.  `uniform`: all threads have the same one; per_warp: all
 * threads of a warp have; else each may have either.  why: the reason why the choice is not known. */
Value value_join(ValueCtx *ctx, Value a, Value b, bool uniform, bool per_warp, Reason why, Loc loc);
/* The greater (max), or the lesser, of f, which is known, and a number that is not, but the same in each warp. */
Value value_clamped(ValueCtx *ctx, Value f, bool max, Reason why, Loc loc);
/* The value with `with` in the place of the symbol, also in the definitions of other symbols.  Its form stays. */
Value value_substitute(ValueCtx *ctx, Value v, Sym sym, Value with);
/* Appends the 0-or-1 symbols that the value depends on, also through definitions, to out[0 .. n-1], up to `max` in
 * all; returns their number. */
int value_flags(const ValueCtx *ctx, const Value *v, Sym *out, int n, int max);
/* Each of the sum's terms may depend on the symbol; false: the value is no number either, whatever the symbol is. */
bool value_hangs_on(ValueCtx *ctx, const Value *v, Sym sym);
/* True if `flag` is defined as *sym == *number. */
bool value_equation(const ValueCtx *ctx, Sym flag, Sym *sym, int64_t *number);
bool value_has_object(const ValueCtx *ctx, const Value *v); /* the address of an object is in a term */
bool value_is_remainder_of_shared(const ValueCtx *ctx, Sym sym); /* a shared address % a number */
/* Thread l of the result is v's thread from[l] (shuffles), known or unknown; from[l] < 0: unknown for `reason`. */
Value value_permute(ValueCtx *ctx, Value v, const int16_t *from, Reason reason, Loc loc);

/* v, which is known to lie in [low, high] in its unknown threads; unchanged if it has terms. */
Value value_within(ValueCtx *ctx, Value v, int64_t low, int64_t high);

/* Deep copy into another arena. */
Value value_copy(Arena *arena, int n_threads, Value v);

/* --- conditions ------------------------------------------------------------------------------ */
typedef enum Scope { SCOPE_UNIFORM, SCOPE_WARP, SCOPE_THREAD } Scope;
/* How alike a value is in threads of `within`. */
Scope value_scope(const ValueCtx *ctx, const Value *v, const Mask *within);

/* A condition in each thread: yes, no, or neither (unknown).  `scope`: the unknown threads have the same answer in the
 * whole block, in each warp, or each its own. */
typedef struct Cond {
	Mask yes, no;
	Scope scope;
	Reason why; /* why it is unknown */
	Loc loc;
	Sym from;   /* the symbol for what is not known (value_origin()); 0: none */
	const Value *flag; /* in host code: a value that is 1 where the condition holds, else 0; NULL: none */
	bool folds;    /* the compiler decides it, so that only one branch is left */
	bool may_fold; /* it decides it if loops whose unrolling is unknown are unrolled */
	bool lone;     /* it holds in one thread of each warp at most */
} Cond;
Cond value_test(const ValueCtx *ctx, const Value *v, const Mask *within); /* v != 0 */

/* The comparison `a op b` as `d predicate 0`: returns d; *predicate: OP_LT, OP_EQ or OP_NE.  Nothing wraps. */
Value value_difference(ValueCtx *ctx, Op op, Value a, Value b, Op *predicate);
/* Threads in which `a op b` is certainly true (yes) or false (no) if `e predicate 0` is true. */
void value_imply(ValueCtx *ctx, Value e, Op predicate, Op op, Int type, Value a, Value b, Mask *yes, Mask *no);

struct Buf;
/* "n*blockIdx.x" and the like, for messages. */
void mono_print(struct Buf *out, const ValueCtx *ctx, Mono mono);

int64_t gcd64(int64_t a, int64_t b); /* >= 0; INT64_MIN counts as 1 << 62 */

/* The name of runtime values that have none. */
extern const char value_anonymous[];

#endif
