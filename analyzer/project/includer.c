#include "project/includer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "project/include_text.h"

typedef struct Source {
	const char *path;
	dev_t dev;
	ino_t ino;
	off_t size;
	bool is_cu;
	VEC(int) includes; /* indices into Scan.sources */
} Source;

typedef struct Scan {
	Arena *arena;
	VEC(Source) sources;  /* first the file whose includers are searched */
	const Names *folders; /* include folders, whose files become sources when they are included; NULL: none */
	int max_sources;
} Scan;

/* --- sources ---------------------------------------------------------------------------------- */

static int find_source(const Scan *scan, const struct stat *st)
{
	for (int i = 0; i < scan->sources.n; i++)
		if (scan->sources.at[i].dev == st->st_dev && scan->sources.at[i].ino == st->st_ino)
			return i;
	return -1;
}

static void add_source(Scan *scan, const char *path)
{
	struct stat st;
	if (scan->sources.n >= scan->max_sources || stat(path, &st) != 0 || !S_ISREG(st.st_mode) || find_source(scan, &st) >= 0)
		return;
	const Source source = {
		.path = path,
		.dev = st.st_dev,
		.ino = st.st_ino,
		.size = st.st_size,
		.is_cu = path_ends_with(path, ".cu"),
	};
	vec_push(scan->arena, &scan->sources, source);
}

static void add_folder(Scan *scan, const char *folder)
{
	Names names = folder_names(scan->arena, folder);
	for (int i = 0; i < names.n; i++)
		if (path_ends_with(names.at[i], ".cu") || path_is_header(names.at[i]))
			add_source(scan, path_join(scan->arena, folder, names.at[i]));
}

static void add_children(Scan *scan, const char *folder)
{
	Names names = folder_names(scan->arena, folder);
	for (int i = 0, n = 0; i < names.n && n < MAX_SCANNED_FOLDERS; i++) {
		const char *child = path_join(scan->arena, folder, names.at[i]);
		struct stat st;
		if (stat(child, &st) != 0 || !S_ISDIR(st.st_mode))
			continue;
		add_folder(scan, child);
		n++;
	}
}

/* --- #include lines --------------------------------------------------------------------------- */

static char *read_source(const Source *source, size_t *size)
{
	return source->size <= MAX_SCANNED_BYTES ? file_read(source->path, MAX_SCANNED_BYTES, size) : NULL;
}

/* The index of the source at a path, or -1. */
static int source_at(Scan *scan, const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0)
		return -1;
	if (scan->folders && find_source(scan, &st) < 0)
		add_source(scan, path);
	return find_source(scan, &st);
}

/* The index of the source that an #include in a file of that folder names, or -1.  name: with its brackets or quotes. */
static int find_included(Scan *scan, const char *folder, const char *name)
{
	const char *bare = arena_strndup(scan->arena, name + 1, strlen(name) - 2);
	int to = *name == '<' ? -1 : source_at(scan, path_join(scan->arena, folder, bare));
	for (int i = 0; to < 0 && scan->folders && i < scan->folders->n; i++)
		to = source_at(scan, path_join(scan->arena, scan->folders->at[i], bare));
	return to;
}

/* `at` is an index, since adding included files may move the sources. */
static void resolve_includes(Scan *scan, int at)
{
	size_t size;
	const char *path = scan->sources.at[at].path;
	char *text = read_source(&scan->sources.at[at], &size);
	if (!text)
		return;
	Arena *scratch = arena_new();
	const IncludeText scanned = include_text(scratch, text, size);
	free(text);
	const char *folder = path_folder(scan->arena, path);
	for (int i = 0; i < scanned.includes.n; i++) {
		int to = find_included(scan, folder, scanned.includes.at[i].name);
		if (to >= 0)
			vec_push(scan->arena, &scan->sources.at[at].includes, to);
	}
	arena_free(scratch);
}

/* --- the include graph ------------------------------------------------------------------------ */

static bool includes_marked(const Source *source, const bool *marks)
{
	for (int i = 0; i < source->includes.n; i++)
		if (marks[source->includes.at[i]])
			return true;
	return false;
}

/* For every source whether it includes `target`, directly or not; true for `target` itself. */
static bool *mark_reaching(const Scan *scan, int target)
{
	bool *marks = arena_array(scan->arena, bool, scan->sources.n);
	marks[target] = true;
	for (bool grew = true; grew;) {
		grew = false;
		for (int i = 0; i < scan->sources.n; i++)
			if (!marks[i] && includes_marked(&scan->sources.at[i], marks))
				grew = marks[i] = true;
	}
	return marks;
}

static bool is_includer(const Scan *scan, const bool *reaching, int i)
{
	return i != 0 && reaching[i] && scan->sources.at[i].is_cu;
}

/* Whether another includer includes this one, but not vice versa.  reaches[i]: mark_reaching() of i; NULL: i is no
 * includer. */
static bool is_part(const Scan *scan, const bool *const *reaches, int source)
{
	for (int i = 0; i < scan->sources.n; i++)
		if (reaches[i] && reaches[source][i] && !reaches[i][source])
			return true;
	return false;
}

