#include "filter/nolint.h"

#include <string.h>

#include "base/glob.h"
#include "base/nearest.h"
#include "core/tokens.h"
#include "filter/parts.h"

#define WORD "NOLINT"

/* --- scanning ----------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool kind_of(const char *rest, size_t n, NolintKind *kind)
{
	static const char *const rests[] = {
		[NOLINT_LINE] = "",
		[NOLINT_NEXT_LINE] = "NEXTLINE",
		[NOLINT_BEGIN] = "BEGIN",
		[NOLINT_END] = "END",
	};
	for (size_t i = 0; i < sizeof rests / sizeof *rests; i++)
		if (strlen(rests[i]) == n && memcmp(rests[i], rest, n) == 0) {
			*kind = (NolintKind)i;
			return true;
		}
	return false;
}

/* Reads the word at `at`, in a comment that ends at `end`; false: it is not one of NOLINT's. */
static bool read_one(Arena *arena, const char *text, size_t at, size_t end, Nolint *out)
{
	size_t rest = at + strlen(WORD), stop = rest;
	while (stop < end && is_letter(text[stop]))
		stop++;
	if ((at > 0 && token_is_name_char(text[at - 1])) || !kind_of(text + rest, stop - rest, &out->kind) ||
	    (stop < end && token_is_name_char(text[stop])))
		return false;
	out->begin = at;
	out->end = stop;
	out->list = NULL;
	if (stop >= end || text[stop] != '(')
		return true;
	size_t close = stop + 1;
	while (close < end && text[close] != ')' && text[close] != '\n')
		close++;
	if (close >= end || text[close] != ')')
		return true;
	out->list = arena_strndup(arena, text + stop + 1, close - stop - 1);
	out->end = close + 1;
	return true;
}

static bool same_list(const char *a, const char *b)
{
	if (!a || !b)
		return a == b;
	GlobItem x, y;
	for (;;) {
		const bool more = glob_next(&a, &x);
		if (more != glob_next(&b, &y))
			return false;
		if (!more)
			return true;
		if (x.n != y.n || memcmp(x.s, y.s, (size_t)x.n) != 0)
			return false;
	}
}

/* NOLINTEND closes the last open NOLINTBEGIN with the same list. */
static void close_range(Nolints *all, Nolint *end)
{
	for (int i = all->n - 1; i >= 0; i--) {
		Nolint *begin = &all->at[i];
		if (begin->kind != NOLINT_BEGIN || begin->first || !same_list(begin->list, end->list))
			continue;
		begin->first = begin->line;
		begin->last = end->line;
		end->first = end->last = end->line; /* it has a beginning, which has the range */
		return;
	}
}

static void add(Arena *arena, Nolints *all, Nolint nolint)
{
	if (nolint.kind == NOLINT_LINE || nolint.kind == NOLINT_NEXT_LINE)
		nolint.first = nolint.last = nolint.line + (nolint.kind == NOLINT_NEXT_LINE);
	if (nolint.kind == NOLINT_END)
		close_range(all, &nolint);
	vec_push(arena, all, nolint);
}

Nolints nolint_scan(Arena *arena, const char *text, size_t size)
{
	Nolints all = { 0 };
	if (!memmem(text, size, WORD, strlen(WORD)))
		return all;
	const Parts parts = text_parts(arena, text, size);
	size_t seen = 0, line_begin = 0;
	int line = 1;
	for (int i = 0; i < parts.n; i++) {
		const Part *part = &parts.at[i];
		for (size_t at = part->begin; part->kind != PART_RAW_STRING && at < part->end; at++) {
			const char *word = memmem(text + at, part->end - at, WORD, strlen(WORD));
			Nolint nolint = { .kind = NOLINT_LINE };
			if (!word)
				break;
			at = (size_t)(word - text);
			for (; seen < at; seen++)
				if (text[seen] == '\n') {
					line++;
					line_begin = seen + 1;
				}
			if (!read_one(arena, text, at, part->end, &nolint))
				continue;
			nolint.line = line;
			nolint.column = (int)(at - line_begin) + 1;
			at = nolint.end - 1;
			add(arena, &all, nolint);
		}
	}
	return all;
}

/* --- filtering ---------------------------------------------------------------------------------- */

bool nolint_means(const Nolint *nolint, const char *rule, int line)
{
	return nolint->kind != NOLINT_END && nolint->first && nolint->first <= line && line <= nolint->last &&
	       (!nolint->list || glob_list(nolint->list, rule) > 0);
}

typedef struct Scanned {
	const char *path;
	Nolints list;
} Scanned;
typedef VEC(Scanned) ScannedFiles;

static const Nolints *scanned(Arena *arena, ScannedFiles *files, SourceSet *sources, const char *path)
{
	for (int i = 0; i < files->n; i++)
		if (strcmp(files->at[i].path, path) == 0)
			return &files->at[i].list;
	size_t size;
	const char *text = source_text(sources, source_add(sources, path, false), &size);
	Scanned file = { .path = path };
	if (text)
		file.list = nolint_scan(arena, text, size);
	vec_push(arena, files, file);
	return &files->at[files->n - 1].list;
}

