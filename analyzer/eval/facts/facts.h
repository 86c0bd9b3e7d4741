/* What is known of every shared-memory access of a kernel: the evaluator's result. */
#ifndef SMEMLINT_EVAL_FACTS_H
#define SMEMLINT_EVAL_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "banks/banks.h"
#include "core/source.h"
#include "eval/facts/digest.h"
#include "eval/value/value.h"
#include "ir/assume.h"
#include "ir/ir.h"

/* --- the launch a kernel is evaluated for ------------------------------------------------------- */

typedef enum BlockFrom { BLOCK_LAUNCH, BLOCK_BOUNDS, BLOCK_COMMENT, BLOCK_CONFIG, BLOCK_OPTION, BLOCK_ASSUMED } BlockFrom;

/* A part of a kernel's arguments that is a known integer: all of a parameter, or a member of one that is a record. */
typedef struct LaunchArg {
	int param;              /* its position */
	int size;               /* bytes */
	int64_t offset;         /* in the parameter, in bytes */
	int64_t value;
	int follows;            /* not 0: the block is not known, and the argument is its size in dimension `follows` - 1 plus value */
} LaunchArg;

typedef struct LaunchShape {
	const Func *kernel;
	int block[3];           /* >= 1; the product is 1 .. 1024 */
	int64_t grid[3];        /* -1: not known */
	int64_t dynamic_bytes;  /* -1: not known */
	BlockFrom from;
	Loc loc;                /* the launch, the attribute or the comment */
	const LaunchArg *args;  /* what is known of the arguments, by parameter and offset */
	int n_args;
	const LaunchArg *pointers; /* the same of pointers; value: a power of two that the address is a multiple of */
	int n_pointers;
	const struct CallSite
		*calls; /* how the launch is reached, innermost call first; NULL: `loc` stands where the host's code was entered */
	bool is_open;           /* some number in the arguments, the block or the dynamic size is not known */
	int n_like;             /* further launches that are part of this shape: what they differ in is not known in it */
	int n_lost;             /* at a kernel's first shape: launches with yet other blocks that were left out */
	const Assumption *const *assumptions; /* what is promised of the kernel's values (ir/assume.h) */
	int n_assumptions;
} LaunchShape;

typedef VEC(LaunchShape) LaunchShapes;

bool launch_same_arg(const LaunchArg *a, const LaunchArg *b);
/* "n", "size.x", "options.sizes[2]" */
struct Buf;
void launch_arg_print(struct Buf *out, const Func *kernel, const LaunchArg *arg);
/* Makes `by`, which has the same kernel and block, part of the shape. */
void launch_merge(Arena *arena, LaunchShape *shape, const LaunchShape *by);
/* Of the pointers' alignments, what holds for both shapes. */
void launch_share_pointers(Arena *arena, LaunchShape *shape, const LaunchShape *by);
/* The grid's size as launched or as it is promised to be; -1: neither is known. */
int64_t launch_grid(const LaunchShape *launch, int dim);

/* --- facts ------------------------------------------------------------------------------------- */

typedef enum Certainty {
	CERTAINTY_EXACT, /* holds for every value of what is unknown, given the launch */
	CERTAINTY_BOUND, /* lanes may be inactive, or something was taken at its worst: never more than this */
	CERTAINTY_SYMBOLIC, /* depends on a named runtime value: `cases` */
	CERTAINTY_DATA, /* the index comes from data */
	CERTAINTY_UNKNOWN, /* not understood: reason */
} Certainty;

/* One distinct warp-level access, with how often it was counted.  Offsets are bytes from the object's start
 * (or from an unknown but 128-aligned point, where a symbolic part was dropped). */
typedef struct WarpPattern {
	uint32_t active;
	int64_t count;
	int warp;            /* the first warp and the loop turn (how often the site had been reached before) that had it */
	int64_t iteration;
	BankCost cost;
	bool floating;       /* a part of the address that is the same for the warp was dropped: offsets are relative */
	int64_t offset[WARP_LANES];
	const int64_t *source; /* copies: where each of the 32 lanes copies from (at its worst, where that is not known); else NULL */
} WarpPattern;

/* What the hardware is asked.  A copy without `source`: lane after lane. */
WarpRequest warp_request(const WarpPattern *pattern, BankOp op, int bytes);

/* CERTAINTY_SYMBOLIC: `symbol` mod `modulus` == `residue` gives these sums; modulus 0: `symbol` == `residue` does, and
 * those are the values that were tried. */
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
	uint64_t bit[10];          /* INDEX_XOR: what bit b of the linear thread index flips (threadIdx.x's bits first) */
	int n_bits;
	const char *text;          /* for people: "32*threadIdx.x + threadIdx.y", "(… ^ …)"; NULL for INDEX_NONE */
	const char *symbolic;      /* the uniform part that was left out ("32*k + n"), or NULL */
} IndexForm;

enum { MAX_PATTERNS = 64, MAX_WITH = 3 };

