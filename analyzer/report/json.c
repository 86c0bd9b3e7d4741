/* Findings as JSON: one document with the version, the files, the kernels and every finding with its notes, its
 * fact, the layouts that were tried and the fixes (docs/users/json.md). */
#include "base/json.h"
#include "report/formats.h"
#include "report/merge/merge.h"

/* Parses text that is JSON already; null for NULL. */
static json_t *json_of_text(const char *text)
{
	json_t *value = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
	return value ? value : json_null();
}

static json_t *place_json(const Place *place)
{
	if (!place->path)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "file", json_text(place->path));
	json_object_set_new(object, "line", json_integer(place->line));
	json_object_set_new(object, "column", json_integer(place->column));
	json_object_set_new(object, "end_line", json_integer(place->end_line));
	json_object_set_new(object, "end_column", json_integer(place->end_column));
	json_object_set_new(object, "offset", json_integer((json_int_t)place->offset));
	json_object_set_new(object, "length", json_integer((json_int_t)place->length));
	return object;
}

static json_t *notes_json(const Finding *finding)
{
	json_t *list = json_array();
	for (int i = 0; i < finding->notes.n; i++) {
		json_t *note = json_object();
		json_object_set_new(note, "message", json_text(finding->notes.at[i].text));
		json_object_set_new(note, "place", place_json(&finding->notes.at[i].place));
		json_array_append_new(list, note);
	}
	return list;
}

static json_t *edits_json(const FindingFix *fix)
{
	json_t *list = json_array();
	for (int i = 0; i < fix->edits.n; i++) {
		json_t *edit = json_object();
		json_object_set_new(edit, "place", place_json(&fix->edits.at[i].place));
		json_object_set_new(edit, "text", json_text(fix->edits.at[i].text));
		json_array_append_new(list, edit);
	}
	return list;
}

static json_t *fixes_json(const Finding *finding)
{
	json_t *list = json_array();
	for (int i = 0; i < finding->fixes.n; i++) {
		const FindingFix *fix = &finding->fixes.at[i];
		json_t *object = json_object();
		json_object_set_new(object, "text", json_text(fix->text));
		json_object_set_new(object, "price", json_text(fix->price));
		json_object_set_new(object, "safe", json_boolean(fix->is_safe));
		json_object_set_new(object, "why", json_text(fix->why));
		json_object_set_new(object, "wavefronts", json_integer((json_int_t)fix->before));
		json_object_set_new(object, "wavefronts_after", json_integer((json_int_t)fix->after));
		json_object_set_new(object, "edits", edits_json(fix));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *finding_json(const Finding *finding, bool of_shard)
{
	json_t *object = json_object();
	json_object_set_new(object, "rule", json_text(finding->rule));
	json_object_set_new(object, "severity", json_text(severity_name(finding->severity)));
	json_object_set_new(object, "message", json_text(finding->message));
	json_object_set_new(object, "place", place_json(&finding->place));
	json_object_set_new(object, "notes", notes_json(finding));
	json_object_set_new(object, "kernel", json_text(finding->kernel));
	json_object_set_new(object, "object", json_text(finding->object));
	json_object_set_new(object, "ways", finding->ways ? json_integer(finding->ways) : json_null());
	json_object_set_new(object, "excess", finding->excess ? json_integer((json_int_t)finding->excess) : json_null());
	json_object_set_new(object, "certainty", json_text(finding->certainty));
	json_object_set_new(object, "facts", json_integer(finding->n_facts));
	json_object_set_new(object, "fact", json_of_text(finding->fact));
	json_object_set_new(object, "advice", json_of_text(finding->advice));
	json_object_set_new(object, "fixes", fixes_json(finding));
	if (of_shard)
		json_object_set_new(object, SHARD_OWN, json_boolean(finding->is_own));
	return object;
}

static json_t *kernel_json(const KernelReport *kernel)
{
	json_t *object = json_object(), *block = json_array();
	for (int d = 0; d < 3; d++)
		json_array_append_new(block, json_integer(kernel->block[d]));
	json_object_set_new(object, "kernel", json_text(kernel->name));
	json_object_set_new(object, "mangled", json_text(kernel->mangled));
	json_object_set_new(object, "block", block);
	json_object_set_new(object, "block_from", json_text(kernel->block_from));
	json_object_set_new(object, "accesses", json_integer(kernel->accesses.n));
	json_object_set_new(object, "failed", json_text(kernel->failed));
	return object;
}

static json_t *file_json(const FileReport *report, bool of_shard)
{
	json_t *object = json_object(), *kernels = json_array(), *diags = json_array();
	for (int k = 0; k < report->kernels.n; k++)
		json_array_append_new(kernels, kernel_json(&report->kernels.at[k]));
	for (int d = 0; d < report->findings.n; d++)
		json_array_append_new(diags, finding_json(&report->findings.at[d], of_shard));
	json_object_set_new(object, "file", json_text(report->file));
	json_object_set_new(object, "toolkit", json_text(report->toolkit));
	json_object_set_new(object, "arch", json_integer(report->arch));
	json_object_set_new(object, "incomplete", json_boolean(report->incomplete));
	json_object_set_new(object, "kernels", kernels);
	json_object_set_new(object, "diagnostics", diags);
	if (of_shard)
		json_object_set_new(object, SHARD_POSITION, json_integer(report->position));
	return object;
}

void report_json(Buf *out, const FileReport *const *reports, int n_files, const ReportContext *context)
{
	json_t *document = json_object(), *files = json_array();
	for (int i = 0; i < n_files; i++)
		json_array_append_new(files, file_json(reports[i], context->shard));
	json_object_set_new(document, "smemlint", json_text(context->version));
	json_object_set_new(document, "files", files);
	if (context->shard)
		json_object_set_new(document, SHARD, json_text(context->shard));
	json_write(out, document, 1);
}
