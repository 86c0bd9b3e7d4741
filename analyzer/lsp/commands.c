/* workspace/executeCommand: what a code lens does. */
#include <string.h>

#include "lsp/commands.h"

#include "lsp/server.h"

/* arguments: [uri, range, words].  A client that cannot show a place shows the words. */
static void show_place(Server *server, const json_t *arguments)
{
	json_t *uri = json_array_get(arguments, 0), *range = json_array_get(arguments, 1), *words = json_array_get(arguments, 2);
	if (server->client.shows_documents)
		server_request(server, "window/showDocument",
			       json_pack("{s:O, s:b, s:b, s:O}", "uri", uri, "external", 0, "takeFocus", 1, "selection", range));
	else
		server_notify(server, "window/showMessage", json_pack("{s:i, s:O}", "type", 3, "message", words));
}

void command_execute(Server *server, const json_t *id, const json_t *params)
{
	const char *name = json_string_value(json_object_get(params, "command"));
	const json_t *arguments = json_object_get(params, "arguments");
	const bool fits = json_is_string(json_array_get(arguments, 0)) && json_is_object(json_array_get(arguments, 1)) &&
			  json_is_string(json_array_get(arguments, 2));
	if (!name || strcmp(name, COMMAND_SHOW) != 0 || !fits) {
		server_fail(server, id, RPC_INVALID_PARAMS, "there is no such command, or its arguments do not fit");
		return;
	}
	show_place(server, arguments);
	server_reply(server, id, json_null());
}
