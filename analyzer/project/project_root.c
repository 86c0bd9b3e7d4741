#include "project/project_root.h"

#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/folder.h"

/* --- folders -------------------------------------------------------------------------------------- */

static bool is_shared(const char *folder)
{
	static const char *const systems[] = { "/usr", "/opt", "/var", "/srv", "/mnt", "/media", "/etc", "/home", "/run" };
	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
		if (strcmp(folder, systems[i]) == 0)
			return true;
	return strncmp(folder, "/usr/", 5) == 0 || folder_is_everybodys(folder);
}

static const char *git_root(Arena *arena, const char *file)
{
	for (const char *folder = path_parent(arena, file); strcmp(folder, "/") != 0; folder = path_parent(arena, folder))
		if (access(arena_printf(arena, "%s/.git", folder), F_OK) == 0 && !is_shared(folder))
			return folder;
	return NULL;
}

/* The deepest folder that contains both; if one is NULL, the other. */
static const char *common_folder(Arena *arena, const char *a, const char *b)
{
	if (!a || !b)
		return a ? a : b;
	while (!path_is_below(a, b))
		a = path_parent(arena, a);
	return a;
}

/* --- the database --------------------------------------------------------------------------------- */

static const char *sources_root(Arena *arena, const CompDb *db)
{
	const char *all = NULL, *last = NULL;
	for (int i = 0; i < db->entries.n; i++) {
		const char *folder = path_parent(arena, db->entries.at[i].path);
		if (last && strcmp(folder, last) == 0)
			continue;
		last = folder;
		all = common_folder(arena, all, path_from_root(arena, folder));
	}
	return all;
}

static void read_roots(ProjectRoots *roots, const CompDb *db)
{
	Arena *arena = roots->arena;
	const char *build = path_parent(arena, path_from_root(arena, db->path));
	const char *stated = compdb_source_folder(arena, build);
	roots->db = db;
	roots->stated = stated ? path_from_root(arena, stated) : NULL;
	roots->sources = sources_root(arena, db);
	roots->all = common_folder(arena, roots->sources, build);
}

static bool is_root_of(const char *folder, const char *file)
{
	return folder && path_is_below(folder, file) && !is_shared(folder);
}

static const char *database_root(const ProjectRoots *roots, const char *file)
{
	const char *const found[] = { roots->stated, roots->all, roots->sources };
	for (size_t i = 0; i < sizeof found / sizeof *found; i++)
		if (is_root_of(found[i], file))
			return found[i];
	return NULL;
}

const char *project_root(ProjectRoots *roots, Arena *arena, const CompDb *db, const char *config, const char *file)
{
	file = path_from_root(arena, file);
	const char *found = git_root(arena, file);
	if (found)
		return found;
	if (db && roots->db != db)
		read_roots(roots, db);
	found = db ? database_root(roots, file) : NULL;
	const char *wider = config ? path_parent(arena, path_from_root(arena, config)) : NULL;
	return is_root_of(wider, found ? found : file) ? wider : found;
}
