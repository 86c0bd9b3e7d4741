#include "fix/uses_impl.h"

#include <string.h>

void use_read_indices(Text *text, Use *out)
{
	while (out->n_indices < MAX_DIMS) {
		Token open = token_next_code(text);
		size_t close = token_is(text, open, "[") ? token_skip_bracket(text, "[", "]") : 0;
		if (!close)
			break;
		out->index[out->n_indices++] = (Span){ open.end, close };
	}
}

void use_read(SourceSet *sources, Loc loc, const char *name, Use *out)
{
	size_t size, length = strlen(name);
	const char *s = source_text(sources, loc.file, &size);
	*out = (Use){ .loc = loc, .user = loc };
	if (!s || loc.offset > size || size - loc.offset < length || memcmp(s + loc.offset, name, length) != 0)
		return;
	out->is_literal = loc.offset + length == size || !token_is_name_char(s[loc.offset + length]);
	Text text = { .s = s, .n = size, .at = loc.offset + length };
	if (out->is_literal)
		use_read_indices(&text, out);
}

/* Whether what follows an address's closing parenthesis or comma leaves it as it is. */
static bool ends_address(const Text *text, Token end)
{
	Text ahead = *text;
	const Token next = token_next_code(&ahead);
	return token_is(text, end, ",") || token_is(text, end, ";") ||
	       !(token_is(text, next, "[") || token_is(text, next, "+") || token_is(text, next, "-"));
}

void use_read_sum(SourceSet *sources, Use *use)
{
	size_t size, before = use->loc.offset;
	const char *s = source_text(sources, use->loc.file, &size);
	while (before > 0 && strchr(" \t", s[before - 1]))
		before--;
	Text text = { .s = s, .n = size, .at = use->loc.offset };
	const Token name = token_next_code(&text), plus = token_next_code(&text);
	if (!before || !strchr("(,=", s[before - 1]) || name.begin != use->loc.offset || !token_is(&text, plus, "+"))
		return;
	Token token = token_next_code(&text);
	const size_t begin = token.begin;
	int depth = 0;
	for (; token.kind != TK_END; token = token_next_code(&text)) {
		depth += token_is(&text, token, "(") || token_is(&text, token, "[");
		if (depth == 0 && (token_is(&text, token, ")") || token_is(&text, token, ",") || token_is(&text, token, ";")))
			break;
		depth -= token_is(&text, token, ")") || token_is(&text, token, "]");
		if (depth == 0 && token.kind == TK_PUNCT && !strchr("+*/%.)]", s[token.begin]))
			return;
	}
	if (token.kind == TK_END || !ends_address(&text, token))
		return;
	use->index[use->n_indices++] = (Span){ begin, token.begin };
	use->is_sum = true;
}

bool uses_sizeof(SourceSet *sources, const Var *object)
{
	size_t size;
	const char *s = source_text(sources, object->loc.file, &size);
	Text text = { .s = s, .n = s ? size : 0 };
	for (Token t = token_next_code(&text); t.kind != TK_END; t = token_next_code(&text)) {
		if (!token_is(&text, t, "sizeof"))
			continue;
		Token operand = token_next_code(&text);
		int depth = token_is(&text, operand, "(");
		while (operand.kind != TK_END && !token_is(&text, operand, object->name) && depth > 0) {
			operand = token_next_code(&text);
			depth += token_is(&text, operand, "(") - token_is(&text, operand, ")");
		}
		if (token_is(&text, operand, object->name))
			return true;
	}
	return false;
}
