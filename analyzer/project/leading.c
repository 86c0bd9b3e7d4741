#include "project/leading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/paths.h"

enum { MOST_BYTES = 1 << 14, MOST_LINES = 32 };

/* The beginnings of one file, the shortest first. */
typedef struct File {
	VEC(Leading) beginnings;
	VEC(uint64_t) keys;
} File;

typedef struct Count {
	uint64_t key;
	int n, first; /* files that have it, and the first of these */
} Count;

typedef VEC(Count) Counts;

/* --- reading ------------------------------------------------------------------------------------ */

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

static void add_beginning(Arena *arena, File *file, Leading leading)
{
	const char *key = arena_printf(arena, "%s\n%s", leading.folder ? leading.folder : "", leading.text);
	vec_push(arena, &file->beginnings, leading);
	vec_push(arena, &file->keys, hash_short(key, strlen(key)));
}

static File read_file(Arena *arena, const char *path)
{
	File file = { 0 };
	Leading leading = { "", NULL };
	const char *folder = path_folder(arena, path), *text = read_beginning(arena, path), *name;
	while (file.beginnings.n < MOST_LINES && (name = next_include(arena, &text))) {
		leading.text = arena_printf(arena, "%s#include %s\n", leading.text, name);
		leading.folder = leading.folder || is_beside(arena, folder, name) ? folder : NULL;
		add_beginning(arena, &file, leading);
	}
	return file;
}

/* --- counting ----------------------------------------------------------------------------------- */

static int by_key(const void *a, const void *b)
{
	const Count *x = a, *y = b;
	return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : x->first - y->first;
}

static Counts count(Arena *arena, const File *files, int n)
{
	Counts all = { 0 }, counts = { 0 };
	for (int i = 0; i < n; i++)
		for (int k = 0; k < files[i].keys.n; k++)
			vec_push(arena, &all, ((Count){ files[i].keys.at[k], 1, i }));
	if (all.n)
		qsort(all.at, (size_t)all.n, sizeof *all.at, by_key);
	for (int i = 0; i < all.n; i++)
		if (counts.n && counts.at[counts.n - 1].key == all.at[i].key)
			counts.at[counts.n - 1].n++;
		else
			vec_push(arena, &counts, all.at[i]);
	return counts;
}

static int same_key(const void *a, const void *b)
{
	const Count *x = a, *y = b;
	return (x->key > y->key) - (x->key < y->key);
}

static int count_of(const Counts *counts, uint64_t key)
{
	const Count *found =
		counts->n ? bsearch(&(Count){ .key = key }, counts->at, (size_t)counts->n, sizeof *counts->at, same_key) : NULL;
	return found ? found->n : 0;
}

/* The index of the file's beginning to take, or -1. */
static int choose(const Counts *counts, const File *file)
{
	int best = -1, before = 0;
	for (int k = 0; k < file->keys.n; k++) {
		const int n = count_of(counts, file->keys.at[k]);
		if (n < LEADING_FEWEST || 2 * n < before)
			break;
		best = k;
		before = n;
	}
	return best;
}

/* --- all ---------------------------------------------------------------------------------------- */

/* Of equals the first in the list: keys have the folder, which is another one on another machine. */
static int most_first(const void *a, const void *b)
{
	const Count *x = a, *y = b;
	return x->n != y->n ? y->n - x->n : x->first - y->first;
}

/* How many files took each of the beginnings that were taken, of the most frequent ones. */
static Counts most_taken(Arena *arena, const File *files, const int *chosen, int n)
{
	File *taken = arena_array(arena, File, n + 1);
	for (int i = 0; i < n; i++)
		if (chosen[i] >= 0)
			vec_push(arena, &taken[i].keys, files[i].keys.at[chosen[i]]);
	Counts counts = count(arena, taken, n);
	if (counts.n)
		qsort(counts.at, (size_t)counts.n, sizeof *counts.at, most_first);
	counts.n = counts.n < LEADING_MOST ? counts.n : LEADING_MOST;
	if (counts.n)
		qsort(counts.at, (size_t)counts.n, sizeof *counts.at, by_key);
	return counts;
}

const Leading *leading_shared(Arena *arena, const Names *names)
{
	const int n = names->n;
	Leading *leading = arena_array(arena, Leading, n + 1);
	File *files = arena_array(arena, File, n + 1);
	int *chosen = arena_array(arena, int, n + 1);
	for (int i = 0; i < n; i++)
		files[i] = read_file(arena, names->at[i]);
	const Counts counts = count(arena, files, n);
	for (int i = 0; i < n; i++)
		chosen[i] = choose(&counts, &files[i]);
	const Counts taken = most_taken(arena, files, chosen, n);
	for (int i = 0; i < n; i++)
		if (chosen[i] >= 0 && count_of(&taken, files[i].keys.at[chosen[i]]) >= LEADING_FEWEST)
			leading[i] = files[i].beginnings.at[chosen[i]];
	return leading;
}
