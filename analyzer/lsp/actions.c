/* Code actions: one for each layout, comments, all safe fixes. */
#include <string.h>

#include "base/json.h"
#include "lsp/ranges.h"
#include "lsp/server.h"

enum { ALL_LAYOUTS = 1 << 16 };

#define FIX_ALL "source.fixAll.smemlint"

/* Whether a kind is `of` or one of its sub-kinds. */
static bool is_subkind(const char *kind, const char *of)
{
	const size_t n = strlen(of);
	return strncmp(kind, of, n) == 0 && (kind[n] == 0 || kind[n] == '.');
}

static bool is_listed(const json_t *params, const char *kind)
{
	size_t i;
	json_t *word;
	json_array_foreach(json_object_get(json_object_get(params, "context"), "only"), i, word)
		if (json_is_string(word) && is_subkind(kind, json_string_value(word)))
			return true;
	return false;
}

static bool is_requested(const json_t *params, const char *kind)
{
	return !json_array_size(json_object_get(json_object_get(params, "context"), "only")) || is_listed(params, kind);
}

static json_t *diagnostics_at(const Document *document, const json_t *params)
{
	const json_t *all = json_object_get(json_object_get(document->result, "diagnostics"), document->uri);
	return ranges_filter(all, json_object_get(params, "range"));
}

static const char *object_of(const json_t *diagnostic)
{
	return json_string_value(json_object_get(json_object_get(diagnostic, "data"), "object"));
}

/* --- one action --------------------------------------------------------------------------------------- */

static json_t *diagnostics_of(const json_t *diagnostics, const char *object, const char *rule)
{
	size_t i;
	json_t *diagnostic, *list = json_array();
	json_array_foreach(diagnostics, i, diagnostic) {
		const char *own = object_of(diagnostic), *code = json_string_value(json_object_get(diagnostic, "code"));
		if (object ? own && strcmp(own, object) == 0 : code && rule && strcmp(code, rule) == 0)
			json_array_append(list, diagnostic);
	}
	return list;
}

static void add_fix(const Document *document, json_t *list, const json_t *diagnostics, json_t *fix, bool *has_preferred)
{
	json_t *edit = json_object_get(fix, "edit");
	const char *object = json_string_value(json_object_get(fix, "object"));
	if (!edit && json_object_get(fix, "why"))
		return;
	json_t *action = json_pack("{s:O, s:s, s:o}", "title", json_object_get(fix, "title"), "kind", "quickfix", "diagnostics",
				   diagnostics_of(diagnostics, object, NULL));
	if (edit)
		json_object_set(action, "edit", edit);
	else
		json_object_set_new(action, "data",
				    json_pack("{s:s, s:I, s:s, s:O}", "uri", document->uri, "serial", document->serial, "object", object,
					      "layout", json_object_get(fix, "layout")));
	if (!*has_preferred && edit && json_is_true(json_object_get(fix, "safe"))) {
		json_object_set_new(action, "isPreferred", json_true());
		*has_preferred = true;
	}
	json_array_append_new(list, action);
}

/* The layouts of every object in the range.  False: some are not known yet. */
static bool add_fixes(const Document *document, json_t *list, const json_t *diagnostics)
{
	size_t i, k;
	json_t *diagnostic, *fix, *seen = json_object();
	bool complete = true, has_preferred = false;
	json_array_foreach(diagnostics, i, diagnostic) {
		const char *object = object_of(diagnostic);
		json_t *fixes = object ? json_object_get(document->fixes, object) : NULL;
		if (!object || json_object_get(seen, object))
			continue;
		json_object_set_new(seen, object, json_true());
		complete = complete && fixes;
		json_array_foreach(fixes, k, fix)
			add_fix(document, list, diagnostics, fix, &has_preferred);
	}
	json_decref(seen);
	return complete;
}

