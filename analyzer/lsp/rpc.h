/* JSON-RPC messages as the Language Server Protocol frames them: a header with Content-Length, a blank line, JSON.
 *
 * Input is fed in pieces of any size.  Malformed input gives an event, as a message does, and reading continues after it;
 * memory is bounded by RPC_MAX_BODY. */
#ifndef SMEMLINT_LSP_RPC_H
#define SMEMLINT_LSP_RPC_H

#include <jansson.h>
#include <stdbool.h>

#include "base/buf.h"

enum { RPC_MAX_HEADER = 8192 };
#define RPC_MAX_BODY ((size_t)64 << 20)

/* Error codes of JSON-RPC and of the protocol. */
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
	RPC_BAD_HEADER,  /* no valid Content-Length */
	RPC_BAD_JSON,
	RPC_TOO_LONG,    /* the body is skipped */
} RpcEvent;

typedef struct RpcReader {
	Buf in;
	size_t at;       /* bytes of `in` that are consumed */
	size_t skip;     /* bytes of a body that are still to be skipped */
	size_t length;   /* of the next body */
	bool in_body, has_length, is_bad, is_long;
} RpcReader;

void rpc_feed(RpcReader *reader, const char *bytes, size_t n);

/* The next event; with RPC_MESSAGE *message is a new reference to any JSON value, else NULL. */
RpcEvent rpc_next(RpcReader *reader, json_t **message);

void rpc_reader_free(RpcReader *reader);

/* Appends a framed message; takes the reference. */
void rpc_write(Buf *out, json_t *message);

#endif
