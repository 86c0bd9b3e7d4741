#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/heap.h"
#include "base/json.h"
#include "base/paths.h"
#include "lsp/commands.h"
#include "lsp/server.h"
#include "lsp/uri.h"

#define NOTIFICATION(name, function) static void function(Server *server, const json_t *id, const json_t *params);
#define REQUEST(name, function) static void function(Server *server, const json_t *id, const json_t *params);
#define DEFERRED(name, answer, job)
#include "lsp/methods.def"
#undef NOTIFICATION
#undef REQUEST
#undef DEFERRED

static const Method methods[] = {
#define NOTIFICATION(name, function) { name, METHOD_NOTIFICATION, function, NULL, NULL },
#define REQUEST(name, function) { name, METHOD_REQUEST, function, NULL, NULL },
#define DEFERRED(name, answer, job) { name, METHOD_DEFERRED, NULL, answer, job },
#include "lsp/methods.def"
#undef NOTIFICATION
#undef REQUEST
#undef DEFERRED
};

const Method *method_find(const char *name)
{
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	return NULL;
}

/* The value at a path of keys, "a.b.c"; NULL: there is none. */
static const json_t *member(const json_t *object, const char *path)
{
	char key[64];
	while (object && *path) {
		const size_t n = strcspn(path, ".");
		if (n >= sizeof key)
			return NULL;
		memcpy(key, path, n);
		key[n] = 0;
		object = json_object_get(object, key);
		path += n + (path[n] == '.');
	}
	return object;
}

static bool can(const json_t *capabilities, const char *path)
{
	return json_is_true(member(capabilities, path));
}

/* --- life cycle ------------------------------------------------------------------------------------- */

/* The first supported one of the client's list, which is in order of preference. */
static Encoding choose_encoding(const json_t *capabilities)
{
	size_t i;
	json_t *name;
	json_array_foreach(member(capabilities, "general.positionEncodings"), i, name)
		if (encoding_of(json_string_value(name)) >= 0)
			return (Encoding)encoding_of(json_string_value(name));
	return ENCODING_UTF16;
}

static bool has_text(const json_t *list, const char *text)
{
	size_t i;
	json_t *item;
	json_array_foreach(list, i, item)
		if (json_is_string(item) && strcmp(json_string_value(item), text) == 0)
			return true;
	return false;
}

static Client read_client(const json_t *capabilities)
{
	return (Client){
		.refreshes_diagnostics = can(capabilities, "workspace.diagnostics.refreshSupport"),
		.refreshes_hints = can(capabilities, "workspace.inlayHint.refreshSupport"),
		.refreshes_lenses = can(capabilities, "workspace.codeLens.refreshSupport"),
		.resolves_edits = has_text(member(capabilities, "textDocument.codeAction.resolveSupport.properties"), "edit") &&
				  can(capabilities, "textDocument.codeAction.dataSupport"),
		.watches_files = can(capabilities, "workspace.didChangeWatchedFiles.dynamicRegistration"),
		.shows_progress = can(capabilities, "window.workDoneProgress"),
		.related_documents = can(capabilities, "textDocument.diagnostic.relatedDocumentSupport"),
		.shows_documents = can(capabilities, "window.showDocument.support"),
		.has_actions = member(capabilities, "textDocument.codeAction.codeActionLiteralSupport"),
	};
}

static void add_folder(Server *server, const char *uri)
{
	char *path = uri_path(uri);
	if (path)
		json_array_append_new(server->folders, json_text(path));
	free(path);
}

static void read_folders(Server *server, const json_t *params)
{
	size_t i;
	json_t *folder;
	const json_t *folders = json_object_get(params, "workspaceFolders");
	json_array_foreach(folders, i, folder)
		add_folder(server, json_string_value(json_object_get(folder, "uri")));
	if (!json_array_size(folders))
		add_folder(server, json_string_value(json_object_get(params, "rootUri")));
}

/* settings: {"smemlint": {…}} or the inner object. */
static void set_settings(Server *server, const json_t *settings)
{
	const json_t *ours = json_object_get(settings, "smemlint");
	const json_t *given = json_is_object(ours) ? ours : settings;
	if (!json_is_object(given))
		return;
	json_decref(server->settings);
	server->settings = json_deep_copy(given);
}

