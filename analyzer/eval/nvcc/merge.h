/* Merges adjacent accesses of one thread into requests of 8 or 16 bytes, as nvcc does (docs/developers/compiler.md).
 *
 * Accesses are held until no later one can be merged with them, and are then passed to the callback as requests of one access
 * or of several.  Each access is planned twice: the request that it is certainly part of (straight-line code; distance
 * and alignment follow from the text, form.h), and the widest request that its addresses allow.  If the two differ, the
 * request has doubts. */
#ifndef SMEMLINT_EVAL_NVCC_MERGE_H
#define SMEMLINT_EVAL_NVCC_MERGE_H

#include "eval/cost/access.h"

enum { MAX_TOGETHER = 16 };

typedef struct Request {
	const Access *access; /* at the place where the request is counted; its offset is the request's */
	int bytes;            /* per lane */
	int widest;           /* Fact.widest; at least `bytes` */
	unsigned parts;       /* the elements that are accessed, of access->bytes each: bit e for element e; 1 for a single access */
	int64_t visit;        /* merge_add()'s, of the access that leads it */
	int fact;             /* that access's */
	int with[MAX_TOGETHER]; /* the facts of the other accesses in it, in program order */
	int n_with;
	unsigned doubts;      /* DOUBT_…: why nvcc may merge these accesses otherwise */
} Request;

typedef void RequestCallback(void *data, const Request *request);

typedef struct Merge Merge;

/* The callback is called within merge_add(), merge_other(), merge_barrier(), merge_join() and merge_finish(). */
Merge *merge_new(Arena *arena, ValueCtx *ctx, RequestCallback *callback, void *data);
void merge_free(Merge *merge);
bool merge_takes(const Access *access); /* nvcc can merge it */
/* An access that merge_takes(), with the number of its fact.  visit: how often it was executed before; perhaps: it may be
 * redundant, or overwritten (redundant.h): what is of the other kind on both sides may be merged then.  The access need not outlive the call, what it points to other than values and masks must. */
void merge_add(Merge *merge, const Access *access, int fact, int64_t visit, bool perhaps);
/* Any other access to shared memory: no store is merged across it, and, unless it is a load, no load. */
void merge_other(Merge *merge, const Access *access);
/* The same of one that nvcc may sink out of a branch, and that would be merged otherwise.  The fact of an access
 * next to it, if the address shows the alignment that merging the two takes; or -1. */
int merge_sunk(Merge *merge, const Access *access, int fact);
/* Takes back a load of that fact in that basic block, with Access.starts_branch, executed by *may_execute; false: it was passed on. */
bool merge_take_back(Merge *merge, int fact, int64_t basic_block, Mask *may_execute);
void merge_barrier(Merge *merge); /* nothing is merged across it */
/* As recorder_mark() and recorder_go_back(). */
typedef struct MergeMark MergeMark;
MergeMark *merge_mark(const Merge *merge, Arena *arena);
void merge_go_back(Merge *merge, const MergeMark *mark);
void merge_finish(Merge *merge);  /* passes on all that is held */
/* Conditions: recorder.h.  What one branch contains does not separate accesses of the other one. */
Epochs merge_fork(Merge *merge);
Epochs merge_epochs(const Merge *merge);
void merge_set_epochs(Merge *merge, Epochs epochs);
void merge_join(Merge *merge, const Epochs *first, bool second_left);

#endif
