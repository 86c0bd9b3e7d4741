#include "base/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/fd.h"
#include "base/heap.h"

enum { TICK_MS = 250 };
static const double STALL_SECONDS = 5;

typedef struct Worker {
	pid_t pid;
	int fd;      /* -1: it has ended, and `got` is complete */
	int signal;
	PoolHow how;
	bool ended;
	double start;         /* seconds, as those below */
	double used, used_at; /* processor time, when it was last seen to grow */
	Buf got;
} Worker;

struct Pool {
	int most, n, cap;
	PoolLimits limits;
	void (*tick)(void *context); /* NULL: none */
	void *context;
	Worker *at;  /* by number; those that were waited for are not removed */
};

Pool *pool_new(int most)
{
	Pool *pool = heap_alloc(1, sizeof *pool);
	pool->most = most;
	return pool;
}

void pool_limit(Pool *pool, PoolLimits limits)
{
	pool->limits = limits;
}

void pool_on_tick(Pool *pool, void (*tick)(void *context), void *context)
{
	pool->tick = tick;
	pool->context = context;
}

int pool_running(const Pool *pool)
{
	int n = 0;
	for (int i = 0; i < pool->n; i++)
		n += pool->at[i].fd >= 0;
	return n;
}

/* --- in the worker ---------------------------------------------------------------------------- */

/* Address space for stacks is not memory that a file takes: the parser's is large and hardly used (frontend/parse.c). */
#define STACKS ((size_t)1 << 30)

static void limit_memory(size_t bytes)
{
#ifndef SMEMLINT_SANITIZE /* its shadow memory counts */
	struct rlimit limit;
	if (!bytes || getrlimit(RLIMIT_DATA, &limit) != 0)
		return;
	bytes += STACKS;
	if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > bytes) {
		limit.rlim_cur = (rlim_t)bytes;
		setrlimit(RLIMIT_DATA, &limit);
	}
#else
	(void)bytes;
#endif
}

static _Noreturn void be_worker(int fd, const Pool *pool, PoolJob job, void *context)
{
	Buf out = { 0 };
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM); /* not SIGKILL: programs that it runs are ended, and their folder is removed (scratch.h) */
#endif
	limit_memory(pool->limits.bytes);
	job(context, &out);
	_exit(fd_write(fd, out.s, out.n) == 0 ? 0 : 1);
}

/* --- in the main process ---------------------------------------------------------------------- */

