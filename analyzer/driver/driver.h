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

/* Files that are started and not yet reported. */
enum { MAX_PENDING = 64 };

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
	struct PendingFile *pending[MAX_PENDING]; /* in order */
	int n_pending;
	struct PendingFile *waiting; /* for its outcome; NULL: none is waited for */
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

#endif
