/* What is known of the project that a file belongs to: how it is compiled, and which other files there are. */
#ifndef SMEMLINT_PROJECT_H
#define SMEMLINT_PROJECT_H

#include "analysis/analyze.h"
#include "base/folder.h"
#include "database/compdb.h"
#include "project/includer.h"
#include "options/options.h"
#include "project/project_files.h"

/* Zeroed to begin with, but for the arena. */
typedef struct Project {
	Arena *arena;
	const CompDb *db;      /* the last one that was read, or NULL */
	const char *refused;   /* the last database that was not, since its text has none of the files */
	ProjectFiles files;
	const CompDb *program_of; /* that `program` was made of */
	IncludeProgram program;
	Names messages;        /* what was said … */
	int n_taken;           /* … and so much of it taken by project_messages() */
} Project;

/* Whether the database that the command line names is there and can be read; else says so. */
bool project_check(Project *project, const Options *options);

/* The CUDA files of the database that is found from the current folder or named; short names where they lie below the current
 * folder.  None, with a message that says what to do, where there is no database or no such file; *status is merged with what
 * stood in the way. */
Names project_all(Project *project, const Options *options, int *status);

/* Adds to the options of one file the other files of the command line and, where a compile_commands.json has the file,
 * those of its project.  The flags of the command line count for the file and those in its folder; where there are none,
 * each file has those of the database, and one that it does not have those of its nearest CUDA file.  Said,
 * once: a database that cannot be read, flags that are not known, response files that cannot be read.  The text says where
 * the flags come from. */
const char *project_apply(Project *project, Arena *arena, const Options *options, AnalyzeOptions *out);

/* The compile_commands.json of a file's project; NULL: there is none, or the command line has flags. */
const CompDb *project_database(Project *project, const Options *options, const char *file);

/* The CUDA sources and include folders of the project that a file belongs to; NULL: there is no database, or the command line
 * has flags. */
const IncludeProgram *project_program(Project *project, const Options *options, const char *file);

/* What was said, for standard error, since the last call. */
const char *project_messages(Project *project);

#endif