static json_t *server_capabilities(const Server *server)
{
	return json_pack(
		"{s:s, s:{s:b, s:i, s:{s:b}}, s:{s:s, s:b, s:b}, s:b, s:b, s:{s:b}, s:{s:[s]}, s:{s:[s,s,s], s:b}, s:{s:{s:b, s:b}}}",
		"positionEncoding", encoding_name(server->encoding), "textDocumentSync", "openClose", 1, "change", 2, "save", "includeText",
		0, "diagnosticProvider", "identifier", "smemlint", "interFileDependencies", 1, "workspaceDiagnostics", 0, "hoverProvider",
		1, "inlayHintProvider", 1, "codeLensProvider", "resolveProvider", 0, "executeCommandProvider", "commands", COMMAND_SHOW,
		"codeActionProvider", "codeActionKinds", "quickfix", "refactor.rewrite", "source.fixAll.smemlint", "resolveProvider", 1,
		"workspace", "workspaceFolders", "supported", 1, "changeNotifications", 1);
}

static void handle_initialize(Server *server, const json_t *id, const json_t *params)
{
	const json_t *capabilities = json_object_get(params, "capabilities");
	if (server->state != SERVER_FRESH) {
		server_fail(server, id, RPC_INVALID_REQUEST, "the server is already initialized");
		return;
	}
	server->state = SERVER_READY;
	server->encoding = choose_encoding(capabilities);
	server->client = read_client(capabilities);
	read_folders(server, params);
	set_settings(server, json_object_get(params, "initializationOptions"));
	server_reply(server, id,
		     json_pack("{s:o, s:{s:s, s:s}}", "capabilities", server_capabilities(server), "serverInfo", "name", "smemlint",
			       "version", SMEMLINT_VERSION));
}

static void handle_initialized(Server *server, const json_t *id, const json_t *params)
{
	static const char *const globs[] = { "**/compile_commands.json", "**/.smemlint.yaml", "**/*.{cu,cuh,h,hh,hpp,hxx,inl,inc}" };
	json_t *watchers = json_array();
	(void)id;
	(void)params;
	for (size_t i = 0; i < sizeof globs / sizeof *globs; i++)
		json_array_append_new(watchers, json_pack("{s:s}", "globPattern", globs[i]));
	if (server->client.watches_files)
		server_request(server, "client/registerCapability",
			       json_pack("{s:[{s:s, s:s, s:{s:O}}]}", "registrations", "id", "files", "method",
					 "workspace/didChangeWatchedFiles", "registerOptions", "watchers", watchers));
	json_decref(watchers);
}

static void handle_shutdown(Server *server, const json_t *id, const json_t *params)
{
	(void)params;
	server->state = SERVER_SHUT_DOWN;
	requests_drop(server, NULL);
	server_reply(server, id, json_null());
}

static void handle_end(Server *server, const json_t *id, const json_t *params)
{
	(void)id;
	(void)params;
	server->status = server->state == SERVER_SHUT_DOWN ? 0 : 1;
	server->has_ended = true;
}

static void handle_cancel(Server *server, const json_t *id, const json_t *params)
{
	(void)id;
	requests_cancel(server, json_object_get(params, "id"));
}

/* --- documents -------------------------------------------------------------------------------------- */

static const char *uri_in(const json_t *params)
{
	return json_string_value(member(params, "textDocument.uri"));
}

static void handle_open(Server *server, const json_t *id, const json_t *params)
{
	const json_t *text = member(params, "textDocument.text");
	const char *uri = uri_in(params), *language = json_string_value(member(params, "textDocument.languageId"));
	(void)id;
	if (!uri || !json_is_string(text))
		return;
	Document *known = documents_find(&server->documents, uri);
	if (known)
		documents_close(&server->documents, known);
	Document *document = documents_open(&server->documents, uri, json_string_value(text), json_string_length(text));
	document->version = json_integer_value(member(params, "textDocument.version"));
	document->is_cuda = language && strncmp(language, "cuda", 4) == 0;
	document_set_outdated(&server->documents, document, 0);
	if (server->client.pulls && json_object_get(server->published, uri))
		publish_clear(server, document);
	if (!document_is_saved(document))
		schedule_dependents(server, document->path);
}

static void handle_change(Server *server, const json_t *id, const json_t *params)
{
	size_t i;
	json_t *change;
	Document *document = documents_find(&server->documents, uri_in(params));
	(void)id;
	if (!document)
		return;
	json_array_foreach(json_object_get(params, "contentChanges"), i, change)
		if (!document_change(document, change, server->encoding))
			server_log(server, 1, "an invalid edit was ignored: the analysed text may differ from the editor's");
	document->version = json_integer_value(member(params, "textDocument.version"));
	schedule_change(server, document);
}

static void handle_save(Server *server, const json_t *id, const json_t *params)
{
	char *path = uri_path(uri_in(params));
	(void)id;
	if (path && strstr(path, "compile_commands.json"))
		server->forget = true;
	schedule_dependents(server, path);
	free(path);
}

