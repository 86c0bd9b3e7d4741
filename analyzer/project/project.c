#include "project/project.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/callers.h"
#include "base/glob.h"
#include "base/hash.h"
#include "base/paths.h"
#include "options/status.h"
#include "database/nvcc.h"
#include "project/includer.h"

#define HOW_TO_CREATE_ONE \
	"; create one with\n" \
	"    cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON\n" \
	"or name files: smemlint FILE.cu -- FLAGS\n"

enum { MAX_MISSING = 5, MAX_MESSAGES = 1000 };

/* --- messages ---------------------------------------------------------------------------------- */

static void report(Project *project, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same message is reported once in a run. */
static void report(Project *project, const char *format, ...)
{
	char text[2048];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	const size_t n = strlen(text);
	text[n - (n && text[n - 1] == '\n')] = 0;
	const char *line = arena_printf(project->arena, "%s\n", path_shown(project->arena, text));
	for (int i = 0; i < project->messages.n; i++)
		if (strcmp(project->messages.at[i], line) == 0)
			return;
	if (project->messages.n < MAX_MESSAGES)
		vec_push(project->arena, &project->messages, line);
}

const char *project_messages(Project *project)
{
	const char *all = "";
	for (; project->n_printed < project->messages.n; project->n_printed++)
		all = arena_printf(project->arena, "%s%s", all, project->messages.at[project->n_printed]);
	return all;
}

static const char *response_file_problem(Arena *arena, const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0)
		return arena_printf(arena, "%s", strerror(errno));
	return S_ISREG(st.st_mode) && access(path, R_OK) == 0 ? "response files are nested too deeply, or too long" : "not a readable file";
}

/* Reports flags that are not used. */
static void report_flags(Project *project, Arena *arena, const AnalyzeOptions *file)
{
	FlagList all = { 0 };
	if (file->directory)
		vec_push(arena, &all, (const char *)arena_printf(arena, "-working-directory=%s", file->directory));
	for (int i = 0; i < file->n_flags; i++)
		vec_push(arena, &all, file->flags[i]);
	const NvccFlags flags = nvcc_translate(arena, all.at, all.n);
	for (int i = 0; i < flags.skipped.n; i++)
		report(project, "smemlint: note: unknown compiler flag '%.200s' is ignored\n", flags.skipped.at[i]);
	for (int i = 0; i < flags.unread.n; i++)
		report(project, "smemlint: warning: cannot read response file '%s', its flags are missing: %s\n", flags.unread.at[i],
		       response_file_problem(arena, flags.unread.at[i]));
}

/* --- the database ------------------------------------------------------------------------------ */

static const CompDb *read_database(Project *project, const char *path)
{
	if (!project->db || strcmp(project->db->path, path) != 0) {
		project->db = compdb_read(project->arena, arena_strdup(project->arena, path));
		if (project->db->problem)
			report(project, "%s: warning: cannot read this compilation database: %s\n", path, project->db->problem);
		else if (project->db->n_odd)
			report(project, "%s: note: ignored %d entr%s without a file or command\n", path, project->db->n_odd,
			       project->db->n_odd == 1 ? "y" : "ies");
	}
	return project->db;
}

bool project_check(Project *project, const Options *options)
{
	const char *path = options->build ? compdb_at(project->arena, options->build) : NULL;
	if (!options->build)
		return true;
	if (!path)
		report(project, "smemlint: error: -p '%s': no compile_commands.json found" HOW_TO_CREATE_ONE, options->build);
	return path && !read_database(project, path)->problem;
}

/* Whether the database's text mentions one of the files or CUDA; true at the second request, so that it is scanned once. */
static bool may_be_relevant(Project *project, const Options *options, const char *path, const char *file)
{
	if (options->build || (project->db && strcmp(project->db->path, path) == 0) ||
	    (project->rejected && strcmp(project->rejected, path) == 0))
		return true;
	bool may = compdb_may_name(path, file);
	for (int i = 0; i < options->n_files && !may; i++)
		may = compdb_may_name(path, options->files[i]);
	project->rejected = may ? NULL : arena_strdup(project->arena, path);
	return may;
}

