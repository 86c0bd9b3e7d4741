/* Files that are not there, and would be read instead of others if they were: a header in an earlier include folder, or next
 * to a file that includes it.  They are too many to be kept: a hash of those that exist says whether one has come or gone. */
#include <string.h>
#include <unistd.h>

#include "cache/cache_impl.h"
#include "database/command.h"
#include "prelude/prelude.h"

enum { MOST_PROBES = 200000 };

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

/* A folder's path in an include folder, and those of all folders which have one there: in no others are files of it. */
typedef struct Below {
	uint64_t name;
	VEC(int) in; /* numbers of include folders, then, from their count on, of own ones; ascending */
} Below;

typedef struct Search {
	Arena *arena;
	Names folders, own;
	VEC(const Below *) belows;
	int n_probes;
	Archive out;
} Search;

static const char *folder_at(const Search *search, int i)
{
	return i < search->folders.n ? search->folders.at[i] : search->own.at[i - search->folders.n];
}

static bool exists(Search *search, const char *path)
{
	search->n_probes++;
	return access(path, F_OK) == 0;
}

/* Of the folder that the name is in, of n characters; it can only be where the one that this one is in is. */
static const Below *below_of(Search *search, const char *name, size_t n)
{
	while (n && name[n - 1] != '/')
		n--;
	n -= n > 0;
	const uint64_t hash = hash_short(name, n);
	for (int i = 0; i < search->belows.n; i++)
		if (search->belows.at[i]->name == hash)
			return search->belows.at[i];
	Below *below = arena_new_of(search->arena, Below);
	below->name = hash;
	const Below *around = n ? below_of(search, name, n) : NULL;
	const char *path = arena_strndup(search->arena, name, n);
	for (int i = 0; i < (around ? around->in.n : search->folders.n + search->own.n); i++) {
		const int at = around ? around->in.at[i] : i;
		if (!n || exists(search, path_join(search->arena, folder_at(search, at), path)))
			vec_push(search->arena, &below->in, at);
	}
	vec_push(search->arena, &search->belows, below);
	return below;
}

/* In the include folders before the k-th, and in all own ones. */
static void probe(Search *search, int k, const char *name, const char *found)
{
	const Below *below = below_of(search, name, strlen(name));
	for (int i = 0; i < below->in.n; i++) {
		const int at = below->in.at[i];
		const char *path = at < k || at >= search->folders.n ? path_join(search->arena, folder_at(search, at), name) : found;
		if (strcmp(path, found) != 0 && exists(search, path))
			archive_text(&search->out, &path);
	}
}

bool shadows_of(const Task *task, const Inputs *inputs, const Roots *roots, Hash *out)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	Search search = { .arena = arena, .own = own_folders(arena, inputs), .out = { .out = &text, .roots = roots } };
	const CommandOptions compile = analyze_compile(&task->analyze);
	search.folders = command_folders(arena, command_make(arena, &compile)).names;
	for (int i = 0; i < inputs->n && search.n_probes < MOST_PROBES; i++)
		for (int k = 0; k <= search.folders.n && !inputs->at[i].is_folder && !inputs->at[i].words; k++) {
			const char *folder = k < search.folders.n ? search.folders.at[k] : PRELUDE_MISSING;
			const char *path = inputs->at[i].path, *name = name_in(folder, path);
			if (name)
				probe(&search, k, name, path);
		}
	*out = hash_bytes(text.s ? text.s : "", text.n);
	buf_free(&text);
	const bool few = search.n_probes < MOST_PROBES;
	arena_free(arena);
	return few && !search.out.failed;
}
