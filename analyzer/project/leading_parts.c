#include "project/leading_impl.h"

#include <string.h>

/* The largest that is a part of it; -1: there is none. */
static int largest_part(const Choice *choice, int of)
{
	int largest = -1;
	for (int i = 0; i < choice->all.n; i++) {
		const Candidate *it = &choice->all.at[i];
		if (i != of && it->is_picked && it->base != of && leading_is_in(choice, it, &choice->all.at[of]) &&
		    (largest < 0 || it->cost > choice->all.at[largest].cost))
			largest = i;
	}
	return largest;
}

static bool is_root(const Choice *choice, int i)
{
	return choice->all.at[i].is_picked && choice->all.at[i].base < 0;
}

static bool can_change(const Choice *choice, int from, int to)
{
	bool all = true;
	for (int i = 0; i < choice->n_shapes && all; i++)
		all = choice->taken[i] != from || choice->all.at[to].fits[i];
	return all;
}

/* Whether all that took it, or what is built on it, still can if it is built on `base`, or take that where there is little more; if
 * not, only some of it was done. */
static bool rebuild(Choice *choice, int base, int whole)
{
	const int n = choice->all.n, added = leading_add_extension(choice, &(Extension){ base, whole }, whole);
	const bool is_more = choice->all.at[added].cost - choice->all.at[base].cost > OF_ANOTHER;
	const int now = is_more || !can_change(choice, whole, base) ? added : base;
	if (!can_change(choice, whole, now))
		return false;
	for (int i = 0; i < choice->n_shapes; i++)
		choice->taken[i] = choice->taken[i] == whole ? now : choice->taken[i];
	choice->all.at[whole].is_picked = false;
	choice->all.at[now].is_picked = true;
	bool all = true;
	for (int c = 0; c < n && all; c++)
		if (choice->all.at[c].is_picked && choice->all.at[c].base == whole)
			all = rebuild(choice, now, c);
	return all;
}

/* What is taken, to try something else. */
typedef struct Chosen {
	int n; /* of candidates */
	const int *taken;
	bool *picked;
} Chosen;

static Chosen save(const Choice *choice)
{
	Chosen chosen = { .n = choice->all.n };
	chosen.taken = arena_dup(choice->arena, choice->taken, sizeof *choice->taken * (size_t)choice->n_shapes);
	chosen.picked = arena_array(choice->arena, bool, chosen.n);
	for (int i = 0; i < chosen.n; i++)
		chosen.picked[i] = choice->all.at[i].is_picked;
	return chosen;
}

static void restore(Choice *choice, const Chosen *chosen)
{
	memcpy(choice->taken, chosen->taken, sizeof *choice->taken * (size_t)choice->n_shapes);
	choice->all.n = chosen->n;
	for (int i = 0; i < chosen->n; i++)
		choice->all.at[i].is_picked = chosen->picked[i];
}

/* The same, done wholly or not at all. */
static bool build_on(Choice *choice, int part, int whole)
{
	const Chosen before = save(choice);
	const bool all = rebuild(choice, part, whole);
	if (!all)
		restore(choice, &before);
	return all;
}

void leading_build_on_parts(Choice *choice)
{
	const int n = choice->all.n;
	for (int c = 0; c < n; c++) {
		const int part = is_root(choice, c) ? largest_part(choice, c) : -1;
		if (part >= 0)
			build_on(choice, part, c);
	}
}

/* --- a part of two ---------------------------------------------------------------------------------------- */

/* Two that are not built on others, and what they have in common. */
typedef struct Common {
	int part;
	Extension of; /* the two */
} Common;

/* Those that have the most in common; .part = -1: it would not be worth it. */
static Common best_common(Choice *choice, const Extensions *tried)
{
	Common best = { .part = -1 };
	const int n = choice->all.n;
	int64_t most = OF_ANOTHER;
	for (int a = 0; a < n; a++)
		for (int b = a + 1; b < n && is_root(choice, a); b++) {
			const Extension of = { a, b };
			const int part = is_root(choice, b) && !leading_was_tried(tried, &of) ? leading_add_common(choice, a, b) : -1;
			if (part < 0 || choice->all.at[part].is_picked || choice->all.at[part].cost <= most)
				continue;
			best = (Common){ part, of };
			most = choice->all.at[part].cost;
		}
	return best;
}

bool leading_share_next(Choice *choice, Extensions *tried)
{
	const Common it = best_common(choice, tried);
	if (it.part < 0)
		return false;
	const Chosen before = save(choice);
	vec_push(choice->arena, tried, it.of);
	leading_check_order(choice, &choice->all.at[it.part]);
	if (build_on(choice, it.part, it.of.base) && build_on(choice, it.part, it.of.more))
		leading_take(choice, &choice->all.at[it.part]);
	else
		restore(choice, &before);
	return true;
}

/* --- a part of one --------------------------------------------------------------------------------------- */

/* What sources would save that have none or less, if the part were precompiled before `whole`, which costs little more. */
static int64_t gain_of_part(const Choice *choice, int part, int whole)
{
	const Candidate *it = &choice->all.at[part];
	Saving saving = { 0 };
	for (int i = 0; i < choice->n_shapes; i++)
		if (it->fits[i] && choice->taken[i] != whole)
			leading_save(choice, it, i, &saving);
	return saving.bytes - OF_ANOTHER;
}

/* The one that saves the most; .base: the part, -1: none saves anything.  Neither is built on another. */
static Extension best_part(const Choice *choice, const Extensions *tried)
{
	Extension best = { -1, -1 };
	int64_t most = 0;
	for (int whole = 0; whole < choice->all.n; whole++)
		for (int part = 0; part < choice->all.n && is_root(choice, whole); part++) {
			const Extension it = { part, whole };
			const bool is_part = part != whole && !choice->all.at[part].is_picked && choice->all.at[part].base < 0 &&
					     leading_is_in(choice, &choice->all.at[part], &choice->all.at[whole]);
			const int64_t now = is_part ? gain_of_part(choice, part, whole) : 0;
			if (now > most && !leading_was_tried(tried, &it)) {
				best = it;
				most = now;
			}
		}
	return best;
}

bool leading_split_next(Choice *choice, Extensions *tried)
{
	const Extension it = best_part(choice, tried);
	if (it.base < 0)
		return false;
	vec_push(choice->arena, tried, it);
	if (!choice->all.at[it.base].is_checked)
		leading_check_order(choice, &choice->all.at[it.base]);
	if (gain_of_part(choice, it.base, it.more) > 0 && build_on(choice, it.base, it.more))
		leading_take(choice, &choice->all.at[it.base]);
	return true;
}
