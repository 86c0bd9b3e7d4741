/* compile_commands.json: which files a project has, and how each is compiled. */
#ifndef SMEMLINT_DATABASE_COMPDB_H
#define SMEMLINT_DATABASE_COMPDB_H

#include <stdbool.h>

#include "base/vec.h"

/* How well a command describes the compilation of a file as CUDA.  Of several entries for a file, the first one of the highest
 * rank is used. */
typedef enum CompDbRank {
	COMPDB_OTHER,   /* not CUDA, or a host compiler, perhaps as a step of nvcc */
	COMPDB_PARTLY,  /* nvcc or clang, but only dependencies, preprocessing or linking */
	COMPDB_COMPILE, /* compiled by nvcc, clang or an unknown program */
} CompDbRank;

typedef struct CompDbEntry {
	const char *path;          /* of the source, normalised; absolute, or relative like the database's own path */
	const char *directory;     /* to which paths in the flags are relative */
	const char *const *flags;  /* the whole command, the compiler's name first */
	int n_flags;
	int number;                /* in the list, from 1 */
	bool is_cuda;              /* by the file's name or by -x */
	CompDbRank rank;
	const char *problem;       /* why it is malformed though usable, or NULL */
	int next;    /* index of the next entry with the same hash of the file's name, or -1 */
} CompDbEntry;

typedef struct CompDb {
	const char *path;          /* of the database */
	VEC(CompDbEntry) entries;  /* in its order, without malformed ones */
	int n_odd;                 /* how many were malformed */
	const char *problem;       /* why it cannot be read, or NULL */
	int *first;                /* index of the first entry, by the hash of the file's name */
	int n_hash;                /* size of `first`, a power of two */
} CompDb;

/* The path of the source's database: in its folder or one above, or in a usual build folder of these; build folders in shared
 * folders such as /tmp and $HOME are not searched.  NULL: there is none. */
const char *compdb_find(Arena *arena, const char *source);

/* The same for files in a folder. */
const char *compdb_find_from(Arena *arena, const char *folder);

/* The path of the database that is `path` or lies in the folder `path`; NULL: there is none. */
const char *compdb_at(Arena *arena, const char *path);

/* The source folder that CMake or Meson have noted in a build folder, or NULL. */
const char *compdb_source_folder(Arena *arena, const char *build);

/* False: the text has no entry of the source and none of CUDA.  It is searched without being parsed, since a database can be
 * large and is often not one of CUDA.  True for a file that cannot be read or is not a list. */
bool compdb_may_name(const char *path, const char *source);

/* Never fails: see CompDb.problem. */
CompDb *compdb_read(Arena *arena, const char *path);

/* The entry to use for a source, or NULL. */
const CompDbEntry *compdb_entry(const CompDb *db, const char *source);

/* The CUDA entry whose path has the longest common prefix with the source's, in folders, then in the name; NULL: there are
 * none. */
const CompDbEntry *compdb_nearest(Arena *arena, const CompDb *db, const char *source);

/* The entries to use for the CUDA files, one for each file, in the database's order. */
typedef VEC(const CompDbEntry *) CompDbFiles;
CompDbFiles compdb_cuda(Arena *arena, const CompDb *db);

#endif
