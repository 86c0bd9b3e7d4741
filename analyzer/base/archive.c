#include "base/archive.h"

#include <limits.h>
#include <string.h>

/* LEB128: groups of seven bits, the lowest first.  Signed numbers are zigzag-encoded: the sign is the lowest bit. */
static void put(Archive *a, uint64_t value)
{
	while (value >= 0x80) {
		buf_putc(a->out, (char)(value | 0x80));
		value >>= 7;
	}
	buf_putc(a->out, (char)value);
}

static uint64_t get(Archive *a)
{
	uint64_t value = 0;
	for (int shift = 0; shift < 64 && a->at < a->end; shift += 7) {
		const unsigned char byte = (unsigned char)*a->at++;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	a->failed = true;
	return 0;
}

void archive_i64(Archive *a, int64_t *value)
{
	if (a->out) {
		put(a, (uint64_t)*value << 1 ^ (*value < 0 ? UINT64_MAX : 0));
		return;
	}
	const uint64_t got = get(a);
	*value = (int64_t)(got >> 1 ^ (got & 1 ? UINT64_MAX : 0));
}

void archive_int(Archive *a, int *value)
{
	int64_t wide = *value;
	archive_i64(a, &wide);
	a->failed |= wide < INT_MIN || wide > INT_MAX;
	*value = a->failed ? 0 : (int)wide;
}

void archive_bool(Archive *a, bool *value)
{
	int number = *value;
	archive_int(a, &number);
	a->failed |= number != 0 && number != 1;
	*value = number == 1;
}

void archive_double(Archive *a, double *value)
{
	int64_t bits;
	memcpy(&bits, value, sizeof bits);
	archive_i64(a, &bits);
	memcpy(value, &bits, sizeof bits);
}

int archive_count(Archive *a, int n)
{
	archive_int(a, &n);
	if (!a->out && (a->failed || n < 0 || n > a->end - a->at)) {
		a->failed = true;
		return 0;
	}
	return n;
}

static void write_text(Archive *a, const char *text)
{
	Buf hidden = { 0 };
	a->failed |= a->roots && !roots_hide(a->roots, text, &hidden);
	const char *bytes = a->roots ? (hidden.s ? hidden.s : "") : text;
	const size_t n = a->roots ? hidden.n : strlen(text);
	put(a, (uint64_t)(n + 1) << 1);
	buf_add(a->out, bytes, n);
	buf_free(&hidden);
}

/* Its size and 1, as archive_i64() has it, then its characters; 0: there is none. */
void archive_text(Archive *a, const char **value)
{
	int64_t size = 0;
	if (a->out && *value) {
		write_text(a, *value);
		return;
	}
	archive_i64(a, &size);
	if (a->out)
		return;
	*value = NULL;
	a->failed |= size < 0 || size - 1 > a->end - a->at;
	if (a->failed || !size)
		return;
	*value = a->roots ? roots_show(a->roots, a->arena, a->at, (size_t)size - 1) : arena_strndup(a->arena, a->at, (size_t)size - 1);
	a->failed |= !*value;
	a->at += size - 1;
}

bool archive_ended(const Archive *a)
{
	return !a->failed && a->at == a->end;
}
