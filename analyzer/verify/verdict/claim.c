#include "verify/verdict/claim.h"

#include <string.h>

static bool has_no_bound(const Fact *fact)
{
	return fact->certainty >= CERTAINTY_DATA;
}

static double ratio_of(int64_t wavefronts, int64_t ideal)
{
	return (double)wavefronts / (double)ideal;
}

bool claim_counts(const Predicted *predicted)
{
	for (int i = 0; i < predicted->facts.n; i++)
		if (!predicted->facts.at[i]->count_known)
			return false;
	return true;
}

int claim_costliest(const Predicted *predicted)
{
	int most = 0;
	for (int i = 0; i < predicted->facts.n; i++) {
		const Fact *fact = predicted->facts.at[i];
		if (fact->more_patterns || has_no_bound(fact) || fact->certainty == CERTAINTY_SYMBOLIC)
			return 0;
		for (int p = 0; p < fact->n_patterns; p++)
			if (fact->patterns[p].cost.wavefronts > most)
				most = fact->patterns[p].cost.wavefronts;
	}
	return most;
}

/* --- nothing to contradict ------------------------------------------------------------------------ */

static const char *nothing_claimed(Arena *arena, const Predicted *predicted, bool as_written)
{
	const Fact *merged = NULL;
	for (int i = 0; i < predicted->facts.n; i++) {
		const Fact *fact = predicted->facts.at[i];
		if (fact->certainty == CERTAINTY_DATA)
			return "the index comes from data";
		if (fact->certainty >= CERTAINTY_UNIT)
			return fact->reason ? reason_text(fact->reason) : "not understood";
		if (as_written && (fact->merged || fact->written != fact->bytes))
			return "nvcc merges it with other accesses, which a measurement of the code as written does not show";
		if (as_written && fact->op == BANK_POPC_INC)
			return "nvcc aggregates the warp's atomics into one, which a measurement of the code as written does not show";
		if (fact->merged)
			merged = fact;
	}
	if (predicted->ideal > 0)
		return NULL;
	if (merged)
		return arena_printf(arena, "part of a wider access in line %d", merged->into.begin.line);
	return "no warp reaches it";
}

/* --- cases ---------------------------------------------------------------------------------------- */

static bool same_symbol(const Fact *a, const Fact *b)
{
	if (a->n_cases != b->n_cases || a->modulus != b->modulus || !a->symbol || !b->symbol || strcmp(a->symbol, b->symbol) != 0)
		return false;
	for (int i = 0; i < a->n_cases; i++)
		if (a->cases[i].residue != b->cases[i].residue)
			return false;
	return true;
}

/* The symbolic fact whose cases all symbolic facts have, or NULL. */
static const Fact *only_symbol(const Predicted *predicted)
{
	const Fact *first = NULL;
	for (int i = 0; i < predicted->facts.n; i++) {
		const Fact *fact = predicted->facts.at[i];
		if (fact->certainty == CERTAINTY_BOUND)
			return NULL;
		if (fact->certainty != CERTAINTY_SYMBOLIC)
			continue;
		if (first && !same_symbol(first, fact))
			return NULL;
		first = fact;
	}
	return first && first->n_cases ? first : NULL;
}

static Ratio sum_at(const Predicted *predicted, int which)
{
	Ratio sum = { 0, 0 };
	for (int i = 0; i < predicted->facts.n; i++) {
		const Fact *fact = predicted->facts.at[i];
		bool varies = fact->certainty == CERTAINTY_SYMBOLIC;
		sum.wavefronts += varies ? fact->cases[which].wavefronts : fact->wavefronts;
		sum.ideal += varies ? fact->cases[which].ideal : fact_profiled(fact);
	}
	return sum;
}

static bool list_cases(Arena *arena, const Predicted *predicted, Claim *claim)
{
	const Fact *symbol = only_symbol(predicted);
	for (int i = 0; symbol && i < symbol->n_cases; i++) {
		Ratio sum = sum_at(predicted, i);
		if (sum.ideal <= 0)
			continue;
		vec_push(arena, &claim->cases, ratio_of(sum.wavefronts, sum.ideal));
	}
	claim->all_cases = symbol && symbol->modulus > 0 && symbol->n_cases == symbol->modulus;
	return claim->cases.n;
}

/* --- the claim ------------------------------------------------------------------------------------ */

/* If it is not known how often accesses run, their common ratio lies between the ratios of each. */
static void set_range(const Predicted *predicted, Claim *claim)
{
	claim->low = claim->high = ratio_of(predicted->wavefronts, predicted->ideal);
	if (claim_counts(predicted))
		return;
	for (int i = 0; i < predicted->facts.n; i++) {
		const Fact *fact = predicted->facts.at[i];
		if (fact_profiled(fact) <= 0)
			continue;
		double ratio = ratio_of(fact->wavefronts, fact_profiled(fact));
		claim->low = ratio < claim->low ? ratio : claim->low;
		claim->high = ratio > claim->high ? ratio : claim->high;
	}
}

Claim claim_of(Arena *arena, const Predicted *predicted, bool as_written)
{
	Claim claim = { .kind = CLAIM_NONE, .why = nothing_claimed(arena, predicted, as_written) };
	if (claim.why)
		return claim;
	set_range(predicted, &claim);
	claim.kind = predicted->certainty == CERTAINTY_EXACT ? CLAIM_RANGE : CLAIM_AT_MOST;
	if (predicted->certainty == CERTAINTY_SYMBOLIC && list_cases(arena, predicted, &claim))
		claim.kind = CLAIM_CASES;
	for (int i = 0; i < claim.cases.n; i++)
		claim.high = claim.cases.at[i] > claim.high ? claim.cases.at[i] : claim.high;
	return claim;
}
