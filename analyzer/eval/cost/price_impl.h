/* Shared by price.c, price_data.c and price_copy.c: one warp's access while it is being priced. */
#ifndef SMEMLINT_EVAL_COST_PRICE_IMPL_H
#define SMEMLINT_EVAL_COST_PRICE_IMPL_H

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
	PriceMemo *memo; /* NULL: none */
	Priced *slot[CACHE_SIZE];
	DataMemo *data[DATA_MEMOS]; /* results of price_data(); the oldest one is replaced */
	int n_data;
};

/* A symbol of which something is tried: the powers of two that divide `like` divide it then. */
typedef struct TriedAlign {
	Sym sym;
	int64_t like;
} TriedAlign;

typedef struct Warp {
	ValueCtx *ctx;
	PriceCache *cache;
	const Access *access;
	int first;                 /* thread of lane 0 */
	const Term *varying[MAX_VARYING]; /* terms whose coefficients differ between lanes */
	bool of_source[MAX_VARYING]; /* the term is one of the source address of a copy */
	int n_varying;
	bool too_many;             /* more than MAX_VARYING */
	TriedAlign tried[MAX_VARYING]; /* where copies go by lines */
	int n_tried;
	uint32_t unknown_lanes;    /* active lanes whose offset has an unknown part that differs between them */
	const Unknown *spread;     /* the unknown part of all active lanes, with its spread; NULL: it has none */
	int64_t shift_align;       /* divides the unknown uniform part that was dropped from the offset … */
	int64_t source_align;      /* … and from the source address */
	int64_t most_shift, most_source; /* copies by line: neither is more than these, whatever is tried */
	int64_t sure_align;        /* the same, if pointers are not where memory was allocated (SymInfo.is_base) */
	bool source_unknown;          /* the source address is not known: the costliest one is assumed … */
	bool lanes_unsure;            /* … also because of not knowing which lanes copy */
	bool shift_matters;        /* the cost depends on where cache lines begin, which is not known … */
	bool shift_matters_here;   /* … of the request that was priced last */
	bool some_settled;         /* of some requests that are possible it does not */
	Price *out;
	WarpRequest request;       /* large: not zeroed; offsets: the base; source: of copies only */
} Warp;

BankCost price_of(PriceCache *cache, WarpRequest request); /* cached bank_cost() */
bool price_term_varies(const Warp *w, const Term *term);
void price_take_varying(Warp *w, const Value *v, bool of_source); /* adds v's terms to w->varying */
/* Makes it the result if it costs more above ideal than the one so far. */
void price_take_worse(Warp *w, const WarpRequest *request, BankCost cost);

/* Subtracts whole rows of banks below the lowest offset; inactive lanes become 0. */
void price_normalise_offsets(uint32_t active, int64_t *offset);
void price_normalise(WarpRequest *request); /* its offsets and its source */
/* Requires terms that differ between lanes, or too many of them (price_symbols.c). */
void price_symbolic(Warp *w);
/* Adds the terms that differ between lanes to the request, all symbols being multiples of a row of banks, or a line.  False: one of them
 * has few values, or there are too many. */
bool price_add_multiples(Warp *w, WarpRequest *request);
void price_upper_bound(Warp *w); /* each lane in a row of banks of its own: nothing costs more */
/* Loads and stores of an object that has no two words in one bank; false: it is none, or the offsets are known (price_data.c). */
bool price_in_one_row(Warp *w);
/* Requires w->unknown_lanes (price_data.c). */
void price_data(Warp *w);
/* Requires w->spread and no terms that differ between lanes (price_spread.c).  False: there is too much to try. */
bool price_spread(Warp *w);
/* nvcc may access a part of the request's bytes by itself, any one. */
static inline bool price_in_parts(const Access *access)
{
	return access->bound_reason == REASON_PARTS || access->bound_reason == REASON_PIECES;
}
/* Of all ways in which the request may begin within a word: true if they cost the same; the most in *cost. */
bool price_shifts(Warp *w, const WarpRequest *request, BankCost *cost);

/* --- copies (price_copy.c) ---------------------------------------------------------------------- */
bool price_is_by_line(BankOp op); /* bypasses the L1 cache: the cost depends on where cache lines begin */
/* A power of two, up to 128, that divides the terms that are the same in all lanes of the warp.  bases: pointers that are
 * taken to be where memory was allocated count as such. */
int64_t price_uniform_align(const Warp *w, const Value *v, bool bases);
void price_read_source(Warp *w);
/* Sets the alignments of source and destination for what is being tried (Warp.tried). */
void price_align_lines(Warp *w);
/* Tries all offsets in a cache line at which source and destination may begin.  True if all cost the same. */
bool price_lines(Warp *w, const WarpRequest *request, BankCost *worst);
/* Sets the certainty of a copy's price. */
void price_finish_copy(Warp *w);

#endif
