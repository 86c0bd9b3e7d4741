#include "project/leading_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"

enum {
	MOST_SHAPES = 1024, /* that take part, the most common ones … */
	MOST_PAIRED = 48,   /* … and of which any two are held against each other */
};

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

static void mark_plain(const Choice *choice, int header, uint64_t *marks)
{
	if (bits_have(marks, header))
		return;
	bits_add(marks, header);
	const GraphEdges *includes = &include_graph_header(choice->graph, header)->includes;
	for (int i = 0; i < includes->n; i++) {
		const int to = includes->at[i].to;
		if (includes->at[i].is_plain && include_graph_header(choice->graph, to)->kind == HEADER_FOUND)
			mark_plain(choice, to, marks);
	}
}

/* Of the standard library only what is in front of the others: a header that lacks it would be read without an error. */
static void complete_shape(Choice *choice, Shape *shape)
{
	bool is_front = true;
	shape->visits = include_order_visits(choice->arena, choice->order, &shape->source);
	shape->plain = arena_array(choice->arena, uint64_t, choice->n_words);
	for (int i = 0; i < shape->source.includes.n; i++) {
		const GraphEdge *edge = &shape->source.includes.at[i];
		const HeaderKind kind = include_graph_header(choice->graph, edge->to)->kind;
		const bool is_standard = kind == HEADER_STANDARD;
		is_front &= is_standard || kind == HEADER_FIRST;
		if (edge->is_plain && (is_front || !is_standard))
			mark_plain(choice, edge->to, shape->plain);
	}
}

/* --- candidates ------------------------------------------------------------------------------------- */

typedef struct Listed {
	bool is_read; /* those of the standard library come first, by name */
	const char *name;
	int end, header;
} Listed;

static int by_order(const void *a, const void *b)
{
	const Listed *x = a, *y = b;
	if (x->is_read != y->is_read)
		return x->is_read - y->is_read;
	return x->is_read ? x->end - y->end : strcmp(x->name, y->name);
}

/* What both shapes include, in the order of the first one. */
static Headers common_headers(const Choice *choice, const Shape *a, const Shape *b, const char *folder)
{
	Headers headers = { 0 };
	VEC(Listed) listed = { 0 };
	uint64_t *common = arena_array(choice->arena, uint64_t, choice->n_words);
	for (int i = 0; i < choice->n_words; i++)
		common[i] = a->plain[i] & b->plain[i];
	include_order_drop_inner(choice->order, common);
	for (int i = 0; i < include_graph_count(choice->graph); i++) {
		const GraphHeader *header = include_graph_header(choice->graph, i);
		if (bits_have(common, i) && header->is_guarded && include_graph_name(choice->graph, i, folder))
			vec_push(choice->arena, &listed, ((Listed){ header->kind != HEADER_STANDARD, header->name, a->visits[i].end, i }));
	}
	if (listed.n)
		qsort(listed.at, (size_t)listed.n, sizeof *listed.at, by_order);
	for (int i = 0; i < listed.n; i++)
		vec_push(choice->arena, &headers, listed.at[i].header);
	return headers;
}

static bool fits(const Choice *choice, const Candidate *candidate, const Shape *shape)
{
	const bool is_found = !candidate->folder || strcmp(candidate->folder, shape->source.folder) == 0;
	return is_found && bits_include(shape->plain, candidate->set, choice->n_words);
}

/* Whether one of them is found in the folder only. */
static bool needs_folder(const Choice *choice, const Headers *headers)
{
	bool needs = false;
	for (int i = 0; i < headers->n && !needs; i++)
		needs = !include_graph_header(choice->graph, headers->at[i])->name;
	return needs;
}

static bool is_known(const Choice *choice, uint64_t key)
{
	bool found = false;
	for (int i = 0; i < choice->all.n && !found; i++)
		found = choice->all.at[i].key == key;
	return found;
}

static void add_candidate(Choice *choice, const Shape *a, const Shape *b)
{
	const char *folder = strcmp(a->source.folder, b->source.folder) == 0 ? a->source.folder : NULL;
	Candidate it = { .headers = common_headers(choice, a, b, folder), .base = -1 };
	it.folder = needs_folder(choice, &it.headers) ? folder : NULL;
	if (!it.headers.n)
		return;
	it.key = hash_short(it.headers.at, sizeof *it.headers.at * (size_t)it.headers.n);
	it.key = it.folder ? hash_mix(it.key, hash_short(folder, strlen(folder))) : it.key;
	if (is_known(choice, it.key))
		return;
	it.set = arena_array(choice->arena, uint64_t, choice->n_words);
	for (int i = 0; i < it.headers.n; i++)
		bits_add(it.set, it.headers.at[i]);
	it.cost = include_order_cost(choice->order, it.headers.at, it.headers.n);
	it.fits = arena_array(choice->arena, bool, choice->shapes.n);
	for (int i = 0; i < choice->shapes.n; i++)
		it.fits[i] = fits(choice, &it, &choice->shapes.at[i]);
	vec_push(choice->arena, &choice->all, it);
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
	choice->shapes.n = n < MOST_SHAPES ? n : MOST_SHAPES;
	for (int i = 0; i < n; i++)
		now[choice->shapes.at[i].key] = i < choice->shapes.n ? i : -1;
	for (int i = 0; i < n_sources; i++)
		choice->shape_of[i] = choice->shape_of[i] < 0 ? -1 : now[choice->shape_of[i]];
}

static void find_candidates(Choice *choice)
{
	const int n = choice->shapes.n < MOST_PAIRED ? choice->shapes.n : MOST_PAIRED;
	choice->n_words = bits_words(include_graph_count(choice->graph));
	choice->taken = arena_array(choice->arena, int, choice->shapes.n + 1);
	for (int i = 0; i < choice->shapes.n; i++) {
		complete_shape(choice, &choice->shapes.at[i]);
		choice->taken[i] = -1;
	}
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			add_candidate(choice, &choice->shapes.at[i], &choice->shapes.at[k]);
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
		find_candidates(&choice);
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
