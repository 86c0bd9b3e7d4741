/* The project of a file: its compilation database and its other files. */
#ifndef SMEMLINT_PROJECT_PROJECT_H
#define SMEMLINT_PROJECT_PROJECT_H

#include "analysis/analyze.h"
#include "base/folder.h"
#include "database/compdb.h"
#include "project/includer.h"
#include "project/leading.h"
#include "options/options.h"
#include "project/project_files.h"
#include "project/project_root.h"

/* Starts as zero, with an arena. */
typedef struct Project {
	Arena *arena;
	const CompDb *db;      /* the last one read, or NULL */
	const char *rejected;   /* path of the last database that was not read: its text has none of the files */
	ProjectFiles files;
	ProjectRoots roots;
	const Leading *leading; /* NULL: not asked for yet */
	const CompDb *program_of; /* the database of `program` */
	IncludeProgram program;
	const CompDb *whole_of; /* the database of `whole`, … */
	bool is_whole;          /* … which has the files of the command line, … */
	bool has_whole;         /* … and was made: NULL if it is not known */
	const WholeProgram *whole;
	Names messages;        /* without duplicates */
	int n_printed;           /* of `messages`: returned by project_messages() */
} Project;

/* False, with a message: the database of -p does not exist or cannot be read. */
bool project_check(Project *project, const Options *options);

/* The CUDA files of the database of -p, or of the one found from the working folder; relative names for those below that
 * folder.  Empty, with a message: there is no database or no such file.  Problems are merged into *status (ExitStatus). */
Names project_all(Project *project, const Options *options, int *status);

/* config: the nearest .smemlint.yaml, or NULL.
 * Sets the project's root, the file's flags, and its other files: those of the command line, and those of the project
 * if its database has the file; for fixes all files of the program, if the file has an entry or several files are named.  Flags of the command line apply to the file and to those in its folder; without them
 * each file has those of its database entry, or of the nearest CUDA file.  Messages, once each: databases and response
 * files that cannot be read, unknown flags.  Returns a text that says where the flags come from. */
const char *project_apply(Project *project, Arena *arena, const Options *options, const char *config, AnalyzeOptions *out);

/* The database of a file's project; NULL: there is none, or the command line has flags. */
const CompDb *project_database(Project *project, const Options *options, const char *file);

/* The CUDA sources and include folders of the project that a file belongs to; NULL: there is no database, or the command line
 * has flags. */
const IncludeProgram *project_program(Project *project, const Options *options, const char *file);

/* What is precompiled for several files of the command line, by file. */
const Leading *project_leading(Project *project, const Options *options);

/* The messages for standard error since the last call. */
const char *project_messages(Project *project);

#endif
