/* Where a project ends: which headers are its own.
 *
 * The root is the folder above a source that holds .git (a folder, or a file as submodules and worktrees have it).  Where there
 * is none, it is what the build says: the source folder in CMakeCache.txt or meson-info beside compile_commands.json, else
 * the deepest folder that all its sources and itself have in common, or only the sources; and the configuration's folder,
 * if that is above.  What is everybody's (/, a home, folders of the system) is never the root of a project. */
#ifndef SMEMLINT_PROJECT_ROOT_H
#define SMEMLINT_PROJECT_ROOT_H

#include "database/compdb.h"

/* What the last database says.  Zeroed to begin with, but for the arena, which outlives it. */
typedef struct ProjectRoots {
	Arena *arena;
	const CompDb *db;
	const char *stated;         /* the build system's word, or NULL */
	const char *sources, *all;  /* what the sources have in common, and these with the build folder */
} ProjectRoots;

/* From the root of the file system; NULL: nothing says where the project of this source ends.  db: its database, or NULL.
 * config: the nearest .smemlint.yaml, or NULL. */
const char *project_root(ProjectRoots *roots, Arena *arena, const CompDb *db, const char *config, const char *file);

#endif
