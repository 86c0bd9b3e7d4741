/* A pool of worker processes: each job runs in a fork of this process, which returns bytes and exits.
 *
 * All memory of a job is freed when it ends, and a crash affects no other job, nor does one that runs or grows beyond the limits
 * of the pool.  This process must have no other threads when
 * a job is started. */
#ifndef SMEMLINT_BASE_POOL_H
#define SMEMLINT_BASE_POOL_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"

typedef struct Pool Pool;

/* Runs in the worker and appends its result to `out`.  It must not write to standard streams or change files. */
typedef void (*PoolJob)(void *context, Buf *out);

/* At most `most` jobs run at once. */
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

/* Starts a job, after waiting until fewer than `most` run.  Returns its number, or -1: no process could be started. */
int pool_start(Pool *pool, PoolJob job, void *context);

/* Whether pool_start() would not wait. */
bool pool_has_room(Pool *pool);

/* Whether pool_wait() would not wait. */
bool pool_has_ended(const Pool *pool, int number);

typedef enum PoolHow {
	POOL_DONE,
	POOL_CRASHED,
	POOL_LATE,      /* it was ended at its time limit */
	POOL_NO_MEMORY, /* it wanted more memory than its limit, or than there is */
} PoolHow;

typedef struct PoolEnd {
	const char *bytes; /* POOL_DONE: of the result, in the arena */
	size_t n;
	PoolHow how;
	int signal;        /* that killed it; 0: none */
} PoolEnd;

/* Waits until the job has ended.  To be called once for each number. */
PoolEnd pool_wait(Pool *pool, Arena *arena, int number);

int pool_running(const Pool *pool);

#endif
