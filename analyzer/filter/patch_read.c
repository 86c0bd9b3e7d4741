#include <string.h>

#include "base/buf.h"
#include "filter/patch.h"

enum { MAX_PARENTS = 16 };

typedef struct Reader {
	Arena *arena;
	Patch *patch;
	const char *text;
	size_t size, at;
	int number;              /* of the current line */
	const char *line;        /* the current line, without its ending */
	size_t n;
	bool is_git, after_old;  /* the file has a `diff --git` line; the previous line is "--- …" */
	bool is_diff;            /* some part of a diff was read */
	PatchFile *file;
} Reader;

static bool next_line(Reader *r)
{
	if (r->at >= r->size)
		return false;
	r->line = r->text + r->at;
	const char *end = memchr(r->line, '\n', r->size - r->at);
	r->n = end ? (size_t)(end - r->line) : r->size - r->at;
	r->at += r->n + (end != NULL);
	r->number++;
	r->n -= r->n && r->line[r->n - 1] == '\r';
	return true;
}

static bool begins(const Reader *r, const char *with)
{
	const size_t n = strlen(with);
	return r->n >= n && memcmp(r->line, with, n) == 0;
}

static void fail(Reader *r, const char *problem)
{
	if (r->patch->problem)
		return;
	r->patch->problem = problem;
	r->patch->problem_line = r->number;
}

/* --- names -------------------------------------------------------------------------------------- */

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* A name that git has quoted as a C string. */
static const char *unquoted(Arena *arena, const char *s, const char *end)
{
	static const char escapes[] = "a\ab\bf\fn\nr\rt\tv\v";
	char *out = arena_alloc(arena, (size_t)(end - s) + 1);
	size_t n = 0;
	for (; s < end && *s != '"'; s++) {
		if (*s != '\\' || s + 1 >= end) {
			out[n++] = *s;
		} else if (s + 3 < end && is_octal(s[1]) && is_octal(s[2]) && is_octal(s[3])) {
			out[n++] = (char)((s[1] - '0') * 64 + (s[2] - '0') * 8 + (s[3] - '0'));
			s += 3;
		} else {
			const char *known = strchr(escapes, *++s);
			out[n++] = known && *s && (known - escapes) % 2 == 0 ? known[1] : *s;
		}
	}
	return out;
}

/* The name after "+++ ", up to the tab before diff's time stamp. */
static const char *name_of(const Reader *r)
{
	const char *s = r->line + 4, *end = r->line + r->n;
	if (s < end && *s == '"')
		return unquoted(r->arena, s + 1, end);
	const char *tab = memchr(s, '\t', (size_t)(end - s));
	const char *name = arena_strndup(r->arena, s, (size_t)((tab ? tab : end) - s));
	return strcmp(name, "/dev/null") == 0 ? NULL : name;
}

static void begin_file(Reader *r)
{
	const PatchFile file = { .name = name_of(r), .is_git = r->is_git };
	vec_push(r->arena, &r->patch->files, file);
	r->file = &r->patch->files.at[r->patch->files.n - 1];
	r->is_diff = true;
}

/* --- hunks -------------------------------------------------------------------------------------- */

typedef struct Hunk {
	int parents;             /* 1; in a combined diff, those of the merge */
	int old[MAX_PARENTS], now; /* how many lines of each are still to be read */
	int line;                /* the next line of the new file */
} Hunk;

static bool read_number(const char **s, const char *end, int *out)
{
	int n = 0, digits = 0;
	for (; *s < end && **s >= '0' && **s <= '9' && digits < 9; (*s)++, digits++)
		n = n * 10 + (**s - '0');
	*out = n;
	return digits > 0;
}

/* "-12,3" */
static bool read_range(const char **s, const char *end, char sign, int *first, int *count)
{
	if (*s + 1 >= end || **s != ' ' || (*s)[1] != sign)
		return false;
	*s += 2;
	if (!read_number(s, end, first))
		return false;
	*count = 1;
	if (*s < end && **s == ',') {
		(*s)++;
		return read_number(s, end, count);
	}
	return true;
}

