#include "lsp/encode.h"

#include <string.h>

#include "analysis/fixes.h"
#include "base/buf.h"
#include "base/json.h"
#include "lsp/accesses.h"
#include "lsp/rule_link.h"

enum { MAX_INDEX_VARS = 4, MAX_VISITED = 200 };

char *encode_object(Arena *arena, const SourceSet *sources, const Var *object)
{
	return arena_printf(arena, "%s:%zu", source_path(sources, object->loc.file), object->loc.offset);
}

/* --- related places ----------------------------------------------------------------------------- */

static bool is_elsewhere(const Finding *finding, const FindingNote *note)
{
	const Place *a = &note->place, *b = &finding->place;
	return a->path && (!b->path || strcmp(a->path, b->path) != 0 || a->offset != b->offset);
}

static void add_related(View *view, json_t *list, Range range, const char *text)
{
	json_t *uri = view_uri(view, range.begin.file);
	if (uri)
		json_array_append_new(list, json_pack("{s:{s:o, s:o}, s:o}", "location", "uri", uri, "range", view_range(view, range),
						      "message", json_text(text)));
}

typedef struct IndexVars {
	const Var *at[MAX_INDEX_VARS];
	int n, visited;
} IndexVars;

static void add_index_var(IndexVars *vars, const Var *var)
{
	for (int i = 0; i < vars->n; i++)
		if (vars->at[i] == var)
			return;
	if (vars->n < MAX_INDEX_VARS)
		vars->at[vars->n++] = var;
}

/* The variables that an expression reads. */
static void find_index_vars(IndexVars *vars, const Expr *e)
{
	if (!e || vars->visited++ > MAX_VISITED)
		return;
	const Expr *from = e->kind == EX_LOAD && e->n_args ? e->arg[0] : NULL;
	const Var *var = from && from->kind == EX_ADDR ? from->var : NULL;
	if (var && (var->kind == VAR_LOCAL || var->kind == VAR_PARAM) && var->name && *var->name && var->loc.file >= 0 &&
	    (var->type->kind == TY_INT || var->type->kind == TY_BOOL))
		add_index_var(vars, var);
	for (int i = 0; i < e->n_args; i++)
		find_index_vars(vars, e->arg[i]);
}

/* The definitions of the variables in the index. */
static void add_index_vars(View *view, json_t *list, const Fact *fact)
{
	IndexVars vars = { .n = 0 };
	if (fact && fact->site && fact->site->n_args)
		find_index_vars(&vars, fact->site->arg[0]);
	for (int i = 0; i < vars.n; i++) {
		const Var *var = vars.at[i];
		add_related(view, list, var->range.begin.file >= 0 ? var->range : (Range){ var->loc, var->loc, 0 },
			    arena_printf(view->arena, "the index reads '%s', which is defined here", var->name));
	}
}

static json_t *related(View *view, const Finding *finding, const Diag *diag)
{
	json_t *list = json_array();
	for (int i = 0; i < finding->notes.n; i++)
		if (is_elsewhere(finding, &finding->notes.at[i]))
			add_related(view, list, view_place(view, &finding->notes.at[i].place), finding->notes.at[i].text);
	add_index_vars(view, list, diag ? diag->fact : NULL);
	return list;
}

/* --- one diagnostic ----------------------------------------------------------------------------- */

/* Notes without a place are appended to the message. */
static json_t *message(const Finding *finding)
{
	Buf text = { 0 };
	buf_puts(&text, finding->message);
	for (int i = 0; i < finding->notes.n; i++)
		if (!is_elsewhere(finding, &finding->notes.at[i]))
			buf_printf(&text, "\n%s", finding->notes.at[i].text);
	json_t *value = json_text(text.s);
	buf_free(&text);
	return value;
}

/* Problems of the input are only information: clangd reports them too. */
static int severity(const Finding *finding)
{
	enum { ERROR = 1, WARNING, INFORMATION };
	if (!finding->rule)
		return INFORMATION;
	return finding->severity == SEV_ERROR ? ERROR : finding->severity == SEV_WARNING ? WARNING : INFORMATION;
}

static Range place_of(const View *view, const Finding *finding, const Diag *diag)
{
	const Range place = view_place(view, &finding->place);
	const Range own = diag && diag->fact ? access_range(view, diag->fact) : place;
	return loc_same(own.begin, place.begin) ? own : place;
}

static json_t *diagnostic(View *view, const Finding *finding, const Diag *diag)
{
	json_t *object = json_object();
	json_object_set_new(object, "range", view_range(view, place_of(view, finding, diag)));
	json_object_set_new(object, "severity", json_integer(severity(finding)));
	json_object_set_new(object, "source", json_string("smemlint"));
	json_object_set_new(object, "message", message(finding));
	json_object_set_new(object, "relatedInformation", related(view, finding, diag));
	if (finding->rule) {
		json_object_set_new(object, "code", json_string(finding->rule));
		json_object_set_new(object, "codeDescription", json_pack("{s:o}", "href", rule_link(finding->rule)));
	}
	if (diag && fixes_layouts(diag))
		json_object_set_new(object, "data",
				    json_pack("{s:o, s:i}", "object",
					      json_text(encode_object(view->arena, view->analysis->unit->sources, fixes_object(diag))),
					      "layouts", fixes_layouts(diag)));
	return object;
}

static void add_diagnostic(View *view, json_t *all, const Finding *finding, const Diag *diag)
{
	const int file = view_place(view, &finding->place).begin.file;
	json_t *uri = view_uri(view, file >= 0 ? file : view->analysis->unit->main_file);
	json_t *list = uri ? json_object_get(all, json_string_value(uri)) : NULL;
	if (uri && !list) {
		list = json_array();
		json_object_set_new(all, json_string_value(uri), list);
	}
	if (uri)
		json_array_append_new(list, diagnostic(view, finding, diag));
	json_decref(uri);
}

json_t *encode_diagnostics(View *view)
{
	json_t *all = json_object();
	json_t *own = view->file >= 0 ? view_uri(view, view->file) : NULL;
	if (own)
		json_object_set_new(all, json_string_value(own), json_array());
	json_decref(own);
	for (int i = 0; i < view->report->findings.n; i++)
		add_diagnostic(view, all, &view->report->findings.at[i], view->diags[i]);
	return all;
}
