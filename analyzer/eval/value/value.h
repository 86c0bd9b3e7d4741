/* Abstract values: one integer (or pointer) for every thread of a block.
 *
 * A value is, in thread l,   base[l] + Σ terms: k[l] × monomial   (+ something unknown, in threads of `unknown`).
 * Monomials are products of *symbols*: quantities that are the same in every thread of the block but not
 * known (a kernel's argument, blockIdx, the counter of a loop that is not run, the address of an object).
 * So everything that depends on threadIdx alone is a vector of exact int64, and what is uniform stays
 * symbolic.
 *
 * Widths: a value belongs to a C type (Int: bytes and sign), given with each operation.  Known threads are
 * kept as that type would hold them: sign-extended if signed, else zero-extended (8-byte unsigned: the
 * bit pattern).  Where symbols take part, arithmetic is taken not to wrap, and signed symbols that take
 * part in / % >> are taken to be non-negative unless their range says otherwise (docs/developers/architecture.md); a
 * range down to INT32_MIN or below says nothing.  Shared addresses are small: an object's address stays
 * what it is under a mask of its low 16 bits or more, and in a cast to 2 or 4 bytes.
 *
 * What is computed from uniform symbols and has no such form (n % 3, n < 5) is a new symbol, the same one
 * whenever the same thing is computed in this context; value_substitute looks into its definition.
 *
 * Unknown: threads whose value is not understood.  `reason` says why; `align` is a power of two that the
 * unknown part is a multiple of (1: nothing known), so that `data * 32 + thread` keeps its bank;
 * `per_warp`: the unknown part is the same in all unknown threads of one warp; `ranged`: it lies between `low` and
 * `high` (in `data & 7`, in a byte).  Base and terms are the known remainder there (0 where it would say
 * nothing: align 1, not per_warp and not ranged).  The address of an object always
 * stays: what is not known then is the place in that object.
 *
 * Holds: of what is unknown, whether the address of an object may have part in it: behind a pointer of which
 * nothing else is known there may then be shared memory, or a variable of which something is known.
 *
 * Values are immutable and small; vectors live in the context's arena (see ValueCtx.arena: the evaluator
 * marks and releases it).  No function here fails; what cannot be represented becomes unknown. */
#ifndef SMEMLINT_EVAL_VALUE_H
#define SMEMLINT_EVAL_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "core/source.h"
#include "eval/value/form.h"
#include "eval/value/mask.h"
#include "ir/ir.h"

/* One int64 a thread; v NULL: every thread has u. */
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

enum { POINTS_TO_SHARED = 1, POINTS_TO_LOCAL = 2 }; /* the address of a shared object, of one that a thread owns */

bool reason_is_data(Reason reason); /* it is the program's data that decides, nothing that could be known before */
/* Why a value is not known that depends on a condition which is not, for that reason. */
Reason reason_of_choice(Reason why);

typedef int Sym;  /* index into ValueCtx.syms */
typedef int Mono; /* index into ValueCtx.monos */

typedef enum SymKind {
	SYM_PARAM,    /* a kernel argument, or a field of one */
	SYM_BLOCK,    /* blockIdx.x, .y, .z, gridDim.* */
	SYM_LOOP,     /* how often a loop that was not run has turned: 0, 1, 2 … */
	SYM_CHOICE,   /* 0 or 1: which way a uniform unknown condition went */
	SYM_OBJECT,   /* the address of an object */
	SYM_UNIFORM,  /* anything else that is the same in all threads: why says where it comes from */
} SymKind;

/* Where a runtime value comes from: an argument or another variable and the byte in it, or (var NULL) a place in the
 * program that loads it.  Values of one origin have one name and may be given a number for a run (ValueCtx.pin). */
typedef struct Origin {
	const Var *var;
	int64_t at;         /* where var is NULL: file << 40 | offset in it, plus one; 0: of no such origin */
} Origin;

typedef struct Pin {
	Origin origin;
	int64_t value;
} Pin;

/* Which symbols one is made of, as a filter: no bit that is missing belongs to one of them. */
typedef struct SymFilter {
	uint64_t bits[4];
	bool is_found;
} SymFilter;

