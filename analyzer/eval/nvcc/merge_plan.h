/* Which accesses nvcc merges into one request. */
#ifndef SMEMLINT_EVAL_NVCC_MERGE_PLAN_H
#define SMEMLINT_EVAL_NVCC_MERGE_PLAN_H

#include "eval/cost/access.h"

/* The request that an access is part of: `width` bytes from element `start` of the access's window. */
typedef struct Plan {
	int width;
	int start;
	unsigned parts;    /* Request.parts: bit 0 is element `start` */
} Plan;

/* The request that element e is part of, if the elements `mask`, of `bytes` bytes each, of a window are accessed. */
Plan plan_request(bool load, int bytes, int window, unsigned mask, int e);

typedef struct Held {
	Access access;     /* its masks and offset are copied to the next fields; the pointers may be stale */
	Mask may_execute, must_execute;
	Value offset;
	int fact;
	int64_t visit;
	int64_t epoch;     /* ptxas merges accesses of one epoch, … */
	int64_t all_epoch; /* … NVVM those of one all_epoch; … */
	int64_t breaks;    /* … either may not if this differs: accesses between them that perhaps prevent it */
	bool flush;        /* its epoch is over: it is planned and passed on */
	bool beside_sunk;  /* next to an access of the same code that nvcc may sink: what it is merged with is not predicted */
	bool evicted;      /* part of its window was passed on early, for lack of room */
	bool doubtful, reduced; /* Form.doubtful and Form.reduced, and its part was not computed before */
	/* Filled in by held_look(): */
	int first;         /* the lowest active thread; -1: none */
	int64_t at;        /* its offset */
	int threads_even;  /* 1 << threads_even divides the distance between any two active threads, … */
	int terms_even;    /* … 1 << terms_even the symbolic terms of the offset; FORM_ANY: no distance, no terms */
	uint64_t shape;    /* a value_hash() of the distances from `at` */
	/* Filled in by merge_plan(); indices are those of its array, -1 ends a list: */
	int previous, next; /* a list of all with its all_epoch; it may contain others */
	int certain,
		certain_next; /* the first of, and the next in, a list of all that are certainly in its request; it may contain others */
	int near_next;     /* a list of all with its all_epoch whose first thread accesses the same 16 bytes; it may contain others */
	Plan plan;
	int64_t element;   /* its place in its window, in elements */
	int run;           /* stores: only those of one run can be merged */
	bool is_small;     /* NVVM merges it by the rules of merge_small.h … */
	bool is_word;      /* … or ptxas does as it does words, though the declaration shows an alignment */
	unsigned together; /* the elements of its window that are certainly accessed with it: a bit each */
	int leader;        /* the access that the request is made from */
	int placed_at;     /* the access at whose place in the source the request is counted */
	unsigned doubts;   /* DOUBT_…: why nvcc may merge it otherwise */
	int widest;        /* Request.widest */
} Held;

void held_look(const ValueCtx *ctx, Held *h);
/* Plans the requests of those of held[0 .. n) that are to be flushed; all are in program order. */
void merge_plan(const ValueCtx *ctx, Held *held, int n);

#endif
