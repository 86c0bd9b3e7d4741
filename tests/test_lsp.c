/* The parts of the language server that work without a client: framing, positions, URIs, text changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lsp/documents.h"
#include "lsp/positions.h"
#include "lsp/rpc.h"
#include "lsp/uri.h"

/* --- random numbers ------------------------------------------------------------------------------- */

static uint64_t seed;

static unsigned below(unsigned n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

/* --- framing -------------------------------------------------------------------------------------- */

/* The events of some bytes that are fed in pieces, one letter each. */
static void expect_events(const char *bytes, size_t n, size_t piece, const char *expected)
{
	RpcReader reader = { .at = 0 };
	char events[64] = "";
	size_t k = 0;
	json_t *message;
	for (size_t at = 0; at < n; at += piece) {
		rpc_feed(&reader, bytes + at, n - at < piece ? n - at : piece);
		for (RpcEvent event; (event = rpc_next(&reader, &message)) != RPC_NOTHING; json_decref(message))
			if (k + 1 < sizeof events)
				events[k++] = "nmhjl"[event];
	}
	rpc_reader_free(&reader);
	assert_string_equal(events, expected);
}

static void expect_all(const char *bytes, const char *expected)
{
	for (size_t piece = 1; piece <= strlen(bytes); piece++)
		expect_events(bytes, strlen(bytes), piece, expected);
}

static void test_frames(void **state)
{
	(void)state;
	expect_all("Content-Length: 2\r\n\r\n{}", "m");
	expect_all("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", "mm");
	expect_all("content-length:2\n\n[]", "m");
	expect_all("Content-Type: x; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", "m");
	expect_all("Content-Length: 2\r\n\r\n{xContent-Length: 2\r\n\r\n{}", "jm");
	expect_all("Content-Length: 3\r\n\r\n\"\xff\"Content-Length: 2\r\n\r\n{}", "jm");
	expect_all("Content-Length: -1\r\n\r\nContent-Length: 2\r\n\r\n{}", "hm");
	expect_all("Content-Length: 1x\r\n\r\nContent-Length: 2\r\n\r\n{}", "hm");
	expect_all("Content-Length: 2\r\nContent-Length: 2\r\n\r\nContent-Length: 2\r\n\r\n{}", "hm");
	expect_all("\r\nContent-Length: 2\r\n\r\n{}", "hm");
	expect_all("hello\r\n\r\nContent-Length: 2\r\n\r\n{}", "hm");
	expect_all("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", "jm");
	expect_all("Content-Length: 99999999999999999999999\r\n\r\n", "h");
}

static void test_long_frames(void **state)
{
	(void)state;
	Buf bytes = { 0 };
	const size_t n = RPC_MAX_BODY + 1;
	char *body = calloc(n, 1);
	buf_printf(&bytes, "Content-Length: %zu\r\n\r\n", n);
	buf_add(&bytes, body, n);
	buf_puts(&bytes, "Content-Length: 2\r\n\r\n{}");
	expect_events(bytes.s, bytes.n, 1 << 20, "lm");
	buf_free(&bytes);
	memset(body, 'a', n);
	buf_add(&bytes, body, 100000);
	buf_puts(&bytes, "\r\n\r\nContent-Length: 2\r\n\r\n{}");
	RpcReader reader = { .at = 0 };
	json_t *message;
	int messages = 0;
	rpc_feed(&reader, bytes.s, bytes.n);
	for (RpcEvent event; (event = rpc_next(&reader, &message)) != RPC_NOTHING; json_decref(message))
		messages += event == RPC_MESSAGE;
	assert_int_equal(messages, 1);
	rpc_reader_free(&reader);
	buf_free(&bytes);
	free(body);
}

static void test_written_frames_are_read(void **state)
{
	(void)state;
	Buf out = { 0 };
	json_t *message;
	RpcReader reader = { .at = 0 };
	rpc_write(&out, json_pack("{s:s}", "text", "ä\n\xf0\x9f\x98\x80"));
	rpc_feed(&reader, out.s, out.n);
	assert_int_equal(rpc_next(&reader, &message), RPC_MESSAGE);
	assert_string_equal(json_string_value(json_object_get(message, "text")), "ä\n\xf0\x9f\x98\x80");
	json_decref(message);
	assert_int_equal(rpc_next(&reader, &message), RPC_NOTHING);
	rpc_reader_free(&reader);
	buf_free(&out);
}

static bool reads_on(RpcReader *reader, const char *good, size_t n)
{
	char ends[10000]; /* more than a mutated Content-Length can skip */
	json_t *message;
	RpcEvent last = RPC_NOTHING;
	memset(ends, '\n', sizeof ends);
	rpc_feed(reader, ends, sizeof ends);
	rpc_feed(reader, good, n);
	for (RpcEvent event; (event = rpc_next(reader, &message)) != RPC_NOTHING; json_decref(message))
		last = event;
	return last == RPC_MESSAGE;
}

/* After any input the reader recovers and reads a valid message behind enough line ends. */
static void test_mutated_frames(void **state)
{
	static const char good[] = "Content-Length: 40\r\nContent-Type: a/b\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"abcd\"}";
	(void)state;
	for (seed = 1; seed < 3000;) {
		const uint64_t start = seed;
		char bytes[sizeof good];
		memcpy(bytes, good, sizeof good);
		for (unsigned i = 0, n = 1 + below(5); i < n; i++)
			bytes[below(sizeof good - 1)] = (char)below(256);
		RpcReader reader = { .at = 0 };
		json_t *message;
		for (size_t at = 0, n; at < sizeof good - 1; at += n) {
			n = 1 + below(20);
			n = n < sizeof good - 1 - at ? n : sizeof good - 1 - at;
			rpc_feed(&reader, bytes + at, n);
			while (rpc_next(&reader, &message) != RPC_NOTHING)
				json_decref(message);
		}
		assert_true(reads_on(&reader, good, sizeof good - 1));
		rpc_reader_free(&reader);
		seed = start + 1;
	}
}

/* --- positions ------------------------------------------------------------------------------------ */

static const char text[] = "ab\r\n\xc3\xa4\xf0\x9f\x98\x80z\n\nlast\rx\xff!";

static void expect_place(Encoding encoding, int64_t line, int64_t character, size_t offset)
{
	Lines lines = lines_of(text, sizeof text - 1);
	const Position at = lines_position(&lines, encoding, offset);
	assert_int_equal(lines_offset(&lines, encoding, (Position){ line, character }), offset);
	assert_int_equal(at.line, line);
	assert_int_equal(at.character, character);
	lines_free(&lines);
}

static void test_positions(void **state)
{
	(void)state;
	expect_place(ENCODING_UTF16, 0, 0, 0);
	expect_place(ENCODING_UTF16, 0, 2, 2);
	expect_place(ENCODING_UTF16, 1, 0, 4);
	expect_place(ENCODING_UTF8, 1, 2, 6);
	expect_place(ENCODING_UTF16, 1, 1, 6);
	expect_place(ENCODING_UTF32, 1, 1, 6);
	expect_place(ENCODING_UTF8, 1, 6, 10);
	expect_place(ENCODING_UTF16, 1, 3, 10);
	expect_place(ENCODING_UTF32, 1, 2, 10);
	expect_place(ENCODING_UTF16, 2, 0, 12);
	expect_place(ENCODING_UTF16, 3, 4, 17);
	expect_place(ENCODING_UTF16, 4, 0, 18);
	expect_place(ENCODING_UTF16, 4, 2, 20);
	expect_place(ENCODING_UTF16, 4, 3, 21);
}

static size_t offset_at(Encoding encoding, int64_t line, int64_t character)
{
	Lines lines = lines_of(text, sizeof text - 1);
	const size_t offset = lines_offset(&lines, encoding, (Position){ line, character });
	lines_free(&lines);
	return offset;
}

static void test_positions_outside(void **state)
{
	(void)state;
	assert_int_equal(offset_at(ENCODING_UTF16, 0, 99), 2);
	assert_int_equal(offset_at(ENCODING_UTF16, 99, 0), sizeof text - 1);
	assert_int_equal(offset_at(ENCODING_UTF16, INT64_MAX, INT64_MAX), sizeof text - 1);
	assert_int_equal(offset_at(ENCODING_UTF16, 2, INT64_MAX), 12);
	assert_int_equal(offset_at(ENCODING_UTF16, 1, 2), 6); /* within the pair */
	assert_int_equal(offset_at(ENCODING_UTF8, 1, 1), 4);  /* within the character */
	assert_int_equal(offset_at(ENCODING_UTF8, 1, 4), 6);
	assert_int_equal(offset_at(ENCODING_UTF8, -1, 4), 0);
}

/* Round trips between offsets and positions in random texts. */
static void test_mutated_positions(void **state)
{
	static const char *const pieces[] = { "a",    "\n",   "\r",      "\r\n", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
					      "\xff", "\xc3", "\xf0\x9f" };
	(void)state;
	for (unsigned round = 1; round < 500; round++) {
		Buf bytes = { 0 };
		seed = round;
		for (unsigned i = below(60); i > 0; i--)
			buf_puts(&bytes, pieces[below(sizeof pieces / sizeof *pieces)]);
		Lines lines = lines_of(bytes.s ? bytes.s : "", bytes.n);
		for (int e = 0; e < N_ENCODINGS; e++)
			for (size_t at = 0; at <= bytes.n + 2; at++) {
				const Position position = lines_position(&lines, (Encoding)e, at);
				const size_t back = lines_offset(&lines, (Encoding)e, position);
				const Position again = lines_position(&lines, (Encoding)e, back);
				assert_true(back <= at && at - back < 4);
				assert_true(again.line == position.line && again.character == position.character);
			}
		lines_free(&lines);
		buf_free(&bytes);
	}
}

/* --- changes -------------------------------------------------------------------------------------- */

static bool change(Document *document, const char *format, ...)
{
	char bytes[512];
	va_list args;
	va_start(args, format);
	vsnprintf(bytes, sizeof bytes, format, args);
	va_end(args);
	json_t *value = json_loads(bytes, JSON_DECODE_ANY, NULL);
	assert_non_null(value);
	const bool ok = document_change(document, value, ENCODING_UTF16);
	json_decref(value);
	return ok;
}

static const char range[] = "{\"range\":{\"start\":{\"line\":%d,\"character\":%d},\"end\":{\"line\":%d,\"character\":%d}},\"text\":\"%s\"}";

static void test_changes(void **state)
{
	(void)state;
	Documents documents = { .n = 0 };
	Document *document = documents_open(&documents, "file:///a%20b.cu", "one\ntwo\n", 8);
	assert_string_equal(document->path, "/a b.cu");
	assert_true(change(document, range, 0, 0, 0, 3, "1"));
	assert_string_equal(document->text.s, "1\ntwo\n");
	assert_true(change(document, range, 1, 3, 1, 3, "!\\n"));
	assert_string_equal(document->text.s, "1\ntwo!\n\n");
	assert_true(change(document, range, 3, 0, 9, 9, "end"));
	assert_string_equal(document->text.s, "1\ntwo!\n\nend");
	assert_true(change(document, "{\"text\":\"all\"}"));
	assert_string_equal(document->text.s, "all");
	assert_false(change(document, range, 0, 2, 0, 1, ""));
	assert_false(change(document, range, -1, 0, 0, 0, ""));
	assert_false(change(document, "{\"range\":3,\"text\":\"x\"}"));
	assert_false(change(document, "{\"text\":3}"));
	assert_false(change(document, "[]"));
	assert_string_equal(document->text.s, "all");
	documents_free(&documents);
}

/* Random edits, compared with a simple implementation. */
static void test_many_changes(void **state)
{
	(void)state;
	Documents documents = { .n = 0 };
	Document *document = documents_open(&documents, "file:///a.cu", "", 0);
	char plain[4096] = "";
	seed = 7;
	for (int i = 0; i < 2000; i++) {
		const size_t n = strlen(plain);
		size_t begin = below((unsigned)n + 1), end = begin + below((unsigned)(n - begin) + 1);
		const char *insert = n > 3000 ? "" : (const char *const[]){ "", "a", "\n", "int x;\n", "bc" }[below(5)];
		if (end - begin > 40)
			end = begin + 40;
		Lines lines = lines_of(plain, n);
		const Position first = lines_position(&lines, ENCODING_UTF16, begin), last = lines_position(&lines, ENCODING_UTF16, end);
		lines_free(&lines);
		char escaped[64] = "";
		for (const char *c = insert; *c; c++)
			strcat(escaped, *c == '\n' ? "\\n" : (char[]){ *c, 0 });
		assert_true(change(document, range, (int)first.line, (int)first.character, (int)last.line, (int)last.character, escaped));
		char rest[4096];
		strcpy(rest, plain + end);
		sprintf(plain + begin, "%s%s", insert, rest);
		assert_string_equal(document->text.s, plain);
	}
	documents_free(&documents);
}

/* --- URIs ----------------------------------------------------------------------------------------- */

static void expect_path(const char *uri, const char *path)
{
	char *got = uri_path(uri);
	if (path)
		assert_string_equal(got, path);
	else
		assert_null(got);
	free(got);
}

static void test_uris(void **state)
{
	(void)state;
	expect_path("file:///a/b.cu", "/a/b.cu");
	expect_path("file://localhost/a", "/a");
	expect_path("file:///a%20b%C3%A4", "/a b\xc3\xa4");
	expect_path("file:///100%", "/100%");
	expect_path("file:///%zz%4", "/%zz%4");
	expect_path("file:///a%00b", NULL);
	expect_path("file://host/a", NULL);
	expect_path("untitled:Untitled-1", NULL);
	expect_path("", NULL);
	char *uri = uri_of("/a b/\xc3\xa4#?.cu");
	assert_string_equal(uri, "file:///a%20b/%C3%A4%23%3F.cu");
	free(uri);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_frames),
		cmocka_unit_test(test_long_frames),
		cmocka_unit_test(test_written_frames_are_read),
		cmocka_unit_test(test_mutated_frames),
		cmocka_unit_test(test_positions),
		cmocka_unit_test(test_positions_outside),
		cmocka_unit_test(test_mutated_positions),
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_many_changes),
		cmocka_unit_test(test_uris),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
