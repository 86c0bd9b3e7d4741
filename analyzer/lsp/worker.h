/* The server's end of the process that analyses (analyzer.h): what happens there can be stopped, and harms nobody here. */
#ifndef SMEMLINT_LSP_WORKER_H
#define SMEMLINT_LSP_WORKER_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "lsp/rpc.h"

typedef struct Worker {
	pid_t pid;       /* 0: none runs */
	int fd;
	RpcReader reader;
} Worker;

typedef enum WorkerStart { WORKER_FAILED, WORKER_STARTED, WORKER_IS_US } WorkerStart;

/* WORKER_IS_US: this is the new process, with the jobs at worker->fd; its standard input and output are closed to it. */
WorkerStart worker_start(Worker *worker);

/* Gives up the reference.  False: it is gone. */
bool worker_send(Worker *worker, json_t *job);

/* Reads what there is.  False: it is gone. */
bool worker_read(Worker *worker);

/* The next answer, a new reference, or NULL. */
json_t *worker_answer(Worker *worker);

void worker_kill(Worker *worker);

/* Lets it end by itself, for a while; false: it did not, or not well. */
bool worker_end(Worker *worker);

#endif
