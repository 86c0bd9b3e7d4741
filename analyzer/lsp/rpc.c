#include "lsp/rpc.h"

#include <string.h>
#include <strings.h>

#include "base/json.h"

void rpc_feed(RpcReader *reader, const char *bytes, size_t n)
{
	size_t skipped = n < reader->skip ? n : reader->skip;
	reader->skip -= skipped;
	if (n > skipped)
		buf_add(&reader->in, bytes + skipped, n - skipped);
}

/* Consumed bytes are removed once they are most of the buffer. */
static void consume(RpcReader *reader, size_t n)
{
	reader->at += n;
	if (reader->at < reader->in.n / 2 + 1)
		return;
	reader->in.n -= reader->at;
	memmove(reader->in.s, reader->in.s + reader->at, reader->in.n);
	reader->in.s[reader->in.n] = 0;
	reader->at = 0;
}

/* --- the header --------------------------------------------------------------------------------- */

static void read_length(RpcReader *reader, const char *text, size_t n)
{
	size_t i = 0, length = 0;
	while (i < n && (text[i] == ' ' || text[i] == '\t'))
		i++;
	const size_t first = i;
	for (; i < n && text[i] >= '0' && text[i] <= '9'; i++)
		if (length <= RPC_MAX_BODY)
			length = length * 10 + (size_t)(text[i] - '0');
		else
			reader->is_long = true;
	const bool has_digits = i > first && i - first < 18;
	while (i < n && (text[i] == ' ' || text[i] == '\t'))
		i++;
	reader->is_bad |= !has_digits || i < n || reader->has_length;
	reader->is_long |= length > RPC_MAX_BODY;
	reader->has_length = true;
	reader->length = length;
}

static void read_field(RpcReader *reader, const char *line, size_t n)
{
	static const char name[] = "Content-Length:";
	if (n >= sizeof name - 1 && strncasecmp(line, name, sizeof name - 1) == 0)
		read_length(reader, line + sizeof name - 1, n - (sizeof name - 1));
	else if (!memchr(line, ':', n))
		reader->is_bad = true;
}

static void reset_header(RpcReader *reader)
{
	reader->in_body = reader->has_length = reader->is_bad = reader->is_long = false;
	reader->length = 0;
}

/* Skips a body that is too long: the bytes that are here, and those to come. */
static void skip_body(RpcReader *reader)
{
	const size_t here = reader->in.n - reader->at, n = here < reader->length ? here : reader->length;
	reader->skip = reader->length - n;
	consume(reader, n);
}

static RpcEvent end_header(RpcReader *reader)
{
	RpcEvent event = RPC_NOTHING;
	if (reader->is_bad || !reader->has_length)
		event = RPC_BAD_HEADER;
	else if (reader->is_long)
		event = RPC_TOO_LONG;
	if (event == RPC_TOO_LONG)
		skip_body(reader);
	if (event == RPC_NOTHING)
		reader->in_body = true;
	else
		reset_header(reader);
	return event;
}

/* One line of the header; false: it is not complete. */
static bool read_line(RpcReader *reader, RpcEvent *event)
{
	const char *line = reader->in.s + reader->at;
	const size_t here = reader->in.n - reader->at;
	const char *end = here ? memchr(line, '\n', here) : NULL;
	*event = RPC_NOTHING;
	if (!end && here <= RPC_MAX_HEADER)
		return false;
	if (!end || end - line > RPC_MAX_HEADER) { /* not a header; the next line may be one */
		*event = RPC_BAD_HEADER;
		consume(reader, end ? (size_t)(end - line) + 1 : here);
		reset_header(reader);
		return true;
	}
	size_t n = (size_t)(end - line);
	if (n && line[n - 1] == '\r')
		n--;
	if (n)
		read_field(reader, line, n);
	consume(reader, (size_t)(end - line) + 1);
	if (!n)
		*event = end_header(reader);
	return true;
}

/* --- the body ----------------------------------------------------------------------------------- */

RpcEvent rpc_next(RpcReader *reader, json_t **message)
{
	RpcEvent event;
	*message = NULL;
	while (!reader->in_body) {
		if (!read_line(reader, &event))
			return RPC_NOTHING;
		if (event != RPC_NOTHING)
			return event;
	}
	if (reader->in.n - reader->at < reader->length)
		return RPC_NOTHING;
	*message = json_loadb(reader->in.s + reader->at, reader->length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
	consume(reader, reader->length);
	reset_header(reader);
	return *message ? RPC_MESSAGE : RPC_BAD_JSON;
}

void rpc_reader_free(RpcReader *reader)
{
	buf_free(&reader->in);
	*reader = (RpcReader){ .at = 0 };
}

void rpc_write(Buf *out, json_t *message)
{
	Buf body = { 0 };
	json_write(&body, message, 0);
	buf_printf(out, "Content-Length: %zu\r\n\r\n", body.n);
	buf_add(out, body.s, body.n);
	buf_free(&body);
}
