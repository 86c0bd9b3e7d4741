#include "report/line_hash.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"

enum { WINDOW = 100, FACTOR = 37, END_OF_FILE = 65535 };

/* How often each hash was seen: open addressing, by hash; count 0 is free. */
typedef struct Seen {
	uint64_t hash;
	int count;
} Seen;

typedef struct Rolling {
	Arena *arena;
	uint32_t window[WINDOW];
	int line[WINDOW];  /* number of the line that begins at this character, or 0 */
	int at;
	uint64_t hash, out; /* out: FACTOR to the power of WINDOW */
	Seen *seen;
	size_t seen_mask;
	LineHashes *lines;
} Rolling;

static int count_seen(Rolling *r)
{
	size_t i = (size_t)(r->hash ^ r->hash >> 32) & r->seen_mask;
	while (r->seen[i].count && r->seen[i].hash != r->hash)
		i = (i + 1) & r->seen_mask;
	r->seen[i].hash = r->hash;
	return ++r->seen[i].count;
}

/* The window is full: the line that begins at its first character has its hash. */
static void finish_line(Rolling *r)
{
	if (!r->line[r->at])
		return;
	r->lines->at[r->line[r->at] - 1] = arena_printf(r->arena, "%" PRIx64 ":%d", r->hash, count_seen(r));
	r->line[r->at] = 0;
}

static void put(Rolling *r, uint32_t unit)
{
	r->hash = r->hash * FACTOR + unit - r->out * r->window[r->at];
	r->window[r->at] = unit;
	r->at = (r->at + 1) % WINDOW;
}

/* Takes a code unit of UTF-16 that is not blank; `begins`: it is the first of a line. */
static void take(Rolling *r, uint32_t unit, bool begins)
{
	finish_line(r);
	if (begins)
		r->line[r->at] = ++r->lines->n;
	put(r, unit);
}

static void take_character(Rolling *r, uint32_t code, bool begins)
{
	if (code < 0x10000) {
		take(r, code, begins);
		return;
	}
	take(r, 0xd800 + ((code - 0x10000) >> 10), begins);
	take(r, 0xdc00 + ((code - 0x10000) & 0x3ff), false);
}

/* Lines end in LF, CR or both. */
static void take_text(Rolling *r, const char *text, size_t size)
{
	bool begins = true, after_cr = false;
	for (const char *end = text + size; text < end;) {
		uint32_t code = utf8_next(&text);
		bool is_left_out = code == ' ' || code == '\t' || (code == '\n' && after_cr);
		after_cr = code == '\r';
		if (is_left_out)
			continue;
		code = code == '\r' ? '\n' : code;
		take_character(r, code, begins);
		begins = code == '\n';
	}
	take(r, END_OF_FILE, begins);
	for (int i = 0; i < WINDOW; i++) {
		finish_line(r);
		put(r, 0);
	}
}

LineHashes line_hashes(Arena *arena, const char *text, size_t size)
{
	LineHashes lines = { 0 };
	Rolling r = { .arena = arena, .out = 1, .lines = &lines, .seen_mask = 63 };
	size_t most = 1;
	for (size_t i = 0; i < size; i++)
		most += text[i] == '\n' || text[i] == '\r';
	while (r.seen_mask < most * 2)
		r.seen_mask = r.seen_mask * 2 + 1;
	for (int i = 0; i < WINDOW; i++)
		r.out *= FACTOR;
	lines.at = arena_array(arena, const char *, most);
	r.seen = arena_array(arena, Seen, r.seen_mask + 1);
	take_text(&r, text, size);
	return lines;
}

static const LineHashes *file_hashes(LineHashFiles *files, const ReportContext *context, const char *path)
{
	for (int i = files->at.n - 1; i >= 0; i--)
		if (strcmp(files->at.at[i].path, path) == 0)
			return &files->at.at[i].hashes;
	size_t size;
	const char *text = source_text(context->sources, source_add(context->sources, path, false), &size);
	struct LineHashFile file = { .path = path };
	if (text)
		file.hashes = line_hashes(context->arena, text, size);
	vec_push(context->arena, &files->at, file);
	return &files->at.at[files->at.n - 1].hashes;
}

const char *line_hash(LineHashFiles *files, const ReportContext *context, const Place *place)
{
	const LineHashes *hashes = place->path ? file_hashes(files, context, place->path) : NULL;
	return hashes && place->line >= 1 && place->line <= hashes->n ? hashes->at[place->line - 1] : NULL;
}
