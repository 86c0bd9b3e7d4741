#include "analysis/family.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* --- which launches ----------------------------------------------------------------------------- */

static bool same_block(const LaunchShape *a, const LaunchShape *b)
{
	return !memcmp(a->block, b->block, sizeof a->block) && a->from == b->from;
}

static bool same_args(const LaunchShape *a, const LaunchShape *b)
{
	bool same = a->n_args == b->n_args && a->dynamic_bytes == b->dynamic_bytes;
	for (int i = 0; same && i < a->n_args; i++)
		same = a->args[i].param == b->args[i].param && a->args[i].offset == b->args[i].offset &&
		       a->args[i].size == b->args[i].size && a->args[i].value == b->args[i].value;
	return same;
}

static Family *family_with(Families *families, const LaunchShape *shape)
{
	for (int i = 0; i < families->n; i++)
		if (same_block(&families->at[i].all, shape))
			return &families->at[i];
	return NULL;
}

static LaunchShape *member_with(Family *family, const LaunchShape *shape)
{
	for (int i = 0; i < family->members.n; i++)
		if (same_args(&family->members.at[i], shape))
			return &family->members.at[i];
	return NULL;
}

static void add_member(Arena *arena, Family *family, const LaunchShape *shape)
{
	LaunchShape *old = member_with(family, shape);
	family->n_launches += 1 + shape->n_merged;
	if (old)
		launch_merge(arena, old, shape); /* their grids differ */
	else
		vec_push(arena, &family->members, *shape);
}

void families_of(Arena *arena, const LaunchShapes *shapes, Families *out)
{
	for (int i = 0; i < shapes->n; i++) {
		const LaunchShape *shape = &shapes->at[i];
		Family *family = family_with(out, shape);
		if (family) {
			launch_merge(arena, &family->all, shape);
		} else {
			vec_push(arena, out, ((Family){ .all = *shape }));
			family = &out->at[out->n - 1];
		}
		add_member(arena, family, shape);
	}
}

bool family_is_exact(const KernelFacts *all)
{
	for (int i = 0; i < all->n_facts; i++)
		if (all->facts[i].certainty != CERTAINTY_EXACT || !all->facts[i].count_known)
			return false;
	return !all->failed;
}

void family_members(Arena *arena, const Family *family, int64_t ops, LaunchShapes *out)
{
	int64_t most = ops > 0 && MAX_MEMBER_OPS / ops < MAX_MEMBERS ? MAX_MEMBER_OPS / ops + 1 : MAX_MEMBERS;
	for (int i = 0; i < family->members.n; i++) {
		if (i <= most)
			vec_push(arena, out, family->members.at[i]);
		else
			launch_merge(arena, &out->at[most], &family->members.at[i]);
	}
}

/* --- one access --------------------------------------------------------------------------------- */

/* The facts of one access in all members that reach it. */
typedef struct Shared {
	VEC(const Fact *) facts;
	int order;       /* in which it was found */
} Shared;

typedef VEC(Shared) SharedList;

static bool ratio_is(const Fact *a, const Fact *b)
{
	return (double)a->wavefronts * (double)b->ideal == (double)b->wavefronts * (double)a->ideal;
}

static bool is_worse(const Fact *a, const Fact *b)
{
	return (double)a->wavefronts * (double)b->ideal > (double)b->wavefronts * (double)a->ideal;
}

static const Fact *least_certain(const Shared *shared)
{
	const Fact *least = shared->facts.at[0];
	for (int i = 1; i < shared->facts.n; i++)
		if (shared->facts.at[i]->certainty > least->certainty)
			least = shared->facts.at[i];
	return least;
}

static const Fact *worst_of(const Shared *shared)
{
	const Fact *worst = shared->facts.at[0];
	for (int i = 1; i < shared->facts.n; i++)
		if (is_worse(shared->facts.at[i], worst))
			worst = shared->facts.at[i];
	return worst;
}

static bool all_alike(const Shared *shared, bool (*alike)(const Fact *, const Fact *))
{
	for (int i = 1; i < shared->facts.n; i++)
		if (!alike(shared->facts.at[0], shared->facts.at[i]))
			return false;
	return true;
}

static bool sums_are(const Fact *a, const Fact *b)
{
	return a->wavefronts == b->wavefronts && a->ideal == b->ideal && a->profiled == b->profiled && a->count_known == b->count_known;
}

/* --- the arguments that differ ------------------------------------------------------------------- */

static const LaunchArg *arg_like(const LaunchShape *shape, const LaunchArg *like)
{
	for (int i = 0; i < shape->n_args; i++)
		if (shape->args[i].param == like->param && shape->args[i].offset == like->offset && shape->args[i].size == like->size)
			return &shape->args[i];
	return NULL;
}

static bool is_common(const Family *family, const LaunchArg *arg)
{
	const LaunchArg *common = arg_like(&family->all, arg);
	return common && common->value == arg->value;
}

/* The last of the arguments whose values differ between members; *n: their number, *names: their names. */
static const LaunchArg *differing(Arena *arena, const Family *family, int *n, const char **names)
{
	const LaunchShape *first = &family->members.at[0];
	const LaunchArg *found = NULL;
	Buf text = { 0 };
	*n = 0;
	for (int i = 0; i < first->n_args; i++) {
		if (is_common(family, &first->args[i]))
			continue;
		found = &first->args[i];
		buf_puts(&text, (*n)++ ? ", " : "");
		launch_arg_print(&text, first->kernel, found);
	}
	*names = *n ? arena_strdup(arena, text.s) : "the launch";
	buf_free(&text);
	return found;
}

