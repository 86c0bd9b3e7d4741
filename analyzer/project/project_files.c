#include "project/project_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/callers.h"
#include "database/nvcc.h"

/* --- flags ------------------------------------------------------------------------------------ */

void project_change_flags(Arena *arena, const Options *options, ProgramFile *file)
{
	const FlagList removed = { .at = options->removed_arg.at, .n = options->removed_arg.n };
	FlagList flags = { 0 };
	if (!removed.n && !options->extra_arg.n)
		return;
	if (removed.n)
		flags = nvcc_remove(arena, file->directory, file->flags, file->n_flags, &removed);
	for (int i = 0; i < file->n_flags && !removed.n; i++)
		vec_push(arena, &flags, file->flags[i]);
	for (int i = 0; i < options->extra_arg.n; i++)
		vec_push(arena, &flags, options->extra_arg.at[i]);
	file->flags = flags.at;
	file->n_flags = flags.n;
}

/* --- known files ------------------------------------------------------------------------------ */

static unsigned slot_of(const ProjectFiles *files, const KnownFile *file)
{
	uint64_t id = (uint64_t)file->ino * 0x9e3779b97f4a7c15u ^ (uint64_t)file->dev;
	unsigned slot = (unsigned)(id >> 32) & (unsigned)(files->n_hash - 1);
	for (int k; (k = files->by_id[slot]); slot = (slot + 1) & (unsigned)(files->n_hash - 1))
		if (files->known.at[k - 1].ino == file->ino && files->known.at[k - 1].dev == file->dev)
			break;
	return slot;
}

static void add_known(ProjectFiles *files, KnownFile file)
{
	struct stat st;
	if (stat(file.file.path, &st) != 0)
		return;
	file.dev = st.st_dev;
	file.ino = st.st_ino;
	unsigned slot = slot_of(files, &file);
	if (files->by_id[slot])
		return;
	vec_push(files->arena, &files->known, file);
	files->by_id[slot] = files->known.n;
}

static KnownFile known_entry(const CompDbEntry *entry)
{
	return (KnownFile){ .file = { entry->path, entry->flags, entry->n_flags, entry->directory } };
}

/* The files of the command line: with its flags, or without any with those of their database entries. */
static void add_named(ProjectFiles *files, const Options *options, const CompDb *db)
{
	for (int i = 0; i < options->n_files && !options->is_project; i++) {
		const CompDbEntry *entry = db && !options->has_flags && !options->n_flags ? compdb_entry(db, options->files[i]) : NULL;
		KnownFile named = { .file = { .path = options->files[i] } };
		named = entry ? known_entry(entry) : named;
		named.is_named = true;
		add_known(files, named);
	}
}

static void make(ProjectFiles *files, const Options *options, const CompDb *db)
{
	*files = (ProjectFiles){ .arena = files->arena, .db = db, .is_made = true, .n_hash = 16 };
	while (files->n_hash < 2 * (options->n_files + (db ? db->entries.n : 0)))
		files->n_hash *= 2;
	files->by_id = arena_array(files->arena, int, files->n_hash);
	add_named(files, options, db);
	for (int i = 0; db && i < db->entries.n; i++)
		if (callers_may_be(db->entries.at[i].path))
			add_known(files, known_entry(&db->entries.at[i]));
}

/* --- for one file ----------------------------------------------------------------------------- */

typedef VEC(ProgramFile) ProgramFiles;

static bool is_in(const char *folder, const char *path)
{
	size_t n = strlen(folder);
	return strncmp(path, folder, n) == 0 && path[n] == '/';
}

static void change_once(ProjectFiles *files, const Options *options, KnownFile *known)
{
	if (!known->is_changed && known->file.flags)
		project_change_flags(files->arena, options, &known->file);
	known->is_changed = true;
}

/* Adds the files below `folder` and not below `except`; NULL: any, none. */
static void add_below(Arena *arena, ProjectFiles *files, const Options *options, const char *folder, const char *except, const char *own,
		      ProgramFiles *out)
{
	for (int i = 0; i < files->known.n && out->n < MAX_PROJECT_FILES; i++) {
		KnownFile *known = &files->known.at[i];
		const char *path = known->file.path;
		if (known->is_named || (folder && !is_in(folder, path)) || (except && is_in(except, path)))
			continue;
		change_once(files, options, known);
		ProgramFile file = known->file;
		if ((options->has_flags || options->n_flags) && strcmp(path_folder(arena, path), own) == 0)
			file.flags = NULL;
		vec_push(arena, out, file);
	}
}

void project_files(Arena *arena, ProjectFiles *files, const Options *options, const CompDb *db, bool with_db, AnalyzeOptions *out)
{
	ProgramFiles list = { 0 };
	if (!files->is_made || files->db != db)
		make(files, options, db);
	for (int i = 0; i < files->known.n && files->known.at[i].is_named; i++) {
		change_once(files, options, &files->known.at[i]);
		vec_push(arena, &list, files->known.at[i].file);
	}
	if (with_db) {
		char *real = realpath(out->file, NULL);
		const char *folder = path_folder(arena, real ? real : out->file), *above = path_folder_above(arena, folder);
		add_below(arena, files, options, folder, NULL, folder, &list);
		add_below(arena, files, options, above, folder, folder, &list);
		add_below(arena, files, options, NULL, above, folder, &list);
		free(real);
	}
	out->others = list.at;
	out->n_others = list.n;
}
