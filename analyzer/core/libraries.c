#include "core/libraries.h"

#include <string.h>
#include <unistd.h>

#include "base/glob.h"
#include "base/paths.h"

static bool is_other_project(Arena *arena, const char *folder)
{
	return strcmp(path_name(folder), "_deps") == 0 || access(arena_printf(arena, "%s/.git", folder), F_OK) == 0;
}

bool libraries_same_project(Arena *arena, const char *root, const char *file, const char *header)
{
	if (!path_is_below(root, header))
		return false;
	const char *folder = path_parent(arena, header);
	for (; strlen(folder) > strlen(root); folder = path_parent(arena, folder))
		if (is_other_project(arena, folder) && !path_is_below(folder, file))
			return false;
	return true;
}

/* 1: the patterns make it a library's; -1: they say that it is none; 0: none matches. */
static int by_patterns(const Names *patterns, const char *path)
{
	int verdict = 0;
	for (int i = 0; i < patterns->n; i++) {
		const bool negated = patterns->at[i][0] == '!';
		if (glob_covers(patterns->at[i] + negated, path))
			verdict = negated ? -1 : 1;
	}
	return verdict;
}

bool libraries_have(Arena *arena, const Libraries *libraries, const char *path)
{
	if (!libraries->file)
		return false;
	const char *whole = path_from_root(arena, path);
	if (strcmp(whole, libraries->file) == 0)
		return false;
	const int verdict = by_patterns(&libraries->patterns, whole);
	if (verdict)
		return verdict > 0;
	for (int i = 0; i < libraries->folders.n; i++)
		if (path_is_below(libraries->folders.at[i], whole) && !path_is_below(libraries->folders.at[i], libraries->file))
			return true;
	return libraries->root && !libraries_same_project(arena, libraries->root, libraries->file, whole);
}
