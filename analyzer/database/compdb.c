#include "database/compdb.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "database/compiler.h"
#include "database/response.h"

enum { MAX_ENTRIES = 1 << 20 };

/* --- reading ---------------------------------------------------------------------------------- */

/* Without "." and "..", so that paths can be compared.  A symbolic link before ".." is not followed. */
static const char *plain_path(Arena *arena, const char *path)
{
	char *out = arena_alloc(arena, strlen(path) + 2);
	size_t n = 0;
	bool is_absolute = *path == '/';
	int depth = 0;
	for (const char *p = path; *p;) {
		p += strspn(p, "/");
		size_t length = strcspn(p, "/");
		bool is_up = length == 2 && p[0] == '.' && p[1] == '.';
		if (is_up && depth > 0) {
			while (n > 0 && out[--n] != '/')
				;
			depth--;
		} else if (length && !(length == 1 && *p == '.') && !(is_up && is_absolute)) {
			if (n || is_absolute)
				out[n++] = '/';
			memcpy(out + n, p, length);
			n += length;
			depth += !is_up;
		}
		p += length;
	}
	if (!n && is_absolute)
		out[n++] = '/';
	out[n] = 0;
	return out;
}

static const char *absolute(Arena *arena, const char *folder, const char *path)
{
	return plain_path(arena, path[0] == '/' ? path : arena_printf(arena, "%s/%s", folder, path));
}

static bool read_arguments(Arena *arena, const json_t *object, FlagList *out, const char **problem)
{
	const json_t *arguments = json_object_get(object, "arguments");
	const char *command = json_string_value(json_object_get(object, "command"));
	for (size_t i = 0; i < json_array_size(arguments); i++) {
		const char *word = json_string_value(json_array_get(arguments, i));
		if (word)
			vec_push(arena, out, (const char *)arena_strdup(arena, word));
	}
	if (!arguments && command && !response_split(arena, command, 0, out))
		*problem = "unclosed quote in its command";
	return out->n > 0;
}

/* What the command writes, where only "output" says so. */
static void add_output(Arena *arena, const json_t *object, FlagList *flags)
{
	const char *output = json_string_value(json_object_get(object, "output"));
	bool is_given = !output;
	for (int i = 0; i < flags->n; i++)
		is_given |= strcmp(flags->at[i], "-o") == 0;
	if (is_given)
		return;
	vec_push(arena, flags, "-o");
	vec_push(arena, flags, (const char *)arena_strdup(arena, output));
}

/* Whether there is "-x cu", in one word or two. */
static bool has_cuda_flag(const FlagList *flags)
{
	for (int i = 0; i < flags->n; i++) {
		const char *flag = flags->at[i];
		if (*flag != '-')
			continue;
		flag += flag[1] == '-' ? 2 : 1;
		if (*flag != 'x' || strncmp(flag, "xarch", 5) == 0)
			continue;
		const char *value = flag[1] ? flag + 1 + (flag[1] == '=') : i + 1 < flags->n ? flags->at[i + 1] : "";
		if (strcmp(value, "cu") == 0 || strcmp(value, "cuda") == 0)
			return true;
	}
	return false;
}

static bool is_partial(const FlagList *flags)
{
	static const char *const marks[] = {
		"-M",
		"-MM",
		"-E",
		"-dlink",
		"--device-link",
		"-link",
		"--preprocess",
		"--generate-dependencies",
		"--generate-nonsystem-dependencies",
		"--dryrun",
		"-dryrun",
	};
	for (int i = 0; i < flags->n; i++)
		for (size_t k = 0; *flags->at[i] == '-' && k < sizeof marks / sizeof *marks; k++)
			if (strcmp(flags->at[i], marks[k]) == 0)
				return true;
	return false;
}

static CompDbRank rank_of(const FlagList *flags)
{
	CompilerWords compiler = compiler_of(flags->at, flags->n);
	if (compiler.kind == COMPILER_HOST)
		return COMPDB_OTHER;
	return is_partial(flags) ? COMPDB_PARTLY : COMPDB_COMPILE;
}