static void handle_close(Server *server, const json_t *id, const json_t *params)
{
	const char *uri = uri_in(params);
	Document *document = documents_find(&server->documents, uri);
	(void)id;
	if (!document)
		return;
	char *path = document_is_saved(document) ? NULL : uri_path(document->uri);
	requests_drop(server, uri);
	documents_close(&server->documents, document);
	publish_closed(server, uri);
	schedule_dependents(server, path);
	free(path);
}

/* --- the workspace ---------------------------------------------------------------------------------- */

static void handle_watched_files(Server *server, const json_t *id, const json_t *params)
{
	size_t i;
	json_t *change;
	(void)id;
	json_array_foreach(json_object_get(params, "changes"), i, change) {
		char *path = uri_path(json_string_value(json_object_get(change, "uri")));
		if (path && (path_ends_with(path, "/compile_commands.json") || path_ends_with(path, "/.smemlint.yaml"))) {
			server->forget = true;
			schedule_all(server);
		} else if (path && !documents_find(&server->documents, json_string_value(json_object_get(change, "uri")))) {
			server->reread = schedule_dependents(server, path) || server->reread;
		}
		free(path);
	}
}

static void handle_configuration(Server *server, const json_t *id, const json_t *params)
{
	(void)id;
	set_settings(server, json_object_get(params, "settings"));
	server->forget = true;
	schedule_all(server);
}

static void remove_folder(Server *server, const char *uri)
{
	char *path = uri_path(uri);
	for (size_t i = json_array_size(server->folders); path && i-- > 0;)
		if (strcmp(json_string_value(json_array_get(server->folders, i)), path) == 0)
			json_array_remove(server->folders, i);
	free(path);
}

static void handle_folders(Server *server, const json_t *id, const json_t *params)
{
	size_t i;
	json_t *folder;
	(void)id;
	json_array_foreach(member(params, "event.removed"), i, folder)
		remove_folder(server, json_string_value(json_object_get(folder, "uri")));
	json_array_foreach(member(params, "event.added"), i, folder)
		add_folder(server, json_string_value(json_object_get(folder, "uri")));
	schedule_all(server);
}

static void handle_command(Server *server, const json_t *id, const json_t *params)
{
	command_execute(server, id, params);
}

/* --- messages --------------------------------------------------------------------------------------- */

static void handle_response(Server *server, const json_t *message)
{
	const json_t *id = json_object_get(message, "id");
	Progress *progress = &server->progress;
	if (!json_is_integer(id) || json_integer_value(id) != progress->asked || !progress->asked)
		return;
	if (json_object_get(message, "error") || !server->running.uri) {
		progress->asked = 0;
		return;
	}
	progress->is_shown = true;
	server_notify(server, "$/progress",
		      json_pack("{s:I, s:{s:s, s:s, s:b}}", "token", progress->asked, "value", "kind", "begin", "title",
				"smemlint: analysing", "cancellable", 0));
}

/* The error code if the server's state does not allow the method, else 0. */
static int state_error(const Server *server, const char *name, const char **why)
{
	if (server->state == SERVER_FRESH && strcmp(name, "initialize") != 0 && strcmp(name, "exit") != 0) {
		*why = "the server is not initialized";
		return RPC_NOT_INITIALIZED;
	}
	if (server->state == SERVER_SHUT_DOWN && strcmp(name, "exit") != 0) {
		*why = "the server is shut down";
		return RPC_INVALID_REQUEST;
	}
	return 0;
}

static void handle_call(Server *server, const char *name, const json_t *id, const json_t *params)
{
	const char *why = NULL;
	const Method *method = method_find(name);
	const int code = state_error(server, name, &why);
	const bool is_note = !id;
	if (code || !method || (method->kind == METHOD_NOTIFICATION) != is_note) {
		if (!is_note)
			server_fail(server, id, code ? code : RPC_METHOD_NOT_FOUND, code ? why : "unknown request");
		return;
	}
	if (method->kind == METHOD_DEFERRED)
		requests_add(server, method, id, params);
	else
		method->handle(server, id, params);
}

void server_handle(Server *server, json_t *message)
{
	const json_t *name = json_object_get(message, "method"), *id = json_object_get(message, "id");
	const json_t *params = json_object_get(message, "params");
	const bool id_is_right = !id || json_is_string(id) || json_is_integer(id);
	if (json_is_object(message) && !name && id && (json_object_get(message, "result") || json_object_get(message, "error")))
		handle_response(server, message);
	else if (!json_is_object(message) || !json_is_string(name) || !id_is_right)
		server_fail(server, id_is_right ? id : NULL, RPC_INVALID_REQUEST, "not a JSON-RPC request, notification or response");
	else if (params && !json_is_object(params) && !json_is_array(params) && !json_is_null(params) && id)
		server_fail(server, id, RPC_INVALID_PARAMS, "params must be an object or an array");
	else
		handle_call(server, json_string_value(name), id, params);
}
