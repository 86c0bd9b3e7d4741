#include "report/json.h"

#include "base/json.h"

/* What is JSON text already; null for NULL. */
static json_t *json_again(const char *text)
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

static json_t *finding_json(const Finding *finding)
{
	static const char *const severities[] = { "note", "warning", "error" };
	json_t *object = json_object();
	json_object_set_new(object, "rule", json_text(finding->rule));
	json_object_set_new(object, "severity", json_text(severities[finding->severity]));
	json_object_set_new(object, "message", json_text(finding->message));
	json_object_set_new(object, "place", place_json(&finding->place));
	json_object_set_new(object, "notes", notes_json(finding));
	json_object_set_new(object, "facts", json_integer(finding->n_facts));
	json_object_set_new(object, "fact", json_again(finding->fact));
	json_object_set_new(object, "advice", json_again(finding->advice));
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

static json_t *file_json(const FileReport *report)
{
	json_t *object = json_object(), *kernels = json_array(), *diags = json_array();
	for (int k = 0; k < report->kernels.n; k++)
		json_array_append_new(kernels, kernel_json(&report->kernels.at[k]));
	for (int d = 0; d < report->findings.n; d++)
		json_array_append_new(diags, finding_json(&report->findings.at[d]));
	json_object_set_new(object, "file", json_text(report->file));
	json_object_set_new(object, "toolkit", json_text(report->toolkit));
	json_object_set_new(object, "incomplete", json_boolean(report->incomplete));
	json_object_set_new(object, "kernels", kernels);
	json_object_set_new(object, "diagnostics", diags);
	return object;
}

void report_json(Buf *out, const FileReport *const *reports, int n, const char *version)
{
	json_t *document = json_object(), *files = json_array();
	for (int i = 0; i < n; i++)
		json_array_append_new(files, file_json(reports[i]));
	json_object_set_new(document, "smemlint", json_text(version));
	json_object_set_new(document, "files", files);
	json_write(out, document, 1);
}
