/* What price.c, price_data.c and price_copy.c share: one warp's access while it is being priced. */
#ifndef SMEMLINT_EVAL_PRICE_IMPL_H
#define SMEMLINT_EVAL_PRICE_IMPL_H

#include "eval/cost/price.h"

enum { MAX_VARYING = 4, CACHE_SIZE = 512, DATA_MEMOS = 16 };

typedef struct Priced {
	WarpRequest request;
	BankCost cost;
} Priced;

typedef struct DataMemo DataMemo;

struct PriceCache {
	Arena *arena;
	const Arch *arch;
	Priced *slot[CACHE_SIZE];
	DataMemo *data[DATA_MEMOS]; /* of price_data(), the oldest given up first */
	int n_data;
};

typedef struct Warp {
	ValueCtx *ctx;
	PriceCache *cache;
	const Access *access;
	int first;                 /* lane */
	const Term *varying[MAX_VARYING];
	bool of_source[MAX_VARYING]; /* the term belongs to the address that is copied from */
	int n_varying;
	bool too_many;
	uint32_t unknown_lanes;    /* active lanes whose offset is not known, in a way that differs between them */
	int64_t shift_align;       /* the uniform part that was dropped is a multiple of this */
	int64_t source_align;      /* and of the address that is copied from */
	bool source_open;          /* nothing is known of it */
	bool shift_matters;        /* where a line of 128 bytes begins is not known, and other costs are possible */
	Price *out;
	WarpRequest request;       /* large, and set before it is read; offsets: the base; source: of copies only */
} Warp;

BankCost price_of(PriceCache *cache, WarpRequest request);
bool price_term_varies(const Warp *w, const Term *term);
void price_take_varying(Warp *w, const Value *v, bool of_source);
void price_take_worse(Warp *w, const WarpRequest *request, BankCost cost);

void price_at_most(Warp *w); /* what nothing is known of */
/* w->unknown_lanes is not 0 (price_data.c). */
void price_data(Warp *w);

/* --- copies (price_copy.c) ---------------------------------------------------------------------- */
bool price_has_source(BankOp op);
bool price_goes_by_line(BankOp op); /* past the L1 cache: what matters is where lines of 128 bytes begin */
/* What the terms that are the same for the warp's lanes are a multiple of, up to 128. */
int64_t price_uniform_align(const Warp *w, const Value *v);
void price_look_at_source(Warp *w);
/* Tries every place in a line that source and destination may begin at.  True when all cost the same. */
bool price_lines(Warp *w, const WarpRequest *request, BankCost *worst);
/* How sure the price of a copy is. */
void price_finish_copy(Warp *w);

#endif
