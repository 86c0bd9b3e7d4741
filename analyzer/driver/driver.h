/* From the command line's file names to outcomes, one file after the other: says on standard error what stood in the way,
 * and sums up the exit status. */
#ifndef SMEMLINT_DRIVER_H
#define SMEMLINT_DRIVER_H

#include "base/pool.h"
#include "examine/examine.h"
#include "driver/jobs.h"
#include "driver/progress.h"
#include "project/project.h"
#include "examine/sifting.h"

/* Files that were begun and are not told of yet. */
enum { MAX_AHEAD = 64 };

typedef struct Driver {
	const Options *options;
	Options completed;     /* the same with the files of the project, where none is named */
	int status;            /* of all files so far */
	bool *assumed;         /* by number of --assume: some kernel has what it names */
	Stats stats;
	Project project;
	Configuring *configuring;
	Sifting *sifting;
	Jobs *jobs;
	Fixing fixing;
	VEC(const char *) once; /* what was said of all files */
	struct Cache *cache;   /* NULL: none */
	Pool *pool;            /* NULL: files are examined in this process, one by one */
	struct Begun *begun[MAX_AHEAD]; /* in order */
	int n_begun;
	int n_reported;        /* files that are done with */
	Progress progress;
} Driver;

/* Takes up the files of the command line, or those of the project; complains if there are none. */
bool driver_start(Driver *driver);

/* The next file's outcome, which has a report; NULL after the last.  Files without anything to analyse are told of and
 * passed by, and so are those in whose place the files that include them are analysed: they come after all others. */
Outcome *driver_next(Driver *driver, Arena *arena);

/* What the findings make of the exit status, once it is decided which of them count. */
void driver_count(Driver *driver, const FileReport *report);

/* Prints --stats, ends what driver_start() began, and returns the exit status. */
int driver_finish(Driver *driver);

#endif
