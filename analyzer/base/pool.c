#include "base/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/fd.h"
#include "base/heap.h"

typedef struct Worker {
	pid_t pid;
	int fd;      /* -1: it has ended, and `got` is complete */
	int signal;
	bool ended;
	Buf got;
} Worker;

struct Pool {
	int most, n, cap;
	Worker *at;  /* by number; those that were waited for are not removed */
};

Pool *pool_new(int most)
{
	Pool *pool = heap_alloc(1, sizeof *pool);
	pool->most = most;
	return pool;
}

int pool_running(const Pool *pool)
{
	int n = 0;
	for (int i = 0; i < pool->n; i++)
		n += pool->at[i].fd >= 0;
	return n;
}

/* --- in the worker ---------------------------------------------------------------------------- */

static _Noreturn void be_worker(int fd, PoolJob job, void *context)
{
	Buf out = { 0 };
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	job(context, &out);
	_exit(fd_write(fd, out.s, out.n) == 0 ? 0 : 1);
}

/* --- in the main process ---------------------------------------------------------------------- */

static void end_worker(Worker *worker)
{
	int status = 0;
	close(worker->fd);
	worker->fd = -1;
	worker->ended = true;
	while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	worker->signal = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) ? SIGABRT : 0;
}

/* Reads output of a worker, or its end. */
static void read_from(Worker *worker)
{
	char chunk[65536];
	ssize_t n = read(worker->fd, chunk, sizeof chunk);
	if (n > 0)
		buf_add(&worker->got, chunk, (size_t)n);
	else if (n == 0 || errno != EINTR)
		end_worker(worker);
}

/* Waits until any worker writes or ends. */
static void read_some(Pool *pool)
{
	struct pollfd *fds = heap_alloc((size_t)pool->n, sizeof *fds);
	for (int i = 0; i < pool->n; i++)
		fds[i] = (struct pollfd){ .fd = pool->at[i].fd, .events = POLLIN };
	if (poll(fds, (nfds_t)pool->n, -1) > 0)
		for (int i = 0; i < pool->n; i++)
			if (fds[i].revents && pool->at[i].fd >= 0)
				read_from(&pool->at[i]);
	free(fds);
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

int pool_start(Pool *pool, PoolJob job, void *context)
{
	int ends[2];
	while (pool_running(pool) >= pool->most)
		read_some(pool);
	if (pipe(ends) != 0)
		return -1;
	fflush(NULL);
	const pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		be_worker(ends[1], job, context);
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return -1;
	}
	const int number = new_worker(pool);
	pool->at[number].pid = pid;
	pool->at[number].fd = ends[0];
	return number;
}

PoolEnd pool_wait(Pool *pool, Arena *arena, int number)
{
	while (!pool->at[number].ended)
		read_some(pool);
	Worker *worker = &pool->at[number];
	PoolEnd end = { .n = worker->got.n, .signal = worker->signal };
	end.bytes = arena_dup(arena, worker->got.n ? worker->got.s : "", worker->got.n);
	buf_free(&worker->got);
	return end;
}

void pool_free(Pool *pool)
{
	for (int i = 0; pool && i < pool->n; i++) {
		if (pool->at[i].fd >= 0) {
			kill(pool->at[i].pid, SIGKILL);
			end_worker(&pool->at[i]);
		}
		buf_free(&pool->at[i].got);
	}
	if (pool)
		free(pool->at);
	free(pool);
}
