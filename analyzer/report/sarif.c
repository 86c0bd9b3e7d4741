/* SARIF 2.1.0 with all that GitHub's code scanning needs: docs/users/outputs.md. */
#include <string.h>

#include "base/json.h"
#include "report/line_hash.h"
#include "report/location.h"
#include "report/merge/merge.h"
#include "report/sarif.h"
#include "rules/rule.h"

/* Limits of results per run and of the compressed document.  https://docs.github.com, "SARIF support for code scanning" */
enum { MOST_RESULTS = 25000, MOST_MEGABYTES = 10 };

static const char root_name[] = "%SRCROOT%";

typedef struct Writer {
	const ReportContext *context;
	const FileReport *const *files;
	int n_files;
	int arch; /* of the current run, which has the files of one architecture */
	LineHashFiles hashes;
} Writer;

static void set_text(json_t *object, const char *key, const char *text)
{
	if (text)
		json_object_set_new(object, key, json_text(text));
}

json_t *sarif_message(const char *text)
{
	json_t *message = json_object();
	set_text(message, "text", text);
	return message;
}

/* --- places ----------------------------------------------------------------------------------------- */

static json_t *artifact_json(const Writer *w, const char *path)
{
	json_t *artifact = json_object();
	set_text(artifact, "uri", location_uri(w->context, path));
	if (location_is_inside(w->context, path))
		set_text(artifact, "uriBaseId", root_name);
	return artifact;
}

static json_t *region_json(const Writer *w, const Place *place, bool wants_end)
{
	json_t *region = json_object();
	json_object_set_new(region, "startLine", json_integer(place->line));
	if (place->column > 0)
		json_object_set_new(region, "startColumn",
				    json_integer(location_utf16(w->context, place->path, place->line, place->column)));
	if (place->column > 0 && (wants_end || place_has_end(place))) {
		bool has = place_has_end(place);
		int line = has ? place->end_line : place->line, column = has ? place->end_column : place->column;
		json_object_set_new(region, "endLine", json_integer(line));
		json_object_set_new(region, "endColumn", json_integer(location_utf16(w->context, place->path, line, column)));
	}
	return region;
}

static json_t *location_json(const Writer *w, const Place *place)
{
	json_t *location = json_object(), *physical = json_object();
	json_object_set_new(physical, "artifactLocation", artifact_json(w, place->path));
	if (place->line > 0)
		json_object_set_new(physical, "region", region_json(w, place, false));
	json_object_set_new(location, "physicalLocation", physical);
	return location;
}

/* --- a result --------------------------------------------------------------------------------------- */

/* Escapes what would begin a link. */
static void add_plain(Buf *out, const char *text)
{
	for (; *text; text++) {
		buf_putc(out, *text);
		if (text[0] == ']' && text[1] == '(')
			buf_putc(out, ' ');
	}
}

