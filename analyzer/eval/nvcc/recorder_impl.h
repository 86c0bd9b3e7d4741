/* What recorder.c and recorder_finish.c share. */
#ifndef SMEMLINT_EVAL_RECORDER_IMPL_H
#define SMEMLINT_EVAL_RECORDER_IMPL_H

#include "eval/nvcc/redundant.h"
#include "eval/nvcc/merge.h"
#include "eval/cost/price.h"
#include "eval/nvcc/recorder.h"

enum { TABLE = 1024 };

/* A fact in the making. */
typedef struct Entry Entry;
struct Entry {
	Fact fact;
	Entry *next;              /* of the same hash */
	WarpPattern *patterns;    /* room for MAX_PATTERNS: memory that is not written to costs nothing */
	int n_patterns;
	uint32_t keys[MAX_PATTERNS]; /* of the patterns: equal ones have equal keys; 0: none */
	int64_t visits;
	int seq;
	bool maybe;               /* lanes that may have been inactive were counted */
	bool count_unknown;
	bool open;                /* the compiler may merge it with a neighbour, or not */
	const Entry *into;        /* the request of another place that has some of it */
	bool ratios_differ;
	int64_t ratio_w, ratio_i; /* of the first warp access */
	Ratio costliest;          /* warp access */
	bool cases_ok;
	Sym symbol;
	int64_t by_residue[MAX_RESIDUES], ideal_by_residue[MAX_RESIDUES];
	int ways[MAX_RESIDUES];
	bool has_residue[MAX_RESIDUES];
	int64_t fixed_w, fixed_i; /* what does not depend on the symbol */
	double expected;
};

typedef struct CallNode {
	CallSite site;
	const Expr *expr;
	struct CallNode *child, *sibling;
} CallNode;

struct Recorder {
	Arena *arena;
	ValueCtx *ctx;
	const Arch *arch;
	const LaunchShape *launch;
	const EvalOptions *options; /* NULL: the defaults */
	PriceCache *cache;
	Merge *merge;
	Redundancy *redundancy;
	int last;             /* Entry.seq of the access that was added last; -1: none */
	int n_near_loads, n_near_stores; /* recorder_near(): how many more */
	int hoisted_from, n_near_hoisted; /* Access.before of still loads of a unrolled loop; how many accesses behind it are in doubt */
	Entry *table[TABLE];
	VEC(Entry *) entries;
	CallNode root;
};

/* A warp access may be this one instead, or besides. */
void entry_may_be(Recorder *r, Entry *e, const WarpPattern *p);
/* What it costs at most where the compiler makes one of it and those of the other branches (recorder_sinking.c). */
void entry_add_other_branch(Recorder *r, Entry *e, const Access *a, int64_t visit);

/* Lowers the certainty, with the reason; what is less sure already stays as it is. */
void entry_less_sure(Fact *fact, Certainty certainty, Reason reason, Loc loc);

#endif