static int by_value(const void *left, const void *right)
{
	const SymbolicCase *a = left, *b = right;
	return (a->residue > b->residue) - (a->residue < b->residue);
}

static void add_cases(Arena *arena, const Family *family, const Shared *shared, Fact *out)
{
	int n;
	const LaunchArg *arg = differing(arena, family, &n, &out->symbol);
	SymbolicCase *cases = arena_array(arena, SymbolicCase, shared->facts.n);
	out->modulus = 0;
	out->cases = NULL;
	out->n_cases = 0;
	for (int i = 0; n == 1 && i < shared->facts.n; i++) {
		const Fact *fact = shared->facts.at[i];
		const LaunchArg *own = arg_like(fact->launch, arg);
		if (!own || fact->certainty > CERTAINTY_BOUND)
			return;
		cases[i] = (SymbolicCase){ own->value, fact->wavefronts, fact->ideal, fact_worst_ways(fact) };
	}
	if (n != 1)
		return;
	qsort(cases, (size_t)shared->facts.n, sizeof *cases, by_value);
	out->cases = cases;
	out->n_cases = shared->facts.n;
}

/* Makes the merged fact symbolic, unless the worst member's is already: then its cases stay. */
static void distinguish(Arena *arena, const Family *family, const Shared *shared, Fact *out)
{
	if (out->certainty == CERTAINTY_SYMBOLIC && out->n_cases)
		return;
	out->certainty = CERTAINTY_SYMBOLIC;
	out->reason = REASON_ARGUMENT;
	out->reason_loc = LOC_NONE;
	add_cases(arena, family, shared, out);
}

/* The costliest fact of the launches whose arguments are all known; NULL: there is none, or there are no others. */
static const Fact *worst_known(const Shared *shared)
{
	const Fact *worst = NULL;
	bool others = false;
	for (int i = 0; i < shared->facts.n; i++) {
		const Fact *fact = shared->facts.at[i];
		others = others || fact->launch->has_unknowns;
		if (fact->launch->has_unknowns)
			continue;
		if (fact->certainty > CERTAINTY_BOUND)
			return NULL; /* launches that were merged, or what no argument decides */
		if (!worst || is_worse(fact, worst))
			worst = fact;
	}
	return others ? worst : NULL;
}

/* What surely runs is counted; what launches with unknown arguments may cost beyond that stays in Fact.worst and the cases. */
static void count_known_launch(const Fact *known, Fact *out)
{
	out->launch = known->launch;
	out->of_known_launch = true;
	out->visits = known->visits;
	out->warps = known->warps;
	out->wavefronts = known->wavefronts;
	out->ideal = known->ideal;
	out->profiled = known->profiled;
	out->mix = known->mix;
	out->count_known = known->count_known;
}

static Fact merge_access(Arena *arena, const Family *family, const Shared *shared)
{
	const Fact *least = least_certain(shared), *worst = worst_of(shared);
	bool same = all_alike(shared, sums_are), in_proportion = least->certainty <= CERTAINTY_BOUND && all_alike(shared, ratio_is);
	Fact out = same || least->certainty > CERTAINTY_SYMBOLIC ? *least : *worst;
	if (!same && in_proportion) {
		out.certainty = least->certainty;
		out.reason = least->reason;
		out.reason_loc = least->reason_loc;
		out.count_known = false;
	} else if (!same && least->certainty <= CERTAINTY_SYMBOLIC) {
		distinguish(arena, family, shared, &out);
		if (worst_known(shared))
			count_known_launch(worst_known(shared), &out);
	}
	LaunchShape *launch = arena_dup(arena, same || in_proportion ? &family->all : out.launch, sizeof *launch);
	launch->n_merged = family->n_launches - 1;
	out.launch = launch;
	return out;
}

/* --- all accesses ------------------------------------------------------------------------------- */

static Shared *shared_with(SharedList *list, const Fact *fact)
{
	for (int i = 0; i < list->n; i++)
		if (fact_same_access(list->at[i].facts.at[0], fact) && list->at[i].facts.at[0]->object == fact->object)
			return &list->at[i];
	return NULL;
}

static int by_place(const void *left, const void *right)
{
	const Shared *a = left, *b = right;
	const int c = loc_compare(a->facts.at[0]->range.begin, b->facts.at[0]->range.begin);
	return c ? c : a->order - b->order;
}

static void collect(Arena *arena, const KernelFacts *member, SharedList *list)
{
	for (int i = 0; i < member->n_facts; i++) {
		const Fact *fact = &member->facts[i];
		Shared *shared = shared_with(list, fact);
		if (!shared) {
			vec_push(arena, list, ((Shared){ .order = list->n }));
			shared = &list->at[list->n - 1];
		}
		vec_push(arena, &shared->facts, fact);
	}
}

KernelFacts family_merge(Arena *arena, const Family *family, const KernelFacts *members, int n)
{
	SharedList list = { 0 };
	LaunchShape *all = arena_dup(arena, &family->all, sizeof *all);
	KernelFacts out = { .launch = all, .failed_loc = LOC_NONE, .views = members[0].views, .n_views = members[0].n_views };
	all->n_merged = family->n_launches - 1;
	for (int i = 0; i < n; i++) {
		collect(arena, &members[i], &list);
		if (members[i].failed && !out.failed) {
			out.failed = members[i].failed;
			out.failed_loc = members[i].failed_loc;
		}
	}
	if (list.n)
		qsort(list.at, (size_t)list.n, sizeof *list.at, by_place);
	Fact *facts = arena_array(arena, Fact, list.n + 1);
	for (int i = 0; i < list.n; i++)
		facts[i] = merge_access(arena, family, &list.at[i]);
	out.facts = facts;
	out.n_facts = list.n;
	return out;
}
