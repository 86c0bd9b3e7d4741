/* From the command line's file names to analyses: checks each file, analyses it, says on standard error
 * what stood in the way, and sums up the exit status. */
#ifndef SMEMLINT_DRIVER_H
#define SMEMLINT_DRIVER_H

#include "analyze.h"
#include "commands.h"
#include "stats.h"

typedef struct Driver {
	const Options *options;
	int status; /* of all files so far */
	Stats stats;
} Driver;

/* Analyses one file; NULL, with a message, where there is nothing to analyse. */
const Analysis *driver_analyze(Driver *driver, Arena *arena, const char *file);

/* Keeps the graver of two statuses: 2, then 3, then 1, then 0. */
void driver_merge_status(Driver *driver, int status);

/* Whether there are files to work on; complains if not. */
bool driver_has_files(Driver *driver);

/* Prints --stats, and returns the exit status. */
int driver_finish(Driver *driver);

#endif
