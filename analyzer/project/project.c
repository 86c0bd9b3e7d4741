#include "project/project.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options/status.h"
#include "database/nvcc.h"
#include "project/includer.h"

#define HOW_TO_MAKE_ONE \
	"; this makes one:\n" \
	"    cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON\n" \
	"or name files: smemlint FILE.cu -- FLAGS\n"

enum { MAX_MISSING = 5, MAX_MESSAGES = 1000 };

/* --- what is said ------------------------------------------------------------------------------ */

static void report(Project *project, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Once a run. */
static void report(Project *project, const char *format, ...)
{
	char text[2048];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	for (int i = 0; i < project->messages.n; i++)
		if (strcmp(project->messages.at[i], text) == 0)
			return;
	if (project->messages.n >= MAX_MESSAGES)
		return;
	vec_push(project->arena, &project->messages, (const char *)arena_strdup(project->arena, text));
}

const char *project_messages(Project *project)
{
	const char *all = "";
	for (; project->n_taken < project->messages.n; project->n_taken++)
		all = arena_printf(project->arena, "%s%s", all, project->messages.at[project->n_taken]);
	return all;
}

static const char *why_unread(Arena *arena, const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0)
		return arena_printf(arena, "%s", strerror(errno));
	return S_ISREG(st.st_mode) && access(path, R_OK) == 0 ? "response files name each other too deeply, or are too long"
							      : "it cannot be read";
}

/* What of the flags is lost. */
static void report_flags(Project *project, Arena *arena, const AnalyzeOptions *file)
{
	FlagList all = { 0 };
	if (file->directory)
		vec_push(arena, &all, (const char *)arena_printf(arena, "-working-directory=%s", file->directory));
	for (int i = 0; i < file->n_flags; i++)
		vec_push(arena, &all, file->flags[i]);
	const NvccFlags flags = nvcc_translate(arena, all.at, all.n);
	for (int i = 0; i < flags.skipped.n; i++)
		report(project, "smemlint: note: compiler flag '%.200s' is not known, and left out\n", flags.skipped.at[i]);
	for (int i = 0; i < flags.unread.n; i++)
		report(project, "smemlint: warning: response file '%s' is not read, and its flags are missing: %s\n", flags.unread.at[i],
		       why_unread(arena, flags.unread.at[i]));
}

/* --- the database ------------------------------------------------------------------------------ */

static const CompDb *read_database(Project *project, const char *path)
{
	if (!project->db || strcmp(project->db->path, path) != 0) {
		project->db = compdb_read(project->arena, arena_strdup(project->arena, path));
		if (project->db->problem)
			report(project, "%s: warning: this database is not read: %s\n", path, project->db->problem);
		else if (project->db->n_odd)
			report(project, "%s: note: %d of its entries name no file or no command\n", path, project->db->n_odd);
	}
	return project->db;
}

bool project_check(Project *project, const Options *options)
{
	const char *path = options->build ? compdb_at(project->arena, options->build) : NULL;
	if (!options->build)
		return true;
	if (!path)
		report(project, "smemlint: error: -p '%s': there is no compile_commands.json" HOW_TO_MAKE_ONE, options->build);
	return path && !read_database(project, path)->problem;
}

/* Read where its text has the file or something of CUDA; and where it is asked for again, for its text is long. */
static bool is_worth_reading(Project *project, const Options *options, const char *path, const char *file)
{
	if (options->build || (project->db && strcmp(project->db->path, path) == 0) ||
	    (project->refused && strcmp(project->refused, path) == 0))
		return true;
	bool may = compdb_may_name(path, file);
	for (int i = 0; i < options->n_files && !may; i++)
		may = compdb_may_name(path, options->files[i]);
	project->refused = may ? NULL : arena_strdup(project->arena, path);
	return may;
}

