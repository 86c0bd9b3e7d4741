#include "project/beginnings.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/paths.h"

enum {
	MOST_BYTES = 1 << 14,
	MOST_LINES = 32,
	OF_STANDARD = 2,
	OF_OTHER = 10, /* what including one costs, about, in comparison: headers of a project include many */
};

/* The first bytes of a file, which may end in the middle of a line. */
static const char *read_beginning(Arena *arena, const char *path)
{
	FILE *file = file_open(path);
	char *text = arena_alloc_raw(arena, MOST_BYTES + 1);
	text[file ? fread(text, 1, MOST_BYTES, file) : 0] = 0;
	if (file)
		fclose(file);
	return text;
}

/* Past white space and comments; the end, if a comment is open there. */
static const char *skip_blank(const char *at)
{
	for (const char *end;;) {
		at += strspn(at, " \t\r\n");
		if (strncmp(at, "//", 2) == 0)
			at += strcspn(at, "\n");
		else if (strncmp(at, "/*", 2) == 0)
			at = (end = strstr(at + 2, "*/")) ? end + 2 : at + strlen(at);
		else
			return at;
	}
}

/* The name with its quotes or brackets, if an #include with its whole line is next; else NULL. */
static const char *next_include(Arena *arena, const char **text)
{
	const char *at = skip_blank(*text);
	if (*at != '#')
		return NULL;
	at += 1 + strspn(at + 1, " \t");
	if (strncmp(at, "include", 7) != 0)
		return NULL;
	at += 7 + strspn(at + 7, " \t");
	const size_t n = strcspn(at, "\n");
	const char *end = n > 1 && (*at == '"' || *at == '<') ? memchr(at + 1, *at == '"' ? '"' : '>', n - 1) : NULL;
	if (!end || !at[n])
		return NULL;
	*text = at + n;
	return arena_strndup(arena, at, (size_t)(end - at) + 1);
}

static bool is_beside(Arena *arena, const char *folder, const char *name)
{
	return *name == '"' && access(path_join(arena, folder, arena_strndup(arena, name + 1, strlen(name) - 2)), F_OK) == 0;
}

bool is_standard_header(const char *name)
{
	static const char *const all[] = {
#define HEADER(name) "<" name ">",
#include "project/standard_headers.def"
#undef HEADER
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i], name) == 0)
			return true;
	return false;
}

/* `to` with the last name. */
static void add_name(Arena *arena, Beginnings *out, Beginning *to, int cost)
{
	const char *name = out->names.at[out->names.n - 1];
	to->key = hash_mix(to->key, hash_short(name, strlen(name)));
	to->cost += cost;
	to->n = out->names.n;
	vec_push(arena, &out->list, *to);
	if (to->folder)
		out->list.at[out->list.n - 1].key = hash_mix(to->key, hash_short(to->folder, strlen(to->folder)));
}

Beginnings beginnings_of(Arena *arena, const char *path)
{
	Beginnings out = { 0 };
	Beginning all = { .key = 1 }, others = { .key = 2, .is_free = true };
	const char *folder = path_folder(arena, path), *text = read_beginning(arena, path), *name;
	while (out.names.n < MOST_LINES && (name = next_include(arena, &text))) {
		const bool standard = is_standard_header(name);
		out.n_front += standard && out.n_front == out.names.n;
		vec_push(arena, &out.names, name);
		all.folder = others.folder = all.folder || is_beside(arena, folder, name) ? folder : NULL;
		add_name(arena, &out, &all, standard ? OF_STANDARD : OF_OTHER);
		if (!standard)
			add_name(arena, &out, &others, OF_OTHER);
	}
	return out;
}
