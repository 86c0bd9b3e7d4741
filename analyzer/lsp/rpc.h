/* JSON-RPC messages as the Language Server Protocol frames them: a header with Content-Length, a blank line, JSON.
 *
 * What comes in is fed in pieces of any size.  What is wrong with it is an event like a message is, and reading goes on
 * behind it; nothing grows beyond RPC_MAX_BODY. */
#ifndef SMEMLINT_LSP_RPC_H
#define SMEMLINT_LSP_RPC_H

#include <jansson.h>
#include <stdbool.h>

#include "base/buf.h"

enum { RPC_MAX_HEADER = 8192 };
#define RPC_MAX_BODY ((size_t)64 << 20)

/* Codes of errors, as JSON-RPC and the protocol number them. */
enum {
	RPC_PARSE_ERROR = -32700,
	RPC_INVALID_REQUEST = -32600,
	RPC_METHOD_NOT_FOUND = -32601,
	RPC_INVALID_PARAMS = -32602,
	RPC_NOT_INITIALIZED = -32002,
	RPC_REQUEST_FAILED = -32803,
	RPC_CANCELLED = -32800,
};

typedef enum RpcEvent {
	RPC_NOTHING,     /* more bytes are needed */
	RPC_MESSAGE,
	RPC_BAD_HEADER,  /* no Content-Length that can be read */
	RPC_BAD_JSON,
	RPC_TOO_LONG,    /* its bytes are passed over */
} RpcEvent;

typedef struct RpcReader {
	Buf in;
	size_t at;       /* how much of it is done with */
	size_t skip;     /* bytes still to be passed over */
	size_t length;   /* of the body that is awaited */
	bool in_body, has_length, is_bad, is_long;
} RpcReader;

void rpc_feed(RpcReader *reader, const char *bytes, size_t n);

/* The next event; RPC_MESSAGE: *message is a new reference to any JSON value. */
RpcEvent rpc_next(RpcReader *reader, json_t **message);

void rpc_reader_free(RpcReader *reader);

/* Appends a framed message; gives up the reference. */
void rpc_write(Buf *out, json_t *message);

#endif
