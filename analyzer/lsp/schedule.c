/* The jobs of the worker: one at a time, the document changed last first. */
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/json.h"
#include "base/folder.h"
#include "lsp/server.h"

enum { TIMEOUT_MS = 60000, OUTDATED_TIMEOUT_MS = 5000, PROGRESS_MS = 500, MAX_CRASHES = 2 };
enum { MAX_TEXT = 8 << 20, MAX_WORKER_KB = 3 << 20 };

/* --- what to run next ------------------------------------------------------------------------------- */

void schedule_change(Server *server, Document *document)
{
	int64_t wait = document->analysis_ms / 16;
	wait = wait < DEBOUNCE_MS ? DEBOUNCE_MS : wait > MAX_DEBOUNCE_MS ? MAX_DEBOUNCE_MS : wait;
	document->changed_outside = false;
	document_set_outdated(&server->documents, document, server_now() + wait);
	schedule_dependents(server, document->path);
}

static void outdate_from_outside(Server *server, Document *document)
{
	document->changed_outside = true;
	document_set_outdated(&server->documents, document, server_now() + DEBOUNCE_MS);
}

static bool reads(const Document *document, const char *path)
{
	size_t i;
	json_t *file;
	json_array_foreach(json_object_get(document->result, "files"), i, file)
		if (strcmp(json_string_value(file), path) == 0 || is_same_file(json_string_value(file), path))
			return true;
	return false;
}

bool schedule_dependents(Server *server, const char *path)
{
	bool some = false;
	for (int i = 0; path && i < server->documents.n; i++) {
		Document *document = server->documents.at[i];
		if (!document->path || strcmp(document->path, path) == 0 || !document->result || !reads(document, path))
			continue;
		outdate_from_outside(server, document);
		some = true;
	}
	return some;
}

void schedule_all(Server *server)
{
	for (int i = 0; i < server->documents.n; i++)
		outdate_from_outside(server, server->documents.at[i]);
}

/* The outdated document that changed last; NULL: all are current. */
static Document *newest_outdated(const Server *server)
{
	Document *found = NULL;
	for (int i = 0; i < server->documents.n; i++) {
		Document *document = server->documents.at[i];
		if (!document_is_current(document) && (!found || document->serial > found->serial))
			found = document;
	}
	return found;
}

/* The first pending request that needs a job, and its document. */
static const PendingRequest *first_needing_job(const Server *server, Document **document)
{
	for (int i = 0; i < server->n_pending; i++) {
		*document = documents_find(&server->documents, server->pending[i].uri);
		if (server->pending[i].method->job && *document && document_is_current(*document))
			return &server->pending[i];
	}
	return NULL;
}

bool schedule_needs_worker(const Server *server)
{
	Document *document;
	return newest_outdated(server) || first_needing_job(server, &document);
}

static int ms_until(int64_t then, int64_t now)
{
	return then <= now ? 0 : then - now > 1 << 20 ? 1 << 20 : (int)(then - now);
}

static int shorter_wait(int a, int b)
{
	return a == NEVER || (b != NEVER && b < a) ? b : a;
}

int schedule_wait(const Server *server)
{
	const int64_t now = server_now(), since = server->running.since;
	const Document *document = newest_outdated(server);
	Document *of;
	if (!server->running.uri)
		return first_needing_job(server, &of) ? 0 : document ? ms_until(document->due, now) : NEVER;
	const Document *running = documents_find(&server->documents, server->running.uri);
	const bool is_outdated = !running || running->serial != server->running.serial;
	int wait = ms_until(since + (is_outdated ? OUTDATED_TIMEOUT_MS : TIMEOUT_MS), now);
	if (server->client.shows_progress && !server->progress.asked)
		wait = shorter_wait(wait, ms_until(since + PROGRESS_MS, now));
	return wait;
}

/* --- jobs ------------------------------------------------------------------------------------------- */

