/* Redis, by hiredis: GET and SET of smemlint:NAME.  Nobody waits for the answer to SET: it is read before the next request that is
 * waited for, or at the end. */
#include "cache/remote/server.h"

#ifdef SMEMLINT_HIREDIS

#include <fcntl.h>
#include <hiredis.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cache/remote/remote.h"

enum { REDIS_PORT = 6379 };

typedef struct Connection {
	redisContext *context;
	int n_unread; /* answers to SET */
} Connection;

static redisContext *context_of(const Server *server)
{
	const Connection *connection = server->state;
	return connection ? connection->context : NULL;
}

static struct timeval time_of(int ms)
{
	return (struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };
}

static Answer failed(Server *server, const char *why)
{
	server->why = arena_strdup(server->arena, why);
	return ANSWER_FAILED;
}

static Answer failed_context(Server *server, const redisContext *context)
{
	return failed(server, context && context->err == REDIS_ERR_IO ? "no answer in time, or the connection was lost"
			      : context                               ? context->errstr
								      : "out of memory");
}

/* Runs a command that is answered by a status; what a server says against it may repeat its arguments, so it is not shown. */
static Answer demand(Server *server, redisReply *reply, const char *problem)
{
	const bool is_good = reply && reply->type != REDIS_REPLY_ERROR;
	const Answer answer = is_good ? ANSWER_DONE : reply ? failed(server, problem) : failed_context(server, context_of(server));
	freeReplyObject(reply);
	return answer;
}

static Answer enter(Server *server)
{
	const Address *address = server->address;
	redisContext *context = context_of(server);
	Answer answer = ANSWER_DONE;
	if (address->password && address->user)
		answer = demand(server, redisCommand(context, "AUTH %s %s", address->user, address->password), "it refuses the password");
	else if (address->password)
		answer = demand(server, redisCommand(context, "AUTH %s", address->password), "it refuses the password");
	if (answer == ANSWER_DONE && address->path)
		answer = demand(server, redisCommand(context, "SELECT %s", address->path), "it has no such database");
	return answer;
}

static Answer connect_to(Server *server)
{
	const Address *address = server->address;
	if (context_of(server))
		return ANSWER_DONE;
	redisContext *context =
		redisConnectWithTimeout(address->host, address->port ? address->port : REDIS_PORT, time_of(address->connect_ms));
	server->state = arena_dup(server->arena, &(Connection){ .context = context }, sizeof(Connection));
	if (!context || context->err)
		return failed(server, context && *context->errstr ? context->errstr : "it cannot be reached");
	(void)fcntl(context->fd, F_SETFD, FD_CLOEXEC);
	if (redisSetTimeout(context, time_of(address->operation_ms)) != REDIS_OK)
		return failed_context(server, context);
	return enter(server);
}

static double now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* All together may take as long as one. */
static Answer read_answers(Server *server)
{
	Connection *connection = server->state;
	Answer answer = ANSWER_DONE;
	const double end = now_ms() + server->address->operation_ms;
	while (answer == ANSWER_DONE && connection && connection->n_unread) {
		void *reply = NULL;
		if (now_ms() > end)
			return failed(server, "no answer in time");
		connection->n_unread--;
		(void)redisGetReply(connection->context, &reply); /* NULL: the context says why */
		answer = demand(server, reply, "it refuses to keep values");
	}
	return answer;
}

static Answer get(Server *server, const char *name, Buf *out)
{
	Answer answer = connect_to(server);
	if (answer == ANSWER_DONE)
		answer = read_answers(server);
	if (answer != ANSWER_DONE)
		return answer;
	redisReply *reply = redisCommand(context_of(server), "GET smemlint:%s", name);
	if (!reply)
		return failed_context(server, context_of(server));
	if (reply->type == REDIS_REPLY_STRING && (size_t)reply->len <= REMOTE_MOST_BYTES)
		buf_add(out, reply->str, (size_t)reply->len);
	else
		answer = reply->type == REDIS_REPLY_ERROR ? failed(server, "it refuses to answer") : ANSWER_NONE;
	freeReplyObject(reply);
	return answer;
}

static Answer send_all(Server *server)
{
	int is_sent = 0;
	while (!is_sent)
		if (redisBufferWrite(context_of(server), &is_sent) != REDIS_OK)
			return failed_context(server, context_of(server));
	return ANSWER_DONE;
}

static Answer put(Server *server, const char *name, const char *bytes, size_t n)
{
	const Answer answer = connect_to(server);
	if (answer != ANSWER_DONE)
		return answer;
	if (redisAppendCommand(context_of(server), "SET smemlint:%s %b", name, bytes, n) != REDIS_OK)
		return failed_context(server, context_of(server));
	((Connection *)server->state)->n_unread++;
	return send_all(server);
}

static void close_connection(Server *server)
{
	if (context_of(server))
		redisFree(context_of(server));
}

const ServerKind server_redis = { " redis ", NULL, get, put, read_answers, close_connection };

#else

const ServerKind server_redis = { " redis ", "this smemlint was built without hiredis", 0, 0, 0, 0 };

#endif
