/* reviewdog's diagnostics (rdjson), with suggestions. */
#include <string.h>

#include "base/json.h"
#include "report/location.h"

enum { MOST_SUGGESTED_LINES = 60 };

typedef struct Writer {
	const ReportContext *context;
	VEC(FindingEdit) given; /* suggestions that were written */
} Writer;

/* Columns count bytes, as in Place. */
static json_t *position_json(int line, int column)
{
	json_t *position = json_object();
	json_object_set_new(position, "line", json_integer(line));
	if (column > 0)
		json_object_set_new(position, "column", json_integer(column));
	return position;
}

static json_t *range_json(const Place *place)
{
	json_t *range = json_object();
	json_object_set_new(range, "start", position_json(place->line, place->column));
	if (place_has_end(place))
		json_object_set_new(range, "end", position_json(place->end_line, place->end_column));
	return range;
}

static json_t *location_json(const Place *place, const ReportContext *context)
{
	json_t *location = json_object();
	json_object_set_new(location, "path", json_text(location_path(context, place->path)));
	if (place->line > 0)
		json_object_set_new(location, "range", range_json(place));
	return location;
}

/* --- suggestions ------------------------------------------------------------------------------------ */

/* Joins all edits of a fix into one, since suggestions are applied one by one and a part of a fix is wrong.
 * False: they are in several files or too far apart. */
static bool join_edits(const FindingFix *fix, const ReportContext *context, Place *place, Buf *text)
{
	const FindingEdit *first = &fix->edits.at[0], *last = &fix->edits.at[fix->edits.n - 1];
	size_t size;
	const char *source = source_text(context->sources, source_add(context->sources, first->place.path, false), &size);
	if (!source || last->place.end_line - first->place.line >= MOST_SUGGESTED_LINES)
		return false;
	int64_t at = first->place.offset;
	for (int i = 0; i < fix->edits.n; i++) {
		const FindingEdit *edit = &fix->edits.at[i];
		if (strcmp(edit->place.path, first->place.path) != 0 || edit->place.offset < at ||
		    edit->place.offset + edit->place.length > (int64_t)size)
			return false;
		buf_add(text, source + at, (size_t)(edit->place.offset - at));
		buf_puts(text, edit->text);
		at = edit->place.offset + edit->place.length;
	}
	*place = first->place;
	place->end_line = last->place.end_line;
	place->end_column = last->place.end_column;
	return true;
}

/* All findings of an object have its fix; only the first one suggests it. */
static bool is_given(Writer *w, const Place *place, const char *text)
{
	for (int i = 0; i < w->given.n; i++) {
		const FindingEdit *given = &w->given.at[i];
		if (place_is_same(&given->place, place) && strcmp(given->text, text) == 0)
			return true;
	}
	const FindingEdit edit = { *place, arena_strdup(w->context->arena, text) };
	vec_push(w->context->arena, &w->given, edit);
	return false;
}

static json_t *suggestion_json(const Place *place, const char *text)
{
	json_t *range = json_object(), *suggestion = json_object();
	json_object_set_new(range, "start", position_json(place->line, place->column));
	json_object_set_new(range, "end", position_json(place->end_line, place->end_column));
	json_object_set_new(suggestion, "range", range);
	json_object_set_new(suggestion, "text", json_text(text));
	return suggestion;
}

/* Only safe fixes, as a click applies them without a question. */
static json_t *suggestions_json(Writer *w, const Finding *finding)
{
	json_t *list = json_array();
	for (int i = 0; i < finding->fixes.n; i++) {
		const FindingFix *fix = &finding->fixes.at[i];
		Place place;
		Buf text = { 0 };
		buf_puts(&text, "");
		if (fix->is_safe && fix->edits.n && join_edits(fix, w->context, &place, &text) && !is_given(w, &place, text.s))
			json_array_append_new(list, suggestion_json(&place, text.s));
		buf_free(&text);
	}
	return list;
}

/* --- all -------------------------------------------------------------------------------------------- */

static json_t *related_json(const Finding *finding, const ReportContext *context)
{
	json_t *list = json_array();
	for (int i = 0; i < finding->notes.n; i++) {
		const FindingNote *note = &finding->notes.at[i];
		if (!note_is_elsewhere(finding, note))
			continue;
		json_t *related = json_object();
		json_object_set_new(related, "message", json_text(note->text));
		json_object_set_new(related, "location", location_json(&note->place, context));
		json_array_append_new(list, related);
	}
	return list;
}

static void set_list(json_t *object, const char *key, json_t *list)
{
	if (json_array_size(list))
		json_object_set(object, key, list);
	json_decref(list);
}

static json_t *diagnostic_json(Writer *w, const FileReport *file, const Finding *finding)
{
	const ReportContext *context = w->context;
	static const char *const severities[] = { "INFO", "WARNING", "ERROR" };
	const Place whole = { .path = file->file };
	json_t *object = json_object();
	Buf message = { 0 };
	location_message(&message, finding, context);
	json_object_set_new(object, "message", json_text(message.s));
	json_object_set_new(object, "location", location_json(finding->place.path ? &finding->place : &whole, context));
	json_object_set_new(object, "severity", json_string(severities[finding->severity]));
	if (finding->rule)
		json_object_set_new(object, "code", json_pack("{s:o}", "value", json_text(finding->rule)));
	set_list(object, "suggestions", suggestions_json(w, finding));
	set_list(object, "related_locations", related_json(finding, context));
	buf_free(&message);
	return object;
}

void report_rdjson(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	Writer writer = { .context = context };
	json_t *document = json_object(), *diagnostics = json_array();
	for (int f = 0; f < n_files; f++)
		for (int i = 0; i < files[f]->findings.n; i++)
			json_array_append_new(diagnostics, diagnostic_json(&writer, files[f], &files[f]->findings.at[i]));
	json_object_set_new(document, "source", json_pack("{s:s}", "name", "smemlint"));
	json_object_set_new(document, "diagnostics", diagnostics);
	json_write(out, document, 1);
}
