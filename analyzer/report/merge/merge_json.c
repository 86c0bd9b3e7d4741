/* --format=json: the files of all parts, in the order of one run. */
#include <string.h>

#include "report/merge/merge_impl.h"

static bool is_json(const json_t *root)
{
	return json_is_string(json_object_get(root, "smemlint")) && json_is_array(json_object_get(root, "files"));
}

static const char *shard_of(const json_t *root)
{
	return json_string_value(json_object_get(root, SHARD));
}

static const char *version_of(const json_t *root)
{
	return json_string_value(json_object_get(root, "smemlint"));
}

/* What tells findings apart, as in driver/jobs.c: the place, the rule and the message. */
static const char *key_of(Arena *arena, const json_t *diagnostic)
{
	const json_t *place = json_object_get(diagnostic, "place");
	const char *path = json_string_value(json_object_get(place, "file")),
		   *rule = json_string_value(json_object_get(diagnostic, "rule"));
	const char *message = json_string_value(json_object_get(diagnostic, "message"));
	return arena_printf(arena, "%s:%d:%d: %s: %s", path ? path : "", (int)json_integer_value(json_object_get(place, "line")),
			    (int)json_integer_value(json_object_get(place, "column")), rule ? rule : "", message ? message : "");
}

/* Problems of the input are shown for each file, but for notes. */
static bool is_problem(const json_t *diagnostic)
{
	const char *severity = json_string_value(json_object_get(diagnostic, "severity"));
	return !json_is_string(json_object_get(diagnostic, "rule")) && severity && strcmp(severity, "note") != 0;
}

static bool is_own(const json_t *file, const json_t *diagnostic)
{
	const json_t *own = json_object_get(diagnostic, SHARD_OWN);
	return own ? json_is_true(own)
		   : json_equal(json_object_get(file, "file"), json_object_get(json_object_get(diagnostic, "place"), "file"));
}

/* Takes out of the file what an earlier one has shown. */
static void sift(Arena *arena, MergeShown *shown, json_t *file)
{
	json_t *kept = json_array(), *diagnostic;
	size_t i;
	json_array_foreach(json_object_get(file, "diagnostics"), i, diagnostic) {
		const bool shows = is_problem(diagnostic) || merge_show(shown, key_of(arena, diagnostic), is_own(file, diagnostic));
		json_object_del(diagnostic, SHARD_OWN);
		if (shows)
			json_array_append(kept, diagnostic);
	}
	json_object_set_new(file, "diagnostics", kept);
	json_object_del(file, SHARD_POSITION);
}

/* A file that several parts have, since headers led to it: its findings in each of these. */
static bool joins(json_t *before, json_t *file)
{
	if (!before || !json_equal(json_object_get(before, "file"), json_object_get(file, "file")))
		return false;
	json_array_extend(json_object_get(before, "diagnostics"), json_object_get(file, "diagnostics"));
	return true;
}

static const char *merge(Arena *arena, const Parts *parts, Buf *out)
{
	MergeItems items = { 0 };
	MergeShown shown = { NULL };
	for (int p = 0; p < parts->n; p++) {
		json_t *files = json_object_get(parts->at[p].root, "files"), *file;
		size_t i;
		json_array_foreach(files, i, file)
			vec_push(arena, &items,
				 ((MergeItem){ file, json_integer_value(json_object_get(file, SHARD_POSITION)), p, (int)i }));
	}
	merge_sort(&items);
	json_t *document = json_object(), *files = json_array(), *last = NULL;
	for (int i = 0; i < items.n; i++) {
		sift(arena, &shown, items.at[i].json);
		if (joins(last, items.at[i].json))
			continue;
		last = items.at[i].json;
		json_array_append(files, last);
	}
	json_object_set(document, "smemlint", json_object_get(parts->at[0].root, "smemlint"));
	json_object_set_new(document, "files", files);
	json_write(out, document, 1);
	json_decref(shown.keys);
	return NULL;
}

const MergeKind merge_json = { "JSON", is_json, shard_of, version_of, merge };
