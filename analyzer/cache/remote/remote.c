#include "cache/remote/remote.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cache/remote/server.h"

struct Remote {
	Arena *arena;
	Address address;
	const ServerKind *kind;
	Server server;
	bool (*costs)(void *context); /* NULL: waiting always does */
	void *context;
	double waited;      /* milliseconds, for nothing, less what hits have saved */
	const char *stopped; /* NULL: it is asked */
	bool has_complained;
};

/* --- the address -------------------------------------------------------------------------------- */

static const ServerKind *const kinds[] = { &server_redis, &server_http };

static const ServerKind *kind_of(const char *scheme, size_t n)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		for (const char *at = kinds[i]->schemes; (at = strchr(at, ' ')) && at[1]; at++)
			if (strcspn(at + 1, " ") == n && strncmp(at + 1, scheme, n) == 0)
				return kinds[i];
	return NULL;
}

static const char *split(Arena *arena, const char **text, const char *separator)
{
	const size_t n = strcspn(*text, separator);
	const char *part = arena_strndup(arena, *text, n);
	*text += n;
	return part;
}

/* Milliseconds, or 0. */
static int milliseconds(const char *text)
{
	char *end;
	const long n = strtol(text, &end, 10);
	return end != text && !*end && n > 0 && n <= 60000 ? (int)n : 0;
}

static bool read_layout(const char *word, Layout *out)
{
	static const char *const words[] = { "subdirs", "flat", "bazel" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(word, words[i]) == 0) {
			*out = (Layout)i;
			return true;
		}
	return false;
}

static bool read_attribute(const char *text, Address *out)
{
	if (strcmp(text, "read-only") == 0)
		return out->reads_only = true;
	if (strncmp(text, "connect-timeout=", 16) == 0)
		return (out->connect_ms = milliseconds(text + 16));
	if (strncmp(text, "operation-timeout=", 18) == 0)
		return (out->operation_ms = milliseconds(text + 18));
	if (strncmp(text, "wait=", 5) == 0)
		return (out->wait_ms = milliseconds(text + 5));
	return strncmp(text, "layout=", 7) == 0 && read_layout(text + 7, &out->layout);
}

/* USER:PASSWORD, or with Redis PASSWORD alone, as its own tools read it. */
static void read_user(Arena *arena, const char *text, Address *out)
{
	const char *user = split(arena, &text, ":");
	out->user = *text && *user ? user : NULL;
	out->password = *text ? text + 1 : user;
}

/* [HOST] of an address of IPv6 has colons. */
static bool read_host(Arena *arena, const char *text, Address *out)
{
	const char *colon = strrchr(text, ':'), *bracket = strrchr(text, ']');
	if (colon && bracket && colon < bracket)
		colon = NULL;
	if (bracket && *text != '[')
		return false;
	const char *end = colon ? colon : text + strlen(text);
	out->host = *text == '[' ? arena_strndup(arena, text + 1, (size_t)(bracket - text - 1))
				 : arena_strndup(arena, text, (size_t)(end - text));
	out->port = colon ? atoi(colon + 1) : 0;
	return *out->host && (!colon || (out->port > 0 && out->port < 65536));
}

/* Whatever is wrong, the message has no password: an address may end up in a log. */
static const char *read_address(Arena *arena, const char *text, Address *out, const ServerKind **kind)
{
	static const char expected[] = "expected redis://HOST[:PORT] or http://HOST[:PORT]/PATH";
	*out = (Address){ .connect_ms = REMOTE_CONNECT_MS, .operation_ms = REMOTE_OPERATION_MS, .wait_ms = REMOTE_WAIT_MS };
	const char *at = text, *scheme = split(arena, &at, ":");
	if (strncmp(at, "://", 3) != 0)
		return expected;
	at += 3;
	*kind = kind_of(scheme, strlen(scheme));
	if (!*kind)
		return arena_printf(arena, "'%.20s' is no kind of server that smemlint knows; %s", scheme, expected);
	const char *rest = at, *place = split(arena, &rest, "/|"), *path = *rest == '/' ? split(arena, &rest, "|") : NULL;
	out->url = arena_strndup(arena, text, (size_t)(rest - text));
	while (*rest) {
		rest++;
		const char *attribute = split(arena, &rest, "|");
		if (!read_attribute(attribute, out))
			return arena_printf(arena, "cannot read its attribute '%.40s'", attribute);
	}
	const char *user = strrchr(place, '@');
	if (user)
		read_user(arena, arena_strndup(arena, place, (size_t)(user - place)), out);
	if (!read_host(arena, user ? user + 1 : place, out))
		return expected;
	out->path = path && path[1] ? path + 1 : NULL;
	out->shown = arena_printf(arena, "%s://%s", scheme, user ? user + 1 : place);
	return (*kind)->needs;
}

