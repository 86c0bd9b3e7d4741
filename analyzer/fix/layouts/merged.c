#include "fix/layouts/merged.h"

int merged_requests(const Fact *fact)
{
	return fact->bytes > 0 && fact->widest > fact->bytes ? fact->widest / fact->bytes : 1;
}

void merged_of(const Fact *fact, const WarpPattern *pattern, MergedRequest *out)
{
	*out = (MergedRequest){ *fact, *pattern };
	out->fact.bytes = fact->widest;
	for (int lane = 0; lane < WARP_LANES; lane++)
		out->pattern.offset[lane] &= -(int64_t)fact->widest;
	const WarpRequest request = warp_request(&out->pattern, fact->op, fact->widest);
	out->pattern.cost = bank_cost(fact->arch, &request);
}

int64_t merged_count(const Fact *fact)
{
	return fact->warps * PER_REQUEST / merged_requests(fact);
}

/* By the patterns that are kept. */
int64_t merged_wavefronts(const Fact *fact)
{
	int64_t now = 0, merged = 0;
	if (merged_requests(fact) == 1)
		return fact->wavefronts * PER_REQUEST;
	for (int p = 0; p < fact->n_patterns; p++) {
		MergedRequest one;
		merged_of(fact, &fact->patterns[p], &one);
		now += fact->patterns[p].count * fact->patterns[p].cost.wavefronts;
		merged += fact->patterns[p].count * one.pattern.cost.wavefronts;
	}
	const double share = now ? (double)merged / (double)now : 1;
	return (int64_t)(share * (double)fact->wavefronts) * PER_REQUEST / merged_requests(fact);
}
