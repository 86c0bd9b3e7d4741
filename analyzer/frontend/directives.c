#include "frontend/directives.h"

#include <string.h>

#include "core/tokens.h"

static size_t closing(const char *s, size_t at, size_t end)
{
	char open = s[at], close = open == '(' ? ')' : '>';
	int depth = 0;
	for (; at < end; at++) {
		depth += (s[at] == open) - (s[at] == close);
		if (depth == 0)
			return at;
	}
	return end;
}

static Loc loc_at(const char *text, size_t offset, int file)
{
	Loc loc = { file, 1, 1, offset };
	for (size_t i = 0; i < offset; i++) {
		loc.column++;
		if (text[i] == '\n') {
			loc.line++;
			loc.column = 1;
		}
	}
	return loc;
}

/* "smemlint: verb(text) verb<text> …" within a comment. */
void directives_read(Arena *arena, const char *s, Token comment, int file, Directives *out)
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
		Directive d = { .loc = loc_at(s, verb, file),
				.verb = arena_strndup(arena, s + verb, at - verb) };
		d.text = "";
		d.text_loc = d.loc;
		if (at < end && (s[at] == '(' || s[at] == '<')) {
			size_t close = closing(s, at, end);
			d.text_loc = loc_at(s, at + 1, file);
			d.text = arena_strndup(arena, s + at + 1, close - at - 1);
			at = close < end ? close + 1 : end;
		}
		vec_push(arena, out, d);
	}
}

void directives_scan(Arena *arena, const char *text, size_t size, int file, Directives *out)
{
	if (!strstr(text, "smemlint:"))
		return;
	Text t = { text, size, 0, true };
	for (Token token = token_next(&t); token.kind != TK_END; token = token_next(&t))
		if (token.kind == TK_COMMENT)
			directives_read(arena, text, token, file, out);
}

static const Func *kernel_for(const Directive *d, const Func *const *kernels, int n)
{
	const Func *next = NULL;
	for (int i = 0; i < n; i++) {
		const Func *f = kernels[i];
		if (f->range.begin.file != d->loc.file)
			continue;
		if (f->range.begin.offset <= d->loc.offset && d->loc.offset < f->range.end.offset)
			return f;
		bool after = f->range.begin.offset > d->loc.offset;
		if (after && (!next || f->range.begin.offset < next->range.begin.offset))
			next = f;
	}
	return next;
}

void directives_attach(Arena *arena, Directives *directives, const Func *const *kernels, int n_kernels)
{
	Directives all = { 0 };
	for (int i = 0; i < directives->n; i++) {
		Directive d = directives->at[i];
		const Func *first = kernel_for(&d, kernels, n_kernels);
		if (!first)
			vec_push(arena, &all, d);
		for (int k = 0; first && k < n_kernels; k++) {
			bool same = kernels[k]->range.begin.file == first->range.begin.file &&
				    kernels[k]->range.begin.offset == first->range.begin.offset;
			d.func = kernels[k];
			if (same)
				vec_push(arena, &all, d);
		}
	}
	*directives = all;
}