static double seconds_of(clockid_t clock)
{
	struct timespec t = { 0 };
	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A process that is out of memory may say so by its status; libclang ends with abort(), when it has about as much as it may. */
static PoolHow how_ended(const Pool *pool, int status, const struct rusage *usage)
{
	const bool is_large = pool->limits.bytes && (size_t)usage->ru_maxrss * 1024 > pool->limits.bytes / 4 * 3;
	if (WIFEXITED(status) && WEXITSTATUS(status) == HEAP_EXHAUSTED)
		return POOL_NO_MEMORY;
	if (WIFSIGNALED(status) && is_large)
		return POOL_NO_MEMORY;
	return status ? POOL_CRASHED : POOL_DONE;
}

static void end_worker(const Pool *pool, Worker *worker)
{
	int status = 0;
	struct rusage usage = { 0 };
	close(worker->fd);
	worker->fd = -1;
	worker->ended = true;
	while (wait4(worker->pid, &status, 0, &usage) < 0 && errno == EINTR)
		continue;
	worker->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	if (worker->how != POOL_LATE)
		worker->how = how_ended(pool, status, &usage);
}

/* Reads output of a worker, or its end. */
static void read_from(const Pool *pool, Worker *worker)
{
	char chunk[65536];
	ssize_t n = read(worker->fd, chunk, sizeof chunk);
	if (n > 0)
		buf_add(&worker->got, chunk, (size_t)n);
	else if (n == 0 || errno != EINTR)
		end_worker(pool, worker);
}

/* Ends a worker that is late. */
static void check_time(const Pool *pool, Worker *worker)
{
	clockid_t clock;
	const double now = seconds_of(CLOCK_MONOTONIC), limit = pool->limits.seconds;
	const double used = clock_getcpuclockid(worker->pid, &clock) == 0 ? seconds_of(clock) : 0;
	if (used > worker->used + 0.01) {
		worker->used = used;
		worker->used_at = now;
	}
	const double stall = limit < STALL_SECONDS ? limit : STALL_SECONDS;
	if (now - worker->start <= limit || (used <= limit && now - worker->used_at <= stall))
		return;
	worker->how = POOL_LATE;
	kill(worker->pid, SIGKILL);
}

/* Waits until any worker writes or ends, or is late; not longer than `most_ms` (-1: for ever). */
static void read_some(Pool *pool, int most_ms)
{
	struct pollfd *fds = heap_alloc((size_t)pool->n, sizeof *fds);
	for (int i = 0; i < pool->n; i++)
		fds[i] = (struct pollfd){ .fd = pool->at[i].fd, .events = POLLIN };
	if (poll(fds, (nfds_t)pool->n, most_ms) > 0)
		for (int i = 0; i < pool->n; i++)
			if (fds[i].revents && pool->at[i].fd >= 0)
				read_from(pool, &pool->at[i]);
	for (int i = 0; i < pool->n && pool->limits.seconds; i++)
		if (pool->at[i].fd >= 0 && pool->at[i].how != POOL_LATE)
			check_time(pool, &pool->at[i]);
	free(fds);
	if (pool->tick)
		pool->tick(pool->context);
}

static int new_worker(Pool *pool)
{
	if (pool->n == pool->cap) {
		const int cap = pool->cap ? 2 * pool->cap : 16;
		Worker *at = heap_alloc((size_t)cap, sizeof *at);
		if (pool->n)
			memcpy(at, pool->at, sizeof *at * (size_t)pool->n);
		free(pool->at);
		pool->at = at;
		pool->cap = cap;
	}
	pool->at[pool->n] = (Worker){ .fd = -1 };
	return pool->n++;
}

static void wait_some(Pool *pool)
{
	read_some(pool, pool->limits.seconds || pool->tick ? TICK_MS : -1);
}

bool pool_has_room(Pool *pool)
{
	if (pool_running(pool) >= pool->most)
		read_some(pool, 0);
	return pool_running(pool) < pool->most;
}

bool pool_has_ended(const Pool *pool, int number)
{
	return pool->at[number].ended;
}

int pool_start(Pool *pool, PoolJob job, void *context)
{
	int ends[2];
	while (pool_running(pool) >= pool->most)
		wait_some(pool);
	if (pipe(ends) != 0)
		return -1;
	fflush(NULL);
	const pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		be_worker(ends[1], pool, job, context);
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return -1;
	}
	const int number = new_worker(pool);
	pool->at[number].pid = pid;
	pool->at[number].fd = ends[0];
	pool->at[number].start = pool->at[number].used_at = seconds_of(CLOCK_MONOTONIC);
	return number;
}

PoolEnd pool_wait(Pool *pool, Arena *arena, int number)
{
	while (!pool->at[number].ended)
		wait_some(pool);
	Worker *worker = &pool->at[number];
	PoolEnd end = { .n = worker->got.n, .how = worker->how, .signal = worker->signal };
	end.bytes = arena_dup(arena, worker->got.n ? worker->got.s : "", worker->got.n);
	buf_free(&worker->got);
	return end;
}

void pool_free(Pool *pool)
{
	for (int i = 0; pool && i < pool->n; i++) {
		if (pool->at[i].fd >= 0) {
			kill(pool->at[i].pid, SIGKILL);
			end_worker(pool, &pool->at[i]);
		}
		buf_free(&pool->at[i].got);
	}
	if (pool)
		free(pool->at);
	free(pool);
}
