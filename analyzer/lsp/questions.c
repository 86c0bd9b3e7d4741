#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "lsp/server.h"

/* codeAction/resolve has its document in the action's data. */
static const char *uri_of_question(const json_t *params)
{
	const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
	return uri ? uri : json_string_value(json_object_get(json_object_get(params, "data"), "uri"));
}

void questions_add(Server *server, const Method *method, const json_t *id, const json_t *params)
{
	const char *uri = uri_of_question(params);
	if (!uri || !documents_find(&server->documents, uri)) {
		server_fail(server, id, RPC_INVALID_PARAMS, "no such text is open");
		return;
	}
	if (server->n_waiting == server->cap_waiting) {
		server->cap_waiting = server->cap_waiting ? server->cap_waiting * 2 : 16;
		server->waiting = heap_resize(server->waiting, (size_t)server->cap_waiting, sizeof *server->waiting);
	}
	Waiting *waiting = &server->waiting[server->n_waiting++];
	*waiting = (Waiting){ json_deep_copy(id), json_deep_copy(params), method, heap_alloc(strlen(uri) + 1, 1) };
	strcpy(waiting->uri, uri);
}

static void drop_at(Server *server, int i)
{
	Waiting *waiting = &server->waiting[i];
	json_decref(waiting->id);
	json_decref(waiting->params);
	free(waiting->uri);
	server->n_waiting--;
	memmove(waiting, waiting + 1, sizeof *waiting * (size_t)(server->n_waiting - i));
}

void questions_answer(Server *server)
{
	for (int i = 0; i < server->n_waiting;) {
		const Waiting *waiting = &server->waiting[i];
		Document *document = documents_find(&server->documents, waiting->uri);
		json_t *result =
			document && document_is_current(document) ? waiting->method->answer(server, document, waiting->params) : NULL;
		if (!result) {
			i++;
			continue;
		}
		json_t *failed = json_object_get(result, "__failed");
		if (failed)
			server_fail(server, waiting->id, RPC_REQUEST_FAILED, json_string_value(failed));
		else
			server_reply(server, waiting->id, json_incref(result));
		json_decref(result);
		drop_at(server, i);
	}
}

void questions_cancel(Server *server, const json_t *id)
{
	for (int i = 0; id && i < server->n_waiting; i++)
		if (json_equal(server->waiting[i].id, id)) {
			server_fail(server, server->waiting[i].id, RPC_CANCELLED, "cancelled");
			drop_at(server, i);
			return;
		}
}

void questions_drop(Server *server, const char *uri)
{
	for (int i = 0; i < server->n_waiting;) {
		if (uri && strcmp(server->waiting[i].uri, uri) != 0) {
			i++;
			continue;
		}
		server_fail(server, server->waiting[i].id, RPC_CANCELLED, "the text was closed");
		drop_at(server, i);
	}
}
