#include "project/include_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

/* Beyond that nothing is shared: what torch, the largest that was seen, needs is a hundredth. */
enum { MOST_PAIRS = 1 << 20, MOST_STEPS = 1 << 28 };

/* `user` names a macro that `definer` defines, and does not include it. */
typedef struct Pair {
	int definer, user;
	bool is_early;   /* `definer` includes it behind the definition */
	bool may_follow; /* if it came before, it may as well come behind it */
} Pair;

/* A line of the table of all macros, by name. */
typedef struct Macro {
	uint64_t name;
	int header, n_before; /* which defines it behind so many of its includes */
	bool is_left;
	bool is_other; /* by that name something else may be meant */
} Macro;

struct IncludeOrder {
	Arena *arena;
	const IncludeGraph *graph;
	int n;
	uint64_t *reached; /* n rows of bits: what a header includes, directly or not, and itself */
	int n_words;       /* of a row */
	NameHashes standard; /* standard_macros.def, sorted */
	VEC(Macro) macros;
	MacroUses uses; /* by macro */
	VEC(Pair) pairs;
};

/* --- what is included ------------------------------------------------------------------------------- */

static uint64_t *row(const IncludeOrder *order, int header)
{
	return order->reached + (size_t)header * (size_t)order->n_words;
}

/* What is included is read after what includes it, mostly: from the last to the first, few rounds are needed. */
static void find_reached(IncludeOrder *order)
{
	order->n_words = bits_words(order->n);
	order->reached = arena_array(order->arena, uint64_t, (size_t)order->n *(size_t)order->n_words + 1);
	for (int i = 0; i < order->n; i++)
		bits_add(row(order, i), i);
	for (bool grew = true; grew;) {
		grew = false;
		for (int i = order->n - 1; i >= 0; i--) {
			const GraphHeader *header = include_graph_header(order->graph, i);
			for (int k = 0; k < header->includes.n; k++)
				grew |= bits_add_all(row(order, i), row(order, header->includes.at[k].to), order->n_words);
		}
	}
}

int64_t include_order_cost(const IncludeOrder *order, const int *headers, int n)
{
	Arena *scratch = arena_new();
	int64_t cost = 0;
	uint64_t *all = arena_array(scratch, uint64_t, order->n_words + 1);
	for (int i = 0; i < n; i++)
		bits_add_all(all, row(order, headers[i]), order->n_words);
	for (int i = 0; i < order->n; i++)
		cost += bits_have(all, i) ? include_graph_header(order->graph, i)->cost : 0;
	arena_free(scratch);
	return cost;
}

/* --- macros ----------------------------------------------------------------------------------------- */

