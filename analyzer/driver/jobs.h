/* What is left to analyse: the files of the command line, then the .cu files that stand for those which
 * have no kernel of their own.  Each of these is analysed once, however many files led to it. */
#ifndef SMEMLINT_JOBS_H
#define SMEMLINT_JOBS_H

#include "base/buf.h"
#include "core/report.h"
#include "project/includer.h"

typedef struct Job {
	const char *file;
	VEC(const char *) wanted; /* for an includer: the files that led to it, whose findings are shown */
	bool is_named;            /* on the command line: findings in whatever file are shown */
} Job;

/* A diagnostic that was shown. */
typedef struct Shown {
	const char *path, *rule, *message;
	int line, column;
} Shown;

typedef struct Jobs {
	Arena *arena;
	VEC(Job) list;
	VEC(Shown) shown;
	int next;
} Jobs;

Jobs *jobs_new(const char *const *files, int n_files);
void jobs_free(Jobs *jobs); /* NULL is allowed */

/* Files that were taken up so far, or will be. */
int jobs_count(const Jobs *jobs);

/* Moves on to the next job; NULL after the last.  Valid until jobs_add_includers(). */
const Job *jobs_next(Jobs *jobs);

/* Puts the includers of `file` behind all jobs, unless they stand there, and says so
 * (`why`: why not the file itself).  False, and nothing said, where there are none. */
bool jobs_add_includers(Jobs *jobs, const char *file, const char *why, const IncludeProgram *program, Buf *messages);

/* Leaves in the report what is to be shown: for an includer the findings in wanted files; of what
 * stands in a file that several analyses share only what none of them has shown; and all that keeps an
 * analysis incomplete. */
void jobs_show(Jobs *jobs, const Job *job, FileReport *report);

#endif