static bool read_head(const Reader *r, Hunk *hunk)
{
	const char *s = r->line, *end = r->line + r->n;
	int ats = 0, first;
	for (; s < end && *s == '@'; s++)
		ats++;
	*hunk = (Hunk){ .parents = ats - 1 };
	if (ats < 2 || ats - 1 > MAX_PARENTS)
		return false;
	for (int i = 0; i < hunk->parents; i++)
		if (!read_range(&s, end, '-', &first, &hunk->old[i]))
			return false;
	return read_range(&s, end, '+', &hunk->line, &hunk->now) && end - s >= 3 && memcmp(s, " @@", 3) == 0;
}

static void change(Reader *r, int line)
{
	PatchFile *file = r->file;
	if (file->changed.n && file->changed.at[file->changed.n - 1].last + 1 == line)
		file->changed.at[file->changed.n - 1].last = line;
	else
		vec_push(r->arena, &file->changed, ((PatchLines){ line, line }));
}

/* Reads a line of a hunk, which has a sign for each parent; false: it is malformed. */
static bool read_hunk_line(Reader *r, Hunk *hunk)
{
	bool is_there = true, is_added = false;
	if (r->n && r->line[0] == '\\')
		return true;
	for (int i = 0; i < hunk->parents; i++) {
		const char sign = (size_t)i < r->n ? r->line[i] : ' '; /* trailing blanks may have been stripped */
		if (sign != ' ' && sign != '+' && sign != '-')
			return false;
		is_there = is_there && sign != '-';
		is_added = is_added || sign == '+';
	}
	for (int i = 0; i < hunk->parents; i++) {
		const char sign = (size_t)i < r->n ? r->line[i] : ' ';
		hunk->old[i] -= sign == '-' || (sign == ' ' && is_there);
		if (hunk->old[i] < 0)
			return false;
	}
	if (!is_there) {
		const size_t signs = (size_t)hunk->parents < r->n ? (size_t)hunk->parents : r->n;
		const PatchGone gone = { hunk->line, r->line + signs, r->n - signs };
		vec_push(r->arena, &r->file->gone, gone);
	} else {
		if (is_added)
			change(r, hunk->line);
		hunk->line++;
		hunk->now--;
	}
	return hunk->now >= 0;
}

static bool has_more(const Hunk *hunk)
{
	bool more = hunk->now > 0;
	for (int i = 0; i < hunk->parents; i++)
		more = more || hunk->old[i] > 0;
	return more;
}

static void read_hunk(Reader *r)
{
	Hunk hunk;
	if (!read_head(r, &hunk)) {
		fail(r, "invalid hunk header");
		return;
	}
	if (!r->file) {
		fail(r, "expected a line '+++ FILE' before this hunk");
		return;
	}
	while (has_more(&hunk)) {
		if (!next_line(r)) {
			fail(r, "the patch ends within a hunk");
			return;
		}
		if (!read_hunk_line(r, &hunk)) {
			fail(r, "this line does not fit its hunk");
			return;
		}
	}
}

/* --- the patch ---------------------------------------------------------------------------------- */

static void read_line(Reader *r)
{
	const bool after_old = r->after_old;
	r->after_old = begins(r, "--- ");
	if (begins(r, "diff ")) {
		r->is_git = begins(r, "diff --git ") || begins(r, "diff --cc ") || begins(r, "diff --combined ");
		r->is_diff = r->is_diff || r->is_git;
		r->file = NULL;
	} else if (after_old && begins(r, "+++ ")) {
		begin_file(r);
	} else if (begins(r, "@@ ") || begins(r, "@@@")) {
		read_hunk(r);
	}
}

static bool is_blank(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!strchr(" \t\r\n", text[i]) || !text[i])
			return false;
	return true;
}

Patch *patch_read(Arena *arena, const char *text, size_t size)
{
	Patch *patch = arena_new_of(arena, Patch);
	Reader r = { .arena = arena, .patch = patch, .text = text, .size = size };
	while (!patch->problem && next_line(&r))
		read_line(&r);
	r.number = 1;
	if (!r.is_diff && !is_blank(text, size))
		fail(&r, "this is not a unified diff");
	return patch;
}