static void read_entry(Arena *arena, CompDb *db, const char *folder, const json_t *object, int number)
{
	const char *file = json_string_value(json_object_get(object, "file"));
	const char *directory = json_string_value(json_object_get(object, "directory"));
	const char *problem = directory ? NULL : "no directory given";
	const char *command = json_string_value(json_object_get(object, "command"));
	FlagList flags = { 0 };
	if (file && command && !*command && !json_object_get(object, "arguments"))
		return; /* a phony target of ninja */
	if (!file || !*file || !read_arguments(arena, object, &flags, &problem)) {
		db->n_odd++;
		return;
	}
	add_output(arena, object, &flags);
	directory = directory ? absolute(arena, folder, directory) : folder;
	CompDbEntry entry = {
		.path = absolute(arena, directory, file),
		.directory = directory,
		.flags = flags.at,
		.n_flags = flags.n,
		.number = number,
		.problem = problem,
		.next = -1,
	};
	entry.is_cuda = path_ends_with(file, ".cu") || has_cuda_flag(&flags);
	entry.rank = entry.is_cuda ? rank_of(&flags) : COMPDB_OTHER;
	vec_push(arena, &db->entries, entry);
}

static unsigned hash_name(const char *path)
{
	unsigned hash = 2166136261u;
	for (const char *p = path_name(path); *p; p++)
		hash = (hash ^ (unsigned char)*p) * 16777619u;
	return hash;
}

/* Fills in the hash table; chains are in the order of the entries. */
static void index_names(Arena *arena, CompDb *db)
{
	db->n_hash = 16;
	while (db->n_hash < db->entries.n)
		db->n_hash *= 2;
	db->first = arena_array(arena, int, db->n_hash);
	memset(db->first, -1, (size_t)db->n_hash * sizeof *db->first);
	for (int i = db->entries.n - 1; i >= 0; i--) {
		int *first = &db->first[hash_name(db->entries.at[i].path) & (unsigned)(db->n_hash - 1)];
		db->entries.at[i].next = *first;
		*first = i;
	}
}

/* Skips a byte order mark. */
static json_t *load(const char *path, json_error_t *error)
{
	FILE *file = file_open(path);
	unsigned char mark[3] = { 0 };
	if (!file) {
		*error = (json_error_t){ .line = -1 };
		snprintf(error->text, sizeof error->text, "unable to open %s: %s", path, file_error());
		return NULL;
	}
	if (fread(mark, 1, 3, file) != 3 || memcmp(mark, "\xef\xbb\xbf", 3) != 0)
		rewind(file);
	json_t *root = json_loadf(file, 0, error);
	fclose(file);
	return root;
}

CompDb *compdb_read(Arena *arena, const char *path)
{
	CompDb *db = arena_new_of(arena, CompDb);
	json_error_t error;
	json_t *root = load(path, &error);
	const char *slash = strrchr(path, '/');
	const char *folder = slash ? arena_strndup(arena, path, (size_t)(slash - path)) : ".";
	db->path = arena_strdup(arena, path);
	if (!root && error.line > 0)
		db->problem = arena_printf(arena, "line %d, column %d: %s", error.line, error.column, error.text);
	else if (!root)
		db->problem = arena_strdup(arena, error.text);
	else if (!json_is_array(root))
		db->problem = "not a list of compile commands";
	for (size_t i = 0; i < json_array_size(root) && i < MAX_ENTRIES; i++)
		read_entry(arena, db, folder, json_array_get(root, i), (int)i + 1);
	json_decref(root);
	index_names(arena, db);
	return db;
}

/* --- queries ---------------------------------------------------------------------------------- */

