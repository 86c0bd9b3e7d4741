/* GitLab's code quality report: a subset of Code Climate's issues. */
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "report/line_hash.h"
#include "report/location.h"

typedef struct Writer {
	const ReportContext *context;
	LineHashFiles hashes;
	VEC(uint64_t) given; /* hashes so far, equal ones included */
} Writer;

static uint64_t add_to_hash(uint64_t hash, const char *text)
{
	for (const unsigned char *c = (const unsigned char *)(text ? text : "");; c++) {
		hash = (hash ^ *c) * UINT64_C(0x100000001b3); /* FNV-1a */
		if (!*c)
			return hash;
	}
}

/* Depends on the line's text, the rule and the kernel, not on the line's number. */
static json_t *fingerprint_json(Writer *w, const Finding *finding)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	hash = add_to_hash(hash, finding->place.path ? location_path(w->context, finding->place.path) : NULL);
	hash = add_to_hash(hash, finding->rule ? finding->rule : finding->message);
	hash = add_to_hash(hash, finding->kernel);
	hash = add_to_hash(hash, finding->object);
	hash = add_to_hash(hash, line_hash(&w->hashes, w->context, &finding->place));
	int n = 0;
	for (int i = 0; i < w->given.n; i++)
		n += w->given.at[i] == hash;
	vec_push(w->context->arena, &w->given, hash);
	return json_text(arena_printf(w->context->arena, "%016" PRIx64 "%08x", hash, (unsigned)n));
}

static json_t *issue_json(Writer *w, const Finding *finding)
{
	static const char *const severities[] = { "info", "minor", "major" };
	const char *name = finding->rule ? finding->rule : "smemlint";
	Buf text = { 0 };
	location_message(&text, finding, w->context);
	json_t *issue = json_object(), *location = json_object(), *lines = json_object();
	const Place *place = &finding->place;
	int line = place->line > 0 ? place->line : 1;
	json_object_set_new(lines, "begin", json_integer(line));
	json_object_set_new(lines, "end", json_integer(place->end_line > line ? place->end_line : line));
	json_object_set_new(location, "path", json_text(place->path ? location_path(w->context, place->path) : "."));
	json_object_set_new(location, "lines", lines);
	json_object_set_new(issue, "description", json_text(finding->message));
	json_object_set_new(issue, "check_name", json_text(name));
	json_object_set_new(issue, "fingerprint", fingerprint_json(w, finding));
	json_object_set_new(issue, "severity", json_string(severities[finding->severity]));
	json_object_set_new(issue, "location", location);
	/* for other readers of Code Climate */
	json_object_set_new(issue, "type", json_string("issue"));
	json_object_set_new(issue, "categories", json_pack("[s]", "Performance"));
	json_object_set_new(issue, "content", json_pack("{s:o}", "body", json_text(text.s)));
	buf_free(&text);
	return issue;
}

void report_gitlab(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	Writer writer = { .context = context };
	json_t *issues = json_array();
	for (int f = 0; f < n_files; f++)
		for (int i = 0; i < files[f]->findings.n; i++)
			json_array_append_new(issues, issue_json(&writer, &files[f]->findings.at[i]));
	json_write(out, issues, 1);
}