static void add_link(Buf *out, const char *text, int id)
{
	buf_putc(out, '[');
	for (; *text; text++) {
		if (strchr("[]\\", *text))
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
	buf_printf(out, "](%d)", id);
}

/* The message with a link to each note that has another place. */
static json_t *message_json(const Finding *finding)
{
	Buf text = { 0 };
	add_plain(&text, finding->message);
	for (int i = 0, id = 0; i < finding->notes.n; i++) {
		const FindingNote *note = &finding->notes.at[i];
		buf_puts(&text, ".\n");
		if (note_is_elsewhere(finding, note))
			add_link(&text, note->text, ++id);
		else
			add_plain(&text, note->text);
	}
	buf_putc(&text, '.');
	json_t *message = sarif_message(text.s);
	buf_free(&text);
	return message;
}

static json_t *related_json(const Writer *w, const Finding *finding)
{
	json_t *list = json_array();
	for (int i = 0, id = 0; i < finding->notes.n; i++) {
		const FindingNote *note = &finding->notes.at[i];
		if (!note_is_elsewhere(finding, note))
			continue;
		json_t *location = location_json(w, &note->place);
		json_object_set_new(location, "id", json_integer(++id));
		json_object_set_new(location, "message", sarif_message(note->text));
		json_array_append_new(list, location);
	}
	return list;
}

static json_t *replacement_json(const Writer *w, const FindingEdit *edit)
{
	json_t *replacement = json_object();
	json_object_set_new(replacement, "deletedRegion", region_json(w, &edit->place, true));
	json_object_set_new(replacement, "insertedContent", sarif_message(edit->text));
	return replacement;
}

/* One change for each file, in the order in which the edits name them. */
static json_t *changes_json(const Writer *w, const FindingFix *fix)
{
	json_t *changes = json_array();
	for (int i = 0; i < fix->edits.n; i++) {
		const char *path = fix->edits.at[i].place.path;
		bool is_first = true;
		for (int k = 0; k < i; k++)
			is_first = is_first && strcmp(fix->edits.at[k].place.path, path) != 0;
		if (!is_first)
			continue;
		json_t *change = json_object(), *replacements = json_array();
		for (int k = i; k < fix->edits.n; k++)
			if (strcmp(fix->edits.at[k].place.path, path) == 0)
				json_array_append_new(replacements, replacement_json(w, &fix->edits.at[k]));
		json_object_set_new(change, "artifactLocation", artifact_json(w, path));
		json_object_set_new(change, "replacements", replacements);
		json_array_append_new(changes, change);
	}
	return changes;
}

static json_t *fix_json(const Writer *w, const FindingFix *fix)
{
	json_t *object = json_object(), *bag = json_object();
	Buf text = { 0 };
	buf_printf(&text, "%s%s%s%s", fix->text, fix->price ? " (" : "", fix->price ? fix->price : "", fix->price ? ")" : "");
	if (!fix->is_safe && fix->why)
		buf_printf(&text, "; not safe: %s", fix->why);
	json_object_set_new(object, "description", sarif_message(text.s));
	json_object_set_new(object, "artifactChanges", changes_json(w, fix));
	json_object_set_new(bag, "safe", json_boolean(fix->is_safe));
	json_object_set_new(bag, "wavefronts", json_integer((json_int_t)fix->before));
	json_object_set_new(bag, "wavefrontsAfter", json_integer((json_int_t)fix->after));
	json_object_set_new(object, "properties", bag);
	buf_free(&text);
	return object;
}

/* The verdict is a property of its own, so that results can be filtered by it. */
static void add_verification(json_t *bag, const Finding *finding)
{
	json_t *details = finding->verification ? json_loads(finding->verification, 0, NULL) : NULL;
	if (!details)
		return;
	json_object_set(bag, "verification", json_object_get(details, "verdict"));
	json_object_del(details, "verdict");
	json_object_set_new(bag, "verificationDetails", details);
}

static json_t *bag_json(const Finding *finding)
{
	json_t *bag = json_object();
	set_text(bag, "kernel", finding->kernel);
	set_text(bag, "object", finding->object);
	set_text(bag, "certainty", finding->certainty);
	if (finding->ways)
		json_object_set_new(bag, "ways", json_integer(finding->ways));
	if (finding->excess)
		json_object_set_new(bag, "excess", json_integer((json_int_t)finding->excess));
	add_verification(bag, finding);
	return bag;
}

static void set_list(json_t *object, const char *key, json_t *list)
{
	if (json_array_size(list))
		json_object_set(object, key, list);
	json_decref(list);
}

/* What a merge of shards needs, and removes. */
static void set_shard(json_t *bag, const FileReport *file, const Finding *finding)
{
	json_object_set_new(bag, SHARD_POSITION, json_integer(file->position));
	json_object_set_new(bag, SHARD_OWN, json_boolean(finding->is_own));
	json_object_set_new(bag, SHARD_MESSAGE, json_text(finding->message));
}

/* GitHub refuses a result without a place: it then gets that of the file. */
static json_t *result_json(Writer *w, const FileReport *file, const Finding *finding)
{
	const Place whole = { .path = file->file };
	const Place *place = finding->place.path ? &finding->place : &whole;
	json_t *result = json_object(), *fixes = json_array();
	set_text(result, "ruleId", finding->rule);
	int rule = rule_index(finding->rule);
	if (rule >= 0)
		json_object_set_new(result, "ruleIndex", json_integer(rule));
	set_text(result, "level", severity_name(finding->severity));
	json_object_set_new(result, "message", message_json(finding));
	json_object_set_new(result, "locations", json_pack("[o]", location_json(w, place)));
	const char *hash = line_hash(&w->hashes, w->context, place);
	if (hash)
		json_object_set_new(result, "partialFingerprints", json_pack("{s:s}", "primaryLocationLineHash", hash));
	set_list(result, "relatedLocations", related_json(w, finding));
	for (int i = 0; i < finding->fixes.n; i++)
		if (finding->fixes.at[i].edits.n)
			json_array_append_new(fixes, fix_json(w, &finding->fixes.at[i]));
	set_list(result, "fixes", fixes);
	json_t *bag = bag_json(finding);
	if (w->context->shard)
		set_shard(bag, file, finding);
	json_object_set_new(result, "properties", bag);
	return result;
}

/* --- the run ---------------------------------------------------------------------------------------- */

static json_t *notification_json(const Writer *w, const FileReport *file, const Finding *problem)
{
	json_t *object = json_object();
	json_object_set_new(object, "message", message_json(problem));
	set_text(object, "level", severity_name(problem->severity));
	if (problem->place.path)
		json_object_set_new(object, "locations", json_pack("[o]", location_json(w, &problem->place)));
	if (w->context->shard) {
		json_t *bag = json_object();
		set_shard(bag, file, problem);
		json_object_set_new(object, "properties", bag);
	}
	return object;
}

/* The next file of the run, or NULL. */
static const FileReport *next_file(const Writer *w, int *at)
{
	while (*at < w->n_files && w->files[*at]->arch != w->arch)
		++*at;
	return *at < w->n_files ? w->files[(*at)++] : NULL;
}

static json_t *invocation_json(const Writer *w)
{
	json_t *object = json_object(), *notifications = json_array();
	bool is_whole = true;
	int at = 0;
	for (const FileReport *file; (file = next_file(w, &at));) {
		is_whole = is_whole && !file->incomplete;
		for (int i = 0; i < file->findings.n; i++)
			if (!file->findings.at[i].rule)
				json_array_append_new(notifications, notification_json(w, file, &file->findings.at[i]));
	}
	json_object_set_new(object, "executionSuccessful", json_boolean(is_whole));
	set_list(object, "toolExecutionNotifications", notifications);
	return object;
}

static json_t *results_json(Writer *w)
{
	json_t *results = json_array();
	int at = 0;
	for (const FileReport *file; (file = next_file(w, &at));)
		for (int i = 0; i < file->findings.n; i++)
			if (file->findings.at[i].rule)
				json_array_append_new(results, result_json(w, file, &file->findings.at[i]));
	size_t found = json_array_size(results);
	if (found > MOST_RESULTS && w->context->remarks)
		buf_printf(w->context->remarks, "sarif: %zu results; GitHub takes %d of a run\n", found, MOST_RESULTS);
	return results;
}

/* The part before the last slash is the category; GitHub keeps one analysis of each category. */
static json_t *details_json(const Writer *w)
{
	const char *id = w->arch ? arena_printf(w->context->arena, "smemlint/sm_%d/", w->arch) : "smemlint/";
	return json_pack("{s:s}", "id", id);
}

/* Runs stand in the order of their first files. */
static json_t *run_shard(const Writer *w)
{
	int at = 0;
	json_t *bag = json_object();
	const FileReport *first = next_file(w, &at);
	json_object_set_new(bag, SHARD, json_text(w->context->shard));
	if (first)
		json_object_set_new(bag, SHARD_POSITION, json_integer(first->position));
	return bag;
}

static json_t *run_json(Writer *w)
{
	const ReportContext *context = w->context;
	json_t *run = json_object();
	json_object_set_new(run, "tool", sarif_tool(context->version));
	json_object_set_new(run, "automationDetails", details_json(w));
	json_object_set_new(run, "originalUriBaseIds",
			    json_pack("{s:{s:o}}", root_name, "description", sarif_message("The root folder of the sources.")));
	json_object_set_new(run, "invocations", json_pack("[o]", invocation_json(w)));
	json_object_set_new(run, "columnKind", json_string("utf16CodeUnits"));
	json_object_set_new(run, "results", results_json(w));
	if (context->shard)
		json_object_set_new(run, "properties", run_shard(w));
	return run;
}

static bool is_first_of_arch(const Writer *w, int file)
{
	for (int i = 0; i < file; i++)
		if (w->files[i]->arch == w->files[file]->arch)
			return false;
	return true;
}

/* A run for each architecture; if there is no file, one run without results. */
static json_t *runs_json(Writer *w)
{
	json_t *runs = json_array();
	for (int i = 0; i < w->n_files; i++)
		if (is_first_of_arch(w, i)) {
			w->arch = w->files[i]->arch;
			json_array_append_new(runs, run_json(w));
		}
	if (!w->n_files)
		json_array_append_new(runs, run_json(w));
	return runs;
}

void report_sarif(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	Writer writer = { .context = context, .files = files, .n_files = n_files };
	const size_t before = out->n;
	json_t *document = json_object();
	json_object_set_new(document, "$schema", json_string("https://json.schemastore.org/sarif-2.1.0.json"));
	json_object_set_new(document, "version", json_string("2.1.0"));
	json_object_set_new(document, "runs", runs_json(&writer));
	json_write(out, document, 1);
	size_t megabytes = (out->n - before) >> 20;
	if (megabytes >= MOST_MEGABYTES && context->remarks)
		buf_printf(context->remarks, "sarif: %zu MiB; GitHub takes at most %d MB, compressed by gzip\n", megabytes, MOST_MEGABYTES);
}
