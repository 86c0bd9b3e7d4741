/* What is known of the project that a file belongs to: how it is compiled, and which other files there are. */
#ifndef SMEMLINT_PROJECT_H
#define SMEMLINT_PROJECT_H

#include "analyze.h"
#include "frontend/compdb.h"
#include "options.h"

enum { MAX_PROJECT_FILES = 400 };

/* Zeroed to begin with, but for the arena. */
typedef struct Project {
	Arena *arena;
	const CompDb *db;      /* the last one that was read, or NULL */
} Project;

/* Whether the database that the command line names is there; else says so on standard error. */
bool project_check(const Options *options);

/* Adds to the options of one file the other files of the command line and, where a compile_commands.json has the file,
 * those of its project.  The flags of the command line count for the file and those in its folder; where there are none,
 * each file has those of the database.  A database that cannot be read is told of on standard error, once. */
void project_apply(Project *project, const Options *options, AnalyzeOptions *out);

#endif
