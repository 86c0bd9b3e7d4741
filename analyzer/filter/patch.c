#include "filter/patch.h"

#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "filter/slice.h"

/* --- finding files ------------------------------------------------------------------------------ */

enum { MAX_STRIPPED = 32 };

/* The name without its first folders; NULL: it has fewer. */
static const char *without(const char *name, int folders)
{
	for (; name && folders > 0; folders--) {
		name = strchr(name, '/');
		name = name ? name + strspn(name, "/") : NULL;
	}
	return name && *name ? name : NULL;
}

static const char *in_folders(Arena *arena, const char *name, const char *const *folders, int n_folders)
{
	struct stat st;
	for (int i = 0; name && i < n_folders; i++) {
		const char *path = name[0] == '/' ? name : arena_printf(arena, "%s/%s", folders[i], name);
		if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
			return path_from_root(arena, path);
	}
	return NULL;
}

/* git adds a prefix to every name, unless diff.noprefix is set. */
static const char *locate(Arena *arena, const PatchFile *file, const char *const *folders, int n_folders)
{
	const char *path = file->is_git ? in_folders(arena, without(file->name, 1), folders, n_folders) : NULL;
	for (int n = 0; !path && n < MAX_STRIPPED; n++)
		path = in_folders(arena, without(file->name, n), folders, n_folders);
	return path;
}

int patch_locate(Arena *arena, Patch *patch, const char *const *folders, int n_folders)
{
	int found = 0;
	for (int i = 0; i < patch->files.n; i++) {
		PatchFile *file = &patch->files.at[i];
		file->path = file->name ? locate(arena, file, folders, n_folders) : NULL;
		found += file->path != NULL;
	}
	return found;
}

/* --- queries ------------------------------------------------------------------------------------ */

static const PatchFile *file_of(const Patch *patch, const char *path)
{
	for (int i = 0; i < patch->files.n; i++)
		if (patch->files.at[i].path && strcmp(patch->files.at[i].path, path) == 0)
			return &patch->files.at[i];
	return NULL;
}

static bool has_changed(const PatchFile *file, int first, int last)
{
	for (int k = 0; k < file->changed.n; k++)
		if (file->changed.at[k].first <= last && first <= file->changed.at[k].last)
			return true;
	return file->is_new;
}

bool patch_has(const Patch *patch, const char *path, int first, int last)
{
	const PatchFile *file = file_of(patch, path);
	return file && has_changed(file, first, last);
}

/* --- filtering ---------------------------------------------------------------------------------- */

typedef struct Filter {
	Sieve *sieve;
	const Patch *patch;
	SourceSet *sources;
} Filter;

/* The slice of a place's text, or of its line if the place is empty. */
static Slice slice_at(const Filter *filter, const Place *place)
{
	size_t size;
	const char *text = source_text(filter->sources, source_add(filter->sources, place->path, false), &size);
	size_t begin = (size_t)place->offset, end = begin + (size_t)place->length;
	if (!text || place->offset < 0 || place->length < 0 || end > size)
		return (Slice){ .has = NULL };
	if (begin == end) {
		while (begin > 0 && text[begin - 1] != '\n')
			begin--;
		end += strcspn(text + end, "\n");
	}
	return slice_of(filter->sieve->arena, text, size, begin, end);
}

/* Whether a removed line of the same function, or a removed macro, gave a name its value. */
static bool has_lost(const Filter *filter, const PatchFile *file, const Slice *slice)
{
	for (int i = 0; i < file->gone.n; i++) {
		const PatchGone *gone = &file->gone.at[i];
		const bool is_near = (slice->first <= gone->before && gone->before <= slice->last + 1) || (gone->n && gone->text[0] == '#');
		if (slice->has && is_near && slice_defines(filter->sieve->arena, slice, gone->text, gone->n))
			return true;
	}
	return false;
}

static bool touches(const Filter *filter, const Place *place)
{
	const PatchFile *file = place->path ? file_of(filter->patch, path_from_root(filter->sieve->arena, place->path)) : NULL;
	const int last = place->end_line > place->line ? place->end_line : place->line;
	if (!file || has_changed(file, place->line, last))
		return file;
	const Slice slice = slice_at(filter, place);
	for (int line = 1; line <= slice.n_lines; line++)
		if (slice.has[line] && has_changed(file, line, line))
			return true;
	return has_lost(filter, file, &slice);
}

void patch_filter(Sieve *sieve, const Patch *patch, SourceSet *sources)
{
	const Filter filter = { sieve, patch, sources };
	for (int i = 0; i < sieve->report->findings.n; i++) {
		const Finding *finding = &sieve->report->findings.at[i];
		bool stays = !sieve_has(sieve, i) || touches(&filter, &finding->place);
		for (int k = 0; k < finding->notes.n && !stays; k++)
			stays = touches(&filter, &finding->notes.at[k].place);
		if (!stays)
			sieve_leave_out(sieve, i, LEFT_UNCHANGED);
	}
}
