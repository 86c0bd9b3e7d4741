#include "fix/helper.h"

#include <string.h>

#include "base/buf.h"
#include "core/tokens.h"

/* --- the place -------------------------------------------------------------------------------- */

typedef struct Walk {
	const char *s;
	int depth;            /* of braces other than those of namespaces */
	bool in_declaration;
	bool opens_namespace; /* the next brace does */
	size_t start;         /* of the declaration, … */
	size_t comment, comment_end; /* … and of comments that may belong to it; comment == comment_end: none */
} Walk;

/* Only space, without an empty line. */
static bool is_attached(const char *s, size_t from, size_t to)
{
	int lines = 0;
	for (size_t i = from; i < to; i++) {
		lines += s[i] == '\n';
		if (!strchr(" \t\r\n", s[i]))
			return false;
	}
	return lines < 2;
}

static void note_comment(Walk *w, Token token)
{
	if (w->in_declaration)
		return;
	if (w->comment == w->comment_end || !is_attached(w->s, w->comment_end, token.begin))
		w->comment = token.begin;
	w->comment_end = token.end;
}

static void note_code(Walk *w, const Text *t, Token token)
{
	if (!w->in_declaration) {
		bool attached = w->comment < w->comment_end && is_attached(w->s, w->comment_end, token.begin);
		w->start = attached ? w->comment : token.begin;
		w->in_declaration = true;
		w->opens_namespace = false;
	}
	w->opens_namespace |= token_is(t, token, "namespace") || token_is(t, token, "\"C\"");
	bool ends = w->depth == 0 && token_is(t, token, ";");
	if (token_is(t, token, "{")) {
		ends = w->depth == 0 && w->opens_namespace;
		w->depth += !ends;
	} else if (token_is(t, token, "}")) {
		w->depth -= w->depth > 0;
		ends = w->depth == 0;
	}
	if (ends) {
		w->in_declaration = false;
		w->comment = w->comment_end = 0;
	}
}

size_t helper_place(const char *text, size_t size, size_t use)
{
	Text t = { .s = text, .n = size, .line_start = true };
	Walk w = { .s = text };
	for (Token token = token_next(&t); token.kind != TK_END && token.begin <= use; token = token_next(&t)) {
		if (token.kind == TK_COMMENT)
			note_comment(&w, token);
		else
			note_code(&w, &t, token);
	}
	return w.start;
}

/* --- the text --------------------------------------------------------------------------------- */

static bool has_name(const char *text, size_t size, const char *name)
{
	Text t = { .s = text, .n = size, .line_start = true };
	for (Token token = token_next_code(&t); token.kind != TK_END; token = token_next_code(&t))
		if (token_is(&t, token, name))
			return true;
	return false;
}

const char *helper_name(Arena *arena, const char *text, size_t size, const char *stem)
{
	const char *name = stem;
	for (int i = 2; has_name(text, size, name); i++)
		name = arena_printf(arena, "%s%d", stem, i);
	return name;
}

static bool is_taken(SourceSet *sources, const char *name)
{
	for (int file = 0; file < sources->files.n; file++) {
		size_t size;
		const bool is_own = !sources->files.at[file].is_system && !source_is_library(sources, file);
		const char *text = is_own ? source_text(sources, file, &size) : NULL;
		if (text && has_name(text, size, name))
			return true;
	}
	return false;
}

const char *helper_global_name(Arena *arena, SourceSet *sources, const char *stem)
{
	const char *name = stem;
	for (int i = 2; is_taken(sources, name); i++)
		name = arena_printf(arena, "%s%d", stem, i);
	return name;
}

const char *helper_text(Arena *arena, const char *text, size_t size, size_t place, const char *lines)
{
	const char *newline = memchr(text, '\n', size), *end = newline && newline > text && newline[-1] == '\r' ? "\r\n" : "\n";
	size_t line = place;
	while (line > 0 && strchr(" \t", text[line - 1]))
		line--;
	Buf out = { 0 };
	for (const char *s = lines; *s; s += strcspn(s, "\n") + 1) {
		if (s > lines)
			buf_add(&out, text + line, place - line);
		buf_add(&out, s, strcspn(s, "\n"));
		buf_puts(&out, end);
	}
	buf_puts(&out, end);
	buf_add(&out, text + line, place - line);
	const char *copy = arena_strdup(arena, out.s);
	buf_free(&out);
	return copy;
}
