#include "project/shard.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SHARDS = 1000 };

/* What each file costs besides its text, in bytes of text: the headers of the compiler and of the toolkit, and a kernel. */
enum { BYTES_OF_ANY_FILE = 32768 };

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
	int64_t cost;
	int at;
} Weighed;

static int costliest_first(const void *a, const void *b)
{
	const Weighed *x = a, *y = b;
	if (x->cost != y->cost)
		return x->cost < y->cost ? 1 : -1;
	const int order = strcmp(x->file, y->file);
	return order ? order : x->at - y->at;
}

static int least(const int64_t *loads, int n)
{
	int at = 0;
	for (int i = 1; i < n; i++)
		if (loads[i] < loads[at])
			at = i;
	return at;
}

const bool *shard_others(Arena *arena, Shard shard, const Names *files, const IncludeProgram *program)
{
	bool *others = arena_array(arena, bool, files->n + 1);
	const int64_t *bytes = included_bytes(arena, files, program);
	int64_t *loads = arena_array(arena, int64_t, shard.of);
	Weighed *all = arena_array(arena, Weighed, files->n + 1);
	for (int i = 0; i < files->n; i++)
		all[i] = (Weighed){ files->at[i], bytes[i] + BYTES_OF_ANY_FILE, i };
	if (files->n)
		qsort(all, (size_t)files->n, sizeof *all, costliest_first);
	for (int i = 0; i < files->n; i++) {
		const int to = least(loads, shard.of);
		loads[to] += all[i].cost;
		others[all[i].at] = to != shard.number - 1;
	}
	return others;
}
