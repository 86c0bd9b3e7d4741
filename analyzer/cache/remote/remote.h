/* A server that machines share values by: Redis, or HTTP with GET and PUT.  A value is bytes under a name; what it says is for
 * the caller to check.
 *
 * A server costs little, whatever it does.  After the first request that fails, or is not answered in time, it is not asked
 * again; nor is one after REMOTE_WAIT_MS of waiting for requests that brought nothing, of which REMOTE_USUAL_MS each are
 * free.  So one that is dead or slow costs at most REMOTE_WAIT_MS and the time of one request: a second. */
#ifndef SMEMLINT_CACHE_REMOTE_REMOTE_H
#define SMEMLINT_CACHE_REMOTE_REMOTE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"

enum {
	REMOTE_CONNECT_MS = 300,
	REMOTE_OPERATION_MS = 300,
	REMOTE_WAIT_MS = 400,
	REMOTE_USUAL_MS = 20,    /* of a request that brings nothing … */
	REMOTE_USUAL_HIT_MS = 50, /* … and of one that spares an analysis */
};

#define REMOTE_MOST_BYTES ((size_t)16 << 20) /* longer values are neither sent nor taken */

typedef struct Remote Remote;

/* address: redis://[[USER:]PASSWORD@]HOST[:PORT][/DATABASE] or http[s]://[USER:PASSWORD@]HOST[:PORT][/PATH], then attributes,
 * each after a |: read-only, layout=subdirs|flat|bazel, connect-timeout=MS, operation-timeout=MS, wait=MS.  Nothing is sent yet.
 * NULL: *problem says what is wrong with it. */
Remote *remote_open(const char *address, Arena *arena, const char **problem);
void remote_close(Remote *remote); /* NULL is allowed */

/* Appends the value to `out`.  name: hexadecimal digits.  False: there is none, or the server is not asked. */
bool remote_get(Remote *remote, const char *name, Buf *out);
void remote_put(Remote *remote, const char *name, const char *bytes, size_t n);

/* For standard error, once: why the server is not asked any more; NULL: it is, or that was said. */
const char *remote_complaint(Remote *remote, Arena *arena);

#endif
