/* The evaluator's result: launch shapes, and a fact for each shared-memory access of a kernel. */
#ifndef SMEMLINT_EVAL_FACTS_FACTS_H
#define SMEMLINT_EVAL_FACTS_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "banks/banks.h"
#include "base/vec.h"
#include "core/source.h"
#include "eval/facts/digest.h"
#include "eval/facts/units.h"
#include "eval/value/value.h"
#include "ir/assume.h"
#include "ir/ir.h"

/* --- the launch a kernel is evaluated for ------------------------------------------------------- */

typedef enum BlockFrom { BLOCK_LAUNCH, BLOCK_REQUIRED, BLOCK_BOUNDS, BLOCK_COMMENT, BLOCK_CONFIG, BLOCK_OPTION, BLOCK_ASSUMED } BlockFrom;

/* A part of a kernel's arguments that is a known integer: all of a parameter, or a member of one that is a record. */
typedef struct LaunchArg {
	int param;              /* its position */
	int size;               /* bytes */
	int64_t offset;         /* in the parameter, in bytes */
	int64_t value;
	int block_dim;           /* not 0: `value` is relative to the block's unknown size in dimension `block_dim` - 1 */
	bool is_base;           /* pointers: begins a cache line if what the program is given does (SymInfo.is_base) */
} LaunchArg;

typedef struct LaunchShape {
	const Func *kernel;
	int block[3];           /* -1: known only at run time; in KernelFacts.launch >= 1, the product is 1 .. 1024 */
	int64_t grid[3];        /* -1: not known */
	int64_t dynamic_bytes;  /* -1: not known */
	BlockFrom from;
	Loc loc;                /* the launch, the attribute or the comment */
	const LaunchArg *args;  /* what is known of the arguments, by parameter and offset */
	int n_args;
	const LaunchArg *pointers; /* the same for pointers; value: a power of two that divides the address */
	int n_pointers;
	const LaunchMap *maps;     /* tensor maps among the arguments of which something is known */
	int n_maps;
	const struct CallSite *calls; /* host calls that lead to the launch, innermost first; NULL: none */
	bool has_unknowns;           /* an integer argument, the block or the dynamic size is not known */
	int n_merged;             /* number of further launches merged into this shape (launch_merge) */
	int n_left_out;             /* launches left out for too many blocks; find_launches() sets it in a kernel's first shape */
	const Assumption *const *assumptions; /* conditions on the kernel's values (ir/assume.h) */
	int n_assumptions;
} LaunchShape;

typedef VEC(LaunchShape) LaunchShapes;

bool launch_same_arg(const LaunchArg *a, const LaunchArg *b);
struct Buf;
/* Prints its name: "n", "size.x", "options.sizes[2]". */
void launch_arg_print(struct Buf *out, const Func *kernel, const LaunchArg *arg);
/* Merges `by`, which has the same kernel and block, into the shape: what differs is not known then. */
void launch_merge(Arena *arena, LaunchShape *shape, const LaunchShape *by);
/* The tensor maps of both are the same, but for the places where they were encoded. */
bool launch_same_maps(const LaunchShape *a, const LaunchShape *b);
/* Reduces what is known of the shape's pointers to what holds in both shapes. */
void launch_share_pointers(Arena *arena, LaunchShape *shape, const LaunchShape *by);
/* The grid's size by the launch or else by an assumption; -1: not known. */
int64_t launch_grid(const LaunchShape *launch, int dim);

/* --- facts ------------------------------------------------------------------------------------- */

typedef enum Certainty {
	CERTAINTY_EXACT, /* holds for every value of what is unknown, given the launch */
	CERTAINTY_BOUND, /* never more than this: lanes may be inactive, or the worst of several costs was taken */
	CERTAINTY_SYMBOLIC, /* depends on a runtime value: Fact.cases */
	CERTAINTY_DATA, /* the index comes from data: Fact.expected */
	CERTAINTY_UNIT, /* no lane accesses it, but another unit: Fact.reason, Fact.uses */
	CERTAINTY_UNKNOWN, /* not understood: Fact.reason */
} Certainty;

/* The offsets of one warp's request, in bytes from the object's start (floating: from an unknown point that is a
 * multiple of 128), with how often it occurs. */
