#include "base/json.h"

#include <stdbool.h>

/* The length of the UTF-8 sequence at `s`, 0 if it is none. */
static size_t utf8_length(const unsigned char *s)
{
	static const struct { unsigned char mask, lead; size_t n; unsigned long low; } form[] = {
		{ 0x80, 0x00, 1, 0 }, { 0xe0, 0xc0, 2, 0x80 }, { 0xf0, 0xe0, 3, 0x800 }, { 0xf8, 0xf0, 4, 0x10000 },
	};
	for (size_t f = 0; f < sizeof form / sizeof form[0]; f++) {
		if ((s[0] & form[f].mask) != form[f].lead)
			continue;
		unsigned long code = s[0] & (unsigned char)~form[f].mask;
		for (size_t i = 1; i < form[f].n; i++) {
			if ((s[i] & 0xc0) != 0x80)
				return 0;
			code = code << 6 | (s[i] & 0x3f);
		}
		bool bad = code < form[f].low || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
		return bad ? 0 : form[f].n;
	}
	return 0;
}

json_t *json_text(const char *text)
{
	if (!text)
		return json_null();
	json_t *plain = json_string(text);
	if (plain)
		return plain;
	Buf clean = { 0 };
	for (const unsigned char *s = (const unsigned char *)text; *s;) {
		size_t n = utf8_length(s);
		buf_add(&clean, n ? (const char *)s : "\xef\xbf\xbd", n ? n : 3);
		s += n ? n : 1;
	}
	json_t *value = json_stringn(clean.s, clean.n);
	buf_free(&clean);
	return value ? value : json_null();
}

static int write_chunk(const char *bytes, size_t n, void *out)
{
	buf_add(out, bytes, n);
	return 0;
}

void json_write(Buf *out, json_t *value, int indent)
{
	size_t flags = JSON_ENCODE_ANY | JSON_REAL_PRECISION(6);
	json_dump_callback(value, write_chunk, out, indent > 0 ? flags | JSON_INDENT((size_t)indent) : flags | JSON_COMPACT);
	buf_putc(out, '\n');
	json_decref(value);
}