static void list_standard(IncludeOrder *order)
{
	static const char *const all[] = {
#define MACRO(name) name,
#include "project/standard_macros.def"
#undef MACRO
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		vec_push(order->arena, &order->standard, include_text_hash(all[i], strlen(all[i])));
	name_hashes_sort(&order->standard);
}

static int by_name(const void *a, const void *b)
{
	const Macro *x = a, *y = b;
	return x->name != y->name ? (x->name > y->name) - (x->name < y->name) : x->header - y->header;
}

static int macro_end(const IncludeOrder *order, int from)
{
	int end = from;
	while (end < order->macros.n && order->macros.at[end].name == order->macros.at[from].name)
		end++;
	return end;
}

static bool is_left_by_any(const IncludeOrder *order, int from, int end)
{
	bool any = false;
	for (int i = from; i < end && !any; i++)
		any = order->macros.at[i].is_left;
	return any;
}

/* All macros that outlive a header. */
static void list_macros(IncludeOrder *order)
{
	int kept = 0;
	for (int h = 0; h < order->n; h++) {
		const GraphHeader *header = include_graph_header(order->graph, h);
		for (int i = 0; i < header->macros.n; i++) {
			const MacroLines *of = &header->macros.at[i];
			vec_push(order->arena, &order->macros, ((Macro){ of->name, h, of->n_before, of->is_left, !of->in_capitals }));
		}
	}
	if (order->macros.n)
		qsort(order->macros.at, (size_t)order->macros.n, sizeof *order->macros.at, by_name);
	for (int i = 0, end; i < order->macros.n; i = end) {
		end = macro_end(order, i);
		const bool counts = is_left_by_any(order, i, end) && !name_hashes_have(&order->standard, order->macros.at[i].name);
		for (int k = i; k < end && counts; k++)
			order->macros.at[kept++] = order->macros.at[k];
	}
	order->macros.n = kept;
}

/* The first of that name; -1: there is none. */
static int find_macro(const IncludeOrder *order, uint64_t name)
{
	int low = 0, high = order->macros.n;
	while (low < high) {
		const int middle = (low + high) / 2;
		if (order->macros.at[middle].name < name)
			low = middle + 1;
		else
			high = middle;
	}
	return low < order->macros.n && order->macros.at[low].name == name ? low : -1;
}

static void note_others(IncludeOrder *order, const NameHashes *names, int except)
{
	for (int i = 0; i < names->n; i++) {
		const int at = i && names->at[i] == names->at[i - 1] ? -1 : find_macro(order, names->at[i]);
		if (at >= 0 && order->macros.at[at].header != except)
			order->macros.at[at].is_other = true;
	}
}

/* Of a name that is called everywhere, declared nowhere, and defined in one header, only that macro can be meant: before it is
 * defined, the name can be in a template that nobody uses.  Headers that are not read are taken to declare no function in capitals. */
static void find_others(IncludeOrder *order)
{
	for (int h = 0; h < order->n; h++) {
		const GraphHeader *header = include_graph_header(order->graph, h);
		note_others(order, &header->others, -1);
		note_others(order, &header->asked, h);
	}
	for (int i = 0, end; i < order->macros.n; i = end) {
		end = macro_end(order, i);
		for (int k = i + 1; k < end; k++)
			order->macros.at[k].is_other = order->macros.at[i].is_other;
	}
}

static int by_used_name(const void *a, const void *b)
{
	const uint64_t x = ((const MacroUse *)a)->name, y = ((const MacroUse *)b)->name;
	return (x > y) - (x < y);
}

/* Anywhere. */
static bool names_it(const GraphHeader *header, uint64_t name)
{
	const MacroUse use = { .name = name };
	return name_hashes_have(&header->names, name) || name_hashes_have(&header->asked, name) ||
	       (header->uses.n && bsearch(&use, header->uses.at, (size_t)header->uses.n, sizeof use, by_used_name));
}

static int by_macro(const void *a, const void *b)
{
	const MacroUse *x = a, *y = b;
	return x->macro != y->macro ? (x->macro > y->macro) - (x->macro < y->macro) : (x->name > y->name) - (x->name < y->name);
}

/* The first of that macro; if there is none, where it would be. */
static int find_use(const IncludeOrder *order, uint64_t macro)
{
	int low = 0, high = order->uses.n;
	while (low < high) {
		const int middle = (low + high) / 2;
		if (order->uses.at[middle].macro < macro)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void list_uses(IncludeOrder *order)
{
	for (int h = 0; h < order->n; h++) {
		const MacroUses *uses = &include_graph_header(order->graph, h)->uses;
		for (int i = 0; i < uses->n; i++)
			if (!name_hashes_have(&order->standard, uses->at[i].macro))
				vec_push(order->arena, &order->uses, uses->at[i]);
	}
	if (order->uses.n)
		qsort(order->uses.at, (size_t)order->uses.n, sizeof *order->uses.at, by_macro);
}

/* Whether what is included behind the definition includes the header for the first time. */
static bool is_behind(const IncludeOrder *order, const Macro *macro, int header)
{
	const GraphEdges *includes = &include_graph_header(order->graph, macro->header)->includes;
	int first = 0;
	while (first < includes->n && !bits_have(row(order, includes->at[first].to), header))
		first++;
	return first < includes->n && first >= macro->n_before;
}

static void add_pairs(IncludeOrder *order, int user, int macro)
{
	const int end = macro_end(order, macro);
	for (int i = macro; i < end && order->pairs.n <= MOST_PAIRS; i++) {
		const Macro *of = &order->macros.at[i];
		if (!bits_have(row(order, user), of->header))
			vec_push(order->arena, &order->pairs, ((Pair){ of->header, user, is_behind(order, of, user), !of->is_other }));
	}
}

/* What one header names. */
typedef struct Naming {
	IncludeOrder *order;
	int user;
	int *macros, *uses; /* for each of IncludeOrder.macros and .uses the last header that named it, plus 1 */
	NameHashes open;    /* names whose definitions are still to be looked at */
	int64_t steps;      /* of all headers */
} Naming;

static void take_macro(Naming *naming, uint64_t name)
{
	const int macro = find_macro(naming->order, name);
	if (macro < 0 || naming->macros[macro] == naming->user + 1)
		return;
	naming->macros[macro] = naming->user + 1;
	add_pairs(naming->order, naming->user, macro);
}

/* A name in the header, and those in the definitions of macros that it names. */
static void take_name(Naming *naming, uint64_t name)
{
	IncludeOrder *order = naming->order;
	vec_push(order->arena, &naming->open, name);
	while (naming->open.n && naming->steps++ < MOST_STEPS) {
		const uint64_t now = naming->open.at[--naming->open.n];
		const int first = find_use(order, now);
		take_macro(naming, now);
		if (first >= order->uses.n || order->uses.at[first].macro != now || naming->uses[first] == naming->user + 1)
			continue;
		naming->uses[first] = naming->user + 1;
		for (int i = first; i < order->uses.n && order->uses.at[i].macro == now; i++)
			vec_push(order->arena, &naming->open, order->uses.at[i].name);
	}
}

static bool find_pairs(IncludeOrder *order)
{
	Naming naming = { .order = order };
	naming.macros = arena_array(order->arena, int, order->macros.n + 1);
	naming.uses = arena_array(order->arena, int, order->uses.n + 1);
	for (int h = 0; h < order->n && order->pairs.n <= MOST_PAIRS && naming.steps < MOST_STEPS; h++) {
		const GraphHeader *header = include_graph_header(order->graph, h);
		naming.user = h;
		for (int i = 0; i < header->names.n; i++)
			take_name(&naming, header->names.at[i]);
		for (int i = 0; i < header->asked.n; i++)
			take_macro(&naming, header->asked.at[i]);
	}
	return order->pairs.n <= MOST_PAIRS && naming.steps < MOST_STEPS;
}

void include_order_drop_inner(const IncludeOrder *order, const Visit *visits, uint64_t *set)
{
	Arena *scratch = arena_new();
	uint64_t *inner = arena_array(scratch, uint64_t, order->n_words + 1);
	for (int i = 0; i < order->pairs.n; i++) {
		const Pair *pair = &order->pairs.at[i];
		if (pair->is_early && bits_have(set, pair->definer) && visits[pair->definer].begin < visits[pair->user].end)
			bits_add(inner, pair->user);
	}
	for (int i = 0; i < order->n_words; i++)
		set[i] &= ~inner[i];
	arena_free(scratch);
}

const IncludeOrder *include_order_new(Arena *arena, const IncludeGraph *graph)
{
	IncludeOrder *order = arena_new_of(arena, IncludeOrder);
	*order = (IncludeOrder){ .arena = arena, .graph = graph, .n = include_graph_count(graph) };
	find_reached(order);
	list_standard(order);
	list_macros(order);
	find_others(order);
	list_uses(order);
	return find_pairs(order) ? order : NULL;
}

/* --- orders ----------------------------------------------------------------------------------------- */

static void visit(const IncludeGraph *graph, int i, Visit *visits, int *step)
{
	if (visits[i].begin >= 0)
		return;
	visits[i].begin = (*step)++;
	const GraphHeader *header = include_graph_header(graph, i);
	for (int k = 0; k < header->includes.n; k++)
		visit(graph, header->includes.at[k].to, visits, step);
	visits[i].end = (*step)++;
}

static Visit *visits_of(Arena *arena, const IncludeOrder *order, const int *before, int n, const GraphSource *source, int *end_before)
{
	int step = 0;
	Visit *visits = arena_array(arena, Visit, order->n + 1);
	for (int i = 0; i < order->n; i++)
		visits[i] = (Visit){ -1, -1 };
	for (int i = 0; i < n; i++)
		visit(order->graph, before[i], visits, &step);
	*end_before = step;
	for (int i = 0; i < source->includes.n; i++)
		visit(order->graph, source->includes.at[i].to, visits, &step);
	return visits;
}

const Visit *include_order_visits(Arena *arena, const IncludeOrder *order, const GraphSource *source)
{
	int none;
	return visits_of(arena, order, NULL, 0, source, &none);
}

static bool pairs_hold(const IncludeOrder *order, const Visit *was, const Visit *is)
{
	for (int i = 0; i < order->pairs.n; i++) {
		const Pair *pair = &order->pairs.at[i];
		const Visit *definer = &was[pair->definer], *user = &was[pair->user];
		if (definer->begin < 0 || user->begin < 0)
			continue;
		const bool before = (pair->is_early ? definer->begin : definer->end) < user->end;
		const bool now = (pair->is_early ? is[pair->definer].begin : is[pair->definer].end) < is[pair->user].end;
		if (before != now && (before || !pair->may_follow))
			return false;
	}
	return true;
}

/* One that was not read may have to do with anything but the standard library. */
static bool unknown_stays(const IncludeOrder *order, int unknown, const Visit *was, const Visit *is)
{
	for (int i = 0; i < order->n; i++)
		if (i != unknown && was[i].begin >= 0 && include_graph_header(order->graph, i)->kind != HEADER_STANDARD &&
		    (was[i].end < was[unknown].begin) != (is[i].end < is[unknown].begin))
			return false;
	return true;
}

static bool unknown_stay(const IncludeOrder *order, const GraphSource *source, const Visit *was, const Visit *is)
{
	for (int i = 0; i < source->includes.n; i++) {
		const int to = source->includes.at[i].to;
		if (include_graph_header(order->graph, to)->kind == HEADER_UNKNOWN && !unknown_stays(order, to, was, is))
			return false;
	}
	return true;
}

/* What the source defines before it includes them must not be named in those that come before now. */
static bool defines_none(const IncludeOrder *order, const GraphSource *source, const Visit *is, int end_before)
{
	for (int h = 0; h < order->n && source->early.n; h++)
		for (int i = 0; i < source->early.n && is[h].begin >= 0 && is[h].begin < end_before; i++)
			if (names_it(include_graph_header(order->graph, h), source->early.at[i]))
				return false;
	return true;
}

bool include_order_allows(const IncludeOrder *order, const GraphSource *source, const Visit *visits, const int *before, int n)
{
	int end_before;
	Arena *scratch = arena_new();
	const Visit *is = visits_of(scratch, order, before, n, source, &end_before);
	const bool allows =
		defines_none(order, source, is, end_before) && unknown_stay(order, source, visits, is) && pairs_hold(order, visits, is);
	arena_free(scratch);
	return allows;
}