static json_t *held_texts(const Server *server, const Document *except)
{
	json_t *list = json_array();
	for (int i = 0; i < server->documents.n; i++) {
		const Document *document = server->documents.at[i];
		if (document != except && document->path && document->text.n <= MAX_TEXT)
			json_array_append_new(list, json_pack("{s:o, s:o}", "path", json_text(document->path), "text",
							      json_text(document->text.s)));
	}
	return list;
}

/* The innermost workspace folder that contains a file. */
static json_t *folder_of(const Server *server, const char *path)
{
	size_t i, longest = 0;
	json_t *folder, *found = NULL;
	json_array_foreach(server->folders, i, folder) {
		const size_t n = json_string_length(folder);
		if (n > longest && strncmp(path, json_string_value(folder), n) == 0 && path[n] == '/') {
			longest = n;
			found = folder;
		}
	}
	return found ? json_incref(found) : json_null();
}

static void start_job(Server *server, const Document *document, json_t *job)
{
	json_object_set_new(job, "uri", json_text(document->uri));
	json_object_set_new(job, "path", json_text(document->path));
	json_object_set_new(job, "text", json_text(document->text.s));
	json_object_set_new(job, "serial", json_integer(document->serial));
	json_object_set_new(job, "encoding", json_string(encoding_name(server->encoding)));
	json_object_set_new(job, "folder", folder_of(server, document->path));
	json_object_set_new(job, "held", held_texts(server, document));
	json_object_set(job, "settings", server->settings);
	json_object_set_new(job, "forget", json_boolean(server->forget));
	json_object_set_new(job, "reread", json_boolean(server->reread));
	server->forget = server->reread = false;
	server->running = (RunningJob){ heap_alloc(strlen(document->uri) + 1, 1), document->serial, server_now() };
	strcpy(server->running.uri, document->uri);
	if (!worker_send(&server->worker, job))
		schedule_worker_died(server);
}

static json_t *empty_result(void)
{
	return json_pack("{s:{}, s:[], s:[], s:[], s:[]}", "diagnostics", "hints", "lenses", "comments", "files");
}

static void finish_document(Server *server, Document *document, json_t *result)
{
	document_set_result(document, result);
	publish_result(server, document);
}

static bool analyze_newest(Server *server)
{
	Document *document = newest_outdated(server);
	if (!document || document->due > server_now())
		return false;
	if (document->text.n > MAX_TEXT)
		server_log(server, 2, "documents of more than 8 MiB are not analysed");
	if (document_needs_analysis(document) && document->text.n <= MAX_TEXT)
		start_job(server, document, json_pack("{s:s}", "kind", "analyze"));
	else
		finish_document(server, document, empty_result());
	return true;
}

void schedule_next(Server *server)
{
	Document *document = NULL;
	if (server->running.uri || !server->worker.pid || analyze_newest(server))
		return;
	const PendingRequest *pending = newest_outdated(server) ? NULL : first_needing_job(server, &document);
	json_t *job = pending ? pending->method->job(server, document, pending->params) : NULL;
	if (job)
		start_job(server, document, job);
}

/* --- answers ---------------------------------------------------------------------------------------- */

static void end_running(Server *server)
{
	free(server->running.uri);
	server->running = (RunningJob){ .uri = NULL };
	if (server->progress.is_shown)
		server_notify(server, "$/progress", json_pack("{s:I, s:{s:s}}", "token", server->progress.asked, "value", "kind", "end"));
	server->progress = (Progress){ .asked = 0 };
}

static void refresh(Server *server)
{
	const Client *client = &server->client;
	if (client->refreshes_diagnostics && client->pulls)
		server_request(server, "workspace/diagnostic/refresh", NULL);
	if (client->refreshes_hints)
		server_request(server, "workspace/inlayHint/refresh", NULL);
	if (client->refreshes_lenses)
		server_request(server, "workspace/codeLens/refresh", NULL);
}

