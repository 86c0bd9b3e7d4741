/* Files that are not there, and would be read instead of others if they were: a header in an earlier include folder, or next
 * to a file that includes it.  They are too many to be kept: a hash of those that exist says whether one has come or gone. */
#include <string.h>
#include <unistd.h>

#include "cache/cache_impl.h"
#include "database/command.h"
#include "prelude/prelude.h"

enum { MOST_PROBES = 200000 };

static const char *const flags[] = { "-isystem", "-iquote", "-idirafter", "-I" };

/* The include folders of a command, in the order in which they are searched, or nearly so. */
static Names include_folders(Arena *arena, const AnalyzeOptions *analyze)
{
	const CommandOptions compile = analyze_compile(analyze);
	const Command *command = command_make(arena, &compile);
	Names folders = { 0 };
	for (int i = 0; i < command->n_argv; i++)
		for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
			const size_t n = strlen(flags[k]);
			if (strncmp(command->argv[i], flags[k], n) != 0)
				continue;
			const char *folder = command->argv[i][n]       ? command->argv[i] + n
					     : i + 1 < command->n_argv ? command->argv[i + 1]
								       : "";
			if (*folder && strncmp(folder, "/__smemlint__", 13) != 0)
				vec_push(arena, &folders, folder);
			break;
		}
	return folders;
}

/* The part of the path below a folder, or NULL. */
static const char *name_in(const char *folder, const char *path)
{
	const size_t n = strlen(folder);
	return strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

static bool has(const Names *names, const char *name)
{
	for (int i = 0; i < names->n; i++)
		if (strcmp(names->at[i], name) == 0)
			return true;
	return false;
}

/* The folders of the program's own files, in which a quoted name is searched first. */
static Names own_folders(Arena *arena, const Inputs *inputs)
{
	Names folders = { 0 };
	for (int i = 0; i < inputs->n; i++) {
		const char *path = inputs->at[i].path;
		if (inputs->at[i].is_folder || inputs->at[i].words || strncmp(path, "/usr/", 5) == 0)
			continue;
		const char *folder = path_folder(arena, path);
		if (!has(&folders, folder))
			vec_push(arena, &folders, folder);
	}
	return folders;
}

static void probe(Arena *arena, const Names *folders, int n, const char *name, const char *found, Archive *out)
{
	for (int i = 0; i < n; i++) {
		const char *path = path_join(arena, folders->at[i], name);
		if (strcmp(path, found) != 0 && access(path, F_OK) == 0)
			archive_text(out, &path);
	}
}

bool shadows_of(const Task *task, const Inputs *inputs, const Roots *roots, Hash *out)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	Archive a = { .out = &text, .roots = roots };
	const Names folders = include_folders(arena, &task->analyze), own = own_folders(arena, inputs);
	const bool few = (int64_t)(folders.n + own.n) * inputs->n < MOST_PROBES;
	for (int i = 0; few && i < inputs->n; i++)
		for (int k = 0; k <= folders.n && !inputs->at[i].is_folder && !inputs->at[i].words; k++) {
			const char *path = inputs->at[i].path, *name = name_in(k < folders.n ? folders.at[k] : PRELUDE_MISSING, path);
			if (!name)
				continue;
			probe(arena, &folders, k, name, path, &a);
			probe(arena, &own, own.n, name, path, &a);
		}
	*out = hash_bytes(text.s ? text.s : "", text.n);
	buf_free(&text);
	arena_free(arena);
	return few && !a.failed;
}