static const CompDb *database_of(Project *project, const Options *options, const char *file)
{
	if (options->is_project)
		return project->db;
	Arena *scratch = arena_new(); /* an editor's server asks at every key */
	const char *path = options->build ? compdb_at(scratch, options->build) : compdb_find(scratch, file);
	if (!path && !options->build)
		path = compdb_find_from(scratch, "."); /* a build folder that has another name */
	const CompDb *db = path && is_worth_reading(project, options, path, file) ? read_database(project, path) : NULL;
	arena_free(scratch);
	return db;
}

/* --- all files --------------------------------------------------------------------------------- */

/* As a person in the current folder would name it. */
static const char *short_name(const char *path, const char *here)
{
	size_t n = strlen(here);
	return n > 1 && strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

static const char *current_folder(Arena *arena)
{
	char *real = realpath(".", NULL);
	const char *copy = real ? arena_strdup(arena, real) : "";
	free(real);
	return copy;
}

/* `missing`: how many before it are not there. */
static void add_file(Project *project, const CompDbEntry *entry, const char *here, Names *names, int *missing)
{
	if (access(entry->path, F_OK) == 0)
		vec_push(project->arena, names, short_name(entry->path, here));
	else if ((*missing)++ < MAX_MISSING)
		report(project, "%s: warning: entry %d of %s names this file, but it is not there; not analysed\n", entry->path,
		       entry->number, short_name(project->db->path, here));
}

Names project_all(Project *project, const Options *options, int *status)
{
	const char *path = options->build ? compdb_at(project->arena, options->build) : compdb_find_from(project->arena, ".");
	const char *here = current_folder(project->arena);
	Names names = { 0 };
	int missing = 0;
	const CompDb *db = path ? read_database(project, path) : NULL;
	if (db && !db->problem) {
		CompDbFiles files = compdb_cuda(project->arena, db);
		for (int i = 0; i < files.n; i++)
			add_file(project, files.at[i], here, &names, &missing);
		if (!db->entries.n)
			report(project, "smemlint: error: no input files: %s has no entries\n", short_name(path, here));
		else if (!files.n)
			report(project, "smemlint: error: no input files: none of the %d entries of %s is of CUDA\n", db->entries.n,
			       short_name(path, here));
	} else if (!db) {
		report(project,
		       "smemlint: error: no input files, and no compile_commands.json here, above, or in the usual build "
		       "folders" HOW_TO_MAKE_ONE);
	}
	if (missing > MAX_MISSING)
		report(project, "%s: warning: %d more files that it names are not there\n", short_name(path, here), missing - MAX_MISSING);
	*status = status_worse(*status, !names.n ? EXIT_USAGE : missing ? EXIT_INCOMPLETE : EXIT_CLEAN);
	return names;
}

/* --- one file ---------------------------------------------------------------------------------- */

/* Of the command line, or an editor's. */
static bool has_flags(const Options *options)
{
	return options->has_flags || options->n_flags;
}

static bool is_cuda_name(const char *file)
{
	return path_ends_with(file, ".cu") || is_header_name(file);
}

/* The entry whose command a file is read with, and whether it is its own. */
static const CompDbEntry *entry_for(Arena *arena, const CompDb *db, const char *file, bool *is_own)
{
	const CompDbEntry *own = db ? compdb_entry(db, file) : NULL;
	*is_own = own != NULL;
	if (own && (own->is_cuda || !is_header_name(file)))
		return own;
	const CompDbEntry *near = db && is_cuda_name(file) ? compdb_nearest(arena, db, file) : NULL;
	return near ? near : own;
}

/* It decides where folders and response files are looked for. */
static void report_entry(Project *project, const CompDb *db, const CompDbEntry *entry)
{
	struct stat st;
	if (entry->problem)
		report(project, "%s: warning: entry %d (%s): %s\n", db->path, entry->number, entry->path, entry->problem);
	if (stat(entry->directory, &st) != 0 || !S_ISDIR(st.st_mode))
		report(project, "%s: warning: entry %d (%s): there is no directory '%s'\n", db->path, entry->number, entry->path,
		       entry->directory);
}

static const char *origin_of(Arena *arena, const Options *options, const CompDb *db, const CompDbEntry *entry, bool is_own)
{
	if (has_flags(options))
		return "the command line";
	if (!entry)
		return db ? "nowhere: the database does not have it" : "nowhere: there is no compile_commands.json";
	return is_own ? arena_printf(arena, "entry %d of %s", entry->number, db->path)
		      : arena_printf(arena, "entry %d of %s, the nearest CUDA file: %s", entry->number, db->path, entry->path);
}

const char *project_apply(Project *project, Arena *arena, const Options *options, AnalyzeOptions *out)
{
	bool is_own = false;
	project->files.arena = project->arena;
	const CompDb *db = database_of(project, options, out->file);
	const CompDbEntry *entry = entry_for(arena, db, out->file, &is_own);
	project_files(arena, &project->files, options, db, is_own, out);
	ProgramFile file = { out->file, out->flags, out->n_flags, out->directory };
	if (entry && !has_flags(options)) {
		report_entry(project, db, entry);
		file = (ProgramFile){ out->file, entry->flags, entry->n_flags, entry->directory };
	}
	project_change_flags(arena, options, &file);
	out->flags = file.flags;
	out->n_flags = file.n_flags;
	out->directory = file.directory;
	report_flags(project, arena, out);
	return origin_of(arena, options, db, entry, is_own);
}

/* --- who includes whom ------------------------------------------------------------------------- */

enum { MAX_FOLDERS = 200 };

/* A toolkit's headers and the system's include nothing of the project. */
static bool is_foreign(Arena *arena, const char *folder)
{
	return strncmp(folder, "/usr/", 5) == 0 || access(arena_printf(arena, "%s/cuda_runtime.h", folder), F_OK) == 0;
}

static void add_include_folder(Arena *arena, Names *folders, const char *directory, const char *name)
{
	const char *path = name[0] == '/' ? name : arena_printf(arena, "%s/%s", directory, name);
	for (int i = 0; i < folders->n; i++)
		if (strcmp(folders->at[i], path) == 0)
			return;
	if (folders->n < MAX_FOLDERS && !is_foreign(arena, path))
		vec_push(arena, folders, path);
}

static void add_include_folders(Arena *arena, Names *folders, const CompDbEntry *entry)
{
	FlagList words = { 0 };
	vec_push(arena, &words, (const char *)arena_printf(arena, "-working-directory=%s", entry->directory));
	for (int i = 0; i < entry->n_flags; i++)
		vec_push(arena, &words, entry->flags[i]);
	const NvccFlags flags = nvcc_translate(arena, words.at, words.n);
	for (int i = 0; i < flags.pass.n; i++) {
		const char *flag = flags.pass.at[i];
		size_t n = strncmp(flag, "-I", 2) == 0 ? 2 : strncmp(flag, "-iquote", 7) == 0 ? 7 : 0;
		if (n)
			add_include_folder(arena, folders, entry->directory, flag + n);
	}
}

static IncludeProgram make_program(Project *project, const CompDb *db, bool short_names)
{
	IncludeProgram program = { 0 };
	const CompDbFiles files = compdb_cuda(project->arena, db);
	const char *here = current_folder(project->arena);
	for (int i = 0; i < files.n && i < MAX_PROGRAM_FILES; i++) {
		const char *path = files.at[i]->path;
		vec_push(project->arena, &program.sources, short_names ? short_name(path, here) : path);
		add_include_folders(project->arena, &program.folders, files.at[i]);
	}
	return program;
}

const CompDb *project_database(Project *project, const Options *options, const char *file)
{
	return has_flags(options) ? NULL : database_of(project, options, file);
}

const IncludeProgram *project_program(Project *project, const Options *options, const char *file)
{
	const CompDb *db = project_database(project, options, file);
	if (!db)
		return NULL;
	if (project->program_of != db) {
		project->program_of = db;
		project->program = make_program(project, db, *file != '/');
	}
	return &project->program;
}
