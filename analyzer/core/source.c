#include "base/folder.h"
#include "base/paths.h"
#include "core/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool loc_same(Loc a, Loc b)
{
	return a.file == b.file && a.offset == b.offset;
}

int loc_compare(Loc a, Loc b)
{
	if (a.rank != b.rank)
		return a.rank < b.rank ? -1 : 1;
	return a.file != b.file ? (a.file > b.file) - (a.file < b.file) : (a.offset > b.offset) - (a.offset < b.offset);
}

void source_set_order(SourceSet *set, const char *const *paths, int n)
{
	set->order = paths;
	set->n_order = n;
}

static int rank_of(const SourceSet *set, const char *path)
{
	int low = 0, high = set->n_order;
	while (low < high) {
		const int middle = (low + high) / 2;
		if (strcmp(set->order[middle], path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	const bool is_listed = low < set->n_order && strcmp(set->order[low], path) == 0;
	return is_listed || !set->n_order ? low + (set->n_order > 0) : set->n_order + 1;
}

/* A linear search from the end: files are few (some hundreds with a toolkit's headers) and are looked up in a row. */
int source_add(SourceSet *set, const char *path, bool is_system)
{
	for (int i = set->files.n - 1; i >= 0; i--)
		if (!strcmp(set->files.at[i].path, path))
			return i;
	SourceFile file = { .path = arena_strdup(set->arena, path), .is_system = is_system, .rank = rank_of(set, path) };
	file.is_library = libraries_have(set->arena, &set->libraries, path);
	vec_push(set->arena, &set->files, file);
	return set->files.n - 1;
}

static SourceFile *file_at(const SourceSet *set, int file)
{
	return file >= 0 && file < set->files.n ? &set->files.at[file] : NULL;
}

/* In pieces, as a pipe has no size. */
static void read_whole(Arena *arena, FILE *in, SourceFile *file)
{
	char *text = arena_alloc_raw(arena, 4096);
	size_t n = 0, cap = 4096;
	for (size_t got; (got = fread(text + n, 1, cap - n - 1, in)) > 0; n += got) {
		if (cap - n - got > 1)
			continue;
		char *grown = arena_alloc_raw(arena, cap * 2);
		memcpy(grown, text, n + got);
		text = grown;
		cap *= 2;
	}
	text[n] = 0;
	file->text = ferror(in) ? NULL : text;
	file->size = ferror(in) ? 0 : n;
}

/* The compiler may spell the path differently from HeldText.path. */
static bool is_same_path(const char *a, const char *b)
{
	char *real_a = realpath(a, NULL), *real_b = real_a ? realpath(b, NULL) : NULL;
	const bool same = real_b && strcmp(real_a, real_b) == 0;
	free(real_a);
	free(real_b);
	return same;
}

static const HeldText *held_text(const SourceSet *set, const char *path)
{
	for (int i = 0; set->held && i < set->held->n; i++)
		if (strcmp(set->held->at[i].path, path) == 0)
			return &set->held->at[i];
	for (int i = 0; set->held && i < set->held->n; i++)
		if (is_same_path(set->held->at[i].path, path))
			return &set->held->at[i];
	return NULL;
}

const char *source_text(SourceSet *set, int index, size_t *size)
{
	SourceFile *file = file_at(set, index);
	const HeldText *held = file && !file->text ? held_text(set, file->path) : NULL;
	if (held) {
		source_set_text(set, index, held->text, held->size);
	} else if (file && !file->text) {
		FILE *in = file_open(file->path);
		if (in) {
			read_whole(set->arena, in, file);
			fclose(in);
		}
	}
	if (size)
		*size = file && file->text ? file->size : 0;
	return file ? file->text : NULL;
}

void source_set_text(SourceSet *set, int index, const char *text, size_t size)
{
	SourceFile *file = file_at(set, index);
	if (!file)
		return;
	char *copy = arena_alloc_raw(set->arena, size + 1);
	if (size)
		memcpy(copy, text, size);
	copy[size] = 0;
	file->text = copy;
	file->size = size;
}

const char *source_line(SourceSet *set, int file, int line)
{
	size_t size;
	const char *at = source_text(set, file, &size);
	if (!at || line < 1)
		return NULL;
	const char *end = at + size;
	for (int i = 1; i < line; i++) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		if (!newline)
			return NULL;
		at = newline + 1;
	}
	/* There is no line after a final newline. */
	if (at == end && line > 1)
		return NULL;
	const char *newline = memchr(at, '\n', (size_t)(end - at));
	size_t n = (size_t)((newline ? newline : end) - at);
	return arena_strndup(set->arena, at, n && at[n - 1] == '\r' ? n - 1 : n);
}

int text_line(const char *text, size_t offset)
{
	int line = 1;
	for (size_t i = 0; i < offset; i++)
		line += text[i] == '\n';
	return line;
}

int source_find(const SourceSet *set, const char *path)
{
	for (int i = 0; i < set->files.n; i++)
		if (path_is_same(set->files.at[i].path, path))
			return i;
	return -1;
}

int source_rank(const SourceSet *set, int file)
{
	const SourceFile *of = file_at(set, file);
	return of ? of->rank : 0;
}

Loc source_start(const SourceSet *set, int file)
{
	return (Loc){ .file = file, .line = 1, .column = 1, .rank = source_rank(set, file) };
}

const char *source_path(const SourceSet *set, int index)
{
	const SourceFile *file = file_at(set, index);
	return file ? file->path : "<unknown>";
}

bool source_is_library(const SourceSet *set, int file)
{
	return file >= 0 && file < set->files.n && set->files.at[file].is_library;
}
