/* Runs jobs on several threads; they must not write to shared data. */
#ifndef SMEMLINT_BASE_WORKERS_H
#define SMEMLINT_BASE_WORKERS_H

enum { MAX_WORKERS = 16 };

/* worker: the number of the thread, 0 <= worker < MAX_WORKERS, which runs one job at a time. */
typedef void (*WorkerJob)(void *context, int index, int worker);

/* Runs job(context, 0, …) … job(context, n - 1, …), each once, on as many threads as there are processors, including the
 * caller's; returns when all have ended.  The order is unspecified, and there may be only one thread. */
void workers_run(int n, WorkerJob job, void *context);

int processors(void); /* 1 to MAX_WORKERS */

#endif
