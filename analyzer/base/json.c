#include "base/json.h"

#include <stdlib.h>

#include "base/heap.h"
#include "base/utf8.h"

static void *allocate(size_t n)
{
	return heap_resize(NULL, n, 1);
}

void json_start(void)
{
	json_set_alloc_funcs(allocate, free);
}

json_t *json_text(const char *text)
{
	if (!text)
		return json_null();
	json_t *plain = json_string(text);
	if (plain)
		return plain;
	Buf clean = { 0 };
	for (const char *s = text; *s;) {
		size_t n = utf8_length(s);
		buf_add(&clean, n ? s : "\xef\xbf\xbd", n ? n : 3);
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

bool json_has(const json_t *list, const json_t *item)
{
	size_t i;
	json_t *other;
	json_array_foreach(list, i, other)
		if (json_equal(item, other))
			return true;
	return false;
}

void json_write(Buf *out, json_t *value, int indent)
{
	size_t flags = JSON_ENCODE_ANY | JSON_REAL_PRECISION(6);
	json_dump_callback(value, write_chunk, out, indent > 0 ? flags | JSON_INDENT((size_t)indent) : flags | JSON_COMPACT);
	buf_putc(out, '\n');
	json_decref(value);
}