static const CompDb *database_of(Project *project, const Options *options, const char *file)
{
	if (options->is_project)
		return project->db;
	Arena *scratch = arena_new(); /* the language server calls this for every edit */
	const char *path = options->build ? compdb_at(scratch, options->build) : compdb_find(scratch, file);
	if (!path && !options->build)
		path = compdb_find_from(scratch, "."); /* for build folders with unusual names */
	const CompDb *db = path && may_be_relevant(project, options, path, file) ? read_database(project, path) : NULL;
	arena_free(scratch);
	return db;
}

/* --- all files --------------------------------------------------------------------------------- */

/* Relative to the working folder if it is below it. */
static const char *relative_name(const char *path, const char *here)
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

/* *missing: counts files that do not exist. */
static void add_file(Project *project, const CompDbEntry *entry, const char *here, Names *names, int *missing)
{
	if (access(entry->path, F_OK) == 0)
		vec_push(project->arena, names, path_as_argument(project->arena, relative_name(entry->path, here)));
	else if ((*missing)++ < MAX_MISSING)
		report(project, "%s: warning: not analysed: entry %d of %s names this file, but it does not exist\n", entry->path,
		       entry->number, relative_name(project->db->path, here));
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
			report(project, "smemlint: error: no input files: %s has no entries\n", relative_name(path, here));
		else if (!files.n)
			report(project, "smemlint: error: no input files: none of the %d entries of %s is a CUDA source\n", db->entries.n,
			       relative_name(path, here));
	} else if (!db) {
		report(project,
		       "smemlint: error: no input files, and no compile_commands.json in this folder, its parents or their build "
		       "folders" HOW_TO_CREATE_ONE);
	}
	if (missing > MAX_MISSING)
		report(project, "%s: warning: %d more of its files do not exist\n", relative_name(path, here), missing - MAX_MISSING);
	*status = status_worse(*status, !names.n ? EXIT_USAGE : missing ? EXIT_INCOMPLETE : EXIT_CLEAN);
	return names;
}

/* --- one file ---------------------------------------------------------------------------------- */

/* From the command line or the editor's settings. */
static bool has_flags(const Options *options)
{
	return options->has_flags || options->n_flags;
}

static bool is_cuda_name(const char *file)
{
	return path_ends_with(file, ".cu") || path_is_header(file);
}

/* The entry whose command applies to a file; *is_own: it names the file. */
static const CompDbEntry *entry_for(Arena *arena, const CompDb *db, const char *file, bool *is_own)
{
	const CompDbEntry *own = db ? compdb_entry(db, file) : NULL;
	*is_own = own != NULL;
	if (own && (own->is_cuda || !path_is_header(file)))
		return own;
	const CompDbEntry *near = db && is_cuda_name(file) ? compdb_nearest(arena, db, file) : NULL;
	return near ? near : own;
}

/* Reports a missing directory: relative include folders and response files would not be found. */
static void report_entry(Project *project, const CompDb *db, const CompDbEntry *entry)
{
	struct stat st;
	if (entry->problem)
		report(project, "%s: warning: entry %d (%s): %s\n", db->path, entry->number, entry->path, entry->problem);
	if (stat(entry->directory, &st) != 0 || !S_ISDIR(st.st_mode))
		report(project, "%s: warning: entry %d (%s): its directory '%s' does not exist\n", db->path, entry->number, entry->path,
		       entry->directory);
}

static const char *origin_of(Arena *arena, const Options *options, const CompDb *db, const CompDbEntry *entry, bool is_own)
{
	if (has_flags(options))
		return "the command line";
	if (!entry)
		return db ? "none: the database has no entry for it" : "none: no compile_commands.json found";
	return is_own ? arena_printf(arena, "entry %d of %s", entry->number, db->path)
		      : arena_printf(arena, "entry %d of %s, the nearest CUDA file: %s", entry->number, db->path, entry->path);
}

/* --- include folders --------------------------------------------------------------------------- */

enum { MAX_FOLDERS = 200 };

/* Headers of the toolkit and the system do not include files of the project. */
static bool is_system_folder(Arena *arena, const char *folder)
{
	return strncmp(folder, "/usr/", 5) == 0 || access(arena_printf(arena, "%s/cuda_runtime.h", folder), F_OK) == 0;
}

