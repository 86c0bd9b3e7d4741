/* Which of the addresses in a loop NVVM updates from iteration to iteration.  Shared by merge_plan.c and merge_stepped.c. */
#ifndef SMEMLINT_EVAL_NVCC_MERGE_STEPPED_H
#define SMEMLINT_EVAL_NVCC_MERGE_STEPPED_H

#include "eval/nvcc/merge_plan.h"

enum { SLOTS = 256 };

static inline int slot_of(uint64_t a, uint64_t b)
{
	return (int)(((a * 0x9e3779b97f4a7c15u ^ b * 0xff51afd7ed558ccdu) >> 32) % SLOTS);
}

static inline int64_t floor_mod(int64_t a, int64_t by)
{
	int64_t rest = a % by;
	return rest < 0 ? rest + by : rest;
}

/* Of addresses in a loop that are constants apart, NVVM updates one from iteration to iteration, and the alignment of the others
 * is derived from that one: of FEW or more the one in the middle, of fewer any of them.  It does so after it has merged what is
 * declared to be aligned; the others are left to ptxas. */
typedef struct Stepped {
	const Held *like;
	int64_t low, high;
	int64_t from;      /* the constant of the address that is updated; INT64_MAX: any of them */
	int n;
} Stepped;

/* all[0 .. SLOTS): what is known of the addresses of held[0 .. n). */
void find_stepped(Stepped *all, const Held *held, int n);
/* Those that are constants apart from h's; NULL: there is no room for them. */
Stepped *stepped_like(Stepped *all, const Held *h);

#endif
