/* Uses of an object that the program's own macros write. */
#include <string.h>

#include "core/tokens.h"
#include "fix/uses.h"

enum { MOST_NESTED = 4, MOST_LOOKUPS = 64 };

typedef struct Reader {
	Arena *arena;
	SourceSet *sources;
	const char *s, *name;
	size_t size;
	Loc loc; /* where the outermost macro is used */
	UseList *out;
	int lookups; /* each reads the whole file */
} Reader;

typedef struct Macro {
	Span params, body;
} Macro;

static size_t skip_space(const Reader *r, size_t at)
{
	while (at < r->size && strchr(" \t", r->s[at]))
		at++;
	return at;
}

/* The end of a line that backslashes may continue. */
static size_t line_end(const Reader *r, size_t at)
{
	for (; at < r->size; at++) {
		const size_t before = at - (at > 0 && r->s[at - 1] == '\r');
		if (r->s[at] == '\n' && !(before > 0 && r->s[before - 1] == '\\'))
			break;
	}
	return at;
}

/* NAME of "#define NAME"; empty: the line is no such directive. */
static Span defined_name(const Reader *r, size_t line)
{
	Span name = { 0, 0 };
	size_t at = skip_space(r, line);
	if (at >= r->size || r->s[at] != '#')
		return name;
	at = skip_space(r, at + 1);
	if (r->size - at < 7 || strncmp(r->s + at, "define", 6) != 0)
		return name;
	name.begin = name.end = skip_space(r, at + 6);
	while (name.end < r->size && token_is_name_char(r->s[name.end]))
		name.end++;
	return name;
}

static bool same_text(const Reader *r, Span a, Span b)
{
	return a.end - a.begin == b.end - b.begin && memcmp(r->s + a.begin, r->s + b.begin, a.end - a.begin) == 0;
}

/* The macro's only definition in the file; false: it has none, or several. */
static bool find_macro(const Reader *r, Span name, Macro *out)
{
	int n = 0;
	for (size_t line = 0, end; line < r->size; line = end + 1) {
		end = line_end(r, line);
		const Span defined = defined_name(r, line);
		const size_t at = defined.end;
		if (defined.begin == defined.end || !same_text(r, defined, name))
			continue;
		*out = (Macro){ { at, at }, { at, end } };
		if (r->s[at] == '(') {
			Text text = { .s = r->s, .n = end, .at = at + 1 };
			out->params = (Span){ at + 1, token_skip_bracket(&text, "(", ")") };
			out->body.begin = text.at;
		}
		n++;
	}
	return n == 1;
}

/* Adds the uses between two places; returns how many. */
static int add_uses(Reader *r, Span span, const Macro *macro)
{
	Text text = { .s = r->s, .n = span.end, .at = span.begin };
	int n = 0;
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text)) {
		if (!token_is(&text, token, r->name))
			continue;
		Use use;
		Loc loc = r->loc;
		loc.offset = token.begin;
		use_read(r->sources, loc, r->name, &use);
		use.user = r->loc;
		use.in_macro = macro;
		use.params = macro ? macro->params : use.params;
		vec_push(r->arena, r->out, use);
		n++;
	}
	return n;
}

static void read_macro(Reader *r, Span name, int depth)
{
	Macro macro;
	if (++r->lookups > MOST_LOOKUPS || !find_macro(r, name, &macro))
		return;
	add_uses(r, macro.body, &macro);
	Text text = { .s = r->s, .n = macro.body.end, .at = macro.body.begin };
	for (Token token = token_next_code(&text); token.kind != TK_END && depth < MOST_NESTED; token = token_next_code(&text))
		if (token.kind == TK_NAME)
			read_macro(r, (Span){ token.begin, token.end }, depth + 1);
}

void uses_of_macro(Arena *arena, SourceSet *sources, Loc loc, const char *name, UseList *out)
{
	Reader r = { .arena = arena, .sources = sources, .name = name, .loc = loc, .out = out };
	r.s = source_text(sources, loc.file, &r.size);
	if (!r.s || loc.offset >= r.size)
		return;
	Text text = { .s = r.s, .n = r.size, .at = loc.offset };
	const Token macro = token_next_code(&text), open = token_next_code(&text);
	if (macro.kind != TK_NAME || macro.begin != loc.offset)
		return;
	const size_t close = token_is(&text, open, "(") ? token_skip_bracket(&text, "(", ")") : 0;
	if (!close || !add_uses(&r, (Span){ open.end, close }, NULL))
		read_macro(&r, (Span){ macro.begin, macro.end }, 0);
}

/* --- where macros are used -------------------------------------------------------------------- */

static bool is_among(const Reader *r, const SpanList *names, Span name)
{
	for (int i = 0; i < names->n; i++)
		if (same_text(r, names->at[i], name))
			return true;
	return false;
}

static bool has_token_among(const Reader *r, Span body, const SpanList *names)
{
	Text text = { .s = r->s, .n = body.end, .at = body.begin };
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text))
		if (token.kind == TK_NAME && is_among(r, names, (Span){ token.begin, token.end }))
			return true;
	return false;
}

static bool has_use_in(const UseList *uses, int file, Span body)
{
	for (int i = 0; i < uses->n; i++) {
		const Loc at = uses->at[i].loc;
		if (uses->at[i].in_macro && at.file == file && at.offset >= body.begin && at.offset < body.end)
			return true;
	}
	return false;
}

void uses_of_definitions(Arena *arena, SourceSet *sources, int file, const UseList *uses, SpanList *out)
{
	Reader r = { .arena = arena, .sources = sources };
	SpanList names = { 0 };
	r.s = source_text(sources, file, &r.size);
	for (int known = -1; r.s && names.n > known;) {
		known = names.n;
		for (size_t line = 0, end; line < r.size; line = end + 1) {
			end = line_end(&r, line);
			const Span name = defined_name(&r, line), body = { name.end, end };
			if (name.begin < name.end && !is_among(&r, &names, name) &&
			    (has_use_in(uses, file, body) || has_token_among(&r, body, &names)))
				vec_push(arena, &names, name);
		}
	}
	Text text = { .s = r.s, .n = r.s ? r.size : 0, .line_start = true };
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text))
		if (token.kind == TK_NAME && is_among(&r, &names, (Span){ token.begin, token.end }))
			vec_push(arena, out, ((Span){ token.begin, token.end }));
}
