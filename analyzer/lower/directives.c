#include "lower/directives.h"

#include <string.h>

#include "core/tokens.h"

/* The offset of the bracket that closes the one at `at`; a > within inner brackets does not close <. */
static size_t closing(const char *s, size_t at, size_t end)
{
	char open = s[at], close = open == '(' ? ')' : '>';
	int depth = 0, inner = 0;
	for (; at < end; at++) {
		if (open == '<')
			inner += (s[at] == '(' || s[at] == '[' || s[at] == '{') - (s[at] == ')' || s[at] == ']' || s[at] == '}');
		if (inner <= 0)
			depth += (s[at] == open) - (s[at] == close);
		if (depth == 0)
			return at;
	}
	return end;
}

static Loc loc_at(const char *text, size_t offset, Loc loc)
{
	loc.offset = offset;
	for (size_t i = 0; i < offset; i++) {
		loc.column++;
		if (text[i] == '\n') {
			loc.line++;
			loc.column = 1;
		}
	}
	return loc;
}

/* Finds "smemlint: verb(text) verb<text> …". */
void directives_read(Arena *arena, const char *s, Token comment, Loc first, Directives *out)
{
	size_t at = comment.begin + 2, end = comment.end;
	while (at < end && (s[at] == ' ' || s[at] == '\t' || s[at] == '*' || s[at] == '/'))
		at++;
	if (end - at < 9 || strncmp(s + at, "smemlint:", 9) != 0)
		return;
	at += 9;
	while (at < end) {
		while (at < end && (s[at] == ' ' || s[at] == '\t' || s[at] == ','))
			at++;
		size_t verb = at;
		while (at < end && (token_is_name_char(s[at]) || s[at] == '-'))
			at++;
		if (at == verb)
			return;
		Directive d = { .loc = loc_at(s, verb, first), .verb = arena_strndup(arena, s + verb, at - verb) };
		d.text = "";
		d.text_loc = d.loc;
		if (at < end && (s[at] == '(' || s[at] == '<')) {
			size_t close = closing(s, at, end);
			d.text_loc = loc_at(s, at + 1, first);
			d.text = arena_strndup(arena, s + at + 1, close - at - 1);
			at = close < end ? close + 1 : end;
		}
		vec_push(arena, out, d);
	}
}

void directives_scan(Arena *arena, const char *text, size_t size, Loc first, Directives *out)
{
	if (!strstr(text, "smemlint:"))
		return;
	Text t = { text, size, 0, true };
	for (Token token = token_next(&t); token.kind != TK_END; token = token_next(&t))
		if (token.kind == TK_COMMENT)
			directives_read(arena, text, token, first, out);
}

/* Whether `range` contains the directive or begins after it, and before *best. */
static bool is_nearer(const Directive *d, const Range *range, const Range *best)
{
	bool fits = range->begin.file == d->loc.file && d->loc.offset < range->end.offset;
	return fits && (!best || range->begin.offset < best->begin.offset);
}

/* The range of the kernel or uninstantiated template that the directive belongs to, or NULL. */
static const Range *meant(const Directive *d, const Func *const *kernels, int n, const Range *templates, int n_templates)
{
	const Range *best = NULL;
	for (int i = 0; i < n; i++)
		if (is_nearer(d, &kernels[i]->range, best))
			best = &kernels[i]->range;
	for (int i = 0; i < n_templates; i++)
		if (is_nearer(d, &templates[i], best))
			best = &templates[i];
	return best;
}

void directives_attach(Arena *arena, Directives *directives, const Func *const *kernels, int n_kernels, const Range *templates,
		       int n_templates)
{
	Directives all = { 0 };
	for (int i = 0; i < directives->n; i++) {
		Directive d = directives->at[i];
		const Range *range = meant(&d, kernels, n_kernels, templates, n_templates);
		bool any = false;
		for (int k = 0; range && k < n_kernels; k++) {
			if (!loc_same(kernels[k]->range.begin, range->begin))
				continue;
			d.func = kernels[k];
			vec_push(arena, &all, d);
			any = true;
		}
		d.is_uninstantiated = range != NULL;
		if (!any)
			vec_push(arena, &all, d);
	}
	*directives = all;
}
