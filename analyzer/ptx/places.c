/* Where code comes from: .loc, .file, and the names in .debug_str. */
#include "ptx/read.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LOCS = 1 << 22, MAX_FILES = 1 << 14 };

struct PtxNames {
	Arena *arena;
	NameTable *labels;         /* offset in the text below, plus one */
	VEC(char) text;            /* of .debug_str */
	NameTable *comments;       /* of calls: index in PtxModule.locs, plus one */
	NameTable *locs;           /* of "file line column": index in PtxModule.locs, plus one: the latest */
};

static struct PtxNames *names_of(Reader *r)
{
	struct PtxNames *names = r->module->names;
	if (names)
		return names;
	names = r->module->names = arena_new_of(r->arena, struct PtxNames);
	names->arena = r->arena;
	names->labels = names_new(r->arena);
	names->locs = names_new(r->arena);
	names->comments = names_new(r->arena);
	return names;
}

/* --- .loc ----------------------------------------------------------------------------------------- */

/* Triton writes the calls behind the directive: `// standard.py:191:40 @[ kernel.py:119:29 @[ … ] ]`.  text: behind `@[`. */
static int read_comment(Reader *r, Word text)
{
	PtxLoc loc = { .file = -1, .caller = -1 };
	while (text.n && *text.s == ' ')
		text.s++, text.n--;
	const char *end = memchr(text.s, ' ', text.n), *p = end;
	int *known = names_at(names_of(r)->comments, text.s, text.n, 0);
	if (*known || !end || r->module->locs.n == MAX_LOCS)
		return *known - 1;
	for (int part = 0; part < 2; part++) { /* name:line:column */
		while (p > text.s && p[-1] != ':')
			p--;
		if (p == text.s)
			return -1;
		*(part ? &loc.line : &loc.column) = (int)strtol(p, NULL, 10);
		p--;
	}
	loc.name = word_text(r->arena, (Word){ text.s, (size_t)(p - text.s) });
	const char *outer = memmem(end, text.n - (size_t)(end - text.s), "@[", 2);
	if (outer)
		loc.caller = read_comment(r, (Word){ outer + 2, (size_t)(text.s + text.n - outer - 2) });
	vec_push(r->arena, &r->module->locs, loc);
	*names_at(names_of(r)->comments, text.s, text.n, 0) = r->module->locs.n;
	return r->module->locs.n - 1;
}

static int comment_caller(Reader *r, const char *from)
{
	const char *end = memchr(from, '\n', (size_t)(r->scan.end - from));
	end = end ? end : r->scan.end;
	const char *at = memmem(from, (size_t)(end - from), "@[", 2);
	return at ? read_comment(r, (Word){ at + 2, (size_t)(end - at - 2) }) : -1;
}

static bool read_place(Reader *r, PtxLoc *out)
{
	int64_t part[3];
	bool is_float;
	*out = (PtxLoc){ .caller = -1 };
	for (int i = 0; i < 3; i++)
		if (!scan_number(&r->scan, &part[i], &is_float) || part[i] < 0 || part[i] > INT32_MAX)
			return read_fail(r, "a .loc that is not understood");
	out->file = (int)part[0];
	out->line = (int)part[1];
	out->column = (int)part[2];
	return true;
}

static int *slot_of(Reader *r, const PtxLoc *loc)
{
	const int key[] = { loc->file, loc->line, loc->column };
	return names_at(names_of(r)->locs, (const char *)key, sizeof key, 0);
}

