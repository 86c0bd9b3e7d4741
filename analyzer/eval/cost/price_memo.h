/* What pricing depends on, and what it gave, where all values of symbols are tried. */
#ifndef SMEMLINT_EVAL_COST_PRICE_MEMO_H
#define SMEMLINT_EVAL_COST_PRICE_MEMO_H

#include "eval/cost/price.h"

/* Two addresses in each lane, coefficients of four terms, each of up to 16 symbols, and all else. */
enum { PRICE_KEY_NUMBERS = 8 * WARP_LANES };

typedef struct PriceKey {
	int64_t at[PRICE_KEY_NUMBERS];
	int n;
	bool too_long; /* it is not kept */
} PriceKey;

typedef struct PriceTried {
	bool any;      /* some combination is possible */
	bool all_same, all_free, generic;
	WarpPattern pattern; /* without its source */
	int64_t source[WARP_LANES];
	int by_residue[MAX_RESIDUES], ways[MAX_RESIDUES];
	bool has_residue[MAX_RESIDUES];
} PriceTried;

void price_key_add(PriceKey *key, int64_t number);
const PriceTried *price_memo_find(PriceMemo *memo, const PriceKey *key); /* NULL: it is not there */
void price_memo_add(PriceMemo *memo, const PriceKey *key, const PriceTried *tried);

#endif
