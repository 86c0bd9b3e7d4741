#include "lsp/server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/json.h"
#include "lsp/analyzer.h"

enum { CHUNK = 1 << 16, WRITE_CHUNK = 4096 };
#define MAX_UNREAD ((size_t)512 << 20)

int64_t server_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- out ------------------------------------------------------------------------------------------ */

static void send_message(Server *server, json_t *message)
{
	json_object_set_new(message, "jsonrpc", json_string("2.0"));
	rpc_write(&server->out, message);
}

void server_reply(Server *server, const json_t *id, json_t *result)
{
	json_t *message = json_pack("{s:O?, s:o?}", "id", id, "result", result);
	if (!json_object_get(message, "result"))
		json_object_set_new(message, "result", json_null());
	send_message(server, message);
}

void server_fail(Server *server, const json_t *id, int code, const char *text)
{
	json_t *message = json_pack("{s:{s:i, s:o}}", "error", "code", code, "message", json_text(text));
	if (id)
		json_object_set(message, "id", (json_t *)(uintptr_t)id);
	else
		json_object_set_new(message, "id", json_null());
	send_message(server, message);
}

void server_notify(Server *server, const char *method, json_t *params)
{
	send_message(server, json_pack("{s:s, s:o}", "method", method, "params", params));
}

json_int_t server_request(Server *server, const char *method, json_t *params)
{
	json_t *message = json_pack("{s:I, s:s}", "id", ++server->last_request, "method", method);
	if (params)
		json_object_set_new(message, "params", params);
	send_message(server, message);
	return server->last_request;
}

void server_log(Server *server, int type, const char *text)
{
	server_notify(server, "window/logMessage", json_pack("{s:i, s:o}", "type", type, "message", json_text(text)));
}

/* Writes at most WRITE_CHUNK bytes, so that write() does not block after poll(). */
static void write_some(Server *server)
{
	const size_t left = server->out.n - server->written;
	const ssize_t n = write(STDOUT_FILENO, server->out.s + server->written, left < WRITE_CHUNK ? left : WRITE_CHUNK);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0 || left > MAX_UNREAD) { /* the client does not read any more */
		server->has_ended = true;
		return;
	}
	server->written += (size_t)n;
	if (server->written == server->out.n) {
		buf_free(&server->out);
		server->out = (Buf){ 0 };
		server->written = 0;
	}
}

/* --- in ------------------------------------------------------------------------------------------- */

static void take_messages(Server *server)
{
	json_t *message;
	for (RpcEvent event; !server->has_ended && (event = rpc_next(&server->in, &message)) != RPC_NOTHING;) {
		if (event == RPC_MESSAGE)
			server_handle(server, message);
		else if (event == RPC_BAD_JSON)
			server_fail(server, NULL, RPC_PARSE_ERROR, "invalid JSON");
		else if (event == RPC_BAD_HEADER)
			server_fail(server, NULL, RPC_PARSE_ERROR, "expected a header with Content-Length");
		else
			server_fail(server, NULL, RPC_INVALID_REQUEST, "the message is too long");
		json_decref(message);
	}
}

static void read_some(Server *server)
{
	char bytes[CHUNK];
	const ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
	if (n > 0)
		rpc_feed(&server->in, bytes, (size_t)n);
	else if (n == 0 || (errno != EINTR && errno != EAGAIN))
		server->has_ended = true;
	take_messages(server);
}

static void read_worker(Server *server)
{
	const bool alive = worker_read(&server->worker);
	for (json_t *answer; (answer = worker_answer(&server->worker));)
		schedule_answer(server, answer);
	if (!alive)
		schedule_worker_died(server);
}

/* --- the loop ------------------------------------------------------------------------------------- */

enum { IN, OUT, WORKER, N_POLLED };

static void poll_once(Server *server)
{
	struct pollfd polled[N_POLLED] = {
		[IN] = { STDIN_FILENO, POLLIN, 0 },
		[OUT] = { server->out.n ? STDOUT_FILENO : -1, POLLOUT, 0 },
		[WORKER] = { server->worker.pid ? server->worker.fd : -1, POLLIN, 0 },
	};
	if (poll(polled, N_POLLED, schedule_wait(server)) > 0) {
		if (polled[OUT].revents)
			write_some(server);
		if (polled[IN].revents)
			read_some(server);
		if (polled[WORKER].revents)
			read_worker(server);
	}
	schedule_check_timeout(server);
	requests_answer(server);
}

/* True: this process is the worker now. */
static bool become_worker(Server *server)
{
	if (server->worker.pid || !schedule_needs_worker(server))
		return false;
	return worker_start(&server->worker) == WORKER_IS_CHILD;
}

static bool serve(Server *server)
{
	while (!server->has_ended) {
		if (become_worker(server))
			return true;
		schedule_next(server);
		poll_once(server);
	}
	return false;
}

static void free_server(Server *server)
{
	requests_drop(server, NULL);
	free(server->pending);
	free(server->running.uri);
	documents_free(&server->documents);
	json_decref(server->settings);
	json_decref(server->folders);
	json_decref(server->published);
	rpc_reader_free(&server->in);
	buf_free(&server->out);
}

/* Writes the rest of the output. */
static void flush(Server *server)
{
	server->has_ended = false;
	for (struct pollfd out = { STDOUT_FILENO, POLLOUT, 0 }; server->out.n && !server->has_ended;) {
		if (poll(&out, 1, 1000) <= 0)
			return;
		write_some(server);
	}
}

int server_run(const Options *options)
{
	Server server = {
		.options = options,
		.status = 1,
		.encoding = ENCODING_UTF16,
		.settings = json_object(),
		.folders = json_array(),
		.published = json_object(),
		.worker = { .fd = -1 },
	};
	signal(SIGPIPE, SIG_IGN);
	const bool is_worker = serve(&server);
	const int fd = server.worker.fd;
	if (!is_worker) {
		flush(&server);
		if (server.running.uri)
			worker_kill(&server.worker);
		if (!worker_end(&server.worker))
			server.status = 1;
	}
	free_server(&server);
	return is_worker ? analyzer_serve(fd, options) : server.status;
}