static bool same_label(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static int add_loc(Reader *r, const PtxLoc *loc)
{
	int *slot = slot_of(r, loc);
	const PtxLoc *old = *slot ? &r->module->locs.at[*slot - 1] : NULL;
	if (old && old->caller == loc->caller && same_label(old->label, loc->label) && old->label_offset == loc->label_offset)
		return *slot - 1;
	if (r->module->locs.n == MAX_LOCS)
		return -1;
	vec_push(r->arena, &r->module->locs, *loc);
	*slot = r->module->locs.n;
	return r->module->locs.n - 1;
}

/* function_name $L__info_string0 + 12 */
static bool read_function_name(Reader *r, PtxLoc *loc)
{
	Word word;
	bool is_float;
	if (!scan_word(&r->scan, &word))
		return read_fail(r, "a .loc that is not understood");
	loc->label = word_text(r->arena, word);
	if (scan_at(&r->scan, '+'))
		return scan_number(&r->scan, &loc->label_offset, &is_float);
	return true;
}

/* .loc 2 3 2, function_name $L__info_string0, inlined_at 1 14 2 */
bool read_loc(Reader *r)
{
	PtxLoc loc, call;
	Word word;
	if (!read_place(r, &loc))
		return false;
	loc.caller = comment_caller(r, r->scan.p);
	while (scan_eat(&r->scan, ',')) {
		if (!scan_word(&r->scan, &word))
			return read_fail(r, "a .loc that is not understood");
		if (word_is(word, "function_name") && !read_function_name(r, &loc))
			return false;
		if (!word_is(word, "inlined_at"))
			continue;
		if (!read_place(r, &call))
			return false;
		const int known = *slot_of(r, &call);
		loc.caller = known ? known - 1 : add_loc(r, &call);
	}
	r->loc = add_loc(r, &loc);
	return true;
}

/* .file 1 "/path/k.cu"[, time, size] */
bool read_file(Reader *r)
{
	int64_t number, ignored;
	bool is_float;
	Word path;
	if (!scan_number(&r->scan, &number, &is_float) || !scan_string(&r->scan, &path))
		return read_fail(r, "a .file that is not understood");
	if (r->module->files.n < MAX_FILES && number >= 0 && number < INT32_MAX)
		vec_push(r->arena, &r->module->files, ((PtxFile){ (int)number, word_text(r->arena, path) }));
	while (scan_eat(&r->scan, ','))
		scan_number(&r->scan, &ignored, &is_float);
	return true;
}

const char *ptx_file_path(const PtxModule *module, int number)
{
	for (int i = 0; i < module->files.n; i++)
		if (module->files.at[i].number == number)
			return module->files.at[i].path;
	return NULL;
}

/* --- .debug_str ----------------------------------------------------------------------------------- */

/* `.b8 95,90,49` behind its first word */
static void read_bytes(Reader *r, struct PtxNames *names)
{
	int64_t byte;
	bool is_float;
	while (scan_number(&r->scan, &byte, &is_float)) {
		vec_push(r->arena, &names->text, (char)byte);
		if (!scan_eat(&r->scan, ','))
			return;
	}
}

static bool read_strings(Reader *r)
{
	struct PtxNames *names = names_of(r);
	Word word;
	while (!scan_eat(&r->scan, '}')) {
		if (!scan_word(&r->scan, &word))
			return read_fail(r, "a section that is not understood");
		if (word_is(word, ".b8"))
			read_bytes(r, names);
		else if (scan_eat(&r->scan, ':'))
			*names_at(names->labels, word.s, word.n, 0) = names->text.n + 1;
	}
	vec_push(r->arena, &names->text, '\0');
	return true;
}

bool read_section(Reader *r)
{
	Word name;
	if (!scan_word(&r->scan, &name) || !scan_eat(&r->scan, '{'))
		return read_fail(r, "a section that is not understood");
	if (word_is(name, ".debug_str"))
		return read_strings(r);
	return scan_past(&r->scan, '}') || read_fail(r, "a section that does not end");
}

const char *ptx_debug_name(const PtxModule *module, const PtxLoc *loc)
{
	const struct PtxNames *names = module->names;
	const int at = names && loc->label ? names_find(names->labels, loc->label, strlen(loc->label), 0) : 0;
	if (!at)
		return NULL;
	const int64_t offset = at - 1 + loc->label_offset;
	return offset >= 0 && offset < names->text.n ? names->text.at + offset : NULL;
}
