#include "fix/written.h"

#include <string.h>

#include "base/vec.h"

enum { MAX_DEPTH = 64 };

Span span_trim(Page page, Span span)
{
	while (span.begin < span.end && strchr(" \t\r\n", page.s[span.begin]))
		span.begin++;
	while (span.end > span.begin && strchr(" \t\r\n", page.s[span.end - 1]))
		span.end--;
	return span;
}

bool span_is(Page page, Span span, const char *text)
{
	return span.end - span.begin == strlen(text) && strncmp(page.s + span.begin, text, span.end - span.begin) == 0;
}

/* --- a name with its arguments ------------------------------------------------------------------ */

static Text text_of(Page page, size_t from, size_t to)
{
	return (Text){ .s = page.s, .n = to < page.n ? to : page.n, .at = from };
}

static bool is_angle(const Text *t, Token before, Token token)
{
	return token_is(t, token, "<") && before.kind == TK_NAME && before.end == token.begin;
}

static bool add_arg(Page page, Span *args, int *n, Span span)
{
	span = span_trim(page, span);
	if (span.begin == span.end)
		return true;
	if (*n == MAX_WRITTEN_ARGS)
		return false;
	args[(*n)++] = span;
	return true;
}

/* From behind an opening bracket to behind its closing one; what is between, split at commas. */
static bool read_args(Page page, Text *t, const char *close, Span *args, int *n)
{
	char nest[MAX_DEPTH] = { close[0] };
	int depth = 1;
	size_t begin = t->at;
	Token before = { .kind = TK_END };
	for (Token token = token_next_code(t); token.kind != TK_END; before = token, token = token_next_code(t)) {
		const char c = token.kind == TK_PUNCT ? t->s[token.begin] : 0;
		if (c == '(' || c == '{' || c == '[' || is_angle(t, before, token)) {
			if (depth == MAX_DEPTH)
				return false;
			nest[depth++] = c == '(' ? ')' : c == '{' ? '}' : c == '[' ? ']' : '>';
		} else if (c && c == nest[depth - 1] && !(c == '>' && token_is(t, before, "-"))) {
			depth--;
		} else if (c == ')' || c == '}' || c == ']') {
			return false;
		}
		if (depth == 0)
			return add_arg(page, args, n, (Span){ begin, token.begin });
		if (c == ',' && depth == 1) {
			if (!add_arg(page, args, n, (Span){ begin, token.begin }))
				return false;
			begin = token.end;
		}
	}
	return false;
}

/* The name after its scopes. */
static bool read_name(Text *t, Written *out)
{
	Token token = token_next_code(t);
	while (token_is(t, token, "typename") || token_is(t, token, "template"))
		token = token_next_code(t);
	out->scope = (Span){ token.begin, token.begin };
	for (;;) {
		if (token_is(t, token, ":"))
			token = token_next_code(t), token = token_next_code(t);
		if (token_is(t, token, "template"))
			token = token_next_code(t);
		if (token.kind != TK_NAME)
			return false;
		Text ahead = *t;
		const Token colon = token_next_code(&ahead), other = token_next_code(&ahead);
		if (!token_is(t, colon, ":") || !token_is(t, other, ":"))
			break;
		*t = ahead;
		out->scope.end = other.end;
		token = token_next_code(t);
	}
	out->name = (Span){ token.begin, token.end };
	out->end = token.end;
	return true;
}

bool written_read(Page page, Span span, Written *out)
{
	Text t = text_of(page, span.begin, span.end);
	*out = (Written){ 0 };
	if (!read_name(&t, out))
		return false;
	Text ahead = t;
	Token token = token_next_code(&ahead);
	if (token_is(&t, token, "<")) {
		out->is_template = true;
		if (!read_args(page, &ahead, ">", out->targ, &out->n_targs))
			return false;
		out->end = ahead.at;
		token = token_next_code(&ahead);
	}
	if (!token_is(&t, token, "(") && !token_is(&t, token, "{"))
		return true;
	out->open = page.s[token.begin];
	if (!read_args(page, &ahead, out->open == '(' ? ")" : "}", out->arg, &out->n_args))
		return false;
	out->end = ahead.at;
	return true;
}

bool written_read_all(Page page, Span span, Written *out)
{
	span = span_trim(page, span);
	return written_read(page, span, out) && span_trim(page, (Span){ out->end, span.end }).begin == span.end;
}

bool written_is(Page page, const Written *written, const char *name)
{
	return span_is(page, written->name, name);
}

