#include "filter/nolint.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "filter/parts.h"

enum { TAB = 8, LONGEST_LINE = 120 };

typedef struct Adder {
	Arena *arena;
	const char *text;
	size_t size;
	Parts parts;
	Nolints existing;
} Adder;

typedef struct Insert {
	size_t at;
	const char *text;
} Insert;

typedef struct Line {
	size_t begin, end; /* without the line ending */
	const char *ending;
} Line;

/* --- the text ----------------------------------------------------------------------------------- */

static bool find_line(const Adder *adder, int number, Line *out)
{
	size_t at = 0;
	for (int line = 1; line < number; line++) {
		const char *newline = at < adder->size ? memchr(adder->text + at, '\n', adder->size - at) : NULL;
		if (!newline)
			return false;
		at = (size_t)(newline - adder->text) + 1;
	}
	const char *newline = memchr(adder->text + at, '\n', adder->size - at);
	*out = (Line){ at, newline ? (size_t)(newline - adder->text) : adder->size, "\n" };
	if (newline && out->end > at && newline[-1] == '\r') {
		out->end--;
		out->ending = "\r\n";
	}
	return at < adder->size;
}

static bool ends_in_backslash(const Adder *adder, const Line *line)
{
	return line->end > line->begin && adder->text[line->end - 1] == '\\';
}

static int width(const Adder *adder, const Line *line)
{
	int column = 0;
	for (size_t i = line->begin; i < line->end; i++)
		column += adder->text[i] == '\t' ? TAB - column % TAB : ((unsigned char)adder->text[i] & 0xc0) != 0x80;
	return column;
}

/* Whether a line can be inserted before this one: it continues no macro, comment or string. */
static bool can_insert_before(const Adder *adder, int number, const Line *line)
{
	Line before;
	if (number > 1 && find_line(adder, number - 1, &before) && ends_in_backslash(adder, &before))
		return false;
	return !part_around(&adder->parts, line->begin);
}

/* --- places of comments ------------------------------------------------------------------------- */

/* An existing comment with a list, for this line, or NULL. */
static const Nolint *with_list(const Adder *adder, int number)
{
	for (int i = 0; i < adder->existing.n; i++) {
		const Nolint *nolint = &adder->existing.at[i];
		if ((nolint->kind == NOLINT_LINE || nolint->kind == NOLINT_NEXT_LINE) && nolint->first == number && nolint->list)
			return nolint;
	}
	return NULL;
}

static Insert before_line(const Adder *adder, const Line *line, const char *rules)
{
	size_t indent = line->begin;
	while (indent < line->end && (adder->text[indent] == ' ' || adder->text[indent] == '\t'))
		indent++;
	return (Insert){ line->begin, arena_printf(adder->arena, "%.*s// NOLINTNEXTLINE(%s)%s", (int)(indent - line->begin),
						   adder->text + line->begin, rules, line->ending) };
}

/* At the line's end, or before a backslash that continues it. */
static Insert in_line(const Adder *adder, const Line *line, const Part *around, const char *rules)
{
	const bool is_continued = ends_in_backslash(adder, line);
	size_t at = line->end - is_continued;
	while (at > line->begin && (adder->text[at - 1] == ' ' || adder->text[at - 1] == '\t'))
		at--;
	if (around && at <= around->begin + 1) /* only the beginning of the comment is before it */
		at = line->end - is_continued;
	const char *format = around ? " NOLINT(%s)" : is_continued ? " /* NOLINT(%s) */" : " // NOLINT(%s)";
	return (Insert){ at, arena_printf(adder->arena, format, rules) };
}

/* False: the line cannot have a comment. */
static bool place(const Adder *adder, int number, const char *rules, Insert *out)
{
	Line line;
	const Nolint *existing = with_list(adder, number);
	if (existing) {
		const bool is_empty = !existing->list[strspn(existing->list, " \t")];
		*out = (Insert){ existing->end - 1, arena_printf(adder->arena, "%s%s", is_empty ? "" : ",", rules) };
		return true;
	}
	if (!find_line(adder, number, &line))
		return false;
	const Part *around = part_around(&adder->parts, line.end);
	const bool is_open = around && around->kind == PART_RAW_STRING;
	/* A line comment may end at a carriage return before the line's end. */
	for (int i = 0; !around && i < adder->parts.n; i++)
		if (adder->parts.at[i].kind == PART_LINE_COMMENT && adder->parts.at[i].end == line.end)
			around = &adder->parts.at[i];
	const bool is_long = width(adder, &line) + (int)strlen(" // NOLINT()") + (int)strlen(rules) > LONGEST_LINE;
	const bool can_insert = can_insert_before(adder, number, &line);
	if (can_insert && (is_open || (is_long && !(around && around->kind == PART_BLOCK_COMMENT)))) {
		*out = before_line(adder, &line, rules);
		return true;
	}
	*out = in_line(adder, &line, around, rules);
	return !is_open;
}

