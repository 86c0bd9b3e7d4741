#include "frontend/kept_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/heap.h"
#include "lower/lower.h"

/* Adds the lines that begin with #, with their continuation lines. */
static void add_directives(Buf *out, const char *text, size_t size)
{
	bool continues = false;
	for (size_t at = 0; at < size;) {
		const char *line = text + at, *end = memchr(line, '\n', size - at);
		const size_t n = end ? (size_t)(end - line) : size - at;
		size_t blank = 0;
		while (blank < n && (line[blank] == ' ' || line[blank] == '\t'))
			blank++;
		const bool is_one = continues || (blank < n && line[blank] == '#');
		if (is_one)
			buf_add(out, line, n + (end ? 1 : 0));
		continues = is_one && n && line[n - 1 - (n > 1 && line[n - 1] == '\r')] == '\\';
		at += n + 1;
	}
}

static const HeldText *held_text(const SourceSet *sources, const char *path)
{
	for (int i = 0; sources->held && i < sources->held->n; i++)
		if (strcmp(sources->held->at[i].path, path) == 0)
			return &sources->held->at[i];
	return NULL;
}

static void add_file(Buf *out, const SourceSet *sources, const char *path)
{
	struct stat st;
	const HeldText *held = held_text(sources, path);
	if (held)
		buf_printf(out, "%s\n%llx", path, (unsigned long long)hash_short(held->text, held->size));
	else if (stat(path, &st) == 0)
		buf_printf(out, "%s\n%lld %lld.%09ld", path, (long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

static uint64_t stamp_of(const Lower *lo, const KeptFiles *kept, const char *text, size_t size)
{
	Buf all = { 0 };
	add_directives(&all, text, size);
	for (int i = 0; i < kept->n; i++)
		add_file(&all, lo->unit->sources, kept->paths[i]);
	const uint64_t stamp = hash_short(all.s ? all.s : "", all.n);
	buf_free(&all);
	return stamp;
}

static void keep(const Lower *lo, KeptFiles *kept, const FileList *files)
{
	kept_files_free(kept);
	kept->paths = heap_alloc((size_t)files->n + 1, sizeof *kept->paths);
	for (int i = 0; i < files->n; i++) {
		const char *path = source_path(lo->unit->sources, files->at[i]);
		if (files->at[i] == lo->unit->main_file)
			continue;
		kept->paths[kept->n] = heap_alloc(strlen(path) + 1, 1);
		strcpy(kept->paths[kept->n++], path);
	}
	kept->is_known = true;
}

void kept_files(Lower *lo, KeptFiles *kept, const char *text, size_t size, FileList *out)
{
	if (kept->is_known && kept->stamp == stamp_of(lo, kept, text, size)) {
		vec_push(lo->scratch, out, lo->unit->main_file);
		for (int i = 0; i < kept->n; i++)
			vec_push(lo->scratch, out, source_add(lo->unit->sources, kept->paths[i], false));
		return;
	}
	instances_kept_files(lo, out);
	keep(lo, kept, out);
	kept->stamp = stamp_of(lo, kept, text, size);
}

void kept_files_free(KeptFiles *kept)
{
	for (int i = 0; i < kept->n; i++)
		free(kept->paths[i]);
	free(kept->paths);
	*kept = (KeptFiles){ .n = 0 };
}