static void add_include_folder(Arena *arena, Names *folders, const char *directory, const char *name)
{
	const char *path = name[0] == '/' ? name : arena_printf(arena, "%s/%s", directory, name);
	for (int i = 0; i < folders->n; i++)
		if (strcmp(folders->at[i], path) == 0)
			return;
	if (folders->n < MAX_FOLDERS && !is_system_folder(arena, path))
		vec_push(arena, folders, path);
}

static NvccFlags translate_in(Arena *arena, const char *directory, const char *const *all, int n)
{
	FlagList words = { 0 };
	vec_push(arena, &words, (const char *)arena_printf(arena, "-working-directory=%s", directory));
	for (int i = 0; i < n; i++)
		vec_push(arena, &words, all[i]);
	return nvcc_translate(arena, words.at, words.n);
}

static void add_include_folders(Arena *arena, Names *folders, const CompDbEntry *entry)
{
	const NvccFlags flags = translate_in(arena, entry->directory, entry->flags, entry->n_flags);
	for (int i = 0; i < flags.kept.n; i++) {
		const char *flag = flags.kept.at[i];
		size_t n = strncmp(flag, "-I", 2) == 0 ? 2 : strncmp(flag, "-iquote", 7) == 0 ? 7 : 0;
		if (n)
			add_include_folder(arena, folders, entry->directory, flag + n);
	}
}

/* --- the whole program -------------------------------------------------------------------------- */

static void add_siblings(Project *project, const Options *options, Names *files)
{
	Names folders = { 0 };
	for (int i = 0; i < options->n_files; i++) {
		const char *folder = path_folder(project->arena, options->files[i]);
		bool is_known = false;
		for (int k = 0; k < folders.n && !is_known; k++)
			is_known = strcmp(folders.at[k], folder) == 0;
		if (is_known)
			continue;
		vec_push(project->arena, &folders, folder);
		const Names siblings = callers_in_folder(project->arena, options->files[i]);
		for (int k = 0; k < siblings.n; k++)
			vec_push(project->arena, files, siblings.at[k]);
	}
}

/* The files of the database, if it has those of the command line. */
static const WholeProgram *make_whole(Project *project, const Options *options, const CompDb *db, bool has_files)
{
	Names files = { 0 }, folders = { 0 };
	for (int i = 0; i < options->n_files; i++)
		vec_push(project->arena, &files, options->files[i]);
	for (int i = 0; db && i < db->entries.n; i++) {
		const CompDbEntry *entry = &db->entries.at[i];
		add_include_folders(project->arena, &folders, entry);
		if (has_files && callers_may_be(entry->path))
			vec_push(project->arena, &files, entry->path);
	}
	add_siblings(project, options, &files);
	const CompDbEntry given = { .flags = options->flags, .n_flags = options->n_flags, .directory = "." };
	add_include_folders(project->arena, &folders, &given);
	WholeProgram *whole = included_whole(project->arena, &files, options->n_files, &folders);
	if (whole)
		whole->is_project = has_files;
	return whole;
}

static void set_whole(Project *project, const Options *options, const CompDb *db, bool is_own, AnalyzeOptions *out)
{
	const bool fixes = options->fix || options->diff || options->export_fixes;
	if (!fixes || (!is_own && options->n_files < 2))
		return;
	if (!project->has_whole || project->whole_of != db || project->is_whole != is_own)
		project->whole = make_whole(project, options, db, is_own);
	project->has_whole = true;
	project->whole_of = db;
	project->is_whole = is_own;
	out->whole = project->whole;
}

/* --- one file ------------------------------------------------------------------------------------ */

