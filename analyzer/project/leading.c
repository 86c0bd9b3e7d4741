#include "project/leading.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "project/beginnings.h"

/* Precompiling a beginning costs what parsing it so many times does, in tenths, and what a process with the toolkit's headers does
 * (Beginning.cost). */
enum { TENTHS = 13, OF_PROCESS = 20 };

/* A file's beginning, as an entry of the list of all. */
typedef struct Entry {
	const Beginning *of;
	int file;
} Entry;

/* The entries of one key, and how many files took it. */
typedef struct Group {
	int begin, end, n_taken;
	bool is_picked;
} Group;

typedef struct Choice {
	VEC(Entry) all;    /* by key, then by file */
	VEC(Group) groups;
	int *taken;        /* by file: the index of its group, or -1 */
	int n_files;
} Choice;

static int by_key(const void *a, const void *b)
{
	const Entry *x = a, *y = b;
	return x->of->key != y->of->key ? (x->of->key > y->of->key) - (x->of->key < y->of->key) : x->file - y->file;
}

static void make_groups(Arena *arena, Choice *choice)
{
	if (choice->all.n)
		qsort(choice->all.at, (size_t)choice->all.n, sizeof *choice->all.at, by_key);
	for (int i = 0; i < choice->all.n; i++) {
		Group *last = choice->groups.n ? &choice->groups.at[choice->groups.n - 1] : NULL;
		if (last && choice->all.at[last->begin].of->key == choice->all.at[i].of->key)
			last->end = i + 1;
		else
			vec_push(arena, &choice->groups, ((Group){ .begin = i, .end = i + 1 }));
	}
}

/* --- which are worth it ------------------------------------------------------------------------------------- */

static int cost_of(const Choice *choice, int group)
{
	return group < 0 ? 0 : choice->all.at[choice->groups.at[group].begin].of->cost;
}

/* The cost of lines that need not be parsed any more, less that of precompiling, in tenths; 0: too few files would take it. */
static int gain(const Choice *choice, int group)
{
	const Group *g = &choice->groups.at[group];
	const int cost = cost_of(choice, group);
	int n = 0, saved = 0;
	for (int i = g->begin; i < g->end; i++) {
		const int more = cost - cost_of(choice, choice->taken[choice->all.at[i].file]);
		n += more > 0;
		saved += more > 0 ? 10 * more : 0;
	}
	return n >= LEADING_FEWEST ? saved - TENTHS * cost - 10 * OF_PROCESS : 0;
}

/* The files that would rather have it take it. */
static void take(Choice *choice, int group)
{
	Group *g = &choice->groups.at[group];
	for (int i = g->begin; i < g->end; i++) {
		int *taken = &choice->taken[choice->all.at[i].file];
		if (cost_of(choice, *taken) >= cost_of(choice, group))
			continue;
		if (*taken >= 0)
			choice->groups.at[*taken].n_taken--;
		*taken = group;
		g->n_taken++;
	}
	g->is_picked = true;
}

/* Of equals that of the first file: keys have the folder, which is another one on another machine. */
static int best_group(const Choice *choice)
{
	int best = -1, most = 0;
	for (int g = 0; g < choice->groups.n; g++) {
		const int now = choice->groups.at[g].is_picked ? 0 : gain(choice, g);
		const int first = choice->all.at[choice->groups.at[g].begin].file;
		if (now > most || (now == most && best >= 0 && first < choice->all.at[choice->groups.at[best].begin].file)) {
			best = g;
			most = now;
		}
	}
	return best;
}

/* Files of a beginning that too few took, since others got a longer one, take the longest of those that are left. */
static bool drop_rare(Choice *choice)
{
	bool dropped = false;
	for (int g = 0; g < choice->groups.n; g++) {
		Group *group = &choice->groups.at[g];
		if (!group->is_picked || group->n_taken >= LEADING_FEWEST)
			continue;
		for (int f = 0; f < choice->n_files; f++)
			choice->taken[f] = choice->taken[f] == g ? -1 : choice->taken[f];
		group->is_picked = false;
		group->n_taken = 0;
		dropped = true;
	}
	for (int g = 0; dropped && g < choice->groups.n; g++)
		if (choice->groups.at[g].is_picked)
			take(choice, g);
	return dropped;
}

static void choose(Choice *choice)
{
	int group;
	for (int n = 0; n < LEADING_MOST && (group = best_group(choice)) >= 0; n++)
		take(choice, group);
	while (drop_rare(choice))
		;
}

/* --- what they are ------------------------------------------------------------------------------------------ */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_standard(const Beginnings *file, const Beginning *of, const char *name)
{
	for (int i = 0; i < of->n_standard; i++)
		if (strcmp(file->standard.at[i], name) == 0)
			return true;
	return false;
}

/* The standard library's headers that all files of the group have, by name, and the group's lines. */
static const char *text_of(Arena *arena, const Choice *choice, const Beginnings *files, int group)
{
	const Group *g = &choice->groups.at[group];
	const Entry *first = &choice->all.at[g->begin];
	Names common = { 0 };
	for (int s = 0; first->of->is_free && s < first->of->n_standard; s++) {
		bool all = true;
		for (int i = g->begin; i < g->end && all; i++)
			all = has_standard(&files[choice->all.at[i].file], choice->all.at[i].of, files[first->file].standard.at[s]);
		if (all)
			vec_push(arena, &common, files[first->file].standard.at[s]);
	}
	if (common.n)
		qsort(common.at, (size_t)common.n, sizeof *common.at, by_text);
	const char *text = "";
	for (int i = 0; i < common.n; i++)
		if (i == 0 || strcmp(common.at[i], common.at[i - 1]) != 0)
			text = arena_printf(arena, "%s#include %s\n", text, common.at[i]);
	return arena_printf(arena, "%s%s", text, first->of->text);
}

const Leading *leading_shared(Arena *arena, const Names *names)
{
	const int n = names->n;
	Leading *leading = arena_array(arena, Leading, n + 1);
	Beginnings *files = arena_array(arena, Beginnings, n + 1);
	Choice choice = { .taken = arena_array(arena, int, n + 1), .n_files = n };
	for (int i = 0; i < n; i++) {
		files[i] = beginnings_of(arena, names->at[i]);
		choice.taken[i] = -1;
		for (int k = 0; k < files[i].list.n; k++)
			vec_push(arena, &choice.all, ((Entry){ &files[i].list.at[k], i }));
	}
	make_groups(arena, &choice);
	choose(&choice);
	for (int g = 0; g < choice.groups.n; g++) {
		if (!choice.groups.at[g].is_picked)
			continue;
		const Leading of = { text_of(arena, &choice, files, g), choice.all.at[choice.groups.at[g].begin].of->folder };
		for (int i = 0; i < n; i++)
			leading[i] = choice.taken[i] == g ? of : leading[i];
	}
	return leading;
}
