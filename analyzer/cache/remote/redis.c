/* Redis, by hiredis: GET and SET of smemlint:NAME. */
#include "cache/remote/server.h"

#ifdef SMEMLINT_HIREDIS

#include <fcntl.h>
#include <hiredis.h>
#include <stdlib.h>
#include <string.h>

#include "cache/remote/remote.h"

enum { REDIS_PORT = 6379 };

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
	const Answer answer = is_good ? ANSWER_DONE : reply ? failed(server, problem) : failed_context(server, server->state);
	freeReplyObject(reply);
	return answer;
}

static Answer enter(Server *server)
{
	const Address *address = server->address;
	redisContext *context = server->state;
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
	if (server->state)
		return ANSWER_DONE;
	redisContext *context =
		redisConnectWithTimeout(address->host, address->port ? address->port : REDIS_PORT, time_of(address->connect_ms));
	server->state = context;
	if (!context || context->err)
		return failed(server, context && *context->errstr ? context->errstr : "it cannot be reached");
	(void)fcntl(context->fd, F_SETFD, FD_CLOEXEC);
	if (redisSetTimeout(context, time_of(address->operation_ms)) != REDIS_OK)
		return failed_context(server, context);
	return enter(server);
}

static Answer get(Server *server, const char *name, Buf *out)
{
	Answer answer = connect_to(server);
	if (answer != ANSWER_DONE)
		return answer;
	redisReply *reply = redisCommand(server->state, "GET smemlint:%s", name);
	if (!reply)
		return failed_context(server, server->state);
	if (reply->type == REDIS_REPLY_STRING && (size_t)reply->len <= REMOTE_MOST_BYTES)
		buf_add(out, reply->str, (size_t)reply->len);
	else
		answer = reply->type == REDIS_REPLY_ERROR ? failed(server, "it refuses to answer") : ANSWER_NONE;
	freeReplyObject(reply);
	return answer;
}

static Answer put(Server *server, const char *name, const char *bytes, size_t n)
{
	const Answer answer = connect_to(server);
	return answer != ANSWER_DONE
		       ? answer
		       : demand(server, redisCommand(server->state, "SET smemlint:%s %b", name, bytes, n), "it refuses to keep values");
}

static void close_connection(Server *server)
{
	if (server->state)
		redisFree(server->state);
}

const ServerKind server_redis = { " redis ", NULL, get, put, close_connection };

#else

const ServerKind server_redis = { " redis ", "this smemlint was built without hiredis", 0, 0, 0 };

#endif
