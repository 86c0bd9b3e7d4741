#include "base/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/heap.h"

bool is_same_file(const char *a, const char *b)
{
	struct stat p, q;
	return stat(a, &p) == 0 && stat(b, &q) == 0 && p.st_dev == q.st_dev && p.st_ino == q.st_ino;
}

bool path_is_same(const char *a, const char *b)
{
	return strcmp(a, b) == 0 || (strcmp(path_name(a), path_name(b)) == 0 && is_same_file(a, b));
}

const char *path_join(Arena *arena, const char *folder, const char *name)
{
	if (name[0] == '/' || strcmp(folder, ".") == 0)
		return path_as_argument(arena, name);
	return arena_printf(arena, "%s%s%s", folder, path_ends_with(folder, "/") || strcmp(folder, "/") == 0 ? "" : "/", name);
}

const char *path_folder(Arena *arena, const char *file)
{
	const char *slash = strrchr(file, '/');
	if (!slash)
		return ".";
	return slash == file ? "/" : arena_strndup(arena, file, (size_t)(slash - file));
}

/* Shortens the name where possible, so that messages have short paths; else adds "..". */
const char *path_folder_above(Arena *arena, const char *folder)
{
	const char *slash = strrchr(folder, '/');
	const char *last = slash ? slash + 1 : folder;
	if (strcmp(folder, ".") == 0)
		return "..";
	if (!*last || strcmp(last, ".") == 0 || strcmp(last, "..") == 0)
		return path_join(arena, folder, "..");
	return path_folder(arena, folder);
}

static bool has_entry(Arena *arena, const char *folder, const char *name)
{
	struct stat st;
	return stat(path_join(arena, folder, name), &st) == 0;
}

bool folder_is_everybodys(const char *folder)
{
	static const char *const names[] = { "/", "/tmp", "/var/tmp", "/home", "/root" };
	const char *const own[] = { getenv("HOME"), getenv("TMPDIR") };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (is_same_file(folder, names[i]))
			return true;
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (own[i] && is_same_file(folder, own[i]))
			return true;
	return false;
}

const char *path_project_above(Arena *arena, const char *folder)
{
	const char *above = path_folder_above(arena, folder);
	bool is_top = has_entry(arena, folder, ".git") || has_entry(arena, folder, "compile_commands.json");
	return is_top || is_same_file(folder, above) || folder_is_everybodys(above) ? NULL : above;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void names_sort(Names *names)
{
	if (names->n)
		qsort(names->at, (size_t)names->n, sizeof *names->at, compare_names);
}

Names folder_names(Arena *arena, const char *folder)
{
	Names names = { 0 };
	DIR *dir = opendir(folder);
	if (!dir)
		return names;
	for (struct dirent *entry; (entry = readdir(dir));)
		if (entry->d_name[0] != '.')
			vec_push(arena, &names, arena_strdup(arena, entry->d_name));
	closedir(dir);
	names_sort(&names);
	return names;
}

/* At first as large as the file is, so that little memory is taken for many small ones. */
static size_t room_for(FILE *file, size_t most)
{
	struct stat st;
	const size_t size = fstat(fileno(file), &st) == 0 && st.st_size > 0 ? (size_t)st.st_size : 0;
	return size < most ? size + 1 : most;
}

char *file_read(const char *path, size_t most, size_t *size)
{
	FILE *file = file_open(path);
	*size = 0;
	if (!file)
		return NULL;
	size_t room = room_for(file, most);
	char *text = heap_resize(NULL, room + 1, 1);
	while ((*size += fread(text + *size, 1, room - *size, file)) == room && room < most) {
		room = room < most / 2 ? 2 * room : most; /* it has grown */
		text = heap_resize(text, room + 1, 1);
	}
	text[*size] = 0;
	if (ferror(file)) {
		free(text);
		text = NULL;
		*size = 0;
	}
	fclose(file);
	return text;
}
