#include "report/json.h"

#include "base/json.h"
#include "fix/advice.h"
#include "report/facts_json.h"

static json_t *place_json(const Unit *unit, const Range *range)
{
	if (range->begin.file < 0)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "file", json_text(source_path(unit->sources, range->begin.file)));
	json_object_set_new(object, "line", json_integer(range->begin.line));
	json_object_set_new(object, "column", json_integer(range->begin.column));
	json_object_set_new(object, "end_line", json_integer(range->end.line));
	json_object_set_new(object, "end_column", json_integer(range->end.column));
	return object;
}

static json_t *notes_json(const Unit *unit, const Diag *diag)
{
	json_t *list = json_array();
	for (int i = 0; i < diag->notes.n; i++) {
		json_t *note = json_object();
		json_object_set_new(note, "message", json_text(diag->notes.at[i].text));
		json_object_set_new(note, "place", place_json(unit, &diag->notes.at[i].range));
		json_array_append_new(list, note);
	}
	return list;
}

static json_t *layout_json(const Layout *layout)
{
	json_t *object = json_object();
	json_object_set_new(object, "text", json_text(layout->text));
	json_object_set_new(object, "wavefronts", json_integer(layout->wavefronts));
	json_object_set_new(object, "ways", json_integer(layout->ways));
	json_object_set_new(object, "extra_bytes", layout->extra_bytes == EXTRA_UNKNOWN ? json_null()
			: json_integer(layout->extra_bytes));
	json_object_set_new(object, "blocks_per_sm", layout->blocks.before ? json_integer(layout->blocks.before) : json_null());
	json_object_set_new(object, "blocks_per_sm_after", layout->blocks.before ? json_integer(layout->blocks.after) : json_null());
	return object;
}

static json_t *advice_json(const Advice *advice)
{
	if (!advice)
		return json_null();
	json_t *object = json_object(), *layouts = json_array();
	for (int i = 0; i < advice->n_layouts; i++)
		json_array_append_new(layouts, layout_json(&advice->layouts[i]));
	json_object_set_new(object, "text", json_text(advice->text));
	json_object_set_new(object, "accesses", json_integer(advice->n_accesses));
	json_object_set_new(object, "known", json_integer(advice->n_known));
	json_object_set_new(object, "wavefronts", json_integer(advice->wavefronts));
	json_object_set_new(object, "attainable", json_integer(advice->attainable));
	json_object_set_new(object, "layouts", layouts);
	return object;
}

static json_t *diag_json(const Unit *unit, const Diag *diag)
{
	static const char *const severities[] = { "note", "warning", "error" };
	json_t *object = json_object();
	json_object_set_new(object, "rule", json_text(diag->rule));
	json_object_set_new(object, "severity", json_text(severities[diag->severity]));
	json_object_set_new(object, "message", json_text(diag->message));
	json_object_set_new(object, "place", place_json(unit, &diag->range));
	json_object_set_new(object, "notes", notes_json(unit, diag));
	json_object_set_new(object, "facts", json_integer(diag->n_facts));
	json_object_set_new(object, "fact", diag->fact ? fact_json(unit, diag->fact) : json_null());
	json_object_set_new(object, "advice", advice_json(diag->advice));
	return object;
}

static json_t *kernel_json(const KernelFacts *kernel)
{
	json_t *object = json_object(), *block = json_array();
	const LaunchShape *launch = kernel->launch;
	for (int d = 0; d < 3; d++)
		json_array_append_new(block, json_integer(launch->block[d]));
	json_object_set_new(object, "kernel", json_text(launch->kernel ? launch->kernel->name : NULL));
	json_object_set_new(object, "mangled", json_text(launch->kernel ? launch->kernel->mangled : NULL));
	json_object_set_new(object, "block", block);
	json_object_set_new(object, "block_from", json_text(block_from_name(launch->from)));
	json_object_set_new(object, "accesses", json_integer(kernel->n_facts));
	json_object_set_new(object, "failed", json_text(kernel->failed));
	return object;
}

static json_t *file_json(const Analysis *analysis)
{
	const Unit *unit = analysis->unit;
	json_t *object = json_object(), *kernels = json_array(), *diags = json_array();
	for (int k = 0; k < analysis->kernels.n; k++)
		json_array_append_new(kernels, kernel_json(&analysis->kernels.at[k]));
	for (int d = 0; d < analysis->diags.n; d++)
		json_array_append_new(diags, diag_json(unit, &analysis->diags.at[d]));
	json_object_set_new(object, "file", json_text(source_path(unit->sources, unit->main_file)));
	json_object_set_new(object, "toolkit", json_text(unit->toolkit));
	json_object_set_new(object, "incomplete", json_boolean(analysis->incomplete));
	json_object_set_new(object, "kernels", kernels);
	json_object_set_new(object, "diagnostics", diags);
	return object;
}

void report_json(Buf *out, const Analysis *const *analyses, int n_analyses, const char *version)
{
	json_t *document = json_object(), *files = json_array();
	for (int i = 0; i < n_analyses; i++)
		json_array_append_new(files, file_json(analyses[i]));
	json_object_set_new(document, "smemlint", json_text(version));
	json_object_set_new(document, "files", files);
	json_write(out, document, 1);
}
