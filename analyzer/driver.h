/* From the command line's file names to analyses: checks each file, analyses it, says on standard error
 * what stood in the way, and sums up the exit status. */
#ifndef SMEMLINT_DRIVER_H
#define SMEMLINT_DRIVER_H

#include "analyze.h"
#include "commands.h"
#include "compiling.h"
#include "jobs.h"
#include "project.h"
#include "report/fixes_yaml.h"
#include "stats.h"

typedef struct Driver {
	const Options *options;
	int status; /* of all files so far */
	bool *assumed; /* by number of --assume: some kernel has what it names */
	Compiling compiling; /* --codegen */
	Stats stats;
	Project project;
	Jobs *jobs;
	const Job *job; /* the one at hand */
	Arena *yaml_arena;
	YamlFixes yaml; /* --export-fixes: of all files so far */
} Driver;

/* Takes up the files of the command line; complains if there are none. */
bool driver_start(Driver *driver);

/* Moves on to the next file; false after the last. */
bool driver_next(Driver *driver);

/* Analyses the file at hand; NULL, with a message, where there is nothing to analyse, or where the files
 * that include it are analysed in its place: they come after all others. */
const Analysis *driver_analyze(Driver *driver, Arena *arena);

/* Keeps the graver of two statuses: 2, then 3, then 1, then 0. */
void driver_merge_status(Driver *driver, int status);

/* Prints --stats, ends what driver_start() began, and returns the exit status. */
int driver_finish(Driver *driver);

#endif
