#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "filter/baseline.h"

enum { VERSION = 1 };
#define NAME "smemlint-baseline"

/* --- reading ------------------------------------------------------------------------------------ */

static void fail(Baseline *baseline, int line, const char *problem)
{
	baseline->problem = problem;
	baseline->problem_line = line;
}

static const char *text_of(const Baseline *baseline, const json_t *object, const char *key)
{
	return arena_strdup(baseline->arena, json_string_value(json_object_get(object, key)));
}

static int number_of(const json_t *object, const char *key, int otherwise)
{
	const json_t *value = json_object_get(object, key);
	const json_int_t n = json_is_integer(value) ? json_integer_value(value) : value ? -1 : otherwise;
	return n >= 0 && n <= 1000000000 ? (int)n : -1;
}

static bool read_entry(Baseline *baseline, const json_t *object)
{
	const BaselineEntry entry = {
		.file = text_of(baseline, object, "file"),
		.source = text_of(baseline, object, "source"),
		.rule = text_of(baseline, object, "rule"),
		.kernel = text_of(baseline, object, "kernel"),
		.object = text_of(baseline, object, "object"),
		.text = text_of(baseline, object, "text"),
		.ways = number_of(object, "ways", 0),
		.count = number_of(object, "count", 1),
		.position = number_of(object, "position", 0),
		.id = text_of(baseline, object, "id"),
	};
	if (!entry.file || !entry.rule || !entry.text || entry.ways < 0 || entry.count < 1 || entry.position < 0)
		return false;
	vec_push(baseline->arena, &baseline->known, entry);
	return true;
}

static void read_root(Baseline *baseline, const json_t *root)
{
	const json_t *findings = json_object_get(root, "findings");
	const int version = number_of(root, NAME, -1);
	if (version != VERSION || !json_is_array(findings)) {
		fail(baseline, 0, version > VERSION ? "it was written by a newer version of smemlint" : "this is not a baseline");
		return;
	}
	baseline->shard = text_of(baseline, root, "shard");
	for (size_t i = 0; i < json_array_size(findings); i++) {
		if (read_entry(baseline, json_array_get(findings, i)))
			continue;
		fail(baseline, 0,
		     arena_printf(baseline->arena, "finding %zu is invalid: expected file, rule, text and valid numbers", i + 1));
		return;
	}
}

void baseline_read(Baseline *baseline, const char *text, size_t size)
{
	json_error_t error;
	json_t *root = json_loadb(text, size, 0, &error);
	if (root)
		read_root(baseline, root);
	else
		fail(baseline, error.line > 0 ? error.line : 1, arena_strdup(baseline->arena, error.text));
	json_decref(root);
}

/* --- writing ------------------------------------------------------------------------------------ */

static int compare_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int compare_kind(const BaselineEntry *x, const BaselineEntry *y)
{
	int c = compare_text(x->file, y->file);
	c = c ? c : compare_text(x->rule, y->rule);
	c = c ? c : compare_text(x->kernel, y->kernel);
	c = c ? c : compare_text(x->object, y->object);
	c = c ? c : compare_text(x->text, y->text);
	c = c ? c : compare_text(x->source, y->source);
	return c ? c : (x->ways > y->ways) - (x->ways < y->ways);
}

static int compare(const void *a, const void *b)
{
	return compare_kind(a, b);
}

static void set(json_t *object, const char *key, const char *text)
{
	if (text)
		json_object_set_new(object, key, json_text(text));
}

static void write_entry(Buf *out, const BaselineEntry *entry, bool of_shard)
{
	json_t *object = json_object();
	set(object, "file", entry->file);
	set(object, "source", entry->source);
	set(object, "rule", entry->rule);
	set(object, "kernel", entry->kernel);
	set(object, "object", entry->object);
	set(object, "text", entry->text);
	if (entry->ways)
		json_object_set_new(object, "ways", json_integer(entry->ways));
	if (entry->count > 1)
		json_object_set_new(object, "count", json_integer(entry->count));
	if (of_shard)
		json_object_set_new(object, "position", json_integer(entry->position));
	if (of_shard)
		set(object, "id", entry->id);
	buf_puts(out, "  ");
	json_write(out, object, 0);
	out->s[--out->n] = 0; /* the line's end */
}

static bool was_analysed(const Baseline *baseline, const char *source)
{
	for (int i = 0; i < baseline->analysed.n; i++)
		if (strcmp(baseline->analysed.at[i], source) == 0)
			return true;
	return false;
}

static bool file_exists(const Baseline *baseline, const char *file)
{
	struct stat st;
	const char *path = file[0] == '/' ? file : arena_printf(baseline->arena, "%s/%s", baseline->folder, file);
	return stat(path, &st) == 0;
}

/* Whether the entry is of a file that exists but was not analysed in this run. */
static bool is_kept(const Baseline *baseline, const BaselineEntry *entry)
{
	const char *source = entry->source ? entry->source : entry->file;
	return !was_analysed(baseline, source) && file_exists(baseline, source) && file_exists(baseline, entry->file);
}

static BaselineEntries to_write(const Baseline *baseline, bool keeps)
{
	BaselineEntries all = { 0 };
	for (int i = 0; i < baseline->met.n; i++) {
		const BaselineEntry *met = &baseline->met.at[i];
		if (!keeps || !is_kept(baseline, met)) /* else the entry is written with its whole count below */
			vec_push(baseline->arena, &all, *met);
	}
	for (int i = 0; keeps && i < baseline->known.n; i++)
		if (is_kept(baseline, &baseline->known.at[i]))
			vec_push(baseline->arena, &all, baseline->known.at[i]);
	if (all.n)
		qsort(all.at, (size_t)all.n, sizeof *all.at, compare);
	return all;
}

void baseline_write(Buf *out, const Baseline *baseline, bool keeps)
{
	const BaselineEntries all = to_write(baseline, keeps);
	buf_printf(out, "{\"" NAME "\": %d, ", VERSION);
	if (baseline->shard)
		buf_printf(out, "\"shard\": \"%s\", ", baseline->shard);
	buf_puts(out, "\"findings\": [");
	for (int i = 0; i < all.n;) {
		BaselineEntry entry = all.at[i];
		const int first = i++;
		for (; i < all.n && !baseline->shard && compare_kind(&all.at[i], &entry) == 0; i++)
			entry.count += all.at[i].count;
		buf_puts(out, first ? ",\n" : "\n");
		write_entry(out, &entry, baseline->shard);
	}
	buf_puts(out, all.n ? "\n]}\n" : "]}\n");
}