static void store_fixes(Document *document, json_t *answer)
{
	size_t i;
	json_t *fix, *asked;
	json_array_foreach(json_object_get(answer, "objects"), i, asked)
		if (!json_object_get(document->fixes, json_string_value(asked)))
			json_object_set_new(document->fixes, json_string_value(asked), json_array());
	json_array_foreach(json_object_get(answer, "fixes"), i, fix) {
		const char *object = json_string_value(json_object_get(fix, "object"));
		json_t *list = json_object_get(document->fixes, object);
		const json_int_t layout = json_integer_value(json_object_get(fix, "layout"));
		if (!list)
			continue;
		if (layout < (json_int_t)json_array_size(list))
			json_array_set(list, (size_t)layout, fix);
		else
			json_array_append(list, fix);
	}
}

static void store_answer(Server *server, Document *document, json_t *answer)
{
	const char *kind = json_string_value(json_object_get(answer, "kind"));
	if (strcmp(kind, "analyze") == 0) {
		document->analysis_ms = server_now() - server->running.since;
		finish_document(server, document, json_incref(answer));
		if (document->changed_outside)
			refresh(server);
	} else if (document_is_current(document) && strcmp(kind, "fixAll") == 0) {
		json_decref(document->fix_all);
		document->fix_all = json_incref(answer);
	} else if (document_is_current(document) && strcmp(kind, "hovers") == 0) {
		json_decref(document->hovers);
		document->hovers = json_incref(json_object_get(answer, "hovers"));
	} else if (document_is_current(document) && strcmp(kind, "maps") == 0) {
		json_decref(document->maps);
		document->maps = json_incref(json_object_get(answer, "maps"));
	} else if (document_is_current(document)) {
		store_fixes(document, answer);
	}
}

void schedule_answer(Server *server, json_t *answer)
{
	Document *document = documents_find(&server->documents, json_string_value(json_object_get(answer, "uri")));
	if (document && document->serial == json_integer_value(json_object_get(answer, "serial")))
		store_answer(server, document, answer);
	const bool is_too_large = json_integer_value(json_object_get(answer, "kb")) > MAX_WORKER_KB;
	end_running(server);
	json_decref(answer);
	if (is_too_large) /* a new one starts with an empty cache */
		worker_kill(&server->worker);
}

/* --- failures --------------------------------------------------------------------------------------- */

/* A document that makes the worker crash repeatedly is not analysed again until it changes. */
static void stop_analyzing(Server *server, Document *document, const char *why)
{
	Buf text = { 0 };
	buf_printf(&text, "%s: %s; it is analysed again when it changes", document->path, why);
	server_log(server, 1, text.s);
	buf_free(&text);
	if (document_is_current(document))
		requests_drop(server, document->uri);
	else
		finish_document(server, document, empty_result());
}

static void end_worker(Server *server, const char *why, bool at_once)
{
	Document *document = documents_find(&server->documents, server->running.uri);
	const bool was_current = document && document->serial == server->running.serial;
	worker_kill(&server->worker);
	end_running(server);
	if (was_current && (++document->crashes >= MAX_CRASHES || at_once))
		stop_analyzing(server, document, why);
}

void schedule_worker_died(Server *server)
{
	end_worker(server, "the analysis ended unexpectedly", false);
}

void schedule_check_timeout(Server *server)
{
	const int64_t ran = server_now() - server->running.since;
	if (!server->running.uri)
		return;
	const Document *document = documents_find(&server->documents, server->running.uri);
	const bool is_outdated = !document || document->serial != server->running.serial;
	if (ran > (is_outdated ? OUTDATED_TIMEOUT_MS : TIMEOUT_MS))
		end_worker(server, "the analysis took too long", true);
	else if (ran >= PROGRESS_MS && server->client.shows_progress && !server->progress.asked)
		server->progress.asked =
			server_request(server, "window/workDoneProgress/create", json_pack("{s:I}", "token", server->last_request + 1));
}