/* Whether JSON writes the name in one way only. */
static bool is_plain(const char *name)
{
	for (; *name; name++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-+", *name))
			return false;
	return true;
}

/* Whether the text has the name or a mark of CUDA; *whole: it begins with [ and ends with ]. */
static bool text_has(FILE *file, const char *name, bool *whole)
{
	char *line = NULL, first = 0, last = 0;
	size_t cap = 0;
	bool has = false;
	for (ssize_t n; (n = getline(&line, &cap, file)) >= 0;) {
		has = has || memmem(line, (size_t)n, name, strlen(name)) || memmem(line, (size_t)n, ".cu\"", 4) ||
		      memmem(line, (size_t)n, ".cu ", 4) || memmem(line, (size_t)n, "-x cu", 5);
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
	const char *name = path_name(source);
	FILE *file = is_plain(name) ? file_open(path) : NULL;
	bool whole, may = !file || text_has(file, name, &whole) || !whole || ferror(file);
	if (file)
		fclose(file);
	return may;
}

static bool is_same(const struct stat *wanted, const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && st.st_dev == wanted->st_dev && st.st_ino == wanted->st_ino;
}

static const CompDbEntry *better(const CompDbEntry *best, const CompDbEntry *entry)
{
	return !best || entry->rank > best->rank ? entry : best;
}

static const CompDbEntry *first_named(const CompDb *db, const char *source)
{
	int i = db->first[hash_name(source) & (unsigned)(db->n_hash - 1)];
	return i >= 0 ? &db->entries.at[i] : NULL;
}

static const CompDbEntry *next_named(const CompDb *db, const CompDbEntry *entry)
{
	return entry->next >= 0 ? &db->entries.at[entry->next] : NULL;
}

static const CompDbEntry *entry_of_path(const CompDb *db, const char *path)
{
	const CompDbEntry *best = NULL;
	for (const CompDbEntry *e = first_named(db, path); e; e = next_named(db, e))
		if (strcmp(e->path, path) == 0)
			best = better(best, e);
	return best;
}

static const CompDbEntry *entry_of_file(const CompDb *db, const char *source)
{
	struct stat wanted;
	const CompDbEntry *best = NULL;
	if (stat(source, &wanted) != 0)
		return NULL;
	for (const CompDbEntry *e = first_named(db, source); e; e = next_named(db, e))
		if (strcmp(path_name(e->path), path_name(source)) == 0 && is_same(&wanted, e->path))
			best = better(best, e);
	return best;
}

const CompDbEntry *compdb_entry(const CompDb *db, const char *source)
{
	char *real = realpath(source, NULL);
	const CompDbEntry *found = real ? entry_of_path(db, real) : NULL;
	free(real);
	return found ? found : entry_of_file(db, source);
}

/* The number of leading folders in common, then of leading letters of the file's name. */
static int in_common(const char *a, const char *b)
{
	int folders = 0, letters = 0;
	for (; *a && *a == *b; a++, b++) {
		letters = *a == '/' ? 0 : letters + 1;
		folders += *a == '/';
	}
	bool in_names = !strchr(a, '/') && !strchr(b, '/');
	return folders * 4096 + (in_names ? (letters < 4095 ? letters : 4095) : 0);
}

const CompDbEntry *compdb_nearest(Arena *arena, const CompDb *db, const char *source)
{
	char *real = realpath(source, NULL);
	const char *path = real ? arena_strdup(arena, real) : source;
	const CompDbEntry *best = NULL;
	int most = -1;
	free(real);
	for (int i = 0; i < db->entries.n; i++) {
		const CompDbEntry *e = &db->entries.at[i];
		int common = e->is_cuda && e->rank > COMPDB_OTHER ? in_common(e->path, path) : -1;
		if (common < 0 || common < most || (common == most && best && e->rank <= best->rank))
			continue;
		most = common;
		best = e;
	}
	return best;
}

/* By path, then by number. */
static int compare_entries(const void *a, const void *b)
{
	const CompDbEntry *x = *(const CompDbEntry *const *)a, *y = *(const CompDbEntry *const *)b;
	int order = strcmp(x->path, y->path);
	return order ? order : (x->number > y->number) - (x->number < y->number);
}

static int compare_numbers(const void *a, const void *b)
{
	const CompDbEntry *x = *(const CompDbEntry *const *)a, *y = *(const CompDbEntry *const *)b;
	return (x->number > y->number) - (x->number < y->number);
}

static void sort_files(CompDbFiles *files, int (*compare)(const void *, const void *))
{
	if (files->n)
		qsort(files->at, (size_t)files->n, sizeof *files->at, compare);
}

/* Of entries sorted by path, keeps the best one of each. */
static void keep_best(CompDbFiles *files)
{
	int n = 0;
	for (int i = 0; i < files->n; i++) {
		const CompDbEntry *e = files->at[i];
		if (n && strcmp(files->at[n - 1]->path, e->path) == 0)
			files->at[n - 1] = better(files->at[n - 1], e);
		else
			files->at[n++] = e;
	}
	files->n = n;
}

static bool is_link(const char *path)
{
	struct stat st;
	return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

/* Whether files[link] is a symbolic link to another one of them, or to the same file as an earlier one. */
static bool is_linked_twice(const CompDbFiles *files, int link)
{
	struct stat st;
	if (!is_link(files->at[link]->path) || stat(files->at[link]->path, &st) != 0)
		return false;
	for (int i = 0; i < files->n; i++)
		if (i != link && is_same(&st, files->at[i]->path) && (i < link || !is_link(files->at[i]->path)))
			return true;
	return false;
}

CompDbFiles compdb_cuda(Arena *arena, const CompDb *db)
{
	CompDbFiles all = { 0 }, files = { 0 };
	for (int i = 0; i < db->entries.n; i++)
		if (db->entries.at[i].is_cuda)
			vec_push(arena, &all, (const CompDbEntry *)&db->entries.at[i]);
	sort_files(&all, compare_entries);
	keep_best(&all);
	sort_files(&all, compare_numbers);
	for (int i = 0; i < all.n; i++)
		if (!is_linked_twice(&all, i))
			vec_push(arena, &files, all.at[i]);
	return files;
}
