/* Work on several processors: jobs that share nothing they write. */
#ifndef SMEMLINT_BASE_WORKERS_H
#define SMEMLINT_BASE_WORKERS_H

enum { MAX_WORKERS = 16 };

/* worker: which thread does it, 0 <= worker < MAX_WORKERS; a worker does one job after the other. */
typedef void (*WorkerJob)(void *context, int index, int worker);

/* Runs job(context, 0, …) … job(context, n - 1, …), each once, on as many threads as there are processors, the caller's
 * among them; returns when all have ended.  The order is not to be relied on, nor that there is more than one thread. */
void workers_run(int n, WorkerJob job, void *context);

int processors(void); /* 1 to MAX_WORKERS */

#endif
