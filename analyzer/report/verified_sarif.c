#include <string.h>

#include "base/json.h"
#include "report/verified.h"

static json_t *cost_json(int64_t wavefronts, int64_t ideal, int unit)
{
	json_t *object = json_object();
	if (unit <= 1) {
		json_object_set_new(object, "wavefronts", json_integer((json_int_t)wavefronts));
		json_object_set_new(object, "ideal", json_integer((json_int_t)ideal));
	}
	json_object_set_new(object, "ratio", ideal > 0 ? json_real((double)wavefronts / (double)ideal) : json_null());
	return object;
}

static json_t *details_json(const Verification *v, const Checked *c)
{
	json_t *object = json_object();
	json_object_set_new(object, "verdict", json_text(verdict_name(c->verdict)));
	json_object_set_new(object, "by", json_text(v->measured->by));
	json_object_set_new(object, "on", json_text(v->measured->on));
	json_object_set_new(object, "predicted", cost_json(c->predicted->wavefronts, c->predicted->ideal, 1));
	if (c->is_measured && !c->measured.missing)
		json_object_set_new(object, "measured", cost_json(c->measured.wavefronts, c->measured.ideal, v->measured->unit));
	if (c->blocks)
		json_object_set_new(object, "blocks", json_integer((json_int_t)c->blocks));
	if (c->why)
		json_object_set_new(object, "why", json_text(c->why));
	return object;
}

static const char *line_of(Arena *arena, json_t *object)
{
	Buf text = { 0 };
	json_write(&text, object, 0);
	const char *line = arena_strndup(arena, text.s, text.n - 1);
	buf_free(&text);
	return line;
}

/* --- which line a finding rests on ------------------------------------------------------------------ */

static bool is_text(const json_t *object, const char *key, const char *text)
{
	const char *value = json_string_value(json_object_get(object, key));
	return value && text && strcmp(value, text) == 0;
}

static bool is_block(const json_t *list, const int block[3])
{
	for (size_t d = 0; d < 3; d++)
		if (json_integer_value(json_array_get(list, d)) != block[d])
			return false;
	return true;
}

/* The verified line of the finding's access, kernel and block. */
static int line_of_fact(Arena *arena, const Verification *v, const json_t *fact)
{
	const char *file = json_string_value(json_object_get(fact, "file"));
	const char *path = file ? path_absolute(arena, file) : "";
	for (int i = 0; i < v->lines.n; i++) {
		const Predicted *p = v->lines.at[i].predicted;
		if (json_integer_value(json_object_get(fact, "line")) == p->line && is_text(fact, "op", access_kind_name(p->kind)) &&
		    is_text(fact, "mangled", p->launch->kernel->mangled) && is_block(json_object_get(fact, "block"), p->launch->block) &&
		    strcmp(path, p->path) == 0)
			return i;
	}
	return -1;
}

static int find_line(Arena *arena, const Verification *v, const Finding *finding)
{
	json_t *fact = finding->fact ? json_loads(finding->fact, 0, NULL) : NULL;
	const int line = fact ? line_of_fact(arena, v, fact) : -1;
	json_decref(fact);
	return line;
}

/* --- all -------------------------------------------------------------------------------------------- */

static void attach(Arena *arena, const Verification *v, FileReport *report, bool *has_finding)
{
	for (int i = 0; i < report->findings.n; i++) {
		Finding *finding = &report->findings.at[i];
		const int line = find_line(arena, v, finding);
		if (line < 0)
			continue;
		finding->verification = line_of(arena, details_json(v, &v->lines.at[line]));
		has_finding[line] = true;
	}
}

static void add_problem(Arena *arena, FileReport *report, const char *file, int line, Severity severity, const char *message)
{
	const Finding finding = { .severity = severity, .place = { .path = file, .line = line }, .message = message };
	vec_push(arena, &report->findings, finding);
}

/* Problems for refuted lines without a finding: a wrong claim that there is no conflict. */
static void add_refuted(Arena *arena, const Verification *v, const bool *has_finding, FileReport *out)
{
	for (int i = 0; i < v->lines.n; i++) {
		const Checked *c = &v->lines.at[i];
		const Predicted *p = c->predicted;
		if (c->verdict != VERDICT_REFUTED || has_finding[i])
			continue;
		add_problem(arena, out, p->file, p->line, p->certainty == CERTAINTY_EXACT ? SEV_ERROR : SEV_WARNING,
			    arena_printf(arena, "refuted: %s in %s: %s", access_kind_name(p->kind), p->launch->kernel->name,
					 line_of(arena, details_json(v, c))));
	}
}

FileReport *report_verified_attach(Arena *arena, const Verified *verified, FileReport *const *reports, int n)
{
	const Verification *v = verified->verification;
	FileReport *rest = arena_new_of(arena, FileReport);
	*rest = (FileReport){ .file = "", .arch = n ? reports[0]->arch : 0, .incomplete = !v };
	if (!v) {
		add_problem(arena, rest, NULL, 0, SEV_ERROR, arena_printf(arena, "nothing was verified: %s", verified->failed));
		return rest;
	}
	bool *has_finding = arena_array(arena, bool, v->lines.n + 1);
	for (int i = 0; i < n; i++)
		attach(arena, v, reports[i], has_finding);
	add_refuted(arena, v, has_finding, rest);
	return rest;
}
