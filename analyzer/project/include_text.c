#include "project/include_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "core/tokens.h"

/* A #define or #undef. */
typedef struct MacroLine {
	uint64_t name;
	int number, n_before; /* of it, and of #include lines before it */
	bool is_left, in_capitals;
} MacroLine;

typedef struct Scan {
	Arena *arena;
	const char *at, *end;
	IncludeText *out;
	uint64_t *seen;        /* a table of the names, 0: empty */
	size_t n_seen, most;   /* its size, a power of two */
	const char *guard;     /* the name in the #ifndef that the file begins with */
	size_t n_guard;
	int n_directives, depth, guard_depth;
	VEC(MacroLine) lines;
	uint64_t defined; /* the macro whose definition is read; 0: none */
	bool is_asked;    /* a name behind "defined" is next */
	bool has_code, at_line_start, in_directive;
	bool may_call;          /* what is before the next name may be before that of what is called */
	bool has_once;          /* #pragma once */
	bool is_after_guard;    /* behind the guard's #endif */
} Scan;

uint64_t include_text_hash(const char *name, size_t n)
{
	const uint64_t hash = hash_short(name, n);
	return hash ? hash : 1;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

void name_hashes_sort(NameHashes *names)
{
	if (names->n)
		qsort(names->at, (size_t)names->n, sizeof *names->at, by_value);
}

bool name_hashes_have(const NameHashes *names, uint64_t name)
{
	return names->n && bsearch(&name, names->at, (size_t)names->n, sizeof name, by_value);
}

static bool is_name_start(char c)
{
	return token_is_name_char(c) && !(c >= '0' && c <= '9');
}

/* --- names -------------------------------------------------------------------------------------- */

static bool add_seen(uint64_t *table, size_t most, uint64_t hash)
{
	size_t at = hash & (most - 1);
	while (table[at] && table[at] != hash)
		at = (at + 1) & (most - 1);
	const bool is_new = !table[at];
	table[at] = hash;
	return is_new;
}

static void grow_seen(Scan *scan)
{
	const size_t most = scan->most ? 2 * scan->most : 256;
	uint64_t *table = arena_array(scan->arena, uint64_t, most);
	for (size_t i = 0; i < scan->most; i++)
		if (scan->seen[i])
			add_seen(table, most, scan->seen[i]);
	scan->seen = table;
	scan->most = most;
}

static void note_name(Scan *scan, const char *name, size_t n)
{
	const uint64_t hash = include_text_hash(name, n);
	if (scan->defined) {
		vec_push(scan->arena, &scan->out->uses, ((MacroUse){ scan->defined, hash }));
		return;
	}
	if (2 * scan->n_seen >= scan->most)
		grow_seen(scan);
	if (!add_seen(scan->seen, scan->most, hash))
		return;
	scan->n_seen++;
	vec_push(scan->arena, &scan->out->names, hash);
}

static bool is_in_capitals(const char *name, size_t n)
{
	bool is = true;
	for (size_t i = 0; i < n && is; i++)
		is = !(name[i] >= 'a' && name[i] <= 'z');
	return is;
}

/* A declaration has a type before the name; or, if it is not of a function, something else than "(" behind it. */
static void note_other(Scan *scan, const char *name, size_t n)
{
	if (scan->is_asked)
		return;
	const bool is_call = scan->may_call && (!scan->in_directive || scan->defined) && scan->at < scan->end && *scan->at == '(';
	if (is_in_capitals(name, n) && !is_call)
		vec_push(scan->arena, &scan->out->others, include_text_hash(name, n));
}

static void note_asked(Scan *scan, const char *name, size_t n)
{
	vec_push(scan->arena, &scan->out->asked, include_text_hash(name, n));
}

static int by_used_name(const void *a, const void *b)
{
	const MacroUse *x = a, *y = b;
	return x->name != y->name ? (x->name > y->name) - (x->name < y->name) : (x->macro > y->macro) - (x->macro < y->macro);
}

/* --- what is skipped ------------------------------------------------------------------------------ */

/* Past the closing quote, or to the end of the line. */
static void skip_literal(Scan *scan, char quote)
{
	while (scan->at < scan->end && *scan->at != quote && *scan->at != '\n')
		scan->at += *scan->at == '\\' && scan->at + 1 < scan->end ? 2 : 1;
	scan->at += scan->at < scan->end && *scan->at == quote;
}

/* Past R"mark(…)mark", from behind the quote. */
static void skip_raw(Scan *scan)
{
	enum { MOST_MARK = 16 };
	char close[MOST_MARK + 3] = ")";
	const char *open = memchr(scan->at, '(', (size_t)(scan->end - scan->at));
	const size_t n = open ? (size_t)(open - scan->at) : MOST_MARK + 1;
	if (n > MOST_MARK)
		return;
	memcpy(close + 1, scan->at, n);
	close[n + 1] = '"';
	const char *end = memmem(open, (size_t)(scan->end - open), close, n + 2);
	scan->at = end ? end + n + 2 : scan->end;
}

static void skip_block_comment(Scan *scan)
{
	const char *end = memmem(scan->at, (size_t)(scan->end - scan->at), "*/", 2);
	scan->at = end ? end + 2 : scan->end;
}

/* The newline is not skipped; one behind a backslash is part of the comment. */
static void skip_line_comment(Scan *scan)
{
	while (scan->at < scan->end && *scan->at != '\n')
		scan->at += *scan->at == '\\' && scan->at + 1 < scan->end ? 2 : 1;
}

static bool skip_comment(Scan *scan)
{
	if (scan->end - scan->at < 2 || *scan->at != '/' || (scan->at[1] != '/' && scan->at[1] != '*'))
		return false;
	const bool is_block = scan->at[1] == '*';
	scan->at += 2;
	(is_block ? skip_block_comment : skip_line_comment)(scan);
	return true;
}

/* In a directive. */
static void skip_blanks(Scan *scan)
{
	do
		while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t'))
			scan->at++;
	while (skip_comment(scan));
}

/* --- directives ----------------------------------------------------------------------------------- */

/* The identifier that is next, of n characters; n = 0: there is none. */
static const char *take_name(Scan *scan, size_t *n)
{
	const char *name = scan->at;
	if (scan->at < scan->end && is_name_start(*scan->at))
		while (scan->at < scan->end && token_is_name_char(*scan->at))
			scan->at++;
	*n = (size_t)(scan->at - name);
	return name;
}

static bool is_word(const char *name, size_t n, const char *word)
{
	return n == strlen(word) && memcmp(name, word, n) == 0;
}

static bool is_plain(const Scan *scan)
{
	return !scan->has_code && scan->depth == scan->guard_depth;
}

static void take_include(Scan *scan)
{
	const char *name = scan->at;
	const char close = scan->at < scan->end && *scan->at == '<' ? '>' : '"';
	if (scan->at >= scan->end || (*scan->at != '<' && *scan->at != '"'))
		return;
	const char *line = memchr(name, '\n', (size_t)(scan->end - name));
	const char *end = memchr(name + 1, close, (size_t)((line ? line : scan->end) - name - 1));
	if (!end)
		return;
	scan->at = end + 1;
	const IncludeLine include = { arena_strndup(scan->arena, name, (size_t)(scan->at - name)), is_plain(scan) };
	vec_push(scan->arena, &scan->out->includes, include);
}

static void take_macro(Scan *scan, bool is_left)
{
	size_t n;
	const char *name = take_name(scan, &n);
	if (!n)
		return;
	if (is_left && scan->n_directives == 1 && scan->n_guard == n && !scan->has_code && memcmp(name, scan->guard, n) == 0) {
		scan->guard_depth = 1;
	}
	note_asked(scan, name, n);
	const MacroLine line = { include_text_hash(name, n), scan->lines.n, scan->out->includes.n, is_left, is_in_capitals(name, n) };
	vec_push(scan->arena, &scan->lines, line);
	scan->defined = is_left ? line.name : 0;
}

static int by_name(const void *a, const void *b)
{
	const MacroLine *x = a, *y = b;
	return x->name != y->name ? (x->name > y->name) - (x->name < y->name) : x->number - y->number;
}

/* The lines of each macro as one. */
static void join_macros(Scan *scan)
{
	const MacroLine *lines = scan->lines.at;
	if (scan->lines.n)
		qsort(scan->lines.at, (size_t)scan->lines.n, sizeof *lines, by_name);
	for (int i = 0, first = 0; i < scan->lines.n; i++) {
		if (i + 1 < scan->lines.n && lines[i + 1].name == lines[i].name)
			continue;
		const MacroLines macro = { lines[i].name, lines[first].n_before, lines[i].is_left, lines[i].in_capitals };
		vec_push(scan->arena, &scan->out->macros, macro);
		first = i + 1;
	}
}

/* "#ifndef X" or "#if !defined(X)", if the file begins with it. */
static void take_guard(Scan *scan)
{
	if (scan->n_directives || scan->has_code)
		return;
	const char *before = scan->at;
	size_t n;
	for (scan->at += strspn(scan->at, " \t!("); take_name(scan, &n), n && is_word(scan->at - n, n, "defined");)
		scan->at += strspn(scan->at, " \t(");
	scan->guard = scan->at - n;
	scan->n_guard = n;
	scan->at = before;
}

static void take_pragma(Scan *scan)
{
	size_t n;
	const char *name = take_name(scan, &n);
	if (is_word(name, n, "once")) {
		scan->has_once = true;
		scan->n_directives--; /* a guard of the other kind may follow */
	} else {
		scan->has_code = true; /* it may hold for what is included after it */
	}
}

/* "#ifndef X, #define X, #endif" with more behind it only gives X a value. */
static void drop_guard(Scan *scan)
{
	for (int i = 0; i < scan->out->includes.n; i++)
		scan->out->includes.at[i].is_plain = false;
	scan->guard_depth = 0;
	scan->is_after_guard = false;
}

static void take_directive(Scan *scan)
{
	size_t n;
	skip_blanks(scan);
	const char *word = take_name(scan, &n);
	skip_blanks(scan);
	if (is_word(word, n, "include"))
		take_include(scan);
	else if (is_word(word, n, "define") || is_word(word, n, "undef"))
		take_macro(scan, word[0] == 'd');
	else if (is_word(word, n, "pragma"))
		take_pragma(scan);
	else if (is_word(word, n, "endif"))
		scan->is_after_guard |= --scan->depth == 0 && scan->guard_depth == 1;
	else if (n >= 2 && memcmp(word, "if", 2) == 0) {
		if (is_word(word, n, "ifndef") || is_word(word, n, "if"))
			take_guard(scan);
		scan->is_asked = !is_word(word, n, "if");
		scan->depth++;
	}
	scan->n_directives++;
}

/* --- all ------------------------------------------------------------------------------------------ */

/* A name, or a number, with the literal that it is the prefix of. */
static void take_word(Scan *scan)
{
	const char *name = scan->at;
	while (scan->at < scan->end && (token_is_name_char(*scan->at) || (*scan->at == '\'' && *name <= '9')))
		scan->at++;
	const size_t n = (size_t)(scan->at - name);
	if (scan->in_directive && is_word(name, n, "defined"))
		scan->is_asked = true;
	else if (is_name_start(*name)) {
		note_other(scan, name, n);
		(scan->is_asked ? note_asked : note_name)(scan, name, n);
		scan->is_asked = false;
	}
	scan->may_call = is_word(name, n, "return");
	if (scan->at < scan->end && *scan->at == '"' && name[n - 1] == 'R' && n <= 3) {
		scan->at++;
		skip_raw(scan);
	}
}

static void take_next(Scan *scan)
{
	const char c = *scan->at;
	if (token_is_name_char(c)) {
		take_word(scan);
		return;
	}
	scan->at++;
	scan->may_call = strchr("=(,{};+-/%!?|^<[", c) != NULL;
	if (c == '"' || c == '\'')
		skip_literal(scan, c);
}

static void step(Scan *scan)
{
	const char *from = scan->at;
	const char c = *from;
	if (c == '\n') {
		scan->at++;
		scan->at_line_start = true;
		scan->in_directive = false;
		scan->is_asked = false;
		scan->defined = 0;
	} else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
		scan->at++;
	} else if (c == '\\' && from + 1 < scan->end && (from[1] == '\n' || from[1] == '\r')) {
		scan->at += from[1] == '\r' && from + 2 < scan->end ? 3 : 2;
	} else if (!skip_comment(scan)) {
		if (scan->is_after_guard)
			drop_guard(scan);
		if (c == '#' && scan->at_line_start) {
			scan->at++;
			scan->in_directive = true;
			take_directive(scan);
			scan->may_call = false;
		} else {
			scan->has_code |= !scan->in_directive;
			take_next(scan);
		}
		scan->at_line_start = false;
		scan->out->n_code += scan->at - from;
	}
}

IncludeText include_text(Arena *arena, const char *text, size_t size)
{
	IncludeText out = { 0 };
	Scan scan = { .arena = arena, .at = text, .end = text + size, .out = &out, .at_line_start = true };
	while (scan.at < scan.end)
		step(&scan);
	join_macros(&scan);
	out.is_guarded = scan.has_once || scan.guard_depth == 1;
	name_hashes_sort(&out.names);
	name_hashes_sort(&out.asked);
	name_hashes_sort(&out.others);
	if (out.uses.n)
		qsort(out.uses.at, (size_t)out.uses.n, sizeof *out.uses.at, by_used_name);
	return out;
}
