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
	const Beginning *of; /* the first file's */
	int first;           /* that file */
	int begin, end, n_taken;
	bool is_picked;
} Group;

typedef struct Choice {
	VEC(Entry) all;    /* by key, then by file */
	VEC(Group) groups; /* by the first file that has it: keys have the folder, which is another one on another machine */
	int *taken;        /* by file: the index of its group, or -1 */
	int n_files;
} Choice;

static int by_key(const void *a, const void *b)
{
	const Entry *x = a, *y = b;
	return x->of->key != y->of->key ? (x->of->key > y->of->key) - (x->of->key < y->of->key) : x->file - y->file;
}

/* Of one file's, in its order. */
static int by_first(const void *a, const void *b)
{
	const Group *x = a, *y = b;
	return x->first != y->first ? x->first - y->first : (x->of > y->of) - (x->of < y->of);
}

static void make_groups(Arena *arena, Choice *choice)
{
	if (choice->all.n)
		qsort(choice->all.at, (size_t)choice->all.n, sizeof *choice->all.at, by_key);
	for (int i = 0; i < choice->all.n; i++) {
		const Entry *entry = &choice->all.at[i];
		Group *last = choice->groups.n ? &choice->groups.at[choice->groups.n - 1] : NULL;
		if (last && last->of->key == entry->of->key)
			last->end = i + 1;
		else
			vec_push(arena, &choice->groups, ((Group){ .of = entry->of, .first = entry->file, .begin = i, .end = i + 1 }));
	}
	if (choice->groups.n)
		qsort(choice->groups.at, (size_t)choice->groups.n, sizeof *choice->groups.at, by_first);
}

/* --- which are worth it ------------------------------------------------------------------------------------- */

static int cost_of(const Choice *choice, int group)
{
	return group < 0 ? 0 : choice->groups.at[group].of->cost;
}

/* The cost of lines that need not be parsed any more, less that of precompiling, in tenths; 0: too few files would take it. */
static int64_t gain(const Choice *choice, int group)
{
	const Group *g = &choice->groups.at[group];
	const int cost = cost_of(choice, group);
	int64_t saved = 0;
	int n = 0;
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

static int best_group(const Choice *choice)
{
	int best = -1;
	int64_t most = 0;
	for (int g = 0; g < choice->groups.n; g++) {
		const int64_t now = choice->groups.at[g].is_picked ? 0 : gain(choice, g);
		if (now > most) {
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

static bool is_in_front(const Beginnings *file, const char *name)
{
	for (int i = 0; i < file->n_front; i++)
		if (strcmp(file->names.at[i], name) == 0)
			return true;
	return false;
}

/* Whether all files that took the group's lines have that header of the standard library in front of the others.  One that a file has
 * further down must not be there before: a header of the project that lacks it would be read without an error. */
static bool all_have(const Choice *choice, const Beginnings *files, int group, const char *name)
{
	bool all = true;
	for (int i = 0; i < choice->n_files && all; i++)
		all = choice->taken[i] != group || is_in_front(&files[i], name);
	return all;
}

static void add_line(Buf *text, const char *name)
{
	buf_printf(text, "#include %s\n", name);
}

/* The standard library's headers that all have in front, by name, and the group's lines. */
static const char *text_of(Arena *arena, const Choice *choice, const Beginnings *files, int group)
{
	const Group *g = &choice->groups.at[group];
	const Names *names = &files[g->first].names;
	Names common = { 0 };
	Buf text = { 0 };
	for (int i = 0; g->of->is_free && i < files[g->first].n_front; i++)
		if (all_have(choice, files, group, names->at[i]))
			vec_push(arena, &common, names->at[i]);
	if (common.n)
		qsort(common.at, (size_t)common.n, sizeof *common.at, by_text);
	for (int i = 0; i < common.n; i++)
		if (i == 0 || strcmp(common.at[i], common.at[i - 1]) != 0)
			add_line(&text, common.at[i]);
	for (int i = 0; i < g->of->n; i++)
		if (!g->of->is_free || !is_standard_header(names->at[i]))
			add_line(&text, names->at[i]);
	const char *out = arena_strdup(arena, text.s);
	buf_free(&text);
	return out;
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
		const Leading of = { text_of(arena, &choice, files, g), choice.groups.at[g].of->folder };
		for (int i = 0; i < n; i++)
			leading[i] = choice.taken[i] == g ? of : leading[i];
	}
	return leading;
}