typedef struct WarpPattern {
	uint32_t active;
	int64_t count;
	int warp;            /* the first warp with this pattern */
	int64_t iteration; /* the visit in which it had it, from 0 */
	BankCost cost;       /* REASON_PARTS, REASON_PIECES: of the vector's words, one by one, if that is more */
	bool floating;       /* an unknown part of the address that is the same in the whole warp was dropped */
	int64_t offset[WARP_LANES];
	const int64_t *source; /* copies: the address that each lane copies from (the costliest ones if not known); else NULL */
} WarpPattern;

/* The request that the hardware gets.  A copy without `source` reads consecutive addresses. */
WarpRequest warp_request(const WarpPattern *pattern, BankOp op, int bytes);

/* CERTAINTY_SYMBOLIC: the fact's sums if `symbol` mod `modulus` == `residue`; modulus 0: if `symbol` == `residue`, for
 * the values that were tried. */
typedef struct SymbolicCase {
	int64_t residue;
	int64_t wavefronts, ideal;
	int ways;
} SymbolicCase;

typedef struct CallSite {
	const struct CallSite *caller; /* NULL: called from the kernel itself */
	const Func *func;              /* the function that was entered */
	Range range;                   /* the call */
} CallSite;

/* The address as a function of the thread: in elements of `unit` bytes from the object's start, plus a symbolic uniform part. */
typedef struct IndexForm {
	enum { INDEX_NONE, INDEX_AFFINE, INDEX_XOR } kind;
	int64_t unit;              /* bytes */
	int64_t constant;
	int64_t coef[3];           /* INDEX_AFFINE: of threadIdx.x, .y, .z */
	uint64_t bit[10];          /* INDEX_XOR: the bits that bit b of the linear thread index flips (threadIdx.x's bits first) */
	int n_bits;
	const char *text;          /* for people: "32*threadIdx.x + threadIdx.y", "(… ^ …)"; NULL for INDEX_NONE */
	const char *symbolic;      /* the runtime values ("32*k + n", "(threadIdx.x*n)"), or NULL */
} IndexForm;

enum { MAX_PATTERNS = 64, MAX_WITH = 3, MAX_USES = 32 };

/* Result of comparing the fact with a compiler's output (codegen/reconcile.h). */
typedef enum CodeVerdict {
	CODE_NOT_ASKED,
	CODE_CONFIRMED,  /* it has accesses of this width on this line */
	CODE_CONSISTENT, /* it does not contradict the fact, but the assembler may change more */
	CODE_CORRECTED,  /* it has other accesses; the fact was corrected to them */
	CODE_MOVED,      /* they are part of wider ones on another line: Fact.into */
	CODE_ABSENT,     /* it has none on this line */
	CODE_DIFFERS,    /* it has others that cannot be matched with the facts */
	CODE_SILENT,     /* it has no information on this line */
	CODE_FROM_PTX,   /* the fact is not the source's, but that of its PTX (codegen/complete.h) */
} CodeVerdict;

typedef struct Ratio {
	int64_t wavefronts, ideal;
} Ratio;

/* Why it is not certain what nvcc does to an access: bits of a set. */
typedef enum DoubtNumber {
#define DOUBT(id, text) DOUBT_NUMBER_##id,
#include "eval/facts/doubts.def"
#undef DOUBT
	N_DOUBTS
} DoubtNumber;
enum {
#define DOUBT(id, text) DOUBT_##id = 1 << DOUBT_NUMBER_##id,
#include "eval/facts/doubts.def"
#undef DOUBT
	DOUBTS_OF_MERGING = DOUBT_INVARIANT - 1 /* those that make a fact a bound for REASON_MERGE */
};

