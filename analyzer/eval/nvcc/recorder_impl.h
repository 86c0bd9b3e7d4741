/* What the files recorder*.c share. */
#ifndef SMEMLINT_EVAL_NVCC_RECORDER_IMPL_H
#define SMEMLINT_EVAL_NVCC_RECORDER_IMPL_H

#include "eval/nvcc/redundant.h"
#include "eval/nvcc/merge.h"
#include "eval/cost/price.h"
#include "eval/nvcc/recorder.h"

enum { TABLE = 1024, MAX_NEAR_REGIONS = 16 };

/* Accesses that nvcc moves are at no line: they are counted at that of an access near (recorder_near.c). */
typedef enum Moved { SUNK_LOAD, SUNK_STORE, HOISTED_LOAD, UNPLACED_LOAD, N_MOVED } Moved;

/* What such an access may be counted with: how many of the next accesses, and all later ones in the regions around it. */
typedef struct Near {
	int n_next;
	bool any;      /* there may be some of the latter */
	int64_t regions[MAX_NEAR_REGIONS]; /* outermost first */
	int n_regions;
} Near;

/* A fact in the making. */
typedef struct Entry Entry;
struct Entry {
	Fact fact;
	Entry *next;              /* in the same slot of the table */
	WarpPattern *patterns;    /* MAX_PATTERNS of them, or NULL: none yet */
	int n_patterns;
	UnitUse *uses;            /* Fact.uses; NULL: none yet */
	uint32_t keys[MAX_PATTERNS]; /* hashes of the patterns; 0: no pattern */
	int64_t visits;
	int seq;
	unsigned near;            /* 1 << Moved: it is a bound since one such access is near */
	int64_t region;           /* the innermost of its last execution */
	bool is_unplaced;         /* a load that may be counted at other lines than its own */
	const Entry *unplaced;    /* the last such load that may be counted at this one's line; NULL: none … */
	bool more_unplaced;       /* … and there are others */
	bool maybe;               /* threads that may not have executed it were counted */
	bool count_unknown;
	bool of_some_warps;      /* which warps execute it is not known */
	bool varies;              /* not all threads of the block access one address, … */
	bool lanes_differ;        /* … nor do those of each warp that execute it */
	bool some_lanes;          /* of some warp more than one lane executes it, and not all */
	bool threads_missing;     /* not all threads of the block execute it */
	int hoisted_behind;       /* loop-invariant: one more than the last Access.before; 0: none */
	bool is_open;             /* nvcc may merge, drop or move it, which does not change its ratio (recorder_finish.c) */
	const Entry *into;        /* the last request that it was merged into; NULL: none */
	bool ratios_differ;
	int64_t ratio_w, ratio_i; /* wavefronts and ideal of the first warp access */
	Ratio costliest;          /* of all warp accesses */
	bool cases_ok;            /* all symbolic costs depend on `symbol`, by one modulus */
	Sym symbol;
	int64_t by_residue[MAX_RESIDUES], ideal_by_residue[MAX_RESIDUES];
	int ways[MAX_RESIDUES];
	bool has_residue[MAX_RESIDUES];
	int64_t fixed_w, fixed_i; /* the wavefronts and ideal that do not depend on it */
	double expected;
	bool has_mean; /* of a bound */
	Ratio usual; /* the sums of Price.usual, or of what is known; unless some have none */
	bool has_usual, has_no_usual;
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
	Near near[N_MOVED];
	const Entry *unplaced; /* the last load that may be counted at other lines than its own; NULL: none */
	int n_before_barrier; /* the number of entries at the last barrier */
	Entry *table[TABLE];
	VEC(Entry *) entries;
	VEC(TensorView) views;
	Entry *spare; /* a list of entries that were taken back, for reuse */
	CallNode root;
};

/* Adds the cost of pattern.count equal warps. */
void entry_add_price(Recorder *r, Entry *e, const Price *price);
/* Notes which threads access different addresses. */
void entry_note_addresses(const Recorder *r, Entry *e, const Access *a);
/* The access may cost what this pattern costs, instead of or in addition to what was counted. */
void entry_may_be(Recorder *r, Entry *e, const WarpPattern *p);
void entry_may_cost(Entry *e, Ratio ratio); /* the same without a pattern */
void entry_weaken(Entry *e, Reason reason, unsigned doubt);
/* Notes a loop-invariant load, or what compiled code has no line for (before: recorder_last() before it); makes accesses bounds that
 * one may be counted with, or another access that nvcc moves. */
void entry_note_invariant(Recorder *r, Entry *e, const Access *a);
void entry_note_unplaced(Recorder *r, Entry *e, const Access *a, int before);
void entry_note_near(Recorder *r, Entry *e);
/* This one may be counted at the line of `e`, which is a bound then if their costs differ (recorder_finish.c). */
void entry_take_unplaced(Entry *e, const Entry *unplaced);
/* The most that it costs if nvcc sinks it and the accesses of the other branches into one (recorder_sinking.c). */
void entry_add_other_branch(Recorder *r, Entry *e, const Access *a, int64_t visit);

/* Lowers the certainty, for a reason; a fact that is no more certain than that stays as it is. */
void fact_lower_certainty(Fact *fact, Certainty certainty, Reason reason, Loc loc);

#endif