/* What came of holding the fact against a compiler's output (codegen/reconcile.h). */
typedef enum CodeVerdict {
	CODE_NOT_ASKED,
	CODE_CONFIRMED,  /* it has accesses of this width on this line */
	CODE_CONSISTENT, /* so far as it goes, it does not contradict: what is left to the assembler may */
	CODE_CORRECTED,  /* it has them otherwise, and the fact is what it has */
	CODE_MOVED,      /* they are part of wider ones on another line: `into` */
	CODE_ABSENT,     /* it has none on this line */
	CODE_DIFFERS,    /* it has others, and which is which is not known */
	CODE_SILENT,     /* it does not say */
} CodeVerdict;

typedef struct Ratio {
	int64_t wavefronts, ideal;
} Ratio;

typedef struct Fact {
	Range range;               /* where the access stands; in the caller's line for system functions */
	const CallSite *stack;     /* innermost first; NULL: in the kernel itself */
	const Expr *site;
	const LaunchShape *launch;
	const Arch *arch;          /* that it is priced for */
	const Var *object;         /* NULL: not known which */
	AccessKind kind;
	BankOp op;
	int bytes;                 /* a lane, of what the hardware is asked for */
	int written;               /* a lane, as the program has it; less than `bytes`: nvcc merges the access with others */
	unsigned parts;            /* of the merged ones: which elements of `written` bytes they are */
	Range with[MAX_WITH];      /* and where the others stand, other places only; the first few */
	int n_with;
	int64_t merged;            /* warp accesses that are part of a wider request and not counted here; where it stands */
	Range into;
	int64_t visits;            /* how often the block came to it; of a merged one: to the request */
	int64_t warps;             /* warp accesses counted */
	int64_t wavefronts, ideal; /* sums over them (CERTAINTY_SYMBOLIC: at the worst residue) */
	int64_t profiled;          /* the sum of BankCost.profiled: what a profiler shows as ideal */
	WarpPattern worst;         /* most wavefronts above ideal; the first of equals */
	const WarpPattern *patterns; /* distinct ones, the first MAX_PATTERNS */
	int n_patterns;
	bool more_patterns;        /* there were more */
	bool count_known;          /* false: the ratio holds, but how often it runs is not known */
	Ratio mix;                 /* which of the accesses take place is not known, and this is the dearest's ratio; without
	                            * count_known the sums are taken at it.  ideal 0: it is known, or they all cost the same */
	Certainty certainty;
	Reason reason;             /* what stands in the way of CERTAINTY_EXACT */
	Loc reason_loc;
	const char *symbol;        /* CERTAINTY_SYMBOLIC: the value's name */
	int64_t modulus;
	const SymbolicCase *cases;
	int n_cases;
	double expected;           /* CERTAINTY_DATA: wavefronts a warp access for uniformly random words, else 0 */
	IndexForm index;
	const Assumption *const *assumptions; /* those that it rests on */
	int n_assumptions;
	CodeVerdict code;          /* what a compiler's output says of it … */
	const char *code_text;     /* … in words; NULL: nothing was asked */
	Digest digest;             /* where it went: only with EvalOptions.digest */
} Fact;

/* What a profiler shows as ideal. */
static inline int64_t fact_profiled(const Fact *fact)
{
	return fact->certainty == CERTAINTY_SYMBOLIC ? fact->ideal : fact->profiled;
}

/* Of the dearest request: wavefronts over ideal, rounded up; 0: there is none. */
int fact_worst_ways(const Fact *fact);

/* Makes the ratio of the sums one that is never exceeded, where only the sums are (Fact.mix). */
void fact_take_costliest(Fact *fact);

/* The same access in the same place of the same calls, maybe of another run. */
bool fact_same_access(const Fact *a, const Fact *b);

/* A condition that does not hold: it was left out from there on. */
typedef struct Refuted {
	const Assumption *assumption;
	Loc loc;           /* the comparison or store in the kernel that shows it; file -1: it shows before the kernel runs */
} Refuted;

typedef struct KernelFacts {
	const LaunchShape *launch;
	const Fact *facts;
	int n_facts;
	const char *failed;        /* why the kernel could not be evaluated to its end, or NULL */
	Loc failed_loc;
	const Refuted *refuted;    /* assumptions that do not hold */
	int n_refuted;
	int64_t ops;               /* what it took */
} KernelFacts;

typedef struct EvalOptions {
	bool as_written;           /* every access is a request of its own: what a compiler does to them is left out */
	bool runs_all;             /* also what nobody asks for (ir/idle.h) */
	int64_t max_thread_ops;    /* budget; 0: the default */
	bool digest;               /* facts get their digests */
	const Remap *remap;        /* … as if an object lay otherwise; NULL: as it lies */
	bool no_cases;             /* runtime values are not tried one after the other */
} EvalOptions;

/* The line that nvcc's line table, and so a profiler, has for an access that runs over several: the last one of
 * its address; the first one of a call into the toolkit; of inline PTX that of its last operand. */
int fact_line(const Fact *fact);
/* It is the toolkit's headers' own: it stands where they are called. */
bool fact_is_call(const Fact *fact);

const char *certainty_name(Certainty certainty);   /* "exact", "bound", "symbolic", "data-dependent", "unknown" */
const char *block_from_name(BlockFrom from);       /* "launch", "bounds", "comment", "option", "assumed" */
const char *reason_text(Reason reason);

#endif
