#include "project/leading_impl.h"

#include <string.h>

enum {
	/* What precompiling costs: what parsing it so many times does, in tenths, and what a process with the toolkit's headers does, or
	 * one with others that are precompiled, in bytes of code. */
	TENTHS = 13,
	OF_PROCESS = 300000,
	OF_ANOTHER = 100000,
};

int64_t leading_taken(const Choice *choice, int shape)
{
	return choice->taken[shape] < 0 ? 0 : choice->all.at[choice->taken[shape]].cost;
}

/* What need not be parsed any more, less what precompiling costs; 0: too few sources would take it. */
static int64_t gain(const Choice *choice, const Candidate *it)
{
	int64_t saved = 0;
	int n = 0;
	for (int i = 0; i < choice->n_shapes; i++) {
		const int64_t more = it->fits[i] ? it->cost - leading_taken(choice, i) : 0;
		n += more > 0 ? choice->shapes.at[i].n_sources : 0;
		saved += more > 0 ? more * choice->shapes.at[i].n_sources : 0;
	}
	return n >= LEADING_FEWEST ? saved - it->cost * TENTHS / 10 - OF_PROCESS : 0;
}

static void check_order(const Choice *choice, Candidate *it)
{
	for (int i = 0; i < choice->n_shapes; i++) {
		const Shape *shape = &choice->shapes.at[i];
		it->fits[i] =
			it->fits[i] && include_order_allows(choice->order, &shape->source, shape->visits, it->headers.at, it->headers.n);
	}
	it->is_checked = true;
}

/* The one that saves the most; orders are looked at only where that may be it.  NULL: none saves anything. */
static Candidate *best_candidate(Choice *choice)
{
	for (Candidate *best;;) {
		int64_t most = 0;
		best = NULL;
		for (int i = 0; i < choice->all.n; i++) {
			const Candidate *it = &choice->all.at[i];
			const int64_t now = it->is_picked || it->base >= 0 ? 0 : gain(choice, it);
			if (now > most) {
				best = &choice->all.at[i];
				most = now;
			}
		}
		if (!best || best->is_checked)
			return best;
		check_order(choice, best);
	}
}

/* The sources that would rather have it take it. */
static void take(Choice *choice, Candidate *it)
{
	for (int i = 0; i < choice->n_shapes; i++)
		if (it->fits[i] && leading_taken(choice, i) < it->cost)
			choice->taken[i] = (int)(it - choice->all.at);
	it->is_picked = true;
}

static int count_taken(const Choice *choice, int candidate)
{
	int n = 0;
	for (int i = 0; i < choice->n_shapes; i++)
		n += choice->taken[i] == candidate ? choice->shapes.at[i].n_sources : 0;
	return n;
}

static bool is_base(const Choice *choice, int candidate)
{
	bool is = false;
	for (int i = 0; i < choice->all.n && !is; i++)
		is = choice->all.at[i].is_picked && choice->all.at[i].base == candidate;
	return is;
}

/* Of one that too few took, since others got one that saves more, the sources take the best of those that are left. */
static bool drop_rare(Choice *choice)
{
	bool dropped = false;
	for (int c = 0; c < choice->all.n; c++) {
		if (!choice->all.at[c].is_picked || is_base(choice, c) || count_taken(choice, c) >= LEADING_FEWEST)
			continue;
		for (int i = 0; i < choice->n_shapes; i++)
			choice->taken[i] = choice->taken[i] == c ? -1 : choice->taken[i];
		choice->all.at[c].is_picked = false;
		dropped = true;
	}
	for (int c = 0; dropped && c < choice->all.n; c++)
		if (choice->all.at[c].is_picked)
			take(choice, &choice->all.at[c]);
	return dropped;
}

/* --- one on another ------------------------------------------------------------------------------------ */

/* What of sources that took `base` could take `more`, built on it. */
typedef struct Extension {
	int base, more;
} Extension;

typedef VEC(Extension) Extensions;

static int count_picked(const Choice *choice)
{
	int n = 0;
	for (int i = 0; i < choice->all.n; i++)
		n += choice->all.at[i].is_picked;
	return n;
}

static bool is_in(const Choice *choice, const Candidate *part, const Candidate *whole)
{
	return bits_include(whole->set, part->set, choice->n_words);
}

static bool takes(const Choice *choice, const Extension *it, int shape)
{
	return choice->taken[shape] == it->base && choice->all.at[it->more].fits[shape];
}

