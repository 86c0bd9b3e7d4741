#include <string.h>

#include "base/json.h"
#include "lsp/server.h"

/* For an open document those of its own analysis; for another file those of all documents that include it. */
json_t *publish_items(const Server *server, const char *uri)
{
	size_t i;
	const char *by;
	json_t *list, *item, *all = json_array(), *by_document = json_object_get(server->published, uri);
	const bool is_open = documents_find(&server->documents, uri);
	json_object_foreach(by_document, by, list) {
		if (is_open && strcmp(by, uri) != 0)
			continue;
		json_array_foreach(list, i, item)
			if (!json_has(all, item))
				json_array_append(all, item);
	}
	return all;
}

static void publish(Server *server, const char *uri, const Document *by)
{
	const Document *document = documents_find(&server->documents, uri);
	if (document && (document != by || server->client.pulls))
		return;
	json_t *params = json_pack("{s:s, s:o}", "uri", uri, "diagnostics", publish_items(server, uri));
	if (document)
		json_object_set_new(params, "version", json_integer(document->version));
	server_notify(server, "textDocument/publishDiagnostics", params);
}

/* Removes the document's diagnostics; returns the files that had some: {uri: true}. */
static json_t *remove_published(Server *server, const char *by)
{
	const char *uri;
	json_t *by_document, *files = json_object();
	json_object_foreach(server->published, uri, by_document)
		if (json_object_get(by_document, by)) {
			json_object_del(by_document, by);
			json_object_set_new(files, uri, json_true());
		}
	return files;
}

static void publish_all(Server *server, json_t *files, const Document *by)
{
	const char *uri;
	json_t *value;
	json_object_foreach(files, uri, value) {
		publish(server, uri, by);
		if (!json_object_size(json_object_get(server->published, uri)))
			json_object_del(server->published, uri);
	}
	json_decref(files);
}

void publish_result(Server *server, Document *document)
{
	const char *uri;
	json_t *list, *diagnostics = json_object_get(document->result, "diagnostics");
	json_t *files = remove_published(server, document->uri);
	json_object_set_new(files, document->uri, json_true());
	json_object_foreach(diagnostics, uri, list) {
		json_t *by_document = json_object_get(server->published, uri);
		if (!by_document) {
			by_document = json_object();
			json_object_set_new(server->published, uri, by_document);
		}
		json_object_set(by_document, document->uri, list);
		json_object_set_new(files, uri, json_true());
	}
	publish_all(server, files, document);
}

void publish_clear(Server *server, const Document *document)
{
	server_notify(server, "textDocument/publishDiagnostics", json_pack("{s:s, s:[]}", "uri", document->uri, "diagnostics"));
}

void publish_closed(Server *server, const char *uri)
{
	json_t *files = remove_published(server, uri);
	json_object_set_new(files, uri, json_true());
	publish_all(server, files, NULL);
}
