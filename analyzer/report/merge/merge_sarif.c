/* SARIF: the runs of each architecture become one. */
#include <string.h>

#include "report/merge/merge_impl.h"

static json_t *first_run(const json_t *root)
{
	return json_array_get(json_object_get(root, "runs"), 0);
}

static json_t *driver_of(const json_t *root)
{
	return json_object_get(json_object_get(first_run(root), "tool"), "driver");
}

static bool is_sarif(const json_t *root)
{
	const char *name = json_string_value(json_object_get(driver_of(root), "name"));
	return name && strcmp(name, "smemlint") == 0;
}

static const char *shard_of(const json_t *root)
{
	return json_string_value(json_object_get(json_object_get(first_run(root), "properties"), SHARD));
}

static const char *version_of(const json_t *root)
{
	return json_string_value(json_object_get(driver_of(root), "version"));
}

/* --- results ------------------------------------------------------------------------------------ */

/* What tells findings apart, as in driver/jobs.c: the place, the rule and the message, of which the first line is without notes. */
static const char *key_of(Arena *arena, const json_t *result)
{
	const json_t *place = json_object_get(json_array_get(json_object_get(result, "locations"), 0), "physicalLocation");
	const json_t *region = json_object_get(place, "region"),
		     *own = json_object_get(json_object_get(result, "properties"), SHARD_MESSAGE);
	const json_t *whole = json_object_get(json_object_get(result, "message"), "text");
	const char *uri = json_string_value(json_object_get(json_object_get(place, "artifactLocation"), "uri"));
	const char *rule = json_string_value(json_object_get(result, "ruleId")), *text = json_string_value(own ? own : whole);
	const int length = text ? (int)(own ? strlen(text) : strcspn(text, "\n")) : 0;
	return arena_printf(arena, "%s:%d:%d: %s: %.*s", uri ? uri : "", (int)json_integer_value(json_object_get(region, "startLine")),
			    (int)json_integer_value(json_object_get(region, "startColumn")), rule ? rule : "", length, text ? text : "");
}

static json_int_t position_of(const json_t *object)
{
	return json_integer_value(json_object_get(json_object_get(object, "properties"), SHARD_POSITION));
}

/* Problems of the input are shown for each file, but for notes. */
static bool is_problem(const json_t *item)
{
	const char *level = json_string_value(json_object_get(item, "level"));
	return !json_object_get(item, "ruleId") && level && strcmp(level, "note") != 0;
}

static void add_items(Arena *arena, json_t *list, int part, MergeItems *out)
{
	json_t *item;
	size_t i;
	json_array_foreach(list, i, item)
		vec_push(arena, out, ((MergeItem){ item, position_of(item), part, (int)i }));
}

/* The items in order, without those that were shown, and without what only shards have. */
static json_t *sifted(Arena *arena, MergeItems *items, MergeShown *shown)
{
	json_t *list = json_array();
	merge_sort(items);
	for (int i = 0; i < items->n; i++) {
		json_t *item = items->at[i].json, *bag = json_object_get(item, "properties");
		const bool shows =
			is_problem(item) || merge_show(shown, key_of(arena, item), json_is_true(json_object_get(bag, SHARD_OWN)));
		json_object_del(bag, SHARD_POSITION);
		json_object_del(bag, SHARD_OWN);
		json_object_del(bag, SHARD_MESSAGE);
		if (bag && !json_object_size(bag) && !json_object_get(item, "ruleId"))
			json_object_del(item, "properties");
		if (shows)
			json_array_append(list, item);
	}
	return list;
}

/* --- runs --------------------------------------------------------------------------------------- */

static json_t *invocation_of(const json_t *run)
{
	return json_array_get(json_object_get(run, "invocations"), 0);
}

static json_t *id_of(const json_t *run)
{
	return json_object_get(json_object_get(run, "automationDetails"), "id");
}

/* All runs with the architecture of the first one, from `from` on. */
static json_t *join(Arena *arena, const MergeItems *runs, int from, MergeShown *shown)
{
	json_t *run = runs->at[from].json, *invocation = json_object();
	MergeItems results = { 0 }, notifications = { 0 };
	bool is_whole = true;
	for (int i = from; i < runs->n; i++) {
		const json_t *other = runs->at[i].json, *own = invocation_of(other);
		if (!json_equal(id_of(other), id_of(run)))
			continue;
		is_whole = is_whole && json_is_true(json_object_get(own, "executionSuccessful"));
		add_items(arena, json_object_get(other, "results"), i, &results);
		add_items(arena, json_object_get(own, "toolExecutionNotifications"), i, &notifications);
	}
	json_t *notes = sifted(arena, &notifications, shown);
	json_object_set_new(invocation, "executionSuccessful", json_boolean(is_whole));
	if (json_array_size(notes))
		json_object_set(invocation, "toolExecutionNotifications", notes);
	json_decref(notes);
	json_object_set_new(run, "invocations", json_pack("[o]", invocation));
	json_object_set_new(run, "results", sifted(arena, &results, shown));
	json_object_del(run, "properties");
	return run;
}

/* A shard without files has a run without a position. */
static bool is_empty(const Parts *parts, const json_t *run)
{
	return parts->at[0].shard && !json_object_get(json_object_get(run, "properties"), SHARD_POSITION);
}

static bool is_first(const MergeItems *runs, int at)
{
	for (int i = 0; i < at; i++)
		if (json_equal(id_of(runs->at[i].json), id_of(runs->at[at].json)))
			return false;
	return true;
}

static MergeItems runs_of(Arena *arena, const Parts *parts, bool with_empty)
{
	MergeItems runs = { 0 };
	for (int p = 0; p < parts->n; p++) {
		json_t *run;
		size_t i;
		json_array_foreach(json_object_get(parts->at[p].root, "runs"), i, run)
			if (with_empty || !is_empty(parts, run))
				vec_push(arena, &runs, ((MergeItem){ run, position_of(run), p, (int)i }));
	}
	merge_sort(&runs);
	return runs;
}

static const char *merge(Arena *arena, const Parts *parts, Buf *out)
{
	MergeItems runs = runs_of(arena, parts, false);
	MergeShown shown = { NULL };
	if (!runs.n)
		runs = runs_of(arena, parts, true);
	json_t *document = json_copy(parts->at[0].root), *list = json_array();
	bool *firsts = arena_array(arena, bool, runs.n + 1);
	for (int i = 0; i < runs.n; i++)
		firsts[i] = is_first(&runs, i);
	for (int i = 0; i < runs.n; i++)
		if (firsts[i])
			json_array_append(list, join(arena, &runs, i, &shown));
	json_object_set_new(document, "runs", list);
	json_write(out, document, 1);
	json_decref(shown.keys);
	return NULL;
}

const MergeKind merge_sarif = { "SARIF", is_sarif, shard_of, version_of, merge };
