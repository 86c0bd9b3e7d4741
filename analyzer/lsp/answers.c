/* Requests that are answered from a document's result. */
#include <string.h>

#include "base/json.h"
#include "lsp/ranges.h"
#include "lsp/server.h"

static json_t *result_member(const Document *document, const char *what)
{
	return json_object_get(document->result, what);
}

/* The innermost item, since an index may itself be an access. */
static json_t *item_at(const json_t *items, const json_t *position)
{
	size_t i;
	json_t *item, *found = NULL;
	json_array_foreach(items, i, item) {
		const json_t *range = json_object_get(item, "range");
		if (range_contains(range, position) && (!found || range_within(range, json_object_get(found, "range"))))
			found = item;
	}
	return found;
}

/* NULL: the items are not encoded yet. */
static json_t *item_or_null(const Document *document, const json_t *items, const json_t *params)
{
	if (!items && json_is_true(result_member(document, "has_accesses")))
		return NULL;
	json_t *item = item_at(items, json_object_get(params, "position"));
	return item ? json_incref(item) : json_null();
}

json_t *answer_hover(Server *server, Document *document, const json_t *params)
{
	(void)server;
	return item_or_null(document, document->hovers, params);
}

json_t *answer_map(Server *server, Document *document, const json_t *params)
{
	(void)server;
	return item_or_null(document, document->maps, params);
}

json_t *job_hover(Server *server, Document *document, const json_t *params)
{
	(void)server;
	(void)document;
	(void)params;
	return json_pack("{s:s}", "kind", "hovers");
}

json_t *job_map(Server *server, Document *document, const json_t *params)
{
	(void)server;
	(void)document;
	(void)params;
	return json_pack("{s:s}", "kind", "maps");
}

json_t *answer_hints(Server *server, Document *document, const json_t *params)
{
	(void)server;
	return ranges_filter(result_member(document, "hints"), json_object_get(params, "range"));
}

json_t *answer_lenses(Server *server, Document *document, const json_t *params)
{
	(void)server;
	(void)params;
	return json_incref(result_member(document, "lenses"));
}

/* --- pulled diagnostics ------------------------------------------------------------------------------ */

/* Diagnostics of documents are not published any more; those published are cleared. */
static void begin_to_pull(Server *server)
{
	if (server->client.pulls)
		return;
	server->client.pulls = true;
	for (int i = 0; i < server->documents.n; i++)
		publish_clear(server, server->documents.at[i]);
}

static json_t *related(const Server *server, const Document *document)
{
	const char *uri;
	json_t *list, *related = json_object();
	json_object_foreach(result_member(document, "diagnostics"), uri, list)
		if (!documents_find(&server->documents, uri))
			json_object_set_new(related, uri, json_pack("{s:s, s:O}", "kind", "full", "items", list));
	return related;
}

json_t *answer_diagnostic(Server *server, Document *document, const json_t *params)
{
	json_t *id = json_sprintf("%lld", (long long)document->serial), *report;
	begin_to_pull(server);
	if (json_equal(json_object_get(params, "previousResultId"), id))
		return json_pack("{s:s, s:o}", "kind", "unchanged", "resultId", id);
	report = json_pack("{s:s, s:o, s:o}", "kind", "full", "resultId", id, "items", publish_items(server, document->uri));
	if (server->client.related_documents)
		json_object_set_new(report, "relatedDocuments", related(server, document));
	return report;
}