void nolint_filter(Sieve *sieve, SourceSet *sources)
{
	ScannedFiles files = { 0 };
	for (int i = 0; i < sieve->report->findings.n; i++) {
		const Finding *finding = &sieve->report->findings.at[i];
		if (!sieve_has(sieve, i) || !finding->place.path)
			continue;
		const Nolints *list = scanned(sieve->arena, &files, sources, finding->place.path);
		for (int k = 0; k < list->n; k++)
			if (nolint_means(&list->at[k], finding->rule, finding->place.line))
				sieve_leave_out(sieve, i, LEFT_NOLINT);
	}
}

/* --- checking ----------------------------------------------------------------------------------- */

static bool is_our_item(const GlobItem *item)
{
	const bool minus = *item->s == '-';
	const char *s = item->s + minus;
	const int n = item->n - minus;
	return (n >= 5 && memcmp(s, "smem-", 5) == 0) || (n >= 9 && memcmp(s, "smemlint-", 9) == 0) ||
	       (n == 5 && memcmp(s, "smem*", 5) == 0);
}

bool nolint_is_ours(const Nolint *nolint)
{
	const char *at = nolint->list;
	for (GlobItem item; at && glob_next(&at, &item);)
		if (is_our_item(&item))
			return true;
	return false;
}

typedef struct Check {
	Arena *arena;
	const FileReport *report;
	const NolintAsk *ask;
	FindingList out;
} Check;

static void add_finding(Check *check, const Nolint *nolint, const char *rule, const char *message)
{
	const int length = (int)(nolint->end - nolint->begin);
	const Finding finding = {
		.rule = rule,
		.severity = rule ? SEV_WARNING : SEV_NOTE,
		.message = message,
		.n_facts = 1,
		.place = { .path = check->ask->file,
			   .line = nolint->line,
			   .column = nolint->column,
			   .end_line = nolint->line,
			   .end_column = nolint->column + length,
			   .offset = (int64_t)nolint->begin,
			   .length = length },
	};
	vec_push(check->arena, &check->out, finding);
}

static void check_pair(Check *check, const Nolint *nolint)
{
	if (nolint->first || (nolint->list && !nolint_is_ours(nolint)))
		return;
	const char *same = nolint->list ? " with the same list" : "";
	if (nolint->kind == NOLINT_BEGIN)
		add_finding(check, nolint, NULL,
			    arena_printf(check->arena, "this NOLINTBEGIN has no NOLINTEND%s: it suppresses nothing", same));
	else
		add_finding(check, nolint, NULL, arena_printf(check->arena, "this NOLINTEND has no NOLINTBEGIN%s before it", same));
}

/* Whether a name or pattern of the comment suppresses a finding. */
static bool is_used(const Check *check, const Nolint *nolint, const char *item)
{
	for (int i = 0; i < check->report->findings.n; i++) {
		const Finding *finding = &check->report->findings.at[i];
		const Place *at = &finding->place;
		if (finding->rule && at->path && strcmp(at->path, check->ask->file) == 0 && at->line >= nolint->first &&
		    at->line <= nolint->last && glob_name(item, finding->rule))
			return true;
	}
	return false;
}

static bool is_known(const Check *check, const char *item)
{
	for (int i = 0; i < check->ask->n_rules; i++)
		if (glob_name(item, check->ask->rules[i]))
			return true;
	return false;
}

static void check_item(Check *check, const Nolint *nolint, const GlobItem *item)
{
	const NolintAsk *ask = check->ask;
	if (!is_our_item(item) || *item->s == '-')
		return;
	const char *name = arena_strndup(check->arena, item->s, (size_t)item->n);
	if (is_known(check, name)) {
		if (!is_used(check, nolint, name))
			add_finding(check, nolint, ask->unused,
				    arena_printf(check->arena, "there is no finding of '%s' here to suppress", name));
		return;
	}
	const char *near = nearest_word(name, ask->rules, ask->n_rules);
	add_finding(check, nolint, ask->unused,
		    near ? arena_printf(check->arena, "there is no rule '%s'; did you mean '%s'?", name, near)
			 : arena_printf(check->arena, "there is no rule '%s'", name));
}

FindingList nolint_check(Arena *arena, const FileReport *report, SourceSet *sources, const NolintAsk *ask)
{
	Check check = { .arena = arena, .report = report, .ask = ask };
	size_t size;
	const char *text = source_text(sources, source_add(sources, ask->file, false), &size);
	const Nolints all = text ? nolint_scan(arena, text, size) : (Nolints){ 0 };
	for (int i = 0; i < all.n; i++) {
		const Nolint *nolint = &all.at[i];
		const char *at = nolint->kind == NOLINT_END || !nolint->first ? NULL : nolint->list;
		check_pair(&check, nolint);
		for (GlobItem item; ask->unused && at && glob_next(&at, &item);)
			check_item(&check, nolint, &item);
	}
	return check.out;
}