static Names find_includers(Scan *scan)
{
	Names found = { 0 };
	for (int i = 0; i < scan->sources.n; i++)
		resolve_includes(scan, i);
	const bool *reaching = mark_reaching(scan, 0);
	const bool **reaches = arena_array(scan->arena, const bool *, scan->sources.n);
	for (int i = 0; i < scan->sources.n; i++)
		if (is_includer(scan, reaching, i))
			reaches[i] = mark_reaching(scan, i);
	for (int i = 0; i < scan->sources.n; i++)
		if (reaches[i] && !is_part(scan, reaches, i))
			vec_push(scan->arena, &found, scan->sources.at[i].path);
	names_sort(&found);
	return found;
}

/* --- the search ------------------------------------------------------------------------------- */

static Names includers_near(Scan *scan, const char *folder)
{
	add_folder(scan, folder);
	Names found = find_includers(scan);
	if (found.n)
		return found;
	const char *above = path_project_above(scan->arena, folder);
	if (!above)
		return found;
	for (int i = 0; i < scan->sources.n; i++)
		scan->sources.at[i].includes.n = 0;
	add_folder(scan, above);
	add_children(scan, above);
	return find_includers(scan);
}

static const char *const *copy_names(Arena *arena, const Names *found, int *n, int *n_others)
{
	Names kept = { 0 };
	for (int i = 0; i < found->n && i < MAX_INCLUDERS; i++)
		vec_push(arena, &kept, (const char *)arena_strdup(arena, found->at[i]));
	*n = kept.n;
	*n_others = found->n - kept.n;
	return kept.at;
}

const char *const *includers_of(Arena *arena, const char *file, int *n, int *n_others)
{
	Scan scan = { .arena = arena_new(), .max_sources = MAX_SCANNED_FILES };
	Names found = { 0 };
	add_source(&scan, file);
	if (scan.sources.n)
		found = includers_near(&scan, path_folder(scan.arena, file));
	const char *const *kept = copy_names(arena, &found, n, n_others);
	arena_free(scan.arena);
	return kept;
}

const char *const *includers_in(Arena *arena, const char *file, const IncludeProgram *program, int *n, int *n_others)
{
	Scan scan = { .arena = arena_new(), .folders = &program->folders, .max_sources = MAX_PROGRAM_FILES };
	Names found = { 0 };
	add_source(&scan, file);
	for (int i = 0; scan.sources.n && i < program->sources.n; i++) {
		struct stat st;
		add_source(&scan, program->sources.at[i]);
		int at = stat(program->sources.at[i], &st) == 0 ? find_source(&scan, &st) : -1;
		if (at >= 0)
			scan.sources.at[at].is_cu = true; /* by its compile command */
	}
	if (scan.sources.n)
		found = find_includers(&scan);
	const char *const *kept = copy_names(arena, &found, n, n_others);
	arena_free(scan.arena);
	return kept;
}

/* --- what is included --------------------------------------------------------------------------- */

/* seen: by index, the last source that was counted with it. */
static int64_t count_bytes(const Scan *scan, int at, int of, int *seen)
{
	const Source *source = &scan->sources.at[at];
	int64_t bytes = (int64_t)source->size;
	seen[at] = of;
	for (int i = 0; i < source->includes.n; i++)
		if (seen[source->includes.at[i]] != of)
			bytes += count_bytes(scan, source->includes.at[i], of, seen);
	return bytes;
}

const int64_t *included_bytes(Arena *arena, const Names *files, const IncludeProgram *program)
{
	static const Names none;
	Scan scan = { .arena = arena_new(), .folders = program ? &program->folders : &none, .max_sources = files->n + MAX_PROGRAM_FILES };
	int64_t *bytes = arena_array(arena, int64_t, files->n + 1);
	int *at = arena_array(scan.arena, int, files->n + 1);
	for (int i = 0; i < files->n; i++)
		at[i] = source_at(&scan, files->at[i]);
	for (int i = 0; i < scan.sources.n; i++)
		resolve_includes(&scan, i);
	int *seen = arena_array(scan.arena, int, scan.sources.n + 1);
	for (int i = 0; i < files->n; i++)
		bytes[i] = at[i] >= 0 ? count_bytes(&scan, at[i], i + 1, seen) : 0;
	arena_free(scan.arena);
	return bytes;
}

/* --- the whole program -------------------------------------------------------------------------- */

WholeProgram *included_whole(Arena *arena, const Names *files, int n_named, const Names *folders)
{
	Scan scan = { .arena = arena, .folders = folders, .max_sources = MAX_PROGRAM_FILES };
	WholeProgram *whole = arena_new_of(arena, WholeProgram);
	int n_named_sources = 0;
	for (int i = 0; i < files->n; i++) {
		n_named_sources = i == n_named ? scan.sources.n : n_named_sources;
		add_source(&scan, files->at[i]);
	}
	const int n_sources = scan.sources.n;
	n_named_sources = n_named >= files->n ? n_sources : n_named_sources;
	for (int i = 0; i < scan.sources.n; i++) { /* grows meanwhile */
		if (scan.sources.at[i].size > MAX_SCANNED_BYTES || scan.sources.n == MAX_PROGRAM_FILES)
			return NULL;
		resolve_includes(&scan, i);
		const Source *source = &scan.sources.at[i];
		const bool is_source = i < n_sources && !path_is_header(source->path);
		const WholeFile file = { source->path, is_source, i < n_named_sources, source->includes.at, source->includes.n };
		vec_push(arena, &whole->files, file);
	}
	return whole;
}
