#include "project/leading_impl.h"

#include <string.h>

enum {
	/* What precompiling costs: what parsing it so many times does, in tenths, and what a process with the toolkit's headers does,
	 * in bytes of code. */
	TENTHS = 13,
	OF_PROCESS = 300000,
	/* What two sources must have in common, if no other one has it. */
	LEAST_OF_TWO = 4000000,
};

int64_t leading_taken(const Choice *choice, int shape)
{
	return choice->taken[shape] < 0 ? 0 : choice->all.at[choice->taken[shape]].cost;
}

void leading_save(const Choice *choice, const Candidate *it, int shape, Saving *saving)
{
	const int64_t more = it->cost - leading_taken(choice, shape);
	const int n = more > 0 ? choice->shapes.at[shape].n_sources : 0;
	saving->n_sources += n;
	saving->bytes += more * n;
}

static bool is_enough(int n, int64_t more)
{
	return n >= LEADING_FEWEST || (n == 2 && more >= LEAST_OF_TWO);
}

/* What need not be parsed any more, less what precompiling costs; 0: too few sources would take it. */
static int64_t gain(const Choice *choice, const Candidate *it)
{
	Saving saving = { 0 };
	for (int i = 0; i < choice->n_shapes; i++)
		if (it->fits[i])
			leading_save(choice, it, i, &saving);
	const int64_t of_each = saving.n_sources ? saving.bytes / saving.n_sources : 0;
	return is_enough(saving.n_sources, of_each) ? saving.bytes - it->cost * TENTHS / 10 - OF_PROCESS : 0;
}

void leading_check_order(const Choice *choice, Candidate *it)
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
		leading_check_order(choice, best);
	}
}

void leading_take(Choice *choice, Candidate *it)
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

static int64_t more_than_base(const Choice *choice, int candidate)
{
	const Candidate *it = &choice->all.at[candidate];
	return it->cost - (it->base < 0 ? 0 : choice->all.at[it->base].cost);
}

/* Of one that too few took, since others got one that saves more, the sources take the best of those that are left. */
static bool drop_rare(Choice *choice)
{
	bool dropped = false;
	for (int c = 0; c < choice->all.n; c++) {
		if (!choice->all.at[c].is_picked || is_base(choice, c) || is_enough(count_taken(choice, c), more_than_base(choice, c)))
			continue;
		for (int i = 0; i < choice->n_shapes; i++)
			choice->taken[i] = choice->taken[i] == c ? -1 : choice->taken[i];
		choice->all.at[c].is_picked = false;
		dropped = true;
	}
	for (int c = 0; dropped && c < choice->all.n; c++)
		if (choice->all.at[c].is_picked)
			leading_take(choice, &choice->all.at[c]);
	return dropped;
}

/* --- one on another ------------------------------------------------------------------------------------ */

static int count_picked(const Choice *choice)
{
	int n = 0;
	for (int i = 0; i < choice->all.n; i++)
		n += choice->all.at[i].is_picked;
	return n;
}

bool leading_is_in(const Choice *choice, const Candidate *part, const Candidate *whole)
{
	return bits_include(whole->set, part->set, choice->n_words);
}

static bool is_on(const Choice *choice, int candidate, int base)
{
	while (candidate >= 0 && candidate != base)
		candidate = choice->all.at[candidate].base;
	return candidate == base;
}

static int64_t gain_on(const Choice *choice, const Extension *it)
{
	const Candidate *whole = &choice->all.at[it->more];
	const int64_t more = whole->cost - choice->all.at[it->base].cost;
	Saving saving = { 0 };
	for (int i = 0; i < choice->n_shapes; i++)
		if (whole->fits[i] && is_on(choice, choice->taken[i], it->base))
			leading_save(choice, whole, i, &saving);
	return is_enough(saving.n_sources, more) ? saving.bytes - more * TENTHS / 10 - OF_ANOTHER : 0;
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

int leading_add_extension(Choice *choice, const Extension *of, int taken)
{
	Candidate it = { .headers = joined(choice, of), .folder = choice->all.at[of->more].folder, .base = of->base };
	it.cost = include_order_cost(choice->order, it.headers.at, it.headers.n);
	it.set = choice->all.at[of->more].set;
	it.fits = arena_array(choice->arena, bool, choice->n_shapes);
	for (int i = 0; i < choice->n_shapes; i++)
		it.fits[i] = is_on(choice, choice->taken[i], taken) && choice->all.at[of->more].fits[i];
	leading_check_order(choice, &it);
	vec_push(choice->arena, &choice->all, it);
	return choice->all.n - 1;
}

bool leading_was_tried(const Extensions *tried, const Extension *it)
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
			if (more == base || choice->all.at[more].base >= 0 ||
			    !leading_is_in(choice, &choice->all.at[base], &choice->all.at[more]))
				continue;
			const int64_t now = gain_on(choice, &it);
			if (now > most && !leading_was_tried(tried, &it)) {
				best = it;
				most = now;
			}
		}
	return best;
}

/* --- all ---------------------------------------------------------------------------------------------- */

/* False: nothing is worth it any more. */
static bool choose_next(Choice *choice, Extensions *tried)
{
	Candidate *best = best_candidate(choice);
	const Extension extension = best_extension(choice, tried);
	if (extension.base < 0 || (best && gain(choice, best) >= gain_on(choice, &extension))) {
		if (best)
			leading_take(choice, best);
		return best;
	}
	vec_push(choice->arena, tried, extension);
	const int added = leading_add_extension(choice, &extension, extension.base);
	if (gain_on(choice, &(Extension){ extension.base, added }) > 0)
		leading_take(choice, &choice->all.at[added]);
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
	Extensions tried = { 0 }, shared = { 0 };
	choose_all(choice);
	if (find_more(choice))
		choose_all(choice);
	leading_build_on_parts(choice);
	do
		while (count_picked(choice) < LEADING_MOST && leading_split_next(choice, &tried))
			;
	while (find_more(choice));
	while (count_picked(choice) < LEADING_MOST && leading_share_next(choice, &shared))
		;
	choose_all(choice);
	for (int i = choice->n_shapes; i < choice->shapes.n; i++)
		choice->taken[i] = best_for(choice, choice->shapes.at[i]);
}