typedef struct SymInfo {
	SymKind kind;
	const char *name; /* for people: "n", "blockIdx.x", "k" */
	int64_t low, high; /* inclusive; INT64_MIN / INT64_MAX: no bound */
	int64_t align;    /* the symbol is a multiple of this (>= 1) */
	Reason why;
	int object;       /* the evaluator's object number of SYM_OBJECT or where there is a divisor, else -1 */
	bool alone;       /* SYM_LOOP: nvcc lays no two iterations out beside one another */
	unsigned points_to; /* POINTS_TO_… */
	int64_t divisor;  /* SYM_UNIFORM: times this, it is an address in `object` that was rounded down; 0: it is not */
	Loc loc;
	Origin origin;
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
	struct ValueMemo *memo; /* value_sym.c's own: NULL at the start */
	bool no_names;      /* nobody asks what derived symbols are called */
	const Pin *pin;     /* values of this origin are that number; NULL: none are */
	uint64_t n_forms;   /* form_fresh()'s serial number */
	struct Sums *sums;  /* value_sums.c's own: NULL at the start */
} ValueCtx;

typedef struct Term {
	Mono mono;
	PerThread k;        /* never zero in all threads */
} Term;

typedef struct Unknown {
	Reason reason;      /* REASON_NONE: there is none, the value is understood in every thread */
	Mask threads;       /* where it is */
	int64_t align;
	bool per_warp;
	bool ranged;
	int64_t low, high;  /* ranged: inclusive */
	Loc loc;            /* where it came from */
	unsigned points_to; /* POINTS_TO_…, beside what terms say */
	Sym from;           /* what hides it has this origin (value_origin); 0: nothing of the kind */
} Unknown;

typedef struct Value {
	PerThread base;
	const Term *terms;  /* sorted by mono */
	int n_terms;
	const Unknown *unknown; /* NULL: none */
	Form form;          /* what the compiler can tell of it */
} Value;

/* The C integer type of an operation. */
typedef struct Int {
	int bytes;          /* 1, 2, 4, 8 */
	bool is_signed;
	bool is_bool;
} Int;
Int int_of(const Type *type); /* pointers: 8, unsigned; anything that is no integer: 8, signed */

/* --- making ---------------------------------------------------------------------------------- */
Sym sym_new(ValueCtx *ctx, SymInfo info);
Value value_int(int64_t i); /* a constant of the program */
/* v, but the compiler does not know it, or only that it is one of several (loose; form.h). */
Value value_at_run_time(ValueCtx *ctx, Value v, int log2_align, Refinement refinement);
Value value_per_thread(ValueCtx *ctx, const int64_t *v); /* copied; uniform vectors are recognised */
Value value_sym(ValueCtx *ctx, Sym sym);
/* A new symbol, or the number that its origin is pinned to. */
Value value_of_origin(ValueCtx *ctx, SymInfo info);
Value value_unknown(ValueCtx *ctx, Reason reason, Loc loc); /* unknown in every thread */
Value value_unknown_aligned(ValueCtx *ctx, Reason reason, Loc loc, int64_t align, bool per_warp);
/* A fresh uniform unknown with what is known of it. */
Value value_unknown_uniform(ValueCtx *ctx, Reason reason, Loc loc, const char *name, int64_t low, int64_t high);

/* The same value; what is unknown in it (it was just made) may have such addresses in it. */
Value value_pointing_to(ValueCtx *ctx, Value v, unsigned points_to);

/* --- asking ---------------------------------------------------------------------------------- */
int64_t per_thread_at(PerThread l, int thread);
bool value_is_const(const Value *v, int64_t *i); /* one known number in every thread */
bool value_is_known(const Value *v);             /* no terms, nothing unknown */
/* The same in every thread of `within`: base and coefficients do not vary, nothing unknown there. */
bool value_is_uniform(const ValueCtx *ctx, const Value *v, const Mask *within);
/* The same in the threads of each warp (the parts of it in `within`); per_warp unknown counts as such. */
bool value_is_warp_uniform(const ValueCtx *ctx, const Value *v, const Mask *within);
/* Bounds over all threads from the ranges of symbols and unknown; INT64_MIN / INT64_MAX where there is none. */
void value_range(const ValueCtx *ctx, const Value *v, int64_t *low, int64_t *high);
unsigned value_points_to(const ValueCtx *ctx, const Value *v); /* POINTS_TO_…: terms and unknown together */
bool value_same(const ValueCtx *ctx, const Value *a, const Value *b); /* structurally equal, and nothing unknown */
/* A power of two (up to 1<<30) that divides the symbolic part in every thread. */
int64_t value_symbolic_align(const ValueCtx *ctx, const Value *v);
int64_t value_align(const ValueCtx *ctx, const Value *v); /* all of it */
/* The first symbol with an origin that takes part, directly, in what symbols stand for or in what hides it; 0: none. */
Sym value_origin(const ValueCtx *ctx, const Value *v);
bool origin_is_set(const Origin *origin);
bool origin_same(const Origin *a, const Origin *b);
bool sym_counts_shifts(const ValueCtx *ctx, Sym sym); /* something is shifted by it */

