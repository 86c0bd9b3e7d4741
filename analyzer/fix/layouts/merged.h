/* Requests that nvcc perhaps merges with others, priced as if it did. */
#ifndef SMEMLINT_FIX_LAYOUTS_MERGED_H
#define SMEMLINT_FIX_LAYOUTS_MERGED_H

#include "eval/facts/facts.h"

/* Costs of parts of requests are whole numbers in this unit. */
enum { PER_REQUEST = 16 };

/* How many of the fact's requests become one; 1: none do. */
int merged_requests(const Fact *fact);

/* The fact and one of its patterns as the wide request, of merged_requests() of them. */
typedef struct MergedRequest {
	Fact fact;
	WarpPattern pattern;
} MergedRequest;
void merged_of(const Fact *fact, const WarpPattern *pattern, MergedRequest *out);

/* Of all the fact's requests, each in units of 1/PER_REQUEST. */
int64_t merged_count(const Fact *fact);
int64_t merged_wavefronts(const Fact *fact);

#endif