typedef struct Fact {
	Range range;               /* the access; for system functions, the call in the program */
	const CallSite *stack;     /* innermost first; NULL: in the kernel itself */
	const Expr *site;
	const LaunchShape *launch;
	const Arch *arch;          /* the architecture that it is priced for */
	const Var *object;         /* NULL: not known which */
	AccessKind kind;
	BankOp op;
	int bytes;                 /* per lane, of the hardware's request */
	int written;               /* per lane, in the program; less than `bytes`: nvcc merges the access with others */
	int widest; /* per lane, of the widest request that nvcc may make of several iterations, or of an access in a branch and its
	             * neighbour; at most `bytes`: of none */
	unsigned parts; /* bit i: element i of the request, of `written` bytes, is one of the merged accesses */
	Range with[MAX_WITH]; /* the others that it is merged with, if in other places; the first few */
	int n_with;
	int64_t merged; /* warp accesses that are part of a wider request and not counted here */
	Range into; /* the place of that request; valid if merged > 0 */
	int64_t dropped; /* those of `merged` that are redundant: the value of `into` is used again */
	unsigned doubts; /* a set of DOUBT_…: why nvcc may do something else to the access */
	int64_t visits; /* how often the block executed it; of a merged one: its request */
	int64_t warps; /* number of requests */
	int64_t wavefronts,
		ideal; /* sums over the requests (CERTAINTY_SYMBOLIC: of the launch whose arguments are known, else of the worst residue) */
	bool of_known_launch; /* CERTAINTY_SYMBOLIC: the sums are those of the launch whose arguments are known */
	int64_t profiled; /* the sum of BankCost.profiled */
	WarpPattern worst; /* most wavefronts above ideal; the first of equals */
	const WarpPattern *patterns; /* distinct ones, the first MAX_PATTERNS */
	int n_patterns;
	bool more_patterns; /* there were more */
	Ratio apart; /* DOUBT_SUNK: the sums if nvcc leaves the accesses of both branches apart */
	bool count_known; /* false: the ratio of wavefronts to ideal holds, but not how often it runs */
	Ratio mix; /* the costliest request's, if it is not known which requests occur (without count_known the
	                            * sums have this ratio); ideal 0: it is known which, or all cost the same */
	Certainty certainty;
	Reason reason; /* why it is not CERTAINTY_EXACT */
	Loc reason_loc;
	const char *symbol; /* CERTAINTY_SYMBOLIC: the value's name */
	int64_t modulus;
	const SymbolicCase *cases;
	int n_cases;
	bool is_usual; /* CERTAINTY_SYMBOLIC of copies past the L1 cache: wavefronts and ideal are those of what begins with a cache
			  * line; `cases` and `worst` may have more */
	double expected; /* CERTAINTY_DATA: mean wavefronts per request for uniformly random words; CERTAINTY_BOUND: for all
			  * remainders that it depends on, if these make it a bound; else 0 */
	IndexForm index;
	const Assumption *const *assumptions; /* the assumptions that it depends on */
	int n_assumptions;
	int64_t open_rows; /* not 0: lanes access rows of banks that data choose, each its own bank whatever it is: their offsets are
	                    * unknown multiples of so many bytes */
	bool of_bases; /* it depends on pointers being aligned to a cache line: the program does not show what they are */
	CodeVerdict code; /* the comparison with a compiler's output … */
	const char *code_text; /* … in words; NULL: CODE_NOT_ASKED */
	const UnitUse *uses; /* what a unit other than the lanes does, each kind of use once; the first MAX_USES */
	int n_uses;
	bool more_uses; /* there were more */
	Digest digest; /* set with EvalOptions.digest only */
} Fact;

/* In words; NULL: Fact.of_bases is false. */
const char *fact_of_bases(const Fact *fact);

/* The wavefronts that a profiler shows as ideal.  Where warps contend, the least that it may be: a compare-and-swap of 8 bytes takes
 * 3 or 4 wavefronts where 3 would do, as lanes fail (H200, 35 combinations of warps and words: at most 1.318 for 1). */
static inline int64_t fact_profiled(const Fact *fact)
{
	const bool contends = fact->reason == REASON_CONTEND && fact->kind == ACCESS_ATOMIC && fact->profiled >= fact->wavefronts;
	if (fact->certainty == CERTAINTY_SYMBOLIC)
		return fact->ideal;
	return contends ? fact->profiled - fact->profiled / 4 : fact->profiled;
}

/* Fact.reason: the value is the program's data, and not the launch's or its arguments. */
bool fact_is_of_data(const Fact *fact);

/* All values in Fact.symbol have names. */
bool fact_has_names(const Fact *fact);

/* bank_ways() of Fact.worst. */
int fact_worst_ways(const Fact *fact);

/* Mean ideal wavefronts per request, to compare with Fact.expected. */
double fact_ideal_each(const Fact *fact);

