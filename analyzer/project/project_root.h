/* The root folder of a project, which decides which headers belong to it.
 *
 * It is the innermost folder above a source that contains .git (a folder, or a file in submodules and worktrees).  Without one,
 * the source folder in CMakeCache.txt or meson-info next to compile_commands.json; else the common folder of all its sources
 * and itself, or of its sources; or the configuration's folder, if that is above.  /, homes and system folders are never the
 * root of a project. */
#ifndef SMEMLINT_PROJECT_PROJECT_ROOT_H
#define SMEMLINT_PROJECT_PROJECT_ROOT_H

#include "database/compdb.h"

/* The roots given by the last database.  Starts as zero, with an arena that outlives it. */
typedef struct ProjectRoots {
	Arena *arena;
	const CompDb *db;
	const char *stated;         /* by the build system, or NULL */
	const char *sources, *all;  /* the common folder of the sources; of the sources and the build folder */
} ProjectRoots;

/* An absolute path; NULL: the project's root is not known.  db: the source's database, or NULL.  config: the nearest
 * .smemlint.yaml, or NULL. */
const char *project_root(ProjectRoots *roots, Arena *arena, const CompDb *db, const char *config, const char *file);

#endif
