/* A pool of worker processes: a fork of this process runs one job, or several one after the other, returns bytes of each and exits.
 *
 * A crash affects no other job, nor does one that runs or grows beyond the limits of the pool.  What one job leaves behind makes no
 * later one fail: of a worker's jobs one that fails is run again as the first of another worker, unless it was the first, or was late;
 * and a worker that has grown large runs no more.  This process must have no other threads when jobs are started. */
#ifndef SMEMLINT_BASE_POOL_H
#define SMEMLINT_BASE_POOL_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"

typedef struct Pool Pool;

/* Runs in the worker and appends its result to `out`.  It must not write to standard streams; one that changes files, or its context,
 * must be able to do so twice. */
typedef void (*PoolJob)(void *context, Buf *out);

/* At most `most` workers run at once. */
Pool *pool_new(int most);
void pool_free(Pool *pool); /* kills running jobs; NULL is allowed */

/* Limits of each job; 0: none.
 *
 * Late is a job that has run for `seconds` and used as much processor time, or uses none any more: it waits for a pipe or a
 * device.  A busy machine makes no job late. */
typedef struct PoolLimits {
	int seconds;
	size_t bytes;      /* of memory that it may write to */
} PoolLimits;

void pool_limit(Pool *pool, PoolLimits limits);

/* Called at least each quarter of a second while a job is waited for. */
void pool_on_tick(Pool *pool, void (*tick)(void *context), void *context);

/* Called in each worker before its first job. */
void pool_on_begin(Pool *pool, void (*begin)(const void *context), const void *context);

/* Starts a worker for n jobs, at least one, after waiting until fewer than `most` are there.  The contexts are one for each job.  Returns the
 * first job's number, which those of the others follow, or -1: no process could be started. */
int pool_start(Pool *pool, PoolJob job, void *const *contexts, int n);

/* Whether pool_start() would not wait. */
bool pool_has_room(Pool *pool);

/* Whether pool_wait() would not wait. */
bool pool_has_ended(const Pool *pool, int number);

/* When the job began, in seconds of CLOCK_MONOTONIC; now, if it does not run. */
double pool_since(const Pool *pool, int number);

typedef enum PoolHow {
	POOL_DONE,
	POOL_CRASHED,
	POOL_LATE, /* it was ended at its time limit */
	POOL_NO_MEMORY, /* it wanted more memory than its limit, or than there is */
} PoolHow;

typedef struct PoolEnd {
	const char *bytes; /* POOL_DONE: of the result, in the arena */
	size_t n;
	PoolHow how;
	int signal; /* that killed it; 0: none */
} PoolEnd;

/* Waits until the job has ended.  To be called once for each number. */
PoolEnd pool_wait(Pool *pool, Arena *arena, int number);

/* The workers that had jobs left when this process looked last, in any of the above. */
int pool_running(const Pool *pool);

#endif
