#include "verify/places.h"

#include <stdlib.h>
#include <string.h>

static const char *find(const Places *places, const char *file)
{
	for (int i = places->files.n; i-- > 0;)
		if (strcmp(places->files.at[i].file, file) == 0)
			return places->files.at[i].path;
	return NULL;
}

const char *places_path(const Places *places, const char *file)
{
	const char *path = find(places, file);
	return path ? path : file;
}

/* How many parts at the end of two paths are the same. */
static int shared_parts(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	int parts = 0;
	while (n && m && a[n - 1] == b[m - 1]) {
		n--;
		m--;
		parts += a[n] == '/';
	}
	bool whole = (!n || a[n - 1] == '/') && (!m || b[m - 1] == '/') && (n < strlen(a)) && a[n] != '/';
	return parts + whole;
}

static const char *best(const PredictedList *predicted, const char *file)
{
	const char *path = NULL;
	int most = 0;
	bool alone = true;
	for (int i = 0; i < predicted->n; i++) {
		int parts = shared_parts(predicted->at[i].path, file);
		bool same = path && strcmp(path, predicted->at[i].path) == 0;
		if (parts > most) {
			path = predicted->at[i].path;
			most = parts;
			alone = true;
		} else if (parts && parts == most && !same) {
			alone = false;
		}
	}
	return alone ? path : NULL;
}

static bool is_analysed(const PredictedList *predicted, const char *path)
{
	for (int i = 0; i < predicted->n; i++)
		if (strcmp(predicted->at[i].path, path) == 0)
			return true;
	return false;
}

static const char *resolve(Arena *arena, const PredictedList *predicted, const MeasuredLine *line)
{
	char *real = realpath(line->file, NULL);
	const char *here = real ? arena_strdup(arena, real) : NULL, *path = NULL;
	free(real);
	if (here && is_analysed(predicted, here))
		return here;
	if (!here || line->text)
		path = best(predicted, line->file);
	return path ? path : line->file;
}

Places *places_new(Arena *arena, const PredictedList *predicted, const Measured *measured)
{
	Places *places = arena_new_of(arena, Places);
	for (int i = 0; i < measured->lines.n; i++) {
		const MeasuredLine *line = &measured->lines.at[i];
		if (find(places, line->file))
			continue;
		Place place = { line->file, resolve(arena, predicted, line) };
		vec_push(arena, &places->files, place);
	}
	return places;
}

static const char *skip_space(const char *text)
{
	return text + strspn(text, " \t\r\n\f\v");
}

bool places_same_text(const char *a, const char *b)
{
	if (!a || !b)
		return true;
	for (;;) {
		a = skip_space(a);
		b = skip_space(b);
		if (!*a || *a != *b)
			return *a == *b;
		a++;
		b++;
	}
}
