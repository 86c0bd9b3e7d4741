#include "project/leading_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum {
	MOST_PAIRED = 48, /* shapes of which any two are held against each other; half of these are the most common ones */
	MOST_TRIED = 512, /* headers, one by one */
	MOST_REST = 8,    /* shapes that took little, and of which any three are held against each other */
	MOST_ALONE = 24,  /* headers that could be precompiled alone */
};

/* --- shapes ----------------------------------------------------------------------------------------- */

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
void leading_complete(const Choice *choice, Shape *shape)
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
	for (int i = 0; i < include_graph_count(choice->graph); i++)
		shape->cost += bits_have(shape->plain, i) ? include_graph_header(choice->graph, i)->cost : 0;
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

/* What all these shapes include, in the order of the first one. */
static Headers common_headers(const Choice *choice, const Shape *const *shapes, int n, const char *folder)
{
	Headers headers = { 0 };
	VEC(Listed) listed = { 0 };
	uint64_t *common = arena_array(choice->arena, uint64_t, choice->n_words);
	for (int i = 0; i < choice->n_words; i++) {
		common[i] = shapes[0]->plain[i];
		for (int k = 1; k < n; k++)
			common[i] &= shapes[k]->plain[i];
	}
	include_order_drop_inner(choice->order, shapes[0]->visits, common);
	for (int i = 0; i < include_graph_count(choice->graph); i++) {
		const GraphHeader *header = include_graph_header(choice->graph, i);
		if (bits_have(common, i) && header->is_guarded && include_graph_name(choice->graph, i, folder))
			vec_push(choice->arena, &listed,
				 ((Listed){ header->kind != HEADER_STANDARD, header->name, shapes[0]->visits[i].end, i }));
	}
	if (listed.n)
		qsort(listed.at, (size_t)listed.n, sizeof *listed.at, by_order);
	for (int i = 0; i < listed.n; i++)
		vec_push(choice->arena, &headers, listed.at[i].header);
	return headers;
}

bool leading_fits(const Choice *choice, const Candidate *candidate, const Shape *shape)
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

/* -1: there is none. */
static int find_known(const Choice *choice, uint64_t key)
{
	for (int i = 0; i < choice->all.n; i++)
		if (choice->all.at[i].key == key)
			return i;
	return -1;
}

/* NULL: they are in several. */
static const char *common_folder(const Shape *const *shapes, int n)
{
	const char *folder = shapes[0]->source.folder;
	for (int i = 1; i < n && folder; i++)
		folder = strcmp(folder, shapes[i]->source.folder) == 0 ? folder : NULL;
	return folder;
}

/* folder: of the sources that include them; NULL: they are in several.  Returns the index; -1: there are no headers. */
static int add_headers(Choice *choice, Headers headers, const char *folder)
{
	Candidate it = { .headers = headers, .base = -1 };
	it.folder = needs_folder(choice, &it.headers) ? folder : NULL;
	if (!it.headers.n)
		return -1;
	it.key = hash_short(it.headers.at, sizeof *it.headers.at * (size_t)it.headers.n);
	it.key = it.folder ? hash_mix(it.key, hash_short(folder, strlen(folder))) : it.key;
	const int known = find_known(choice, it.key);
	if (known >= 0)
		return known;
	it.set = arena_array(choice->arena, uint64_t, choice->n_words);
	for (int i = 0; i < it.headers.n; i++)
		bits_add(it.set, it.headers.at[i]);
	it.cost = include_order_cost(choice->order, it.headers.at, it.headers.n);
	it.fits = arena_array(choice->arena, bool, choice->n_shapes);
	for (int i = 0; i < choice->n_shapes; i++)
		it.fits[i] = leading_fits(choice, &it, &choice->shapes.at[i]);
	vec_push(choice->arena, &choice->all, it);
	return choice->all.n - 1;
}

/* What n shapes have in common. */
static void add_candidate(Choice *choice, const Shape *const *shapes, int n)
{
	const char *folder = common_folder(shapes, n);
	add_headers(choice, common_headers(choice, shapes, n, folder), folder);
}

/* Any two of the most common shapes, and of others from everywhere: those that come first are of one folder. */
static void add_common(Choice *choice)
{
	const int n = choice->n_shapes < MOST_PAIRED ? choice->n_shapes : MOST_PAIRED, half = n / 2;
	int sample[MOST_PAIRED];
	for (int i = 0; i < n; i++)
		sample[i] = i < half ? i : half + (i - half) * (choice->n_shapes - half) / (n - half);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			add_candidate(choice, (const Shape *[]){ &choice->shapes.at[sample[i]], &choice->shapes.at[sample[k]] }, 2);
}

/* A header with all that it includes. */
typedef struct Alone {
	int header, n_sources;
	int64_t saved;
	const uint64_t *set; /* bits: the headers */
} Alone;

typedef VEC(Alone) AllAlone;

static int count_sources(const Choice *choice, int header)
{
	int n = 0;
	for (int i = 0; i < choice->n_shapes; i++)
		n += bits_have(choice->shapes.at[i].plain, header) ? choice->shapes.at[i].n_sources : 0;
	return n;
}