/* --- computing ------------------------------------------------------------------------------- */
Value value_unary(ValueCtx *ctx, Op op, Int type, Value a);
/* Arithmetic and comparison (their result: 0 and 1) of operands of one type; for shifts `type` is the left one's. */
Value value_binary(ValueCtx *ctx, Op op, Int type, Value a, Value b);
Value value_cast(ValueCtx *ctx, Int from, Int to, Value a);
/* A sum of a and b that the program computes: nvcc may make it of another that it has computed. */
Value value_sum_seen(ValueCtx *ctx, Value sum, const Value *a, const Value *b);
/* Thread l of the result is a's in threads of `where`, else b's. */
Value value_select(ValueCtx *ctx, const Mask *where, Value a, Value b);
/* Either a or b, not known which.  `uniform`: the same choice in every thread; else threads may differ
 * (per_warp: warps may differ, threads of a warp not).  Exact where they are equal.  why: what keeps the choice from
 * being known. */
Value value_join(ValueCtx *ctx, Value a, Value b, bool uniform, bool per_warp, Reason why, Loc loc);
/* The value with its symbol's occurrences replaced, also in symbols that stand for something computed from it. */
Value value_substitute(ValueCtx *ctx, Value v, Sym sym, Value with);
/* Symbols that are 0 or 1 and that the value depends on, also through what it was computed from; at most `max`,
 * behind the n that there are. */
int value_flags(const ValueCtx *ctx, const Value *v, Sym *out, int n, int max);
/* Whether the symbol is 1 just where another one is a number. */
bool value_equation(const ValueCtx *ctx, Sym flag, Sym *sym, int64_t *number);
bool value_has_object(const ValueCtx *ctx, const Value *v); /* the address of one takes part */
/* Thread l of the result is v's thread from[l] (shuffles): unknown follows its thread; from[l] < 0: unknown `reason`. */
Value value_permute(ValueCtx *ctx, Value v, const int16_t *from, Reason reason, Loc loc);

/* The value, of which it is known that it lies between low and high where it is unknown. */
Value value_within(ValueCtx *ctx, Value v, int64_t low, int64_t high);

/* Deep copy into another arena. */
Value value_copy(Arena *arena, int n_threads, Value v);

/* --- conditions ------------------------------------------------------------------------------ */
typedef enum Scope { SCOPE_UNIFORM, SCOPE_WARP, SCOPE_THREAD } Scope;

/* What a condition says of each thread: yes, no, or neither (unknown).  `scope` tells how an unknown varies:
 * the same answer in all unknown threads of the block, of a warp, or anything. */
typedef struct Cond {
	Mask yes, no;
	Scope scope;
	Reason why; /* of the unknown ones */
	Loc loc;
	Sym from;   /* and their origin, as value_origin gives it */
	const Value *flag; /* on the host: a value that is 1 where the condition holds and else 0; NULL: none */
	bool folds;    /* the compiler knows the answer too, and lays the code out for it */
	bool may_fold; /* or perhaps */
} Cond;
Cond value_test(const ValueCtx *ctx, const Value *v, const Mask *within); /* v != 0 */

/* `a op b` (a comparison) as a statement on one number: d < 0, d == 0 or d != 0; *holds: OP_LT, OP_EQ or OP_NE.
 * Nothing wraps. */
Value value_difference(ValueCtx *ctx, Op op, Value a, Value b, Op *predicate);
/* Threads in which `a op b` is true or false if `e holds 0` is true. */
void value_imply(ValueCtx *ctx, Value e, Op predicate, Op op, Int type, Value a, Value b, Mask *yes, Mask *no);

/* "32*n + 4" and the like, for thread 0's coefficients: for messages. */
struct Buf;
void mono_print(struct Buf *out, const ValueCtx *ctx, Mono mono);

int64_t gcd64(int64_t a, int64_t b); /* >= 0; INT64_MIN counts as 1 << 62 */

#endif
