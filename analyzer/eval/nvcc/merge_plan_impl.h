/* Shared by merge_plan.c (what is certainly merged) and merge_possible.c (what may be). */
#ifndef SMEMLINT_EVAL_NVCC_MERGE_PLAN_IMPL_H
#define SMEMLINT_EVAL_NVCC_MERGE_PLAN_IMPL_H

#include "eval/nvcc/merge_plan.h"
#include "eval/nvcc/merge_stepped.h"

enum { WIDEST = 16 /* bytes of a request, per lane */ };

/* Lists of accesses, in order: one for each slot of a hash. */
typedef struct Chains {
	int first[SLOTS], last[SLOTS];
} Chains;

/* Accesses are compared with those between the same barriers: mostly only with those at near offsets in the first active
 * thread (`near`), which is enough if all have the same first thread, a known object and an address that is not constant. */
typedef struct Mates {
	Chains epochs, lines, near;
	int odd[SLOTS]; /* by slot of epochs: how many accesses `near` is not enough for */
} Mates;

static inline int near_slot(const Held *h, int64_t window)
{
	return slot_of((uint64_t)h->all_epoch, (uint64_t)window);
}

static inline int zeros(uint64_t bits)
{
	return bits ? __builtin_ctzll(bits) : FORM_ANY;
}

static inline int least(int a, int b)
{
	return a < b ? a : b;
}

static inline int wider(int a, int b)
{
	return a > b ? a : b;
}

static inline bool is_load(const Held *h)
{
	return h->access.op == BANK_LD;
}

/* Bytes of the widest request of such accesses: 16 for those of 4 and 8, 8 for stores of 2; others are not merged. */
int widest_of(const Access *access);
/* The window of that many bytes or fewer that the alignment allows; the access's own bytes: none. */
int window_of(const Access *access, int log2_align);
/* The window that is certain. */
int certain_window(const Held *h);
/* NVVM or ptxas sees both in straight-line code. */
bool same_code(const Held *a, const Held *b);
/* NVVM merges it with the neighbour that makes an aligned pair, if there is one. */
bool shows_pairs(const Held *h);
/* Two words of 16 bytes that are not a pair: ptxas merges their loads and splits them again, both at the place of the first. */
bool is_split_by(const Held *h, unsigned mask);

/* Why nvcc may merge held[i] otherwise than as it is planned; 0: it does not.  *may_be: Request.widest. */
unsigned possible_doubts(const ValueCtx *ctx, const Mates *mates, const Held *held, int i, int *may_be);

#endif
