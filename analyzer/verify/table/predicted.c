#include "verify/table/predicted.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *path_absolute(Arena *arena, const char *path)
{
	char *real = realpath(path, NULL);
	const char *out = arena_strdup(arena, real ? real : path);
	free(real);
	if (*out == '/')
		return out;
	char *folder = getcwd(NULL, 0);
	out = folder ? arena_printf(arena, "%s/%s", folder, out) : out;
	free(folder);
	return out;
}

static bool same_launch(const LaunchShape *a, const LaunchShape *b)
{
	return a == b || (memcmp(a->block, b->block, sizeof a->block) == 0 && strcmp(a->kernel->mangled, b->kernel->mangled) == 0);
}

static Predicted *find(PredictedList *list, const Predicted *key)
{
	for (int i = 0; i < list->n; i++) {
		Predicted *p = &list->at[i];
		if (same_launch(p->launch, key->launch) && p->line == key->line && p->kind == key->kind && strcmp(p->path, key->path) == 0)
			return p;
	}
	return NULL;
}

/* The absolute path of a file, from a row that has it already if there is one. */
static const char *path_of(Arena *arena, const PredictedList *list, const char *file)
{
	for (int i = list->n; i-- > 0;)
		if (strcmp(list->at[i].file, file) == 0)
			return list->at[i].path;
	return path_absolute(arena, file);
}

static void add_fact(Arena *arena, const Unit *unit, const Fact *fact, PredictedList *out)
{
	const int file = fact->range.begin.file;
	const char *name = source_path(unit->sources, file);
	Predicted key = { .launch = fact->launch,
			  .file = name,
			  .path = path_of(arena, out, name),
			  .line = fact_line(fact),
			  .kind = fact->kind,
			  .text = source_line(unit->sources, file, fact_line(fact)) };
	Predicted *row = find(out, &key);
	if (!row) {
		vec_push(arena, out, key);
		row = &out->at[out->n - 1];
	}
	vec_push(arena, &row->facts, fact);
	row->wavefronts += fact->wavefronts;
	row->ideal += fact_profiled(fact);
	if (fact->certainty > row->certainty)
		row->certainty = fact->certainty;
}

void predicted_add(Arena *arena, const Unit *unit, const KernelFacts *kernel, PredictedList *out)
{
	for (int i = 0; i < kernel->n_facts; i++)
		add_fact(arena, unit, &kernel->facts[i], out);
}