static int most_saved_first(const void *a, const void *b)
{
	const Alone *x = a, *y = b;
	return x->saved != y->saved ? (x->saved < y->saved) - (x->saved > y->saved) : x->header - y->header;
}

static AllAlone list_alone(const Choice *choice)
{
	AllAlone all = { 0 };
	for (int i = 0; i < include_graph_count(choice->graph); i++) {
		const GraphHeader *header = include_graph_header(choice->graph, i);
		const int n = header->kind == HEADER_FOUND && header->is_guarded ? count_sources(choice, i) : 0;
		if (n >= LEADING_FEWEST)
			vec_push(choice->arena, &all, ((Alone){ i, n, include_order_cost(choice->order, &i, 1) * n, NULL }));
	}
	if (all.n)
		qsort(all.at, (size_t)all.n, sizeof *all.at, most_saved_first);
	return all;
}

/* Whether all sources that include it have it from one of those. */
static bool comes_with(const AllAlone *those, const Alone *it)
{
	bool is = false;
	for (int i = 0; i < those->n && !is; i++)
		is = those->at[i].n_sources == it->n_sources && bits_have(those->at[i].set, it->header);
	return is;
}

/* A source that includes just these headers, in no folder. */
static Shape shape_of(const Choice *choice, const int *headers, int n)
{
	Shape shape = { .source = { .folder = "" } };
	for (int i = 0; i < n; i++)
		vec_push(choice->arena, &shape.source.includes, ((GraphEdge){ headers[i], true }));
	leading_complete(choice, &shape);
	return shape;
}

/* Headers that would save much alone: what any two sources have in common may be more than others have. */
static void add_alone(Choice *choice)
{
	const AllAlone all = list_alone(choice);
	AllAlone added = { 0 };
	for (int i = 0; i < all.n && added.n < MOST_ALONE; i++) {
		Alone it = all.at[i];
		if (comes_with(&added, &it))
			continue;
		const Shape shape = shape_of(choice, &it.header, 1);
		add_candidate(choice, (const Shape *[]){ &shape }, 1);
		it.set = shape.plain;
		vec_push(choice->arena, &added, it);
	}
}

/* --- all ---------------------------------------------------------------------------------------------- */

void leading_find_candidates(Choice *choice)
{
	choice->n_words = bits_words(include_graph_count(choice->graph));
	choice->taken = arena_array(choice->arena, int, choice->shapes.n + 1);
	for (int i = 0; i < choice->shapes.n; i++)
		choice->taken[i] = -1;
	for (int i = 0; i < choice->n_shapes; i++)
		leading_complete(choice, &choice->shapes.at[i]);
	add_common(choice);
	add_alone(choice);
}

/* The first of the shapes that took less than half of what they include; returns how many. */
static int list_rest(const Choice *choice, const Shape *rest[MOST_REST])
{
	int n = 0;
	for (int i = 0; i < choice->n_shapes && n < MOST_REST; i++)
		if (leading_taken(choice, i) < choice->shapes.at[i].cost / 2)
			rest[n++] = &choice->shapes.at[i];
	return n;
}

/* Of the headers those that the shape could take all together. */
static Headers allowed_headers(const Choice *choice, const Shape *shape, const Headers *all)
{
	Headers some = { 0 };
	if (include_order_allows(choice->order, &shape->source, shape->visits, all->at, all->n))
		return *all;
	for (int i = 0; i < all->n && all->n <= MOST_TRIED; i++) {
		vec_push(choice->arena, &some, all->at[i]);
		some.n -= !include_order_allows(choice->order, &shape->source, shape->visits, some.at, some.n);
	}
	return some;
}

/* As of a source that includes just its headers. */
static Shape shape_of_candidate(const Choice *choice, const Candidate *of)
{
	Shape shape = shape_of(choice, of->headers.at, of->headers.n);
	shape.plain = of->set; /* no inner headers */
	return shape;
}

/* What shapes that took little could take of one that was chosen, which is to be built on that then. */
static void add_parts(Choice *choice, const Candidate *of, const Shape *const *rest, int n)
{
	const Shape shape = shape_of_candidate(choice, of);
	for (int i = 0; i < n; i++) {
		const Headers common = common_headers(choice, (const Shape *[]){ &shape, rest[i] }, 2, NULL);
		add_headers(choice, allowed_headers(choice, rest[i], &common), NULL);
	}
}

int leading_add_common(Choice *choice, int a, int b)
{
	const Shape one = shape_of_candidate(choice, &choice->all.at[a]), other = shape_of_candidate(choice, &choice->all.at[b]);
	return add_headers(choice, common_headers(choice, (const Shape *[]){ &one, &other }, 2, NULL), NULL);
}

bool leading_find_more(Choice *choice)
{
	const Shape *rest[MOST_REST];
	const int before = choice->all.n, n = list_rest(choice, rest);
	for (int i = 0; i < before && n; i++)
		if (choice->all.at[i].is_picked && choice->all.at[i].base < 0)
			add_parts(choice, &choice->all.at[i], rest, n);
	for (int a = 0; a < n; a++)
		for (int b = 0; b < n; b++)
			for (int c = b + 1; c < n; c++)
				if (a != b && a != c)
					add_candidate(choice, (const Shape *[]){ rest[a], rest[b], rest[c] }, 3);
	return choice->all.n > before;
}
