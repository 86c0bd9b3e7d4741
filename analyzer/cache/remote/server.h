/* One kind of server, for remote.c: how values are asked for and sent. */
#ifndef SMEMLINT_CACHE_REMOTE_SERVER_H
#define SMEMLINT_CACHE_REMOTE_SERVER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"

typedef enum Answer {
	ANSWER_DONE,
	ANSWER_NONE,   /* it has no such value */
	ANSWER_FAILED, /* it did not do it: see `why` */
} Answer;

typedef enum Layout {
	LAYOUT_SUBDIRS, /* ab/cdef…: not all names in one folder */
	LAYOUT_FLAT,
	LAYOUT_BAZEL,   /* ac/ and 64 digits */
} Layout;

/* An address, in parts. */
typedef struct Address {
	const char *url;   /* the whole, without attributes */
	const char *shown; /* scheme, host and port: what messages may show */
	const char *user, *password, *host, *path; /* NULL: none */
	int port;          /* 0: none */
	Layout layout;
	bool reads_only;
	int connect_ms, operation_ms, wait_ms;
} Address;

/* A connection; each kind has its own behind it.  Everything lives in `arena`. */
typedef struct Server {
	Arena *arena;
	const Address *address;
	void *state;      /* of the kind */
	const char *why;  /* of the last ANSWER_FAILED */
} Server;

typedef struct ServerKind {
	const char *schemes; /* words between spaces */
	const char *needs;   /* NULL, or why this program cannot */
	Answer (*get)(Server *server, const char *name, Buf *out);
	Answer (*put)(Server *server, const char *name, const char *bytes, size_t n); /* the server's answer may come later … */
	Answer (*finish)(Server *server); /* … for which this waits; NULL: it never does */
	void (*close)(Server *server);
} ServerKind;

extern const ServerKind server_redis, server_http;

#endif
