#include "base/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
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
#include "base/usage.h"

enum { TICK_MS = 250 };
static const double STALL_SECONDS = 5;

/* Of a worker with this much memory the heap is left in pieces, and starting another one costs little beside what such a job does. */
enum { WORN_KB = 512 << 10 };

typedef struct Entry {
	PoolJob job;
	void *context;
	Buf got;
	PoolHow how;
	int signal;
	bool ended;
} Entry;

typedef struct Worker {
	pid_t pid;
	int fd;        /* -1: there is none */
	int first, at, end; /* its jobs are first … end - 1; `at` runs */
	bool is_late;
	double start;         /* of the job; seconds, as those below */
	double used_before;   /* processor time, by the jobs before */
	double used, used_at; /* processor time, when it was last seen to grow */
	Buf got;              /* of the job that runs: as send_result() writes it */
} Worker;

struct Pool {
	int most, n, cap;
	PoolLimits limits;
	void (*tick)(void *context); /* NULL: none */
	void *context;
	void (*begin)(const void *context); /* NULL: none */
	const void *begin_context;
	Worker *workers; /* `most` */
	Entry *at;       /* by number; those that were waited for are not removed */
};

Pool *pool_new(int most)
{
	Pool *pool = heap_alloc(1, sizeof *pool);
	pool->most = most;
	pool->workers = heap_alloc((size_t)most, sizeof *pool->workers);
	for (int i = 0; i < most; i++)
		pool->workers[i].fd = -1;
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

void pool_on_begin(Pool *pool, void (*begin)(const void *context), const void *context)
{
	pool->begin = begin;
	pool->begin_context = context;
}

int pool_running(const Pool *pool)
{
	int n = 0;
	for (int i = 0; i < pool->most; i++)
		n += pool->workers[i].fd >= 0 && pool->workers[i].at < pool->workers[i].end;
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

/* A job's result: its size, then its bytes. */
static bool send_result(int fd, const Buf *out)
{
	const uint64_t size = out->n;
	return fd_write(fd, (const char *)&size, sizeof size) == 0 && fd_write(fd, out->s, out->n) == 0;
}

static _Noreturn void be_worker(int fd, const Pool *pool, int first, int end)
{
	Buf out = { 0 };
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM); /* not SIGKILL: programs that it runs are ended, and their folder is removed (scratch.h) */
#endif
	limit_memory(pool->limits.bytes);
	if (pool->begin)
		pool->begin(pool->begin_context);
	for (int i = first; i < end && (i == first || usage_now().peak_kb < WORN_KB); i++) {
		out.n = 0;
		pool->at[i].job(pool->at[i].context, &out);
		if (!send_result(fd, &out))
			_exit(1);
	}
	_exit(0);
}

/* --- in the main process ---------------------------------------------------------------------- */

static double seconds_of(clockid_t clock)
{
	struct timespec t = { 0 };
	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double used_by(const Worker *worker)
{
	clockid_t clock;
	return clock_getcpuclockid(worker->pid, &clock) == 0 ? seconds_of(clock) : 0;
}

/* A job begins. */
static void set_clocks(Worker *worker)
{
	worker->start = worker->used_at = seconds_of(CLOCK_MONOTONIC);
	worker->used = worker->used_before = used_by(worker);
}

/* False: no process could be started. */
static bool start_worker(Pool *pool, Worker *worker, int first, int end)
{
	int ends[2];
	if (pipe(ends) != 0)
		return false;
	fflush(NULL);
	const pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		be_worker(ends[1], pool, first, end);
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return false;
	}
	*worker = (Worker){ .pid = pid, .fd = ends[0], .first = first, .at = first, .end = end };
	set_clocks(worker);
	return true;
}

/* A process that is out of memory may say so by its status; libclang ends with abort(), when it has about as much as it may. */
static PoolHow how_ended(const Pool *pool, const Worker *worker, int status, const struct rusage *usage)
{
	const bool is_large = pool->limits.bytes && (size_t)usage->ru_maxrss * 1024 > pool->limits.bytes / 4 * 3;
	if (worker->is_late)
		return POOL_LATE;
	if (WIFEXITED(status) && WEXITSTATUS(status) == HEAP_EXHAUSTED)
		return POOL_NO_MEMORY;
	return WIFSIGNALED(status) && is_large ? POOL_NO_MEMORY : POOL_CRASHED;
}

/* The job that runs has failed. */
static void lose_job(Pool *pool, Worker *worker, PoolHow how, int signal)
{
	Entry *entry = &pool->at[worker->at++];
	entry->how = how;
	entry->signal = signal;
	entry->ended = true;
}

/* The process is gone, or its pipe is closed: what it has not done is for another one. */
static void end_worker(Pool *pool, Worker *worker)
{
	int status = 0;
	struct rusage usage = { 0 };
	close(worker->fd);
	worker->fd = -1;
	buf_free(&worker->got);
	while (wait4(worker->pid, &status, 0, &usage) < 0 && errno == EINTR)
		continue;
	const bool was_first = worker->at == worker->first;
	if (worker->at < worker->end && (was_first || worker->is_late))
		lose_job(pool, worker, how_ended(pool, worker, status, &usage), WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	if (worker->at < worker->end && !start_worker(pool, worker, worker->at, worker->end))
		while (worker->at < worker->end)
			lose_job(pool, worker, POOL_CRASHED, 0);
}

/* Results that are complete are those of their jobs. */
static void take_results(Pool *pool, Worker *worker)
{
	uint64_t size;
	while (worker->at < worker->end && worker->got.n >= sizeof size) {
		memcpy(&size, worker->got.s, sizeof size);
		if (worker->got.n - sizeof size < size)
			return;
		Buf rest = { 0 };
		Entry *entry = &pool->at[worker->at++];
		buf_add(&entry->got, worker->got.s + sizeof size, size);
		buf_add(&rest, worker->got.s + sizeof size + size, worker->got.n - sizeof size - size);
		buf_free(&worker->got);
		worker->got = rest;
		entry->ended = true;
		worker->is_late = false; /* just in time */
		set_clocks(worker);
	}
}

/* Reads output of a worker, or its end. */
static void read_from(Pool *pool, Worker *worker)
{
	char chunk[65536];
	ssize_t n = read(worker->fd, chunk, sizeof chunk);
	if (n > 0) {
		buf_add(&worker->got, chunk, (size_t)n);
		take_results(pool, worker);
	} else if (n == 0 || errno != EINTR)
		end_worker(pool, worker);
}

/* Ends a worker whose job is late. */
static void check_time(const Pool *pool, Worker *worker)
{
	const double now = seconds_of(CLOCK_MONOTONIC), limit = pool->limits.seconds;
	const double used = used_by(worker);
	if (used > worker->used + 0.01) {
		worker->used = used;
		worker->used_at = now;
	}
	const double stall = limit < STALL_SECONDS ? limit : STALL_SECONDS;
	if (now - worker->start <= limit || (used - worker->used_before <= limit && now - worker->used_at <= stall))
		return;
	worker->is_late = true;
	kill(worker->pid, SIGKILL);
}

/* Waits until any worker writes or ends, or is late; not longer than `most_ms` (-1: for ever). */
static void read_some(Pool *pool, int most_ms)
{
	struct pollfd *fds = heap_alloc((size_t)pool->most, sizeof *fds);
	for (int i = 0; i < pool->most; i++)
		fds[i] = (struct pollfd){ .fd = pool->workers[i].fd, .events = POLLIN };
	if (poll(fds, (nfds_t)pool->most, most_ms) > 0)
		for (int i = 0; i < pool->most; i++)
			if (fds[i].revents)
				read_from(pool, &pool->workers[i]);
	for (int i = 0; i < pool->most && pool->limits.seconds; i++)
		if (pool->workers[i].fd >= 0 && !pool->workers[i].is_late)
			check_time(pool, &pool->workers[i]);
	free(fds);
	if (pool->tick)
		pool->tick(pool->context);
}

static int new_entry(Pool *pool, PoolJob job, void *context)
{
	if (pool->n == pool->cap) {
		pool->cap = pool->cap ? 2 * pool->cap : 16;
		pool->at = heap_resize(pool->at, (size_t)pool->cap, sizeof *pool->at);
	}
	pool->at[pool->n] = (Entry){ .job = job, .context = context };
	return pool->n++;
}

static void wait_some(Pool *pool)
{
	read_some(pool, pool->limits.seconds || pool->tick ? TICK_MS : -1);
}

bool pool_has_room(Pool *pool)
{
	if (pool_running(pool))
		read_some(pool, 0);
	return pool_running(pool) < pool->most;
}

bool pool_has_ended(const Pool *pool, int number)
{
	return pool->at[number].ended;
}

double pool_since(const Pool *pool, int number)
{
	for (int i = 0; i < pool->most; i++)
		if (pool->workers[i].fd >= 0 && pool->workers[i].at == number)
			return pool->workers[i].start;
	return seconds_of(CLOCK_MONOTONIC);
}

/* Waits until there is one. */
static Worker *free_worker(Pool *pool)
{
	for (;; wait_some(pool))
		for (int i = 0; i < pool->most; i++)
			if (pool->workers[i].fd < 0)
				return &pool->workers[i];
}

int pool_start(Pool *pool, PoolJob job, void *const *contexts, int n)
{
	const int first = pool->n;
	for (int i = 0; i < n; i++)
		new_entry(pool, job, contexts[i]);
	if (start_worker(pool, free_worker(pool), first, pool->n))
		return first;
	pool->n = first;
	return -1;
}

PoolEnd pool_wait(Pool *pool, Arena *arena, int number)
{
	while (!pool->at[number].ended)
		wait_some(pool);
	Entry *entry = &pool->at[number];
	PoolEnd end = { .n = entry->got.n, .how = entry->how, .signal = entry->signal };
	end.bytes = arena_dup(arena, entry->got.n ? entry->got.s : "", entry->got.n);
	buf_free(&entry->got);
	return end;
}

void pool_free(Pool *pool)
{
	if (!pool)
		return;
	for (int i = 0; i < pool->most; i++)
		if (pool->workers[i].fd >= 0) {
			pool->workers[i].end = pool->workers[i].at; /* no other one takes over */
			kill(pool->workers[i].pid, SIGKILL);
			end_worker(pool, &pool->workers[i]);
		}
	for (int i = 0; i < pool->n; i++)
		buf_free(&pool->at[i].got);
	free(pool->workers);
	free(pool->at);
	free(pool);
}
