/* The files of a project that may launch kernels of other files. */
#ifndef SMEMLINT_PROJECT_PROJECT_FILES_H
#define SMEMLINT_PROJECT_PROJECT_FILES_H

#include <sys/types.h>

#include "analysis/analyze.h"
#include "database/compdb.h"
#include "options/options.h"

enum { MAX_PROJECT_FILES = 400 };

typedef struct KnownFile {
	ProgramFile file;
	dev_t dev;
	ino_t ino;
	bool is_named;   /* on the command line */
	bool is_changed; /* project_change_flags() was applied */
} KnownFile;

/* Starts as zero, with an arena. */
typedef struct ProjectFiles {
	Arena *arena;
	const CompDb *db; /* the database of `known`, or NULL */
	bool is_made;
	VEC(KnownFile) known; /* without duplicates; those of the command line first */
	int *by_id;       /* hash table by dev and ino: index into `known` + 1 */
	int n_hash;
} ProjectFiles;

/* Applies --extra-arg and --removed-arg. */
void project_change_flags(Arena *arena, const Options *options, ProgramFile *file);

/* Sets out->others: the files of the command line and, if `with_db`, up to MAX_PROJECT_FILES of the database: first those below
 * out->file's folder, then below its parent, then others. */
void project_files(Arena *arena, ProjectFiles *files, const Options *options, const CompDb *db, bool with_db, AnalyzeOptions *out);

#endif
