/* compile_commands.json: which files a project has, and how each is compiled. */
#ifndef SMEMLINT_FRONTEND_COMPDB_H
#define SMEMLINT_FRONTEND_COMPDB_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct CompDbEntry {
	const char *path;          /* of the source; absolute where the database says so, or from where the database lies */
	const char *directory;     /* that the flags are relative to */
	const char *const *flags;  /* the whole command, the compiler's name first */
	int n_flags;
} CompDbEntry;

typedef struct CompDb {
	const char *path;          /* of the database */
	VEC(CompDbEntry) entries;  /* in its order; what is no entry is left out */
	const char *problem;       /* why it could not be read, or NULL */
} CompDb;

/* The database of the project that a source belongs to: in its folder or one above it, or in their usual build folders.
 * NULL: there is none. */
const char *compdb_find(Arena *arena, const char *source);

/* The database that is meant by a folder or by its own path; NULL: there is none. */
const char *compdb_at(Arena *arena, const char *path);

/* Whether it may have an entry of a source, or is no list at all, told by its text alone: it can be long, and is often
 * another program's. */
bool compdb_may_name(const char *path, const char *source);

/* Never fails: see problem. */
CompDb *compdb_read(Arena *arena, const char *path);

/* The first entry of a source, or NULL. */
const CompDbEntry *compdb_entry(const CompDb *db, const char *source);

#endif
