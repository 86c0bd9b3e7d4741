/* Finds a project's compile_commands.json. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "database/compdb.h"

#define NAME "compile_commands.json"

enum { MAX_ABOVE = 32 };

static bool is_file(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* The newest file that matches the pattern, or NULL. */
static const char *newest(Arena *arena, const char *pattern)
{
	const char *found = NULL;
	struct timespec best = { 0 };
	glob_t all = { 0 };
	struct stat st;
	if (glob(pattern, 0, NULL, &all) == 0)
		for (size_t i = 0; i < all.gl_pathc; i++) {
			if (stat(all.gl_pathv[i], &st) != 0 || !S_ISREG(st.st_mode))
				continue;
			const struct timespec at = st.st_mtim;
			if (found && (at.tv_sec < best.tv_sec || (at.tv_sec == best.tv_sec && at.tv_nsec <= best.tv_nsec)))
				continue;
			found = arena_strdup(arena, all.gl_pathv[i]);
			best = at;
		}
	globfree(&all);
	return found;
}

/* Build folders there may belong to any project or user. */
static bool is_everybodys(const char *folder)
{
	static const char *const names[] = { "", "/tmp", "/var/tmp", "/home", "/root" };
	const char *const own[] = { getenv("HOME"), getenv("TMPDIR") };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(folder, names[i]) == 0)
			return true;
	return (own[0] && strcmp(folder, own[0]) == 0) || (own[1] && strcmp(folder, own[1]) == 0);
}

static bool is_pattern(const char *text)
{
	return strpbrk(text, "*?[\\") != NULL;
}

/* In the folder itself, then in usual build folders. */
static const char *find_in(Arena *arena, const char *folder)
{
	static const char *const builds[] = {
		"build/",       "Build/",         "builddir/",          "out/",
		"_build/",      "bin/",           "cmake-build-debug/", "cmake-build-release/",
		"build/debug/", "build/release/", "build/Debug/",       "build/Release/",
		"out/build/",
	};
	static const char *const patterns[] = { "build/*/", "out/build/*/", "build[-_]*/", "cmake-build-*/", "builds/*/" };
	const char *found = arena_printf(arena, "%s/" NAME, folder);
	if (is_file(found))
		return found;
	for (size_t i = 0; i < sizeof builds / sizeof *builds && !is_everybodys(folder); i++) {
		found = arena_printf(arena, "%s/%s" NAME, folder, builds[i]);
		if (is_file(found))
			return found;
	}
	found = NULL;
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !found; i++)
		if (!is_everybodys(folder) && !is_pattern(folder))
			found = newest(arena, arena_printf(arena, "%s/%s" NAME, folder, patterns[i]));
	return found;
}

static const char *find_up(Arena *arena, char *folder)
{
	const char *found = find_in(arena, folder);
	for (int i = 0; !found && i < MAX_ABOVE; i++) {
		char *slash = strrchr(folder, '/');
		if (!slash)
			break;
		*slash = 0;
		found = find_in(arena, folder);
	}
	return found;
}

const char *compdb_find_from(Arena *arena, const char *folder)
{
	char *real = realpath(folder, NULL);
	const char *found = real ? find_up(arena, strcmp(real, "/") == 0 ? strcpy(real, "") : real) : NULL;
	free(real);
	return found;
}

const char *compdb_find(Arena *arena, const char *source)
{
	char *real = realpath(source, NULL);
	char *slash = real ? strrchr(real, '/') : NULL;
	const char *found = NULL;
	if (slash) {
		*slash = 0;
		found = find_up(arena, real);
	}
	free(real);
	return found;
}

const char *compdb_at(Arena *arena, const char *path)
{
	if (is_file(path))
		return path;
	path = arena_printf(arena, "%s/" NAME, path);
	return is_file(path) ? path : NULL;
}
