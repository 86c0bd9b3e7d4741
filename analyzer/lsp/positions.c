#include "lsp/positions.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

static const char *const names[N_ENCODINGS] = { "utf-8", "utf-16", "utf-32" };

const char *encoding_name(Encoding encoding)
{
	return names[encoding];
}

int encoding_of(const char *name)
{
	for (int i = 0; i < N_ENCODINGS; i++)
		if (name && strcmp(name, names[i]) == 0)
			return i;
	return -1;
}

/* --- lines -------------------------------------------------------------------------------------- */

/* The length of the line ending at `at`, 0 if there is none. */
static size_t ending(const char *text, size_t size, size_t at)
{
	if (at >= size || (text[at] != '\n' && text[at] != '\r'))
		return 0;
	return text[at] == '\r' && at + 1 < size && text[at + 1] == '\n' ? 2 : 1;
}

Lines lines_of(const char *text, size_t size)
{
	size_t room = 64;
	Lines lines = { text, size, heap_alloc(room, sizeof(size_t)), 1 };
	for (size_t i = 0; i < size; i++) {
		const size_t n = ending(text, size, i);
		if (!n)
			continue;
		i += n - 1;
		if (lines.n + 1 >= room)
			lines.start = heap_resize(lines.start, room *= 2, sizeof(size_t));
		lines.start[lines.n++] = i + 1;
	}
	lines.start[lines.n] = size;
	return lines;
}

void lines_free(Lines *lines)
{
	free(lines->start);
	*lines = (Lines){ .text = NULL };
}

static size_t line_end(const Lines *lines, size_t line)
{
	size_t end = lines->start[line + 1];
	if (line + 1 == lines->n)
		return end;
	end--;
	return end > lines->start[line] && lines->text[end] == '\n' && lines->text[end - 1] == '\r' ? end - 1 : end;
}

/* --- characters --------------------------------------------------------------------------------- */

/* Bytes of the character at `s`, of which `n` are there. */
static size_t character_bytes(const unsigned char *s, size_t n)
{
	const size_t want = s[0] < 0xc2 || s[0] > 0xf4 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	for (size_t i = 1; i < want; i++)
		if (i >= n || (s[i] & 0xc0) != 0x80)
			return 1;
	return want;
}

static int64_t units(Encoding encoding, size_t bytes)
{
	return encoding == ENCODING_UTF8 ? (int64_t)bytes : encoding == ENCODING_UTF16 && bytes == 4 ? 2 : 1;
}

size_t lines_offset(const Lines *lines, Encoding encoding, Position at)
{
	if (at.line < 0)
		return 0;
	if ((uint64_t)at.line >= lines->n)
		return lines->size;
	const size_t end = line_end(lines, (size_t)at.line);
	size_t i = lines->start[at.line];
	for (int64_t left = at.character; i < end && left > 0;) {
		const size_t bytes = character_bytes((const unsigned char *)lines->text + i, end - i);
		left -= units(encoding, bytes);
		if (left < 0)
			break;
		i += bytes;
	}
	return i;
}

static size_t line_with(const Lines *lines, size_t offset)
{
	size_t low = 0, high = lines->n;
	while (high - low > 1) {
		const size_t middle = (low + high) / 2;
		if (lines->start[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

Position lines_position(const Lines *lines, Encoding encoding, size_t offset)
{
	const size_t at = offset < lines->size ? offset : lines->size, line = line_with(lines, at), end = line_end(lines, line);
	Position position = { (int64_t)line, 0 };
	for (size_t i = lines->start[line]; i < end && i < at;) {
		const size_t bytes = character_bytes((const unsigned char *)lines->text + i, end - i);
		if (i + bytes > at)
			break;
		position.character += units(encoding, bytes);
		i += bytes;
	}
	return position;
}
