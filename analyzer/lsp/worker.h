/* The server's side of the analyzer process (analyzer.h), which can be killed or crash without ending the server. */
#ifndef SMEMLINT_LSP_WORKER_H
#define SMEMLINT_LSP_WORKER_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "lsp/rpc.h"

typedef struct Worker {
	pid_t pid;       /* 0: not running */
	int fd;
	RpcReader reader;
} Worker;

typedef enum WorkerStart { WORKER_FAILED, WORKER_STARTED, WORKER_IS_CHILD } WorkerStart;

/* Forks.  WORKER_IS_CHILD: this is the new process, which reads jobs from worker->fd; its standard input is /dev/null, its standard
 * output is standard error. */
WorkerStart worker_start(Worker *worker);

/* Takes the reference.  False: the process has ended. */
bool worker_send(Worker *worker, json_t *job);

/* Reads available bytes.  False: the process has ended. */
bool worker_read(Worker *worker);

/* The next answer, a new reference, or NULL. */
json_t *worker_answer(Worker *worker);

void worker_kill(Worker *worker);

/* Lets it exit, and kills it after a timeout; false: its exit status was not 0. */
bool worker_end(Worker *worker);

#endif
