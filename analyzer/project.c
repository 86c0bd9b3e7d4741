#include "project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callers.h"

typedef VEC(ProgramFile) ProgramFiles;

bool project_check(const Options *options)
{
	Arena *arena = arena_new();
	bool is_there = !options->build || compdb_at(arena, options->build);
	if (!is_there)
		fprintf(stderr, "smemlint: error: -p '%s': there is no compile_commands.json\n", options->build);
	arena_free(arena);
	return is_there;
}

static bool may_be_named(const Options *options, const char *path, const char *file)
{
	bool may = compdb_may_name(path, file);
	for (int i = 0; i < options->n_files && !may; i++)
		may = compdb_may_name(path, options->files[i]);
	return may;
}

static const CompDb *database_of(Project *project, const Options *options, const char *file)
{
	const char *path = options->build ? compdb_at(project->arena, options->build) : compdb_find(project->arena, file);
	if (path && !options->build && !may_be_named(options, path, file))
		return NULL;
	if (path && (!project->db || strcmp(project->db->path, path) != 0)) {
		project->db = compdb_read(project->arena, path);
		if (project->db->problem)
			fprintf(stderr, "%s: note: not read: %s\n", path, project->db->problem);
	}
	return path ? project->db : NULL;
}

static void add_file(Project *project, ProgramFiles *files, ProgramFile file)
{
	for (int i = 0; i < files->n; i++)
		if (is_same_file(files->at[i].path, file.path))
			return;
	vec_push(project->arena, files, file);
}

static ProgramFile program_file(const CompDbEntry *entry)
{
	return (ProgramFile){ entry->path, entry->flags, entry->n_flags, entry->directory };
}

/* Those of the command line: with its flags, or with their own where it has none. */
static void add_named(Project *project, const Options *options, const CompDb *db, ProgramFiles *files)
{
	for (int i = 0; i < options->n_files; i++) {
		const CompDbEntry *entry = db && !options->n_flags ? compdb_entry(db, options->files[i]) : NULL;
		ProgramFile named = { .path = options->files[i] };
		add_file(project, files, entry ? program_file(entry) : named);
	}
}

static bool is_in(const char *folder, const char *path)
{
	size_t n = strlen(folder);
	return strncmp(path, folder, n) == 0 && path[n] == '/';
}

/* Those below the folder, or those that are not. */
static void add_entries(Project *project, const Options *options, const CompDb *db, const char *folder, bool below,
			ProgramFiles *files)
{
	for (int i = 0; i < db->entries.n && files->n < MAX_PROJECT_FILES; i++) {
		ProgramFile file = program_file(&db->entries.at[i]);
		if (!callers_may_be(file.path) || is_in(folder, file.path) != below)
			continue;
		if (options->n_flags && strcmp(path_folder(project->arena, file.path), folder) == 0)
			file.flags = NULL;
		add_file(project, files, file);
	}
}

static void add_database(Project *project, const Options *options, const CompDb *db, const char *file, ProgramFiles *files)
{
	char *real = realpath(file, NULL);
	const char *folder = path_folder(project->arena, real ? real : file);
	add_entries(project, options, db, folder, true, files);
	add_entries(project, options, db, path_folder_above(project->arena, folder), true, files);
	add_entries(project, options, db, path_folder_above(project->arena, folder), false, files);
	free(real);
}

void project_apply(Project *project, const Options *options, AnalyzeOptions *out)
{
	ProgramFiles files = { 0 };
	const CompDb *db = database_of(project, options, out->file);
	const CompDbEntry *own = db ? compdb_entry(db, out->file) : NULL;
	add_named(project, options, db, &files);
	if (own)
		add_database(project, options, db, out->file, &files);
	if (own && !options->n_flags) {
		out->flags = own->flags;
		out->n_flags = own->n_flags;
		out->directory = own->directory;
	}
	out->others = files.at;
	out->n_others = files.n;
}
