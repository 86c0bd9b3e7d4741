#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "report/merge/merge_impl.h"

static const MergeKind *const kinds[] = { &merge_json, &merge_sarif, &merge_baseline };

static const char *problem(Arena *arena, const MergeInput *input, const char *what)
{
	return arena_printf(arena, "%s: error: %s", path_shown(arena, input->path), what);
}

static const MergeKind *kind_of(const json_t *root)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i]->is(root))
			return kinds[i];
	return NULL;
}

/* --- whether parts fit together ----------------------------------------------------------------- */

static const char *differ(Arena *arena, const Part *part, const Part *first)
{
	const char *other = path_shown(arena, first->input->path);
	if (part->version && first->version && strcmp(part->version, first->version) != 0)
		return problem(arena, part->input,
			       arena_printf(arena, "it was written by smemlint %.40s, and %s by %.40s", part->version, other,
					    first->version));
	if (!part->shard != !first->shard)
		return problem(arena, part->input,
			       arena_printf(arena, "it is %s, and %s is %s", part->shard ? "a shard's" : "no shard's", other,
					    first->shard ? "one" : "none"));
	return NULL;
}

/* *seen: by number, the part that is this shard. */
static const char *check_shard(Arena *arena, const Parts *parts, int i, int of, const Part **seen)
{
	const Part *part = &parts->at[i];
	int number = 0, n = 0, end = 0;
	if (sscanf(part->shard, "%d/%d%n", &number, &n, &end) != 2 || part->shard[end] || number < 1 || number > n)
		return problem(arena, part->input, arena_printf(arena, "its shard '%.40s' is none", part->shard));
	if (n != of)
		return problem(arena, part->input,
			       arena_printf(arena, "it is a shard of %d, and %s is one of %d", n,
					    path_shown(arena, parts->at[0].input->path), of));
	if (seen[number])
		return problem(arena, part->input,
			       arena_printf(arena, "it is shard %d of %d, and so is %s", number, n,
					    path_shown(arena, seen[number]->input->path)));
	seen[number] = part;
	return NULL;
}

static const char *check_shards(Arena *arena, const Parts *parts)
{
	enum { MOST_SHARDS = 1000 };
	const char *slash = strchr(parts->at[0].shard, '/');
	const int of = slash ? atoi(slash + 1) : 0;
	if (of < 1 || of > MOST_SHARDS)
		return problem(arena, parts->at[0].input, arena_printf(arena, "its shard '%.40s' is none", parts->at[0].shard));
	const Part **seen = arena_array(arena, const Part *, of + 1);
	for (int i = 0; i < parts->n; i++) {
		const char *why = check_shard(arena, parts, i, of, seen);
		if (why)
			return why;
	}
	for (int number = 1; number <= of; number++)
		if (!seen[number])
			return arena_printf(arena, "smemlint: error: shard %d of %d is missing", number, of);
	return NULL;
}

static const char *check(Arena *arena, const Parts *parts)
{
	const char *why = NULL;
	for (int i = 1; i < parts->n && !why; i++)
		why = differ(arena, &parts->at[i], &parts->at[0]);
	return why || !parts->at[0].shard ? why : check_shards(arena, parts);
}

/* --- reading ------------------------------------------------------------------------------------ */

static const char *read_part(Arena *arena, const MergeInput *input, const MergeKind **kind, Parts *parts)
{
	json_error_t error;
	Part part = { .input = input, .root = json_loadb(input->text, input->size, 0, &error) };
	if (!part.root)
		return arena_printf(arena, "%s:%d:%d: error: this is no JSON: %s", path_shown(arena, input->path),
				    error.line > 0 ? error.line : 1, error.column > 0 ? error.column : 1, path_shown(arena, error.text));
	vec_push(arena, parts, part);
	const MergeKind *own = kind_of(part.root);
	if (!own)
		return problem(arena, input, "this is no report of smemlint: expected --format=json, sarif, or a baseline");
	if (*kind && own != *kind)
		return problem(arena, input,
			       arena_printf(arena, "this is %s, and %s is %s", own->name, path_shown(arena, parts->at[0].input->path),
					    (*kind)->name));
	*kind = own;
	parts->at[parts->n - 1].shard = own->shard(part.root);
	parts->at[parts->n - 1].version = own->version(part.root);
	return NULL;
}

const char *merge_documents(Arena *arena, const MergeInput *inputs, int n, Buf *out)
{
	Parts parts = { 0 };
	const MergeKind *kind = NULL;
	const char *why = NULL;
	for (int i = 0; i < n && !why; i++)
		why = read_part(arena, &inputs[i], &kind, &parts);
	why = why ? why : check(arena, &parts);
	why = why ? why : kind->merge(arena, &parts, out);
	for (int i = 0; i < parts.n; i++)
		json_decref(parts.at[i].root);
	return why;
}

/* --- order -------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
	const MergeItem *x = a, *y = b;
	if (x->position != y->position)
		return x->position < y->position ? -1 : 1;
	return x->part != y->part ? x->part - y->part : x->at - y->at;
}

void merge_sort(MergeItems *items)
{
	if (items->n)
		qsort(items->at, (size_t)items->n, sizeof *items->at, compare);
}

bool merge_show(MergeShown *shown, const char *key, bool is_own)
{
	if (!shown->keys)
		shown->keys = json_object();
	if (!is_own && json_object_get(shown->keys, key))
		return false;
	json_object_set_new(shown->keys, key, json_true());
	return true;
}
