/* compile_commands.json: which files a project has, and how each is compiled. */
#ifndef SMEMLINT_FRONTEND_COMPDB_H
#define SMEMLINT_FRONTEND_COMPDB_H

#include <stdbool.h>

#include "base/vec.h"

/* How far a command tells how a file is read as CUDA: of several of one file the first of the highest rank counts. */
typedef enum CompDbRank {
	COMPDB_OTHER,   /* it is compiled, but not as CUDA: a host compiler's, which may be a step of nvcc */
	COMPDB_PARTLY,  /* nvcc or clang, for dependencies or to link device code */
	COMPDB_COMPILE, /* nvcc, clang or a program whose name says nothing */
} CompDbRank;

typedef struct CompDbEntry {
	const char *path;          /* of the source; absolute where the database says so, or from where the database lies */
	const char *directory;     /* that the flags are relative to */
	const char *const *flags;  /* the whole command, the compiler's name first */
	int n_flags;
	int number;                /* in the list, from 1 */
	bool is_cuda;              /* by the file's name or by -x */
	CompDbRank rank;
	const char *problem;       /* what is odd about it, or NULL */
	int next;    /* with the same hash of the file's name, or -1 */
} CompDbEntry;

typedef struct CompDb {
	const char *path;          /* of the database */
	VEC(CompDbEntry) entries;  /* in its order; what is no entry is left out */
	int n_odd;                 /* so many were left out */
	const char *problem;       /* why it could not be read, or NULL */
	int *first;                /* entries by the hash of the file's name … */
	int n_hash;                /* … a power of two */
} CompDb;

/* The database of the project that a source belongs to: in its folder or one above it, or in their usual build folders; not
 * in build folders of those that are everybody's.  NULL: there is none. */
const char *compdb_find(Arena *arena, const char *source);

/* The same for what lies in a folder. */
const char *compdb_find_from(Arena *arena, const char *folder);

/* The database that is meant by a folder or by its own path; NULL: there is none. */
const char *compdb_at(Arena *arena, const char *path);

/* The source folder of a build folder, where CMake or Meson say it there, or NULL. */
const char *compdb_source_folder(Arena *arena, const char *build);

/* Whether it may have an entry of a source, or one of CUDA, or is no list at all, told by its text alone: it can be long,
 * and is often another program's. */
bool compdb_may_name(const char *path, const char *source);

/* Never fails: see problem. */
CompDb *compdb_read(Arena *arena, const char *path);

/* The entry of a source that counts, or NULL. */
const CompDbEntry *compdb_entry(const CompDb *db, const char *source);

/* Of the CUDA entries, the one whose path has most in common with the source's; NULL: there are none. */
const CompDbEntry *compdb_nearest(Arena *arena, const CompDb *db, const char *source);

/* The CUDA files, each once, with the entry that counts, in the database's order. */
typedef VEC(const CompDbEntry *) CompDbFiles;
CompDbFiles compdb_cuda(Arena *arena, const CompDb *db);

#endif
