/* A pool of worker processes: each job runs in a fork of this process, which returns bytes and exits.
 *
 * All memory of a job is freed when it ends, and a crash affects no other job.  This process must have no other threads when
 * a job is started. */
#ifndef SMEMLINT_BASE_POOL_H
#define SMEMLINT_BASE_POOL_H

#include "base/arena.h"
#include "base/buf.h"

typedef struct Pool Pool;

/* Runs in the worker and appends its result to `out`.  It must not write to standard streams or change files. */
typedef void (*PoolJob)(void *context, Buf *out);

/* At most `most` jobs run at once. */
Pool *pool_new(int most);
void pool_free(Pool *pool); /* kills running jobs; NULL is allowed */

/* Starts a job, after waiting until fewer than `most` run.  Returns its number, or -1: no process could be started. */
int pool_start(Pool *pool, PoolJob job, void *context);

typedef struct PoolEnd {
	const char *bytes; /* of the result, in the arena */
	size_t n;
	int signal;        /* the signal that killed it, and there is no result; 0: none */
} PoolEnd;

/* Waits until the job has ended.  To be called once for each number. */
PoolEnd pool_wait(Pool *pool, Arena *arena, int number);

int pool_running(const Pool *pool);

#endif
