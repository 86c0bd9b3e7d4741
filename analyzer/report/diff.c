#include "report/diff.h"

#include <string.h>

enum { CONTEXT = 3 };

/* Lines [first, last) of the old text become `text`. */
typedef struct Change {
	int first, last;
	const char *text;
	size_t size;
} Change;

typedef struct Differ {
	Arena *arena;
	const char *text;
	size_t size;
	VEC(size_t) lines;    /* offset of the start of each, and of the end */
	VEC(Change) changes;  /* sorted, without common lines */
} Differ;

static void find_lines(Differ *d)
{
	for (size_t at = 0; at < d->size;) {
		vec_push(d->arena, &d->lines, at);
		const char *newline = memchr(d->text + at, '\n', d->size - at);
		at = newline ? (size_t)(newline - d->text) + 1 : d->size;
	}
	vec_push(d->arena, &d->lines, d->size);
}

static int line_of(const Differ *d, size_t offset)
{
	int low = 0, high = d->lines.n - 1; /* line `low` starts at or before the offset */
	while (high - low > 1) {
		int middle = low + (high - low) / 2;
		if (d->lines.at[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Makes one change of the edit at `i` and all that share lines with it; returns the index after the last. */
static int gather(Differ *d, const Edits *edits, int file, int i, Change *out)
{
	int n = i;
	*out = (Change){ .first = line_of(d, edits->at[i].offset) };
	for (; n < edits->n && edits->at[n].file == file; n++) {
		int line = line_of(d, edits->at[n].offset);
		if (n > i && line >= out->last)
			break;
		out->last = line_of(d, edits->at[n].offset + edits->at[n].length) + 1;
	}
	if (out->last > d->lines.n - 1)
		out->last = d->lines.n - 1;
	return n;
}

/* Drops last lines that the change leaves as they are. */
static void trim_end(const Differ *d, Change *change)
{
	while (change->last > change->first) {
		size_t begin = d->lines.at[change->last - 1], n = d->lines.at[change->last] - begin;
		if (change->size <= n || memcmp(change->text + change->size - n, d->text + begin, n) != 0 ||
		    change->text[change->size - n - 1] != '\n')
			return;
		change->size -= n;
		change->last--;
	}
}

static void add_change(Differ *d, const Edits *edits, Change change, int from, int to)
{
	size_t start = d->lines.at[change.first], end = d->lines.at[change.last];
	Edits here = { 0 };
	for (int i = from; i < to; i++) {
		Edit edit = edits->at[i];
		edit.offset -= start;
		vec_push(d->arena, &here, edit);
	}
	change.text = edits_apply(d->arena, &here, here.at[0].file, d->text + start, end - start, &change.size);
	trim_end(d, &change);
	vec_push(d->arena, &d->changes, change);
}

/* --- output ----------------------------------------------------------------------------------- */

static int count_lines(const char *text, size_t size)
{
	int n = 0;
	for (size_t i = 0; i < size; i++)
		n += text[i] == '\n' || i == size - 1;
	return n;
}

static void print_lines(Buf *out, char mark, const char *text, size_t size)
{
	for (size_t at = 0; at < size;) {
		const char *newline = memchr(text + at, '\n', size - at);
		size_t end = newline ? (size_t)(newline - text) + 1 : size;
		buf_putc(out, mark);
		buf_add(out, text + at, end - at);
		if (!newline)
			buf_puts(out, "\n\\ No newline at end of file\n");
		at = end;
	}
}

static void print_old(Buf *out, const Differ *d, char mark, int first, int last)
{
	print_lines(out, mark, d->text + d->lines.at[first], d->lines.at[last] - d->lines.at[first]);
}

/* "-12,7" */
static void print_extent(Buf *out, char mark, int first, int n)
{
	buf_printf(out, n == 1 ? "%c%d" : "%c%d,%d", mark, n ? first + 1 : first, n);
}

/* The first change after `i` that does not begin where the one before it ends. */
static int next_apart(const Differ *d, int i, int to)
{
	int next = i + 1;
	while (next < to && d->changes.at[next].first == d->changes.at[next - 1].last)
		next++;
	return next;
}

/* Prints the changes [from, to) as one hunk; `grown`: the lines that earlier changes have added. */
static int print_hunk(Buf *out, const Differ *d, int from, int to, int grown)
{
	int n_lines = d->lines.n - 1, added = 0;
	int first = d->changes.at[from].first - CONTEXT, last = d->changes.at[to - 1].last + CONTEXT;
	first = first < 0 ? 0 : first;
	last = last > n_lines ? n_lines : last;
	for (int i = from; i < to; i++)
		added += count_lines(d->changes.at[i].text, d->changes.at[i].size) - (d->changes.at[i].last - d->changes.at[i].first);
	buf_puts(out, "@@ ");
	print_extent(out, '-', first, last - first);
	buf_putc(out, ' ');
	print_extent(out, '+', first + grown, last - first + added);
	buf_puts(out, " @@\n");
	for (int i = from, at = first, next; i <= to; i = next) {
		print_old(out, d, ' ', at, i < to ? d->changes.at[i].first : last);
		if (i == to)
			break;
		next = next_apart(d, i, to);
		print_old(out, d, '-', d->changes.at[i].first, d->changes.at[next - 1].last);
		for (int j = i; j < next; j++)
			print_lines(out, '+', d->changes.at[j].text, d->changes.at[j].size);
		at = d->changes.at[next - 1].last;
	}
	return grown + added;
}

static void print_hunks(Buf *out, const Differ *d)
{
	int grown = 0;
	for (int from = 0, to; from < d->changes.n; from = to) {
		to = from + 1;
		while (to < d->changes.n && d->changes.at[to].first - d->changes.at[to - 1].last <= 2 * CONTEXT)
			to++;
		grown = print_hunk(out, d, from, to, grown);
	}
}

/* A name with control characters is quoted, as git does. */
static void add_name(Buf *out, const char *mark, const char *path)
{
	bool is_plain = true;
	for (const char *at = path; *at; at++)
		is_plain = is_plain && (unsigned char)*at >= 0x20 && *at != 0x7f;
	buf_printf(out, is_plain ? "%s" : "%s\"", mark);
	for (const char *at = path; *at; at++)
		if ((unsigned char)*at < 0x20 || *at == 0x7f || (!is_plain && strchr("\"\\", *at)))
			buf_printf(out, "\\%03o", (unsigned)(unsigned char)*at);
		else
			buf_putc(out, *at);
	buf_puts(out, is_plain ? "\n" : "\"\n");
}

void report_diff(Buf *out, const char *path, const char *text, size_t size, const Edits *edits, int file)
{
	Differ d = { .arena = arena_new(), .text = text, .size = size };
	find_lines(&d);
	for (int i = 0; i < edits->n;) {
		Change change;
		if (edits->at[i].file != file) {
			i++;
			continue;
		}
		int to = gather(&d, edits, file, i, &change);
		add_change(&d, edits, change, i, to);
		i = to;
	}
	if (d.changes.n) {
		add_name(out, "--- ", path);
		add_name(out, "+++ ", path);
		print_hunks(out, &d);
	}
	arena_free(d.arena);
}

void report_diff_in_color(Buf *out, const char *diff)
{
	static const struct {
		const char *start, *color;
	} kinds[] = {
		{ "--- ", "\033[1m" }, { "+++ ", "\033[1m" }, { "@@ ", "\033[36m" }, { "-", "\033[31m" }, { "+", "\033[32m" },
	};
	for (const char *line = diff; *line;) {
		const size_t n = strcspn(line, "\n");
		const char *color = NULL;
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !color; i++)
			color = strncmp(line, kinds[i].start, strlen(kinds[i].start)) == 0 ? kinds[i].color : NULL;
		buf_printf(out, "%s%.*s%s", color ? color : "", (int)n, line, color ? "\033[0m" : "");
		line += n;
		if (*line)
			buf_putc(out, *line++);
	}
}
