#include "driver/queue.h"

#include <string.h>

/* Costs are estimates: the others must be expected to take this many times as long as the costliest. */
enum { SAFELY = 2 };

int queue_choose(const int64_t *costs, int n, int n_jobs)
{
	int costliest = 0;
	int64_t all = 0;
	for (int i = 0; i < n; i++) {
		all += costs[i];
		costliest = costs[i] > costs[costliest] ? i : costliest;
	}
	return (all - costs[costliest]) / n_jobs >= SAFELY * costs[costliest] ? 0 : costliest;
}

/* Costs that are not known count, too. */
static int64_t weight(int64_t cost)
{
	return cost > 0 ? cost : 1;
}

int queue_share(const int64_t *costs, int n, int n_jobs, int indices[MOST_TOGETHER])
{
	int64_t left[MAX_PENDING], all = 0, taken = 0;
	int which[MAX_PENDING], n_taken = 0;
	for (int i = 0; i < n; i++) {
		left[i] = costs[i];
		which[i] = i;
		all += weight(costs[i]);
	}
	while (n && n_taken < MOST_TOGETHER) {
		const int at = queue_choose(left, n, n_jobs);
		taken += weight(left[at]);
		if (n_taken && taken > all / (2 * n_jobs))
			break;
		indices[n_taken++] = which[at];
		n--;
		memmove(left + at, left + at + 1, sizeof *left * (size_t)(n - at));
		memmove(which + at, which + at + 1, sizeof *which * (size_t)(n - at));
	}
	return n_taken;
}

/* The files to start together; 0: none is waiting. */
static int choose(const Driver *driver, PendingFile *out[MOST_TOGETHER])
{
	PendingFile *waiting[MAX_PENDING] = { NULL };
	int64_t costs[MAX_PENDING];
	int n = 0, indices[MOST_TOGETHER];
	for (int i = 0; i < driver->n_pending; i++)
		if (driver->pending[i]->is_waiting) {
			costs[n] = driver->pending[i]->cost;
			waiting[n++] = driver->pending[i];
		}
	n = n ? queue_share(costs, n, driver->n_jobs, indices) : 0;
	for (int i = 0; i < n; i++)
		out[i] = waiting[indices[i]];
	return n;
}

/* Files are fixed one after the other, since they share headers. */
static int max_pending(const Driver *driver)
{
	return !driver->pool || fixing_requested(driver->options) ? 1 : MAX_PENDING;
}

/* Opens the next file; false: there is no more, or as many are pending as may be. */
static bool open_next(Driver *driver)
{
	const Job *job = driver->n_pending < max_pending(driver) ? jobs_next(driver->jobs) : NULL;
	if (job)
		driver->pending[driver->n_pending++] = pending_open(driver, job);
	return job;
}

/* Whether to start n files, of those that wait: few only if nothing runs, since more may be found to be started with them. */
static bool is_enough(const Driver *driver, int n)
{
	return n == MOST_TOGETHER || !driver->pool || !pool_running(driver->pool);
}

/* Does one step towards the outcome of the first file. */
static void advance(Driver *driver)
{
	PendingFile *files[MOST_TOGETHER];
	const int n = choose(driver, files);
	const bool has_room = n && (!driver->pool || pool_has_room(driver->pool));
	if (has_room && is_enough(driver, n))
		pending_start(driver, files, n);
	else if (open_next(driver))
		return;
	else if (n)
		pending_start(driver, files, n);
	else
		pending_finish(driver, driver->pending[0]);
}

PendingFile *queue_next(Driver *driver)
{
	if (!driver->n_pending && !open_next(driver))
		return NULL;
	PendingFile *first = driver->pending[0];
	driver->waiting = first;
	while (!pending_is_ready(driver, first))
		advance(driver);
	pending_finish(driver, first);
	progress_clear(&driver->progress);
	driver->waiting = NULL;
	memmove(driver->pending, driver->pending + 1, sizeof *driver->pending * (size_t)--driver->n_pending);
	return first;
}