Remote *remote_open(const char *address, Arena *into, const char **problem)
{
	Arena *arena = arena_new();
	Remote *remote = arena_new_of(arena, Remote);
	*remote = (Remote){ .arena = arena };
	const char *why = read_address(arena, address, &remote->address, &remote->kind);
	remote->server = (Server){ .arena = arena, .address = &remote->address };
	*problem = why ? arena_strdup(into, why) : NULL;
	if (!why)
		return remote;
	arena_free(arena);
	return NULL;
}

void remote_close(Remote *remote)
{
	if (!remote)
		return;
	remote->kind->close(&remote->server);
	arena_free(remote->arena);
}

/* --- requests ----------------------------------------------------------------------------------- */

static double now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Writing to a connection that the server has closed must not end this process, as writing to a closed pipe of its output may. */
static void hold_sigpipe(sigset_t *before)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_BLOCK, &set, before);
}

static void release_sigpipe(const sigset_t *before)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	while (!sigismember(before, SIGPIPE) && sigtimedwait(&set, NULL, &(struct timespec){ 0 }) == SIGPIPE)
		continue;
	sigprocmask(SIG_SETMASK, before, NULL);
}

static void count_time(Remote *remote, double took, bool is_hit)
{
	const double usual = is_hit ? REMOTE_HIT_MS : REMOTE_USUAL_MS;
	const bool is_free = took > usual && remote->costs && !remote->costs(remote->context);
	if (!is_free && (is_hit || took > usual))
		remote->waited += took - usual;
	if (remote->waited < -REMOTE_SAVED_MS)
		remote->waited = -REMOTE_SAVED_MS;
}

typedef struct Request {
	const char *name;  /* NULL: answers are waited for */
	const char *bytes; /* NULL: the value is asked for, and appended to `out` */
	size_t n;
	Buf *out;
} Request;

static Answer run(Remote *remote, const Request *request)
{
	const ServerKind *kind = remote->kind;
	Server *server = &remote->server;
	if (!request->name)
		return kind->finish ? kind->finish(server) : ANSWER_DONE;
	return request->bytes ? kind->put(server, request->name, request->bytes, request->n)
			      : kind->get(server, request->name, request->out);
}

static Answer ask(Remote *remote, Request request)
{
	sigset_t before;
	const double start = now_ms();
	hold_sigpipe(&before);
	const Answer answer = run(remote, &request);
	release_sigpipe(&before);
	count_time(remote, now_ms() - start, request.out && answer == ANSWER_DONE);
	if (answer == ANSWER_FAILED)
		remote->stopped = remote->server.why;
	else if (remote->waited > remote->address.wait_ms)
		remote->stopped = "it is slow";
	return answer;
}

void remote_on_wait(Remote *remote, bool (*costs)(void *context), void *context)
{
	remote->costs = costs;
	remote->context = context;
}

bool remote_get(Remote *remote, const char *name, Buf *out)
{
	const size_t before = out->n;
	const bool is_there = !remote->stopped && ask(remote, (Request){ .name = name, .out = out }) == ANSWER_DONE;
	if (!is_there)
		out->n = before;
	return is_there;
}

void remote_put(Remote *remote, const char *name, const char *bytes, size_t n)
{
	if (!remote->stopped && !remote->address.reads_only && n <= REMOTE_MOST_BYTES)
		ask(remote, (Request){ .name = name, .bytes = bytes, .n = n });
}

void remote_finish(Remote *remote)
{
	if (!remote->stopped)
		ask(remote, (Request){ .name = NULL });
}

const char *remote_complaint(Remote *remote, Arena *arena)
{
	if (!remote->stopped || remote->has_complained)
		return NULL;
	remote->has_complained = true;
	return arena_printf(arena, "the cache at %s is not asked again in this run: %s", remote->address.shown, remote->stopped);
}
