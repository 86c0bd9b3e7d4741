/* Baselines: all entries, those of findings in headers once. */
#include <string.h>

#include "filter/baseline.h"
#include "report/merge/merge_impl.h"

static bool is_baseline(const json_t *root)
{
	return json_object_get(root, "smemlint-baseline");
}

static const char *shard_of(const json_t *root)
{
	return json_string_value(json_object_get(root, SHARD));
}

static const char *version_of(const json_t *root)
{
	(void)root;
	return NULL;
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether two entries may be of the same finding, in two parts: one in a header. */
static bool may_be_same(const BaselineEntry *a, const BaselineEntry *b)
{
	return a->source && b->source && same(a->id, b->id) && a->ways == b->ways && same(a->rule, b->rule) && same(a->file, b->file) &&
	       same(a->text, b->text) && same(a->kernel, b->kernel) && same(a->object, b->object);
}

/* Of a finding that another part has, too, the entry of the first file stays.  n: how many entries are of other parts. */
static void add(Baseline *all, const BaselineEntry *entry, int n)
{
	for (int i = 0; i < n; i++) {
		BaselineEntry *other = &all->met.at[i];
		if (!may_be_same(other, entry))
			continue;
		const int count = other->count > entry->count ? other->count : entry->count;
		if (entry->position < other->position)
			*other = *entry;
		other->count = count;
		return;
	}
	vec_push(all->arena, &all->met, *entry);
}

static const char *merge(Arena *arena, const Parts *parts, Buf *out)
{
	Baseline *all = baseline_new(arena, "/");
	for (int p = 0; p < parts->n; p++) {
		const MergeInput *input = parts->at[p].input;
		Baseline *part = baseline_new(arena, "/");
		baseline_read(part, input->text, input->size);
		if (part->problem)
			return arena_printf(arena, "%s: error: %s", input->path, part->problem);
		const int n = all->met.n;
		for (int i = 0; i < part->known.n; i++)
			add(all, &part->known.at[i], n);
	}
	baseline_write(out, all, false);
	return NULL;
}

const MergeKind merge_baseline = { "a baseline", is_baseline, shard_of, version_of, merge };
