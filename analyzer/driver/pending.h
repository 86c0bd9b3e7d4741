/* One file of a run, from its name to its outcome: in another process, if the run has a pool. */
#ifndef SMEMLINT_DRIVER_PENDING_H
#define SMEMLINT_DRIVER_PENDING_H

#include "driver/driver.h"

/* A file that is not yet reported. */
typedef struct PendingFile {
	Job job;
	Task task;
	Arena *arena;      /* its own; holds the outcome */
	Outcome *outcome;
	bool is_uncached;
	bool is_waiting;   /* it is to be started */
	int number;        /* in the pool; -1: not started, or the outcome is complete */
	const char *messages; /* about its compile command */
	int64_t cost;      /* what it is expected to take (project/expected.h); 0: unknown */
} PendingFile;

/* Whether the outcome holds findings. */
bool pending_needs_findings(const Options *options);

/* What is known before it is analysed: whether it is a source, its configuration and command, an earlier outcome.  Files must be
 * opened in order, since headers add their includers to the run. */
PendingFile *pending_open(Driver *driver, const Job *job);

/* For a process that runs files; options: the run's. */
void pending_confine(const void *options);

/* Starts files that are waiting, one after the other in one process, after waiting until the pool has room. */
void pending_start(Driver *driver, PendingFile *const *files, int n);

/* Waits for a started file's outcome. */
void pending_finish(Driver *driver, PendingFile *pending);

/* Whether the outcome is there, or pending_finish() will not wait. */
bool pending_is_ready(const Driver *driver, const PendingFile *pending);

#endif