/* Raises the wavefronts to the ratio of Fact.mix, if set, so that the ratio of the sums is an upper bound. */
void fact_take_costliest(Fact *fact);

/* The same access, in the same place and call stack, possibly of another run. */
bool fact_same_access(const Fact *a, const Fact *b);

/* An assumption that does not hold: it is ignored from then on. */
typedef struct Refuted {
	const Assumption *assumption;
	Loc loc; /* the comparison or store in the kernel that refutes it; file -1: refuted before the kernel runs */
} Refuted;

/* A tensor of CuTe over a shared object: its type has the layout. */
typedef struct TensorView {
	const Var *var;
	const Var *object;
	int64_t offset; /* bytes from the object's start */
} TensorView;

/* A loop of which, for lack of budget, not all iterations were run one by one. */
typedef struct LoopCut {
	int64_t loop; /* its number, in the order in which loops are begun */
	int n; /* iterations that were run */
} LoopCut;
typedef VEC(LoopCut) LoopCuts;

typedef struct KernelFacts {
	const LaunchShape *launch;
	const Fact *facts;
	int n_facts;
	const char *failed; /* why the kernel could not be evaluated to its end, or NULL */
	Loc failed_loc;
	const Refuted *refuted; /* assumptions that do not hold */
	int n_refuted;
	const TensorView *views; /* in the order in which they were made */
	int n_views;
	LoopCuts cuts; /* in the order in which they were made; with EvalOptions.digest only */
	int64_t ops; /* expressions that were evaluated … */
	int64_t repeated; /* … of them, in calls of trials that were not run because they repeat earlier ones (eval/exec/memo.h) */
} KernelFacts;

/* Whether another unit than the lanes (bulk and tensor copies, tensor cores) reads or writes the object, or one that is not known. */
bool units_may_access(const KernelFacts *kernel, const Var *object);

enum { EVAL_HARD_OPS = 16000000 };

/* Arrays that are evaluated as if their last two dimensions were exchanged, `h[b][a]` for each `h[a][b]`. */
typedef struct Exchange {
	const Var *const *objects;
	int n;
} Exchange;

typedef struct EvalOptions {
	bool as_written; /* every access is a request of its own: compiler optimisations are not modelled */
	bool runs_all; /* evaluates idle statements, too (ir/effects/idle.h) */
	int64_t max_ops; /* budget in evaluated expressions; 0: the default */
	int64_t hard_ops; /* after so many the evaluation stops; 0: EVAL_HARD_OPS */
	int64_t deadline_ms; /* processor time of this process after which large kernels are left; 0: never */
	bool digest; /* sets Fact.digest */
	const LoopCuts *cuts; /* of a run of the same kernel in another text, which this one is compared with: it runs the same iterations,
			       * whatever its budget says; NULL: none */
	const Remap *remap; /* evaluates as if an object had another layout; NULL: the one that it has */
	struct Kept *kept; /* what evaluations of one thread have in common (eval/state/kept.h); NULL: this one is alone */
	bool no_cases; /* does not try values of runtime values (cases) */
	const Exchange *exchange; /* NULL: none */
} EvalOptions;

/* The line of an access that spans several, in nvcc's line table and so in a profiler: the last line of its address; of
 * a call of a toolkit function the first; of inline PTX the line of its last operand. */
int fact_line(const Fact *fact);
/* Where a person looks: the access, or the innermost place in the user's own code that leads to it: a call in the kernel, its launch,
 * a call of the function that launches it.  The access itself, if all of these are a library's. */
Range fact_user_range(const SourceSet *sources, const Fact *fact);
/* The same for a place and the calls that lead to it. */
Range user_range_of(const SourceSet *sources, Range own, const CallSite *stack);
/* The access is inside a toolkit header; its place is the call. */
bool fact_is_call(const Fact *fact);

const char *certainty_name(Certainty certainty); /* "exact", "bound", "symbolic", "data-dependent", "not-by-lanes", "unknown" */
const char *block_from_name(BlockFrom from); /* "launch", "required", "bounds", "comment", "configuration", "option", "assumed" */
const char *reason_text(Reason reason);
const char *doubt_text(DoubtNumber doubt);

#endif
