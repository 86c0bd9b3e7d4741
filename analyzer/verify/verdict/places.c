#include "verify/verdict/places.h"

#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"

typedef struct Place {
	const char *file, *path;
} Place;

typedef struct Places {
	VEC(Place) files;
} Places;

static const char *find(const Places *places, const char *file)
{
	for (int i = places->files.n; i-- > 0;)
		if (strcmp(places->files.at[i].file, file) == 0)
			return places->files.at[i].path;
	return NULL;
}

/* The number of equal components at the end of two paths. */
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

static const char *resolve(Arena *arena, const PredictedList *predicted, const MeasuredPlace *place)
{
	char *real = realpath(place->file, NULL);
	const char *here = real ? arena_strdup(arena, real) : NULL, *path = NULL;
	free(real);
	if (here && is_analysed(predicted, here))
		return here;
	if (!here || place->text)
		path = best(predicted, place->file);
	return path ? path : place->file;
}

static const char *path_of(Arena *arena, Places *places, const PredictedList *predicted, const MeasuredPlace *place)
{
	const char *path = find(places, place->file);
	if (path)
		return path;
	Place row = { place->file, resolve(arena, predicted, place) };
	vec_push(arena, &places->files, row);
	return row.path;
}

/* --- which of several lines ------------------------------------------------------------------------ */

static bool is_system(const char *file)
{
	static const char *const parts[] = { "/targets/x86_64-linux/include/", "/targets/sbsa-linux/include/", "/cuda/include/",
					     "/nvidia/cuda_runtime/include/" };
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (strstr(file, parts[i]))
			return true;
	return strncmp(file, "/usr/include/", 13) == 0;
}

static const Predicted *facts_of(const PredictedList *predicted, const PlacedLine *placed)
{
	const MeasuredLine *line = placed->line;
	for (int i = 0; i < predicted->n; i++) {
		const Predicted *p = &predicted->at[i];
		if (p->line == placed->number && p->kind == line->kind && memcmp(p->launch->block, line->block, sizeof line->block) == 0 &&
		    mangled_same(p->launch->kernel->mangled, line->kernel) && strcmp(p->path, placed->path) == 0)
			return p;
	}
	return NULL;
}

/* Whether every access of `inner` is reached through a call in the line of `outer`. */
static bool is_inlined_into(const Predicted *inner, const PlacedLine *outer)
{
	for (int i = 0; i < inner->facts.n; i++) {
		const CallSite *call = inner->facts.at[i]->stack;
		while (call && (call->range.end.line < outer->number || call->range.begin.line > outer->number))
			call = call->caller;
		if (!call)
			return false;
	}
	return inner->facts.n;
}

/* Replaces the place of a line by another one that is better. */
static void weigh(const PredictedList *predicted, PlacedLine *kept, const PlacedLine *other)
{
	const Predicted *mine = facts_of(predicted, kept), *its = facts_of(predicted, other);
	bool unclear = kept->is_unclear;
	if (mine && its && is_inlined_into(its, kept))
		*kept = *other;
	else if (mine && its)
		unclear |= !is_inlined_into(mine, other);
	else if (its || (!mine && kept->is_system && !other->is_system))
		*kept = *other;
	kept->is_unclear = unclear;
}

static PlacedLine place_at(Arena *arena, Places *places, const PredictedList *predicted, const MeasuredLine *line,
			   const MeasuredPlace *place)
{
	return (PlacedLine){ .line = line,
			     .path = path_of(arena, places, predicted, place),
			     .number = place->line,
			     .text = place->text,
			     .is_system = is_system(place->file) };
}

PlacedLines places_resolve(Arena *arena, const PredictedList *predicted, const Measured *measured)
{
	Places places = { 0 };
	PlacedLines out = { 0 };
	for (int i = 0; i < measured->lines.n; i++) {
		const MeasuredLine *line = &measured->lines.at[i];
		MeasuredPlace first = { line->file, line->line, line->text };
		PlacedLine placed = place_at(arena, &places, predicted, line, &first);
		for (int k = 0; k < line->n_also; k++) {
			PlacedLine other = place_at(arena, &places, predicted, line, &line->also[k]);
			weigh(predicted, &placed, &other);
		}
		placed.is_known = facts_of(predicted, &placed);
		vec_push(arena, &out, placed);
	}
	return out;
}

static const char *skip_space(const char *text)
{
	return text + strspn(text, " \t\r\n\f\v\"");
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
