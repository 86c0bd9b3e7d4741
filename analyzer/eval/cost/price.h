/* The cost of one access of one block, warp by warp: from abstract addresses to the hardware model. */
#ifndef SMEMLINT_EVAL_COST_PRICE_H
#define SMEMLINT_EVAL_COST_PRICE_H

#include "eval/cost/access.h"

enum { MAX_RESIDUES = 128 }; /* of a row of banks, in bytes: no modulus is greater */

/* One warp's access, priced. */
typedef struct Price {
	WarpPattern pattern;  /* the costliest one, if several are possible */
	Certainty certainty;
	Reason reason;
	Loc reason_loc;
	double expected;      /* CERTAINTY_DATA; CERTAINTY_BOUND: the mean of what it may be, if that is known, else 0 */
	Ratio usual;          /* copies past the L1 cache whose lines are not known: if all begins at multiples of a line; else 0, 0 */
	Sym symbol;           /* CERTAINTY_SYMBOLIC that depends on one symbol: by_residue is set; else -1 */
	const char *symbols;  /* the names of all symbols that the cost depends on */
	int modulus;
	int64_t open_rows;    /* not 0: Fact.open_rows */
	bool of_bases;        /* it rests on pointers being aligned to a cache line (SymInfo.is_base) */
	/* Large, and set only if used: not zeroed. */
	int64_t source[WARP_LANES]; /* pattern.source points to it */
	int by_residue[MAX_RESIDUES], ways[MAX_RESIDUES]; /* CERTAINTY_SYMBOLIC */
	bool has_residue[MAX_RESIDUES];
} Price;

/* A small cache of the costs of requests. */
typedef struct PriceCache PriceCache;
PriceCache *price_cache_new(Arena *arena, const Arch *arch);

/* Prices that were found before, on the same architecture. */
typedef struct PriceMemo PriceMemo;
PriceMemo *price_memo_new(Arena *arena);
void price_cache_share(PriceCache *cache, PriceMemo *memo);

/* Prices the access of the lanes `active` (not 0) of a warp. */
void price_warp(ValueCtx *ctx, PriceCache *cache, const Access *access, int warp, uint32_t active, Price *out);

/* The offset as a formula in threadIdx, for a block of these dimensions and accesses of `bytes`; INDEX_NONE: none was found. */
IndexForm index_form(Arena *arena, ValueCtx *ctx, const Value *offset, const Mask *may_execute, const int block[3], int bytes);

#endif
