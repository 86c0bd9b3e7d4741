/* Analyses the files of the command line and returns their outcomes in order.  Prints messages on standard error and merges
 * the exit status. */
#ifndef SMEMLINT_DRIVER_DRIVER_H
#define SMEMLINT_DRIVER_DRIVER_H

#include "base/pool.h"
#include "examine/examine.h"
#include "driver/jobs.h"
#include "driver/progress.h"
#include "project/project.h"
#include "report/cost.h"
#include "examine/sifting.h"

/* Files that are opened and not yet reported. */
enum { MAX_PENDING = 256 };

typedef struct Driver {
	const Options *options;
	Options completed;     /* `options` with the files of the project, if the command line names none */
	int status;            /* ExitStatus of all files so far */
	bool *assumed;         /* by index of --assume: it applies to a kernel */
	Stats stats;
	FileCosts costs;       /* of the files that were merged, in order */
	Project project;
	Configuring *configuring;
	Sifting *sifting;
	Jobs *jobs;
	Fixing fixing;
	VEC(const char *) once; /* printed messages that hold for all files */
	struct Cache *cache;   /* NULL: none */
	Pool *pool;            /* NULL: files are analysed in this process, one by one */
	int n_jobs;            /* files that are analysed at once */
	struct PendingFile *pending[MAX_PENDING]; /* in order */
	int n_pending;
	struct PendingFile *waiting; /* whose outcome is waited for; NULL: none */
	int n_done;
	Progress progress;
} Driver;

/* Finds the files of the command line, or those of the project; false, with a message: there are none, or an option is
 * invalid. */
bool driver_start(Driver *driver);

/* The next file's outcome, which has a report; NULL after the last.  Files without anything to analyse are skipped; files without
 * a kernel are replaced by those that include them, which come after all others. */
Outcome *driver_next(Driver *driver, Arena *arena);

/* Merges the reported findings into the exit status. */
void driver_count(Driver *driver, const FileReport *report);

/* Prints --stats and the times of --statistics, frees the driver's members and returns the exit status. */
int driver_finish(Driver *driver);

/* --- for the files of this folder ------------------------------------------------------------------ */

/* As a compiler launcher, a problem of the analysis must not make the compilation fail. */
void driver_merge_status(Driver *driver, int status);

/* The sources and include folders of the file's project; NULL: none are known. */
const IncludeProgram *driver_program(Driver *driver, const char *file);

/* What the file is expected to cost (project/expected.h). */
int64_t driver_expects(Driver *driver, const Job *job);

#endif
