#include "frontend/compdb.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "frontend/response.h"

#define NAME "compile_commands.json"

enum { MAX_ABOVE = 32 };

/* --- finding ---------------------------------------------------------------------------------- */

static bool is_file(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* In the folder itself, then where builds usually go. */
static const char *find_in(Arena *arena, const char *folder)
{
	static const char *const builds[] = {
		"", "build/", "Build/", "builddir/", "out/", "_build/", "bin/", "cmake-build-debug/", "cmake-build-release/",
		"build/debug/", "build/release/", "build/Debug/", "build/Release/", "out/build/",
	};
	for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
		const char *path = arena_printf(arena, "%s/%s" NAME, folder, builds[i]);
		if (is_file(path))
			return path;
	}
	return NULL;
}

const char *compdb_find(Arena *arena, const char *source)
{
	char *folder = realpath(source, NULL);
	const char *found = NULL;
	for (int i = 0; folder && !found && i < MAX_ABOVE; i++) {
		char *slash = strrchr(folder, '/');
		if (!slash)
			break;
		*slash = 0;
		found = find_in(arena, folder);
	}
	free(folder);
	return found;
}

const char *compdb_at(Arena *arena, const char *path)
{
	if (is_file(path))
		return path;
	path = arena_printf(arena, "%s/" NAME, path);
	return is_file(path) ? path : NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

static const char *absolute(Arena *arena, const char *folder, const char *path)
{
	return path[0] == '/' ? arena_strdup(arena, path) : arena_printf(arena, "%s/%s", folder, path);
}

static bool read_arguments(Arena *arena, const json_t *object, FlagList *out)
{
	const json_t *arguments = json_object_get(object, "arguments");
	const char *command = json_string_value(json_object_get(object, "command"));
	for (size_t i = 0; i < json_array_size(arguments); i++) {
		const char *word = json_string_value(json_array_get(arguments, i));
		if (word)
			vec_push(arena, out, (const char *)arena_strdup(arena, word));
	}
	if (!arguments && command)
		response_split(arena, command, 0, out);
	return out->n > 0;
}

static void read_entry(Arena *arena, CompDb *db, const char *folder, const json_t *object)
{
	const char *file = json_string_value(json_object_get(object, "file"));
	const char *directory = json_string_value(json_object_get(object, "directory"));
	FlagList flags = { 0 };
	if (!file || !*file || !read_arguments(arena, object, &flags))
		return;
	directory = directory ? absolute(arena, folder, directory) : folder;
	CompDbEntry entry = { absolute(arena, directory, file), directory, flags.at, flags.n };
	vec_push(arena, &db->entries, entry);
}

CompDb *compdb_read(Arena *arena, const char *path)
{
	CompDb *db = arena_new_of(arena, CompDb);
	json_error_t error;
	json_t *root = json_load_file(path, 0, &error);
	const char *slash = strrchr(path, '/');
	const char *folder = slash ? arena_strndup(arena, path, (size_t)(slash - path)) : ".";
	db->path = arena_strdup(arena, path);
	if (!root)
		db->problem = arena_printf(arena, "line %d: %s", error.line, error.text);
	else if (!json_is_array(root))
		db->problem = "this is no list of commands";
	for (size_t i = 0; i < json_array_size(root); i++)
		read_entry(arena, db, folder, json_array_get(root, i));
	json_decref(root);
	return db;
}

/* --- asking ----------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* JSON may write other characters in several ways. */
static bool is_plain(const char *name)
{
	for (; *name; name++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-+", *name))
			return false;
	return true;
}

/* What the text says of a name; whole: it begins and ends as a list does. */
static bool text_has(FILE *file, const char *name, bool *whole)
{
	char *line = NULL, first = 0, last = 0;
	size_t cap = 0;
	bool has = false;
	for (ssize_t n; (n = getline(&line, &cap, file)) >= 0;) {
		has = has || memmem(line, (size_t)n, name, strlen(name));
		while (n > 0 && strchr(" \t\r\n", line[n - 1]))
			n--;
		first = first || !n ? first : line[strspn(line, " \t")];
		last = n ? line[n - 1] : last;
	}
	free(line);
	*whole = first == '[' && last == ']';
	return has;
}

bool compdb_may_name(const char *path, const char *source)
{
	const char *name = base_name(source);
	FILE *file = is_plain(name) ? fopen(path, "rb") : NULL;
	bool whole, may = !file || text_has(file, name, &whole) || !whole;
	if (file)
		fclose(file);
	return may;
}

const CompDbEntry *compdb_entry(const CompDb *db, const char *source)
{
	struct stat wanted, st;
	if (stat(source, &wanted) != 0)
		return NULL;
	for (int i = 0; i < db->entries.n; i++) {
		const CompDbEntry *entry = &db->entries.at[i];
		if (strcmp(base_name(entry->path), base_name(source)) == 0 && stat(entry->path, &st) == 0 &&
		    st.st_dev == wanted.st_dev && st.st_ino == wanted.st_ino)
			return entry;
	}
	return NULL;
}