const char *project_apply(Project *project, Arena *arena, const Options *options, const char *config, AnalyzeOptions *out)
{
	bool is_own = false;
	project->files.arena = project->arena;
	const CompDb *db = database_of(project, options, out->file);
	const CompDbEntry *entry = entry_for(arena, db, out->file, &is_own);
	project_files(arena, &project->files, options, db, is_own, out);
	set_whole(project, options, db, is_own, out);
	for (int i = 0; i < options->n_files && !options->is_project; i++)
		vec_push(arena, &out->libraries.patterns,
			 (const char *)arena_printf(arena, "!%s", glob_escape(arena, path_from_root(arena, options->files[i]))));
	project->roots.arena = project->arena;
	out->libraries.root = project_root(&project->roots, arena, has_flags(options) ? NULL : db, config, out->file);
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

const CompDb *project_database(Project *project, const Options *options, const char *file)
{
	return has_flags(options) ? NULL : database_of(project, options, file);
}

/* --- what is precompiled ------------------------------------------------------------------------ */

/* The headers of the system are not read: those of C and C++ may come in any order. */
static bool is_default_folder(const char *folder)
{
	static const char usual[] = "/usr/include";
	const size_t n = sizeof usual - 1;
	return strncmp(folder, usual, n) == 0 && strspn(folder + n, "/.") == strlen(folder + n);
}

static void set_folders(Project *project, Arena *scratch, const Options *options, const ProgramFile *file, IncludeSetting *out)
{
	const CommandOptions compile = { file->flags, file->n_flags, file->directory, options->arch, options->cuda_path };
	const Command *command = command_make(scratch, &compile);
	const CommandFolders all = command_folders(scratch, command);
	CommandFolders *folders = arena_new_of(project->arena, CommandFolders);
	for (int i = 0; i < all.names.n; i++) {
		const char *folder = path_join(scratch, file->directory ? file->directory : ".", all.names.at[i]);
		if (is_default_folder(folder))
			continue;
		folders->n_quoted += i < all.n_quoted;
		vec_push(project->arena, &folders->names, (const char *)arena_strdup(project->arena, folder));
	}
	out->folders = folders;
}

/* Of paths with their folders, and of all else. */
static uint64_t command_key(const NvccFlags *flags, const char *directory)
{
	uint64_t key = hash_short(directory, strlen(directory));
	for (int i = 0; i < flags->kept.n; i++)
		key = hash_mix(key, hash_short(flags->kept.at[i], strlen(flags->kept.at[i])));
	return key;
}

/* known: those of the files before, in which it is looked for. */
static IncludeSetting setting_of(Project *project, const Options *options, const char *file, const IncludeSetting *known, int n)
{
	bool is_own;
	Arena *scratch = arena_new();
	const CompDb *db = project_database(project, options, file);
	const CompDbEntry *entry = db ? entry_for(scratch, db, file, &is_own) : NULL;
	ProgramFile it = { file, options->flags, options->n_flags, NULL };
	if (entry)
		it = (ProgramFile){ file, entry->flags, entry->n_flags, entry->directory };
	project_change_flags(scratch, options, &it);
	const char *directory = it.directory ? it.directory : ".";
	const NvccFlags flags = translate_in(scratch, directory, it.flags, it.n_flags);
	IncludeSetting setting = { .command = command_key(&flags, directory) };
	for (int i = n - 1; i >= 0 && !setting.folders; i--)
		if (known[i].command == setting.command)
			setting = known[i];
	if (!setting.folders)
		set_folders(project, scratch, options, &it, &setting);
	arena_free(scratch);
	return setting;
}

const Leading *project_leading(Project *project, const Options *options)
{
	if (project->leading)
		return project->leading;
	Names files = { 0 };
	IncludeSetting *settings = arena_array(project->arena, IncludeSetting, options->n_files);
	for (int i = 0; i < options->n_files; i++) {
		vec_push(project->arena, &files, options->files[i]);
		settings[i] = setting_of(project, options, files.at[i], settings, i);
	}
	return project->leading = leading_shared(project->arena, &files, settings);
}

/* --- the program whose parts include each other ------------------------------------------------- */

static IncludeProgram make_program(Project *project, const CompDb *db, bool relative_names)
{
	IncludeProgram program = { 0 };
	const CompDbFiles files = compdb_cuda(project->arena, db);
	const char *here = current_folder(project->arena);
	for (int i = 0; i < files.n && i < MAX_PROGRAM_FILES; i++) {
		const char *path = files.at[i]->path;
		vec_push(project->arena, &program.sources,
			 relative_names ? path_as_argument(project->arena, relative_name(path, here)) : path);
		add_include_folders(project->arena, &program.folders, files.at[i]);
	}
	return program;
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
