/* What one access of one block costs, warp by warp: from abstract addresses to the hardware model. */
#ifndef SMEMLINT_EVAL_PRICE_H
#define SMEMLINT_EVAL_PRICE_H

#include "eval/cost/access.h"

enum { MAX_RESIDUES = 32 };

/* One warp's access, priced. */
typedef struct Price {
	WarpPattern pattern;  /* at its worst, where something is open */
	Certainty certainty;
	Reason reason;
	Loc reason_loc;
	double expected;      /* CERTAINTY_DATA */
	Sym symbol;           /* CERTAINTY_SYMBOLIC with one symbol: wavefronts by residue; else -1 */
	const char *symbols;  /* the names of all of them */
	int modulus;
	/* Large, and set only where they mean something. */
	int64_t source[WARP_LANES]; /* what pattern.source points to */
	int by_residue[MAX_RESIDUES], ways[MAX_RESIDUES]; /* CERTAINTY_SYMBOLIC */
	bool has_residue[MAX_RESIDUES];
} Price;

/* The same pattern costs the same: a small cache of what was asked before. */
typedef struct PriceCache PriceCache;
PriceCache *price_cache_new(Arena *arena, const Arch *arch);

/* `active` is not empty. */
void price_warp(ValueCtx *ctx, PriceCache *cache, const Access *access, int warp, uint32_t active, Price *out);

IndexForm index_form(Arena *arena, ValueCtx *ctx, const Value *offset, const Mask *may_execute, const int block[3], int bytes);

#endif
