#include "project/shard.h"

#include <stdlib.h>
#include <string.h>

#include "project/expected.h"

enum { MOST_SHARDS = 1000 };

bool shard_parse(const char *text, Shard *out)
{
	char *end, *last;
	const long number = strtol(text, &end, 10);
	if (end == text || *end != '/')
		return false;
	const long of = strtol(end + 1, &last, 10);
	*out = (Shard){ (int)number, (int)of };
	const bool is_plain = strspn(text, "0123456789/") == strlen(text) && *text != '0';
	return is_plain && last != end + 1 && !*last && number >= 1 && number <= of && of <= MOST_SHARDS;
}

typedef struct Weighed {
	const char *file;
	const Leading *leading;
	int64_t cost;
	int at, to; /* its index in the list, and its shard */
} Weighed;

typedef struct Division {
	Weighed *all;
	int n;
	int64_t *loads; /* of the shards */
	int n_shards;
} Division;

static int by_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a == NULL) - (b == NULL);
}

static int by_beginning(const Weighed *x, const Weighed *y)
{
	const int order = by_text(x->leading->text, y->leading->text);
	return order ? order : by_text(x->leading->folder, y->leading->folder);
}

/* What begins alike is beside each other, then come the others, the costliest first. */
static int by_order(const void *a, const void *b)
{
	const Weighed *x = a, *y = b;
	int order = by_beginning(x, y);
	if (!order && x->cost != y->cost)
		return x->cost < y->cost ? 1 : -1;
	if (!order)
		order = strcmp(x->file, y->file);
	return order ? order : x->at - y->at;
}

static void put(Division *d, Weighed *file, int to)
{
	file->to = to;
	d->loads[to] += file->cost;
}

static int least(const int64_t *loads, int n)
{
	int at = 0;
	for (int i = 1; i < n; i++)
		if (loads[i] < loads[at])
			at = i;
	return at;
}

/* --- what begins alike -------------------------------------------------------------------------- */

/* Files that begin alike, from the one on and before the other. */
typedef struct Group {
	int from, end;
	int64_t beginning; /* what a shard pays that has some of them … */
	int64_t cost;      /* … and what they cost, all together, besides */
} Group;

typedef VEC(Group) Groups;

/* A beginning is no longer than any of the files.  It is read twice: for one of them, and when it is precompiled; then not again. */
static Group group_at(Division *d, int from)
{
	Group group = { from, from, 0, 0 };
	int64_t least = d->all[from].cost;
	for (; group.end < d->n && by_beginning(&d->all[from], &d->all[group.end]) == 0; group.end++)
		least = d->all[group.end].cost < least ? d->all[group.end].cost : least;
	for (int i = from; i < group.end; i++) {
		d->all[i].cost += BYTES_WITH_LEADING - least;
		group.cost += d->all[i].cost;
	}
	group.beginning = 2 * least;
	return group;
}

static int costliest_first(const void *a, const void *b)
{
	const Group *x = a, *y = b;
	return x->cost != y->cost ? (x->cost < y->cost ? 1 : -1) : x->from - y->from;
}

static Groups groups_of(Arena *arena, Division *d)
{
	Groups groups = { 0 };
	for (int i = 0; i < d->n && d->all[i].leading->text; i = groups.at[groups.n - 1].end)
		vec_push(arena, &groups, group_at(d, i));
	if (groups.n)
		qsort(groups.at, (size_t)groups.n, sizeof *groups.at, costliest_first);
	return groups;
}

/* What each shard has to do.  A group that is more than that pays for its beginning in several. */
static int64_t part_of_each(const Division *d, const Groups *groups)
{
	int64_t all = 0, part;
	for (int i = 0; i < d->n; i++)
		all += d->all[i].cost;
	for (int k = 0; k < groups->n; k++)
		all += groups->at[k].beginning;
	part = all / d->n_shards;
	for (int k = 0; k < groups->n; k++)
		all += groups->at[k].cost / (part + 1) * groups->at[k].beginning;
	return all / d->n_shards;
}

/* To the shard with the least so far, and if that gets more than its part, what is too much to the next one, unless another
 * beginning would cost more than that. */
static void divide_group(Division *d, const Group *group, int64_t part)
{
	int64_t left = group->cost;
	for (int i = group->from; i < group->end;) {
		const int to = least(d->loads, d->n_shards);
		d->loads[to] += group->beginning;
		const bool is_whole = d->loads[to] + left - part <= group->beginning || d->loads[to] >= part;
		do {
			left -= d->all[i].cost;
			put(d, &d->all[i++], to);
		} while (i < group->end && (is_whole || d->loads[to] < part));
	}
}

/* --- all ------------------------------------------------------------------------------------------ */

const bool *shard_others(Arena *arena, Shard shard, const Names *files, const Leading *leading, const IncludeProgram *program)
{
	bool *others = arena_array(arena, bool, files->n + 1);
	const int64_t *costs = expected_costs(arena, files, program);
	Division d = { arena_array(arena, Weighed, files->n + 1), files->n, arena_array(arena, int64_t, shard.of), shard.of };
	for (int i = 0; i < files->n; i++)
		d.all[i] = (Weighed){ files->at[i], &leading[i], costs[i], i, 0 };
	if (files->n)
		qsort(d.all, (size_t)files->n, sizeof *d.all, by_order);
	const Groups groups = groups_of(arena, &d);
	const int64_t part = part_of_each(&d, &groups);
	for (int k = 0; k < groups.n; k++)
		divide_group(&d, &groups.at[k], part);
	for (int i = 0; i < d.n; i++)
		if (!d.all[i].leading->text)
			put(&d, &d.all[i], least(d.loads, d.n_shards));
	for (int i = 0; i < d.n; i++)
		others[d.all[i].at] = d.all[i].to != shard.number - 1;
	return others;
}
