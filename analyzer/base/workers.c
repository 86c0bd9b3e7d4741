#include "base/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

enum { STACK = 16 << 20 };

typedef struct Crew {
	WorkerJob job;
	void *context;
	int n;
	atomic_int next, workers;
} Crew;

static void *work(void *data)
{
	Crew *crew = data;
	int worker = atomic_fetch_add(&crew->workers, 1);
	for (int i; (i = atomic_fetch_add(&crew->next, 1)) < crew->n;)
		crew->job(crew->context, i, worker);
	return NULL;
}

int processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n < 1 ? 1 : n > MAX_WORKERS ? MAX_WORKERS : (int)n;
}

static bool start(pthread_t *thread, Crew *crew)
{
	pthread_attr_t attr;
	if (pthread_attr_init(&attr) != 0)
		return false;
	bool started = pthread_attr_setstacksize(&attr, STACK) == 0 && pthread_create(thread, &attr, work, crew) == 0;
	pthread_attr_destroy(&attr);
	return started;
}

void workers_run(int n, WorkerJob job, void *context)
{
	Crew crew = { .job = job, .context = context, .n = n };
	pthread_t threads[MAX_WORKERS];
	int wanted = n < processors() ? n : processors(), started = 0;
	while (started < wanted - 1 && start(&threads[started], &crew))
		started++;
	work(&crew);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}
