/* The queue of files to analyse: those of the command line, then the .cu files that include those of them without a kernel.
 * An includer is analysed once, however many files it replaces. */
#ifndef SMEMLINT_DRIVER_JOBS_H
#define SMEMLINT_DRIVER_JOBS_H

#include "base/buf.h"
#include "core/report.h"
#include "project/expected.h"

typedef struct Job {
	const char *file;
	VEC(const char *) wanted; /* for an includer: the files that it replaces; only findings in them are shown */
	bool is_named;            /* on the command line: findings in all files are shown */
	bool is_elsewhere;        /* another shard has it */
	int position;             /* of its report among all: that of the command line, of an includer behind all those */
} Job;

/* A diagnostic that was shown. */
typedef struct ShownFinding {
	const char *path, *rule, *message;
	int line, column;
} ShownFinding;

typedef struct Jobs {
	Arena *arena;
	VEC(Job) list;
	VEC(ShownFinding) shown;
	const int64_t *costs; /* of the first `n_costs`; NULL: not asked for yet */
	int n_costs;
	int next;
	bool has_header; /* on the command line */
} Jobs;

/* elsewhere: for each file whether another shard has it; NULL: there are none. */
Jobs *jobs_new(const char *const *files, int n_files, const bool *elsewhere);
void jobs_free(Jobs *jobs); /* NULL is allowed */

/* All files of this run, done or not. */
int jobs_count(const Jobs *jobs);

/* The next job; NULL after the last.  Valid until jobs_add_includers(). */
const Job *jobs_next(Jobs *jobs);

/* What a job of the queue is expected to cost (project/expected.h); program: NULL: none is known. */
int64_t jobs_cost(Jobs *jobs, const Job *job, const IncludeProgram *program);

/* Appends the includers of the job's file that are not in the queue, and a note to `messages` (`why`: why the file itself is not
 * analysed).  False, without a note: it has none. */
bool jobs_add_includers(Jobs *jobs, const Job *job, const char *why, const IncludeProgram *program, Buf *messages);

/* Sets Finding.is_own, and removes findings from the report that are not to be shown: for an includer those outside its `wanted` files; in a shared
 * header those that an earlier job has shown.  Problems of the input always stay. */
void jobs_filter(Jobs *jobs, const Job *job, FileReport *report);

#endif
