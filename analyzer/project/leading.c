#include "project/leading_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"

enum { MOST_SHAPES = 1024 }; /* that take part in the choice, the most common ones */

/* --- shapes ----------------------------------------------------------------------------------------- */

static uint64_t shape_key(const GraphSource *source)
{
	uint64_t key = hash_short(source->folder, strlen(source->folder));
	for (int i = 0; i < source->includes.n; i++)
		key = hash_mix(key, (uint64_t)source->includes.at[i].to * 2 + source->includes.at[i].is_plain);
	for (int i = 0; i < source->early.n; i++)
		key = hash_mix(key, source->early.at[i]);
	return key;
}

static int find_shape(const Choice *choice, uint64_t key)
{
	for (int i = 0; i < choice->shapes.n; i++)
		if (choice->shapes.at[i].key == key)
			return i;
	return -1;
}

static void add_source(Choice *choice, const char *path, int number)
{
	const GraphSource source = include_graph_add(choice->graph, path);
	const uint64_t key = shape_key(&source);
	const int known = find_shape(choice, key);
	choice->shape_of[number] = known >= 0 ? known : choice->shapes.n;
	if (known >= 0)
		choice->shapes.at[known].n_sources++;
	else
		vec_push(choice->arena, &choice->shapes, ((Shape){ .key = key, .first = number, .n_sources = 1, .source = source }));
}

/* --- all -------------------------------------------------------------------------------------------- */

/* made: by candidate; NULL: not yet. */
static const Leading *leading_of(Arena *arena, const Choice *choice, int candidate, const Leading **made)
{
	if (candidate < 0 || made[candidate])
		return candidate < 0 ? NULL : made[candidate];
	const Candidate *it = &choice->all.at[candidate];
	Buf text = { 0 };
	Leading *leading = arena_new_of(arena, Leading);
	for (int i = it->base < 0 ? 0 : choice->all.at[it->base].headers.n; i < it->headers.n; i++)
		buf_printf(&text, "#include %s\n", include_graph_name(choice->graph, it->headers.at[i], it->folder));
	leading->base = leading_of(arena, choice, it->base, made);
	leading->text = arena_strdup(arena, text.s);
	leading->folder = arena_strdup(arena, it->folder);
	buf_free(&text);
	return made[candidate] = leading;
}

static int most_common_first(const void *a, const void *b)
{
	const Shape *x = a, *y = b;
	return x->n_sources != y->n_sources ? y->n_sources - x->n_sources : x->first - y->first;
}

/* By their number, which they lose by that, sources find them again. */
static void sort_shapes(Choice *choice, int n_sources)
{
	const int n = choice->shapes.n;
	int *now = arena_array(choice->arena, int, n + 1);
	for (int i = 0; i < n; i++)
		choice->shapes.at[i].key = (uint64_t)i;
	if (n)
		qsort(choice->shapes.at, (size_t)n, sizeof *choice->shapes.at, most_common_first);
	choice->n_shapes = n < MOST_SHAPES ? n : MOST_SHAPES;
	for (int i = 0; i < n; i++)
		now[choice->shapes.at[i].key] = i;
	for (int i = 0; i < n_sources; i++)
		choice->shape_of[i] = choice->shape_of[i] < 0 ? -1 : now[choice->shape_of[i]];
}

/* For the sources of the command that the first one has. */
static void share(Arena *arena, const Names *files, const IncludeSetting *settings, int first, Leading *out)
{
	Arena *scratch = arena_new();
	Choice choice = { .arena = scratch, .graph = include_graph_new(scratch, settings[first].folders) };
	choice.shape_of = arena_array(scratch, int, files->n);
	for (int i = 0; i < files->n; i++) {
		choice.shape_of[i] = -1;
		if (settings[i].command == settings[first].command)
			add_source(&choice, files->at[i], i);
	}
	sort_shapes(&choice, files->n);
	choice.order = include_graph_is_cut(choice.graph) ? NULL : include_order_new(scratch, choice.graph);
	if (choice.order) {
		leading_find_candidates(&choice);
		leading_choose(&choice);
	}
	const Leading **made = arena_array(scratch, const Leading *, choice.all.n + 1);
	for (int i = 0; i < files->n && choice.order; i++) {
		const int shape = choice.shape_of[i];
		if (shape >= 0 && choice.taken[shape] >= 0)
			out[i] = *leading_of(arena, &choice, choice.taken[shape], made);
	}
	arena_free(scratch);
}

/* How many sources are compiled as the i-th one is; 0: one before it is, too. */
static int count_alike(const IncludeSetting *settings, int n, int i)
{
	int alike = 0;
	for (int k = 0; k < n; k++) {
		const bool is = settings[k].command == settings[i].command;
		if (is && k < i)
			return 0;
		alike += is;
	}
	return alike;
}

const Leading *leading_shared(Arena *arena, const Names *files, const IncludeSetting *settings)
{
	Leading *leading = arena_array(arena, Leading, files->n + 1);
	for (int i = 0; i < files->n; i++)
		if (count_alike(settings, files->n, i) >= LEADING_FEWEST)
			share(arena, files, settings, i, leading);
	return leading;
}