static int64_t gain_on(const Choice *choice, const Extension *it)
{
	const int64_t more = choice->all.at[it->more].cost - choice->all.at[it->base].cost;
	int n = 0;
	for (int i = 0; i < choice->n_shapes; i++)
		n += takes(choice, it, i) ? choice->shapes.at[i].n_sources : 0;
	return n >= LEADING_FEWEST ? more * n - more * TENTHS / 10 - OF_ANOTHER : 0;
}

/* The headers of `base`, then what else `more` has; of the standard library nothing else, since it is not in front of the others. */
static Headers joined(const Choice *choice, const Extension *it)
{
	const Candidate *base = &choice->all.at[it->base], *more = &choice->all.at[it->more];
	Headers all = { 0 };
	for (int i = 0; i < base->headers.n; i++)
		vec_push(choice->arena, &all, base->headers.at[i]);
	for (int i = 0; i < more->headers.n; i++) {
		const int header = more->headers.at[i];
		if (!bits_have(base->set, header) && include_graph_header(choice->graph, header)->kind != HEADER_STANDARD)
			vec_push(choice->arena, &all, header);
	}
	return all;
}

/* Adds it to the candidates, for those sources that took `taken` and may take it. */
static int add_extension(Choice *choice, const Extension *of, int taken)
{
	Candidate it = { .headers = joined(choice, of), .folder = choice->all.at[of->more].folder, .base = of->base };
	it.cost = include_order_cost(choice->order, it.headers.at, it.headers.n);
	it.set = choice->all.at[of->more].set;
	it.fits = arena_array(choice->arena, bool, choice->n_shapes);
	for (int i = 0; i < choice->n_shapes; i++)
		it.fits[i] = choice->taken[i] == taken && choice->all.at[of->more].fits[i];
	check_order(choice, &it);
	vec_push(choice->arena, &choice->all, it);
	return choice->all.n - 1;
}

static bool was_tried(const Extensions *tried, const Extension *it)
{
	bool was = false;
	for (int i = 0; i < tried->n && !was; i++)
		was = tried->at[i].base == it->base && tried->at[i].more == it->more;
	return was;
}

/* The one that saves the most; .base = -1: none saves anything.  more: one that is not built on another. */
static Extension best_extension(const Choice *choice, const Extensions *tried)
{
	Extension best = { -1, -1 };
	int64_t most = 0;
	for (int base = 0; base < choice->all.n; base++)
		for (int more = 0; more < choice->all.n && choice->all.at[base].is_picked; more++) {
			const Extension it = { base, more };
			if (more == base || choice->all.at[more].base >= 0 || !is_in(choice, &choice->all.at[base], &choice->all.at[more]))
				continue;
			const int64_t now = gain_on(choice, &it);
			if (now > most && !was_tried(tried, &it)) {
				best = it;
				most = now;
			}
		}
	return best;
}

/* The largest that is a part of it; -1: there is none. */
static int largest_part(const Choice *choice, int of)
{
	int largest = -1;
	for (int i = 0; i < choice->all.n; i++) {
		const Candidate *it = &choice->all.at[i];
		if (i != of && it->is_picked && it->base != of && is_in(choice, it, &choice->all.at[of]) &&
		    (largest < 0 || it->cost > choice->all.at[largest].cost))
			largest = i;
	}
	return largest;
}

static bool may_be_split(const Choice *choice, int whole)
{
	return choice->all.at[whole].is_picked && choice->all.at[whole].base < 0;
}

/* Whether all that took it, or what is built on it, still can if it is built on `base`; if not, only some of it was done. */
static bool rebuild(Choice *choice, int base, int whole)
{
	const int n = choice->all.n, added = add_extension(choice, &(Extension){ base, whole }, whole);
	for (int i = 0; i < choice->n_shapes; i++) {
		if (choice->taken[i] == whole && !choice->all.at[added].fits[i])
			return false;
		choice->taken[i] = choice->taken[i] == whole ? added : choice->taken[i];
	}
	choice->all.at[added].is_picked = true;
	choice->all.at[whole].is_picked = false;
	bool all = true;
	for (int c = 0; c < n && all; c++)
		if (choice->all.at[c].is_picked && choice->all.at[c].base == whole)
			all = rebuild(choice, added, c);
	return all;
}

/* The same, done wholly or not at all. */
static bool build_on(Choice *choice, int part, int whole)
{
	const int n = choice->all.n;
	const int *taken = arena_dup(choice->arena, choice->taken, sizeof *taken * (size_t)choice->n_shapes);
	bool *picked = arena_array(choice->arena, bool, n);
	for (int i = 0; i < n; i++)
		picked[i] = choice->all.at[i].is_picked;
	if (rebuild(choice, part, whole))
		return true;
	memcpy(choice->taken, taken, sizeof *taken * (size_t)choice->n_shapes);
	choice->all.n = n;
	for (int i = 0; i < n; i++)
		choice->all.at[i].is_picked = picked[i];
	return false;
}

