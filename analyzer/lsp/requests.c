#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "lsp/server.h"

/* codeAction/resolve has its URI in the action's data. */
static const char *uri_of_question(const json_t *params)
{
	const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
	return uri ? uri : json_string_value(json_object_get(json_object_get(params, "data"), "uri"));
}

void requests_add(Server *server, const Method *method, const json_t *id, const json_t *params)
{
	const char *uri = uri_of_question(params);
	if (!uri || !documents_find(&server->documents, uri)) {
		server_fail(server, id, RPC_INVALID_PARAMS, "the document is not open");
		return;
	}
	if (server->n_pending == server->cap_pending) {
		server->cap_pending = server->cap_pending ? server->cap_pending * 2 : 16;
		server->pending = heap_resize(server->pending, (size_t)server->cap_pending, sizeof *server->pending);
	}
	PendingRequest *pending = &server->pending[server->n_pending++];
	*pending = (PendingRequest){ json_deep_copy(id), json_deep_copy(params), method, heap_alloc(strlen(uri) + 1, 1) };
	strcpy(pending->uri, uri);
}

static void drop_at(Server *server, int i)
{
	PendingRequest *pending = &server->pending[i];
	json_decref(pending->id);
	json_decref(pending->params);
	free(pending->uri);
	server->n_pending--;
	memmove(pending, pending + 1, sizeof *pending * (size_t)(server->n_pending - i));
}

void requests_answer(Server *server)
{
	for (int i = 0; i < server->n_pending;) {
		const PendingRequest *pending = &server->pending[i];
		Document *document = documents_find(&server->documents, pending->uri);
		json_t *result =
			document && document_is_current(document) ? pending->method->answer(server, document, pending->params) : NULL;
		if (!result) {
			i++;
			continue;
		}
		json_t *failed = json_object_get(result, "__failed");
		if (failed)
			server_fail(server, pending->id, RPC_REQUEST_FAILED, json_string_value(failed));
		else
			server_reply(server, pending->id, json_incref(result));
		json_decref(result);
		drop_at(server, i);
	}
}

void requests_cancel(Server *server, const json_t *id)
{
	for (int i = 0; id && i < server->n_pending; i++)
		if (json_equal(server->pending[i].id, id)) {
			server_fail(server, server->pending[i].id, RPC_CANCELLED, "cancelled");
			drop_at(server, i);
			return;
		}
}

void requests_drop(Server *server, const char *uri)
{
	for (int i = 0; i < server->n_pending;) {
		if (uri && strcmp(server->pending[i].uri, uri) != 0) {
			i++;
			continue;
		}
		server_fail(server, server->pending[i].id, RPC_CANCELLED, "the document was closed");
		drop_at(server, i);
	}
}