static void add_comments(const Document *document, json_t *list, const json_t *diagnostics, const json_t *params)
{
	size_t i;
	json_t *comment, *all = ranges_filter(json_object_get(document->result, "comments"), json_object_get(params, "range"));
	json_array_foreach(all, i, comment) {
		json_t *kind = json_object_get(comment, "kind"), *rule = json_object_get(comment, "rule");
		if (!is_requested(params, json_string_value(kind)))
			continue;
		json_t *action = json_pack("{s:O, s:O, s:O}", "title", json_object_get(comment, "title"), "kind", kind, "edit",
					   json_object_get(comment, "edit"));
		if (rule)
			json_object_set_new(action, "diagnostics", diagnostics_of(diagnostics, NULL, json_string_value(rule)));
		json_array_append_new(list, action);
	}
	json_decref(all);
}

static void add_fix_all(const Document *document, json_t *list)
{
	if (json_integer_value(json_object_get(document->fix_all, "n")))
		json_array_append_new(list, json_pack("{s:s, s:s, s:O}", "title", "Fix all bank conflicts that can be fixed safely", "kind",
						      FIX_ALL, "edit", json_object_get(document->fix_all, "edit")));
}

/* --- requests ----------------------------------------------------------------------------------------- */

json_t *answer_actions(Server *server, Document *document, const json_t *params)
{
	json_t *list = json_array(), *diagnostics = diagnostics_at(document, params);
	bool complete = !is_listed(params, FIX_ALL) || document->fix_all;
	if (!server->client.has_actions)
		complete = true;
	else if (is_requested(params, "quickfix"))
		complete = add_fixes(document, list, diagnostics) && complete;
	if (server->client.has_actions)
		add_comments(document, list, diagnostics, params);
	if (server->client.has_actions && is_listed(params, FIX_ALL) && document->fix_all)
		add_fix_all(document, list);
	json_decref(diagnostics);
	if (complete)
		return list;
	json_decref(list);
	return NULL;
}

json_t *job_actions(Server *server, Document *document, const json_t *params)
{
	size_t i;
	json_t *diagnostic, *objects = json_array(), *diagnostics = diagnostics_at(document, params);
	if (is_listed(params, FIX_ALL) && !document->fix_all) {
		json_decref(objects);
		json_decref(diagnostics);
		return json_pack("{s:s}", "kind", "fixAll");
	}
	json_array_foreach(diagnostics, i, diagnostic) {
		const char *object = object_of(diagnostic);
		if (object && !json_object_get(document->fixes, object))
			json_array_append_new(objects, json_text(object));
	}
	json_decref(diagnostics);
	return json_pack("{s:s, s:o, s:i}", "kind", "fixes", "objects", objects, "proven", server->client.resolves_edits ? 1 : ALL_LAYOUTS);
}

static json_t *failed(const char *why)
{
	return json_pack("{s:o}", "__failed", json_text(why));
}

json_t *answer_resolve(Server *server, Document *document, const json_t *params)
{
	const json_t *data = json_object_get(params, "data");
	const char *object = json_string_value(json_object_get(data, "object"));
	const json_int_t layout = json_integer_value(json_object_get(data, "layout"));
	(void)server;
	if (json_integer_value(json_object_get(data, "serial")) != document->serial)
		return failed("the document has changed");
	json_t *fix = layout < 0 || !object ? NULL : json_array_get(json_object_get(document->fixes, object), (size_t)layout);
	if (!fix)
		return failed("there is no such fix");
	json_t *edit = json_object_get(fix, "edit"), *why = json_object_get(fix, "why");
	if (!edit)
		return why ? failed(json_string_value(why)) : NULL;
	json_t *action = json_deep_copy(params);
	json_object_set(action, "edit", edit);
	json_object_set(action, "title", json_object_get(fix, "title"));
	return action;
}

json_t *job_resolve(Server *server, Document *document, const json_t *params)
{
	const json_t *data = json_object_get(params, "data");
	(void)server;
	(void)document;
	return json_pack("{s:s, s:O, s:O}", "kind", "fix", "object", json_object_get(data, "object"), "layout",
			 json_object_get(data, "layout"));
}
