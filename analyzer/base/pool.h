/* Work in processes of its own: each job in a copy of this process, that hands back bytes and ends.
 *
 * What a job takes, it gives back when it ends; one that crashes takes nobody with it.  This process must have no other
 * threads when a job is started. */
#ifndef SMEMLINT_BASE_POOL_H
#define SMEMLINT_BASE_POOL_H

#include "base/arena.h"
#include "base/buf.h"

typedef struct Pool Pool;

/* Appends its result; runs in the copy, which must write to no standard stream and change nothing that others see. */
typedef void (*PoolJob)(void *context, Buf *out);

/* `most` run at once. */
Pool *pool_new(int most);
void pool_free(Pool *pool); /* what still runs is killed; NULL is allowed */

/* Starts a job as soon as less than `most` run: until then it waits.  Its number, or -1: no process could be started. */
int pool_start(Pool *pool, PoolJob job, void *context);

typedef struct PoolEnd {
	const char *bytes; /* of the result, in the arena */
	size_t n;
	int signal;        /* not 0: what killed it; then there is no result */
} PoolEnd;

/* Waits until the job has ended.  Each number once. */
PoolEnd pool_wait(Pool *pool, Arena *arena, int number);

int pool_running(const Pool *pool);

#endif
