/* Accesses for which nvcc has no instruction (docs/developers/compiler.md): loads of what the same thread has just loaded or
 * stored, stores that are overwritten before anyone looks. */
#ifndef SMEMLINT_EVAL_REDUNDANT_H
#define SMEMLINT_EVAL_REDUNDANT_H

#include "eval/cost/access.h"

typedef enum Tristate { TRI_NO, TRI_MAYBE, TRI_YES } Tristate;

typedef struct RedundancyVerdict {
	Tristate is_redundant; /* the access: nothing is left of it, or perhaps */
	int by;        /* TRI_YES: the fact of the access that has its value */
	int open;      /* the fact of an earlier access of which perhaps nothing is left, or that stands elsewhere; -1: none */
} RedundancyVerdict;

typedef struct Redundancy Redundancy;

Redundancy *redundancy_new(Arena *arena, const ValueCtx *ctx);
/* In the program's order; fact: the number of the access's fact. */
RedundancyVerdict redundancy_add(Redundancy *table, const Access *access, int fact);
void redundancy_barrier(Redundancy *table, const Regions *regions);

#endif