/* --- the new text ------------------------------------------------------------------------------- */

static int by_line(const void *a, const void *b)
{
	const NolintWish *x = a, *y = b;
	return x->line != y->line ? (x->line > y->line) - (x->line < y->line) : strcmp(x->rule, y->rule);
}

/* "a,b", without duplicates; sets *at to the next line's first wish. */
static const char *rules_of_line(Arena *arena, const NolintWishes *wishes, int *at)
{
	const int line = wishes->at[*at].line;
	const char *rules = wishes->at[*at].rule, *last = rules;
	while (++*at < wishes->n && wishes->at[*at].line == line) {
		if (strcmp(wishes->at[*at].rule, last) != 0)
			rules = arena_printf(arena, "%s,%s", rules, wishes->at[*at].rule);
		last = wishes->at[*at].rule;
	}
	return rules;
}

static int by_place(const void *a, const void *b)
{
	const Insert *x = a, *y = b;
	return (x->at > y->at) - (x->at < y->at);
}

/* How many lines were inserted before this line of the old text. */
static int lines_before(const Adder *adder, const Insert *inserts, int n, int line)
{
	Line at;
	int lines = 0;
	if (!find_line(adder, line, &at))
		return 0;
	for (int i = 0; i < n; i++)
		lines += inserts[i].at <= at.begin && strchr(inserts[i].text, '\n');
	return lines;
}

/* Whether the comments of the new text suppress all findings. */
static bool is_effective(const Adder *adder, const Insert *inserts, int n, const NolintWishes *wishes, const Buf *out)
{
	const Nolints now = nolint_scan(adder->arena, out->s, out->n);
	for (int i = 0; i < wishes->n; i++) {
		const int line = wishes->at[i].line + lines_before(adder, inserts, n, wishes->at[i].line);
		bool is_met = false;
		for (int k = 0; k < now.n && !is_met; k++)
			is_met = nolint_means(&now.at[k], wishes->at[i].rule, line);
		if (!is_met)
			return false;
	}
	return true;
}

static void apply(const Adder *adder, const Insert *inserts, int n, Buf *out)
{
	size_t at = 0;
	buf_puts(out, "");
	for (int i = 0; i < n; i++) {
		buf_add(out, adder->text + at, inserts[i].at - at);
		buf_puts(out, inserts[i].text);
		at = inserts[i].at;
	}
	buf_add(out, adder->text + at, adder->size - at);
}

const char *nolint_add(Arena *arena, const char *text, size_t size, const NolintWishes *given, size_t *new_size, int *n_added,
		       const char **why)
{
	Adder adder = { arena, text, size, text_parts(arena, text, size), nolint_scan(arena, text, size) };
	NolintWishes wishes = { 0 };
	for (int i = 0; i < given->n; i++)
		vec_push(arena, &wishes, given->at[i]);
	if (wishes.n)
		qsort(wishes.at, (size_t)wishes.n, sizeof *wishes.at, by_line);
	Insert *inserts = arena_array(arena, Insert, wishes.n + 1);
	int n = 0;
	for (int i = 0; i < wishes.n; n++) {
		const int line = wishes.at[i].line;
		const char *rules = rules_of_line(arena, &wishes, &i);
		if (!place(&adder, line, rules, &inserts[n])) {
			*why = arena_printf(arena, "line %d cannot have a comment", line);
			return NULL;
		}
	}
	qsort(inserts, (size_t)n, sizeof *inserts, by_place);
	Buf out = { 0 };
	apply(&adder, inserts, n, &out);
	const bool good = is_effective(&adder, inserts, n, &wishes, &out);
	const char *made = good ? arena_dup(arena, out.s, out.n + 1) : NULL;
	*why = good ? NULL : "a new comment would have no effect";
	*new_size = out.n;
	*n_added = n;
	buf_free(&out);
	return made;
}
