/* The files of a project whose host code may lead to kernels elsewhere. */
#ifndef SMEMLINT_PROJECT_FILES_H
#define SMEMLINT_PROJECT_FILES_H

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
	bool is_changed; /* its flags, by --extra-arg and --removed-arg */
} KnownFile;

/* Zeroed to begin with, but for the arena. */
typedef struct ProjectFiles {
	Arena *arena;
	const CompDb *db; /* that `known` was made of; NULL: none yet, or none at all */
	bool is_made;
	VEC(KnownFile) known; /* each once; those of the command line first */
	int *by_id;       /* hash of dev and ino → known + 1 */
	int n_hash;
} ProjectFiles;

/* The command of an entry as --extra-arg and --removed-arg change it. */
void project_change_flags(Arena *arena, const Options *options, ProgramFile *file);

/* Those of the command line and, if `with_db`, up to MAX_PROJECT_FILES of the database: first those below the file's folder,
 * then below the folder above, then others. */
void project_files(Arena *arena, ProjectFiles *files, const Options *options, const CompDb *db, bool with_db, AnalyzeOptions *out);

#endif
