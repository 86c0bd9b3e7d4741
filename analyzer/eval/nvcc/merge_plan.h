/* Which of the accesses that are held nvcc puts into one request. */
#ifndef SMEMLINT_EVAL_MERGE_PLAN_H
#define SMEMLINT_EVAL_MERGE_PLAN_H

#include "eval/cost/access.h"

/* The request that an access is in: `width` bytes from element `start` of the access's window. */
typedef struct Plan {
	int width;
	int start;
	unsigned parts;    /* its elements, from `start` on */
} Plan;

typedef struct Held {
	Access access;     /* act, sure and offset are to be found below */
	Mask may_execute, must_execute;
	Value offset;
	int fact;
	int64_t visit;
	int64_t epoch;     /* accesses of another one are never merged with it by ptxas, */
	int64_t all_epoch; /* nor with another one of these by NVVM */
	int64_t breaks;    /* nor, as far as is known, those of another one of these */
	int first;         /* the lowest active lane, and its offset */
	int64_t at;
	int threads_even;  /* 1 << it bytes divide the distance of any two active lanes … */
	int terms_even;    /* … and what is not known of the offset */
	bool split, doubtful;
	/* merge_plan()'s: */
	int previous, next; /* indices of others, in order, among which are all of its gap; -1: there is none further */
	int line, line_next;  /* from the first on: all that are surely in one request with it */
	int near_next;
	bool flush;        /* its gap is over */
	Plan plan;
	int64_t element;   /* of its window */
	int run;           /* of stores: only those of one run can be merged */
	unsigned together; /* which elements of its window are surely accessed together */
	int leader;        /* the index of the access that the request is made of */
	int placed_at;     /* and of the one at whose place it stands */
	bool open;
} Held;

void held_look(const ValueCtx *ctx, Held *h);
void merge_plan(const ValueCtx *ctx, Held *held, int n);

#endif