/* --- declarations -------------------------------------------------------------------------------- */

/* Up to the end of the declaration. */
static Span rest_of_declaration(Page page, size_t from)
{
	Text t = text_of(page, from, page.n);
	int depth = 0;
	Token token = token_next_code(&t), before = { .kind = TK_END };
	for (; token.kind != TK_END; before = token, token = token_next_code(&t)) {
		const char c = token.kind == TK_PUNCT ? t.s[token.begin] : 0;
		if (c == ';' || (depth == 0 && (c == ',' || c == ')' || c == '}')))
			break;
		depth += (c == '(' || c == '{' || c == '[' || is_angle(&t, before, token)) - (c == ')' || c == '}' || c == ']');
		depth -= c == '>' && depth > 0 && !token_is(&t, before, "-");
	}
	return span_trim(page, (Span){ from, token.begin });
}

static bool is_word_before(const Text *t, Token before)
{
	static const char *const no_type[] = { "return", "else", "case", "goto", "new", "delete", "throw", "using", "namespace" };
	for (size_t i = 0; i < sizeof no_type / sizeof *no_type; i++)
		if (token_is(t, before, no_type[i]))
			return false;
	return before.kind == TK_NAME || token_is(t, before, "&") || token_is(t, before, ">");
}

/* `t` is behind the name. */
static Declared declares(Page page, const Text *t, Token before, Token name, int position)
{
	Text ahead = *t;
	const Token next = token_next_code(&ahead), after = token_next_code(&ahead);
	Declared found = { .at = name.begin, .position = position };
	const bool is_assigned = token_is(t, next, "=") && !token_is(t, after, "=");
	if (token_is(t, before, "class") || token_is(t, before, "typename")) {
		if (token_is(t, next, ",") || token_is(t, next, ">") || is_assigned)
			found.as = DECLARED_TPARAM;
	} else if (token_is(t, before, "using")) {
		found.as = is_assigned ? DECLARED_TYPE : DECLARED_NOT;
	} else if (is_word_before(t, before) && is_assigned) {
		found.as = DECLARED_VALUE;
	} else if (is_word_before(t, before) && (token_is(t, next, ",") || token_is(t, next, ")"))) {
		found.as = DECLARED_PARAM;
	} else if (before.kind == TK_NAME && is_word_before(t, before) && (token_is(t, next, ";") || token_is(t, next, "{"))) {
		found.as = DECLARED_OF_TYPE;
		found.text = (Span){ before.begin, before.end };
	}
	if (found.as == DECLARED_TYPE || found.as == DECLARED_VALUE)
		found.text = rest_of_declaration(page, next.end);
	return found;
}

/* Where in a list of template parameters a token is. */
typedef struct Position {
	int depth, commas; /* depth 0: in no list */
} Position;

static void follow_list(const Text *t, Token before, Token token, Position *p)
{
	if (token_is(t, token, "<") && (p->depth > 0 || token_is(t, before, "template"))) {
		p->commas = p->depth ? p->commas : 0;
		p->depth++;
	} else if (token_is(t, token, ">") && p->depth > 0) {
		p->depth--;
	} else if (token_is(t, token, ",") && p->depth == 1) {
		p->commas++;
	}
}

static Declared innermost(const Declared *at, int depth)
{
	while (depth > 0 && !at[depth].as)
		depth--;
	return at[depth];
}

Declared declared_before(Page page, const char *name, size_t place, bool visible)
{
	Declared at[MAX_DEPTH] = { { 0 } }, last = { 0 };
	Text t = text_of(page, 0, page.n);
	Token before = { .kind = TK_END };
	Position list = { 0 };
	int depth = 0;
	for (Token token = token_next_code(&t); token.kind != TK_END; before = token, token = token_next_code(&t)) {
		if (token.begin >= place && (visible || last.as))
			break;
		follow_list(&t, before, token, &list);
		if (token_is(&t, token, "{") && depth < MAX_DEPTH - 1)
			at[++depth] = (Declared){ 0 };
		if (token_is(&t, token, "}") && depth > 0)
			at[depth--] = (Declared){ 0 };
		const Declared found = token_is(&t, token, name) ? declares(page, &t, before, token, list.commas) : (Declared){ 0 };
		/* The name does not stand for itself in its own initialiser. */
		if (!found.as || (found.text.end > place && found.text.begin <= place && visible))
			continue;
		at[depth] = found;
		last = found;
	}
	return visible ? innermost(at, depth) : last;
}
