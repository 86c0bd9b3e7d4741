/* A server that machines share values by: Redis, or HTTP with GET and PUT.  A value is bytes under a name; what it says is for
 * the caller to check.
 *
 * A server costs little, whatever it does.  After the first request that fails, or is not answered in time, it is not asked
 * again; nor is one that costs REMOTE_WAIT_MS more than it saves: of a request that brings nothing REMOTE_USUAL_MS are free, since
 * others work on this machine, too, and one that brings a value saves REMOTE_HIT_MS, up to REMOTE_SAVED_MS in all.  So one that is
 * dead or slow costs at most a second more than it has saved: REMOTE_WAIT_MS and the time of one request. */
#ifndef SMEMLINT_CACHE_REMOTE_REMOTE_H
#define SMEMLINT_CACHE_REMOTE_REMOTE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"

enum {
	REMOTE_CONNECT_MS = 300,
	REMOTE_OPERATION_MS = 600,
	REMOTE_WAIT_MS = 400,
	REMOTE_USUAL_MS = 20,
	REMOTE_HIT_MS = 50,
	REMOTE_SAVED_MS = 300,
};

#define REMOTE_MOST_BYTES ((size_t)16 << 20) /* longer values are neither sent nor taken */

typedef struct Remote Remote;

/* address: redis://[[USER:]PASSWORD@]HOST[:PORT][/DATABASE] or http[s]://[USER:PASSWORD@]HOST[:PORT][/PATH], then attributes,
 * each after a |: read-only, layout=subdirs|flat|bazel, connect-timeout=MS, operation-timeout=MS, wait=MS.  Nothing is sent yet.
 * NULL: *problem says what is wrong with it. */
Remote *remote_open(const char *address, Arena *arena, const char **problem);
void remote_close(Remote *remote); /* NULL is allowed */

/* costs: whether the run stands still while it waits, asked after each request that took long; else that costs nothing.  NULL: it
 * always does. */
void remote_on_wait(Remote *remote, bool (*costs)(void *context), void *context);

/* Appends the value to `out`.  name: hexadecimal digits.  False: there is none, or the server is not asked. */
bool remote_get(Remote *remote, const char *name, Buf *out);
void remote_put(Remote *remote, const char *name, const char *bytes, size_t n);

/* Waits until the server has answered all. */
void remote_finish(Remote *remote);

/* For standard error, once: why the server is not asked any more; NULL: it is, or that was said. */
const char *remote_complaint(Remote *remote, Arena *arena);

#endif
