/* Accesses for which nvcc has no instruction (docs/compiler.md): loads of what the same thread has just loaded or
 * stored, stores that are overwritten before anyone looks. */
#ifndef SMEMLINT_EVAL_AGAIN_H
#define SMEMLINT_EVAL_AGAIN_H

#include "eval/cost/access.h"

typedef enum Done { DONE_NOT, DONE_PERHAPS, DONE_BEFORE } Done;

typedef struct Verdict {
	Done done;     /* the access: nothing is left of it, or perhaps */
	int by;        /* DONE_BEFORE: the fact of the access that has its value */
	int open;      /* the fact of an earlier access of which perhaps nothing is left, or that stands elsewhere; -1: none */
} Verdict;

typedef struct Again Again;

Again *again_new(Arena *arena, const ValueCtx *ctx);
/* In the program's order; fact: the number of the access's fact. */
Verdict again_add(Again *again, const Access *access, int fact);
void again_barrier(Again *again, const Arms *arms);

#endif
