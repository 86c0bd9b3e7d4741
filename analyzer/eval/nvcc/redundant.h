/* Redundant accesses, which nvcc eliminates (docs/developers/compiler.md): loads of what the thread has just loaded or stored,
 * and stores that are overwritten before any load. */
#ifndef SMEMLINT_EVAL_NVCC_REDUNDANT_H
#define SMEMLINT_EVAL_NVCC_REDUNDANT_H

#include "eval/cost/access.h"

typedef enum Tristate { TRI_NO, TRI_MAYBE, TRI_YES } Tristate;

typedef struct RedundancyVerdict {
	Tristate is_redundant; /* the access that was added; of a store never TRI_YES */
	int by;        /* TRI_YES: the fact of the earlier access that has its value */
	int uncertain; /* the fact of an earlier access that nvcc may eliminate or move; -1: none */
	int hoisted;   /* the fact of a load in the branch before, whose value the access, a load, has for all threads; -1: none */
	int64_t hoisted_from; /* that load's basic block */
	int before_hoisted;   /* the fact of the access before that block; -1: none */
} RedundancyVerdict;

typedef struct Redundancy Redundancy;

/* block: its extents in x, y and z; it outlives the table. */
Redundancy *redundancy_new(Arena *arena, const ValueCtx *ctx, const int block[3]);
/* Adds an access of any kind, in program order; fact: the number of its fact. */
RedundancyVerdict redundancy_add(Redundancy *table, const Access *access, int fact);
/* Every object may have changed; regions: those that are being executed. */
void redundancy_barrier(Redundancy *table, const Regions *regions);
/* As recorder_mark() and recorder_go_back(). */
typedef struct RedundancyMark RedundancyMark;
RedundancyMark *redundancy_mark(const Redundancy *table, Arena *arena);
void redundancy_go_back(Redundancy *table, const RedundancyMark *mark);

#endif