/* What was taken before a part of it was. */
static void build_on_parts(Choice *choice)
{
	const int n = choice->all.n;
	for (int c = 0; c < n; c++) {
		const int part = may_be_split(choice, c) && !is_base(choice, c) ? largest_part(choice, c) : -1;
		if (part >= 0)
			build_on(choice, part, c);
	}
}

/* --- a part of one --------------------------------------------------------------------------------------- */

/* What sources would save that have none or less, if the part were precompiled before `whole`, which costs little more. */
static int64_t gain_of_part(const Choice *choice, int part, int whole)
{
	const Candidate *it = &choice->all.at[part];
	int64_t saved = 0;
	for (int i = 0; i < choice->n_shapes; i++) {
		const int64_t more = it->fits[i] && choice->taken[i] != whole ? it->cost - leading_taken(choice, i) : 0;
		saved += more > 0 ? more * choice->shapes.at[i].n_sources : 0;
	}
	return saved - OF_ANOTHER;
}

/* The one that saves the most; .base: the part, -1: none saves anything.  Neither is built on another. */
static Extension best_part(const Choice *choice, const Extensions *tried)
{
	Extension best = { -1, -1 };
	int64_t most = 0;
	for (int whole = 0; whole < choice->all.n; whole++)
		for (int part = 0; part < choice->all.n && may_be_split(choice, whole); part++) {
			const Extension it = { part, whole };
			const bool is_part = part != whole && !choice->all.at[part].is_picked && choice->all.at[part].base < 0 &&
					     is_in(choice, &choice->all.at[part], &choice->all.at[whole]);
			const int64_t now = is_part ? gain_of_part(choice, part, whole) : 0;
			if (now > most && !was_tried(tried, &it)) {
				best = it;
				most = now;
			}
		}
	return best;
}

/* False: there is no such part. */
static bool split_next(Choice *choice, Extensions *tried)
{
	const Extension it = best_part(choice, tried);
	if (it.base < 0)
		return false;
	vec_push(choice->arena, tried, it);
	if (!choice->all.at[it.base].is_checked)
		check_order(choice, &choice->all.at[it.base]);
	if (gain_of_part(choice, it.base, it.more) > 0 && build_on(choice, it.base, it.more))
		take(choice, &choice->all.at[it.base]);
	return true;
}

/* --- all ---------------------------------------------------------------------------------------------- */

/* False: nothing is worth it any more. */
static bool choose_next(Choice *choice, Extensions *tried)
{
	Candidate *best = best_candidate(choice);
	const Extension extension = best_extension(choice, tried);
	if (extension.base < 0 || (best && gain(choice, best) >= gain_on(choice, &extension))) {
		if (best)
			take(choice, best);
		return best;
	}
	vec_push(choice->arena, tried, extension);
	const int added = add_extension(choice, &extension, extension.base);
	if (gain_on(choice, &(Extension){ extension.base, added }) > 0)
		take(choice, &choice->all.at[added]);
	return true;
}

/* The best of what was chosen without it; -1: it can take none. */
static int best_for(Choice *choice, Shape shape)
{
	int best = -1;
	const ArenaMark mark = arena_mark(choice->arena);
	leading_complete(choice, &shape);
	for (int i = 0; i < choice->all.n; i++) {
		const Candidate *it = &choice->all.at[i];
		if (it->is_picked && (best < 0 || it->cost > choice->all.at[best].cost) && leading_fits(choice, it, &shape) &&
		    include_order_allows(choice->order, &shape.source, shape.visits, it->headers.at, it->headers.n))
			best = i;
	}
	arena_release(choice->arena, mark);
	return best;
}

static void choose_all(Choice *choice)
{
	Extensions tried = { 0 };
	while (count_picked(choice) < LEADING_MOST && choose_next(choice, &tried))
		;
	while (drop_rare(choice))
		;
}

static bool find_more(Choice *choice)
{
	return count_picked(choice) < LEADING_MOST && leading_find_more(choice);
}

void leading_choose(Choice *choice)
{
	Extensions tried = { 0 };
	choose_all(choice);
	if (find_more(choice))
		choose_all(choice);
	build_on_parts(choice);
	do
		while (count_picked(choice) < LEADING_MOST && split_next(choice, &tried))
			;
	while (find_more(choice));
	for (int i = choice->n_shapes; i < choice->shapes.n; i++)
		choice->taken[i] = best_for(choice, choice->shapes.at[i]);
}
