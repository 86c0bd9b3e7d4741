#include "frontend/uses.h"

#include <ctype.h>
#include <string.h>

#include "core/tokens.h"

enum { MAX_USES = 4096, MAX_MEMBERS = 1024, MAX_SCOPES = 256 };

typedef struct Reader {
	Uses *uses;
	Text text;
	const Token *at; /* all tokens but comments; one of kind TK_END follows them */
	int n;
	size_t directive_end; /* of the #define that is being read */
	char scopes[MAX_SCOPES]; /* 'n': a namespace, 'c': a class, 'f': anything else */
	int depth;
	int statement;        /* index of the token that the current statement begins with */
} Reader;

/* --- the tree ------------------------------------------------------------------------------------- */

Use *use_find(const Use *scope, const char *name)
{
	for (Use *use = scope->inner; use; use = use->next)
		if (strcmp(use->name, name) == 0)
			return use;
	return NULL;
}

static Use *add_use(Uses *uses, Use *scope, const char *name)
{
	Use *found = use_find(scope, name);
	if (found || uses->n >= MAX_USES)
		return found;
	Use *use = arena_new_of(uses->arena, Use);
	use->name = name;
	use->n_passed = -1;
	Use **last = &scope->inner;
	while (*last)
		last = &(*last)->next;
	*last = use;
	uses->n++;
	return use;
}

bool uses_alias(const Uses *uses, const char *name)
{
	for (int i = 0; i < uses->aliases.n; i++)
		if (strcmp(uses->aliases.at[i].name, name) == 0)
			return true;
	return false;
}

void uses_want(Uses *uses, const char *name)
{
	Use *scope = &uses->global;
	for (const char *end; scope && (end = strstr(name, "::")) != NULL; name = end + 2)
		scope = add_use(uses, scope, arena_strndup(uses->arena, name, (size_t)(end - name)));
	if (scope && *name)
		scope = add_use(uses, scope, name);
	if (scope)
		scope->flags |= USE_ENTRY;
}

/* --- tokens --------------------------------------------------------------------------------------- */

static const Token *token(const Reader *r, int i)
{
	return &r->at[i < 0 || i > r->n ? r->n : i];
}

static bool is(const Reader *r, int i, const char *what)
{
	return token_is(&r->text, *token(r, i), what);
}

static bool is_name(const Reader *r, int i)
{
	return token(r, i)->kind == TK_NAME;
}

static char char_of(const Reader *r, int i)
{
	const Token *t = token(r, i);
	return t->kind == TK_END ? 0 : r->text.s[t->begin];
}

static bool is_one_of(const Reader *r, int i, const char *const *words, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (is(r, i, words[k]))
			return true;
	return false;
}

/* The index of the bracket that closes the one at `i`, or -1. */
static int closing(const Reader *r, int i)
{
	int depth = 0;
	for (; i < r->n; i++) {
		const char c = token(r, i)->kind == TK_PUNCT ? char_of(r, i) : 0;
		depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
		if (depth == 0 && c)
			return i;
	}
	return -1;
}

/* The index of the > of template arguments that begin at the < at `i`, or -1: it is an operator. */
static int closing_angle(const Reader *r, int i)
{
	int depth = 0;
	if (is(r, i + 1, "<") || is(r, i + 1, "="))
		return -1;
	for (; i < r->n; i++) {
		const char c = token(r, i)->kind == TK_PUNCT ? char_of(r, i) : 0;
		if (c && strchr(";{}|?!=[]", c))
			return -1;
		if (c == '&' && is(r, i + 1, "&"))
			return -1;
		if (c == '(' && (i = closing(r, i)) < 0)
			return -1;
		if (c == ')')
			return -1;
		depth += c == '<' ? 1 : c == '>' ? -1 : 0;
		if (c == '>' && depth == 0)
			return i;
	}
	return -1;
}

static bool is_capital(const Reader *r, int i)
{
	const Token *t = token(r, i);
	for (size_t c = t->begin; c < t->end; c++)
		if (islower((unsigned char)r->text.s[c]))
			return false;
	return t->end - t->begin >= 2;
}

/* --- arguments ------------------------------------------------------------------------------------ */

/* Whether the program declares the name at `i` as a variable of an integer type, or as a template's value. */
static bool is_value_name(const Reader *r, int i)
{
	static const char *const types[] = {
		"int", "unsigned", "bool", "size_t", "auto", "int64_t", "int32_t", "uint32_t", "long", "char"
	};
	const Token *name = token(r, i);
	const size_t n = name->end - name->begin;
	for (int k = 1; k < r->n; k++) {
		const Token *t = token(r, k);
		if (t->kind == TK_NAME && t->end - t->begin == n && memcmp(r->text.s + t->begin, r->text.s + name->begin, n) == 0 &&
		    is_one_of(r, k - 1, types, sizeof types / sizeof *types))
			return true;
	}
	return false;
}

/* 'v' if the template argument that begins at `i` is a value. */
static char kind_of_argument(const Reader *r, int i, int end)
{
	static const char *const values[] = { "true", "false", "sizeof", "nullptr" };
	const Token *t = token(r, i);
	if (t->kind == TK_OTHER || t->kind == TK_PUNCT || is_one_of(r, i, values, 4))
		return 'v';
	for (int k = i; k < end; k++)
		if (strchr("+-/%|~", char_of(r, k)))
			return 'v';
	const int last = end - 1;
	const char *name = r->text.s + token(r, last)->begin;
	if (token(r, last)->kind == TK_NAME && last > i && name[0] == 'k' && isupper((unsigned char)name[1]))
		return 'v';
	return last == i && (is_value_name(r, i) || (is_capital(r, i) && token(r, i)->end - token(r, i)->begin > 3)) ? 'v' : 't';
}

/* Notes the kinds of the template arguments from the < to the >. */
static void note_arguments(const Reader *r, int open, int close, char *args, int *n_args)
{
	int n = 0, depth = 0, begin = open + 1;
	for (int i = open + 1; i <= close && n < MAX_ARGS; i++) {
		const char c = token(r, i)->kind == TK_PUNCT ? char_of(r, i) : 0;
		if (depth == 0 && (c == ',' || i == close)) {
			if (i > begin) {
				const char kind = kind_of_argument(r, begin, i);
				if (n >= *n_args || kind == 'v')
					args[n] = kind;
				n++;
			}
			begin = i + 1;
		}
		depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
	}
	*n_args = n > *n_args ? n : *n_args;
}

static bool is_type_word(const Reader *r, int i)
{
	static const char *const words[] = { "float", "double", "int", "unsigned", "char", "half", "bool", "void", "typename", "class" };
	return is_one_of(r, i, words, sizeof words / sizeof *words);
}

/* How a call from the ( to the ) passes its arguments. */
static void note_call(const Reader *r, int open, int close, Use *use)
{
	int depth = 0, n = close > open + 1;
	for (int i = open + 1; i < close; i++) {
		const char c = token(r, i)->kind == TK_PUNCT ? char_of(r, i) : 0;
		const bool begins = depth == 0 && (i == open + 1 || is(r, i - 1, ","));
		if (begins && ((is_type_word(r, i) && !is(r, i + 1, "(")) || c == '{'))
			use->flags |= USE_NO_CALL;
		if (begins && c == '[')
			use->flags |= USE_LAMBDA;
		n += depth == 0 && c == ',';
		depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
	}
	use->n_passed = use->n_passed < 0 || use->n_passed == n ? n : 0;
}

/* --- one use -------------------------------------------------------------------------------------- */

static bool in_function(const Reader *r)
{
	return r->directive_end || (r->depth > 0 && r->scopes[r->depth - 1] == 'f');
}

static bool is_sized_type(const Reader *r, int before, int after)
{
	static const char *const starts[] = { ";", "{", "}", "(", ",", "<", "const", "static", "inline", "extern", ">", ":" };
	const bool starts_type = before < 0 || is_one_of(r, before, starts, sizeof starts / sizeof *starts);
	const bool points = is(r, after, "*") || is(r, after, "&");
	if (points && is(r, after + 1, "&"))
		after++;
	return points && starts_type && (is_name(r, after + 1) || strchr("),>*", char_of(r, after + 1)));
}

static bool is_type_use(const Reader *r, int before, int after)
{
	static const char *const words[] = { "typename", "struct", "class", "public", "private", "new", "const", "catch" };
	static const char *const no_names[] = { "and", "or", "const_cast", "override" };
	if (is_one_of(r, before, words, sizeof words / sizeof *words))
		return true;
	if (is_name(r, after) && !is_one_of(r, after, no_names, 4) && !is(r, before, "."))
		return true;
	const bool is_argument =
		(is(r, before, "<") || is(r, before, ",")) && (is(r, after, ">") || (is(r, after, ",") && is(r, before, "<")));
	return is_argument || is_sized_type(r, before, after) || (is(r, before, ">") && is(r, before - 1, "-")) ||
	       (is(r, before, "=") && is(r, before - 2, "using"));
}

/* A macro's use: its name alone, in capitals. */
static void note_macro(const Reader *r, int i, int after, Use *use)
{
	static const char *const types[] = { "void",     "int",        "float",      "bool",      "static", "inline",
					     "template", "__global__", "__device__", "__host__",  "extern", "const",
					     "unsigned", "double",     "auto",       "constexpr", "class",  "struct" };
	if (!is_capital(r, i))
		return;
	const bool begins = i == r->statement;
	if (is(r, after, "(") && begins) {
		const int close = closing(r, after);
		const bool block = close > 0 && is(r, close + 1, "{");
		if (close > 0)
			use->flags |= !in_function(r) ? (block ? USE_FUNCTION : USE_NOTHING) : block ? USE_BLOCK : 0;
	} else if (!in_function(r) && is_name(r, after)) {
		const bool declares =
			is_one_of(r, after, types, sizeof types / sizeof *types) || is_name(r, after + 1) || is(r, after + 1, "*");
		if (declares || !begins)
			use->flags |= USE_ATTRIBUTE;
	}
}

static bool is_compared(const Reader *r, int before, int after)
{
	const bool left = is(r, before, "=") && (is(r, before - 1, "=") || is(r, before - 1, "!"));
	return left || (is(r, after + 1, "=") && (is(r, after, "=") || is(r, after, "!")));
}

static void note_use(Reader *r, int first, int last, int after, Use *use)
{
	const int before = first - 1;
	if (is(r, before, "namespace") || (is(r, before, "=") && is(r, before - 2, "namespace")))
		use->flags |= USE_NAMESPACE;
	if (is(r, before, "case"))
		use->flags |= USE_CASE;
	else if (!is_compared(r, before, after))
		use->flags |= USE_VALUE;
	if (is(r, before, "using") && is(r, after, ";") && first != last)
		vec_push(r->uses->arena, &r->uses->aliases, ((Alias){ use->name, use }));
	else if (is(r, before, "=") && is(r, before - 2, "namespace")) {
		const Token *name = token(r, before - 1);
		const char *text = arena_strndup(r->uses->arena, r->text.s + name->begin, name->end - name->begin);
		vec_push(r->uses->arena, &r->uses->aliases, ((Alias){ text, use }));
	} else if (is_type_use(r, before, after))
		use->flags |= USE_TYPE;
	if (is(r, after, "{"))
		use->flags |= USE_TYPE;
	if (first == last)
		note_macro(r, first, after, use);
	const int close = is(r, after, "(") ? closing(r, after) : -1;
	if (close > 0) {
		use->flags |= USE_CALL;
		note_call(r, after, close, use);
	}
}

/* --- names ---------------------------------------------------------------------------------------- */

static const char *name_at(const Reader *r, int i)
{
	return arena_strndup(r->uses->arena, r->text.s + token(r, i)->begin, token(r, i)->end - token(r, i)->begin);
}

static Use *find_first(const Reader *r, int i)
{
	for (int k = 0; k < r->uses->aliases.n; k++)
		if (is(r, i, r->uses->aliases.at[k].name))
			return r->uses->aliases.at[k].use;
	for (Use *use = r->uses->global.inner; use; use = use->next)
		if (is(r, i, use->name))
			return use;
	return NULL;
}

/* Reads the qualified name that begins at `i`, if it is one of those that are wanted, with all names in its template arguments
 * left to be read. */
static void read_name(Reader *r, int i)
{
	Use *use = find_first(r, i);
	bool wanted = use && use->flags & USE_ENTRY;
	const int first = i;
	while (use) {
		const int open = i + 1, close = is(r, open, "<") ? closing_angle(r, open) : -1;
		const int after = close > 0 ? close + 1 : open;
		if (close > 0)
			note_arguments(r, open, close, use->args, &use->n_args);
		else
			use->flags |= USE_PLAIN;
		if (!is(r, after, ":") || !is(r, after + 1, ":") || !is_name(r, after + 2 + is(r, after + 2, "template"))) {
			if (wanted)
				note_use(r, first, i, after, use);
			return;
		}
		i = after + 2 + is(r, after + 2, "template");
		const char *name = name_at(r, i);
		use = wanted ? add_use(r->uses, use, name) : use_find(use, name);
		wanted = wanted || (use && use->flags & USE_ENTRY);
	}
}

static void read_member(Reader *r, int i)
{
	i += is(r, i, "template");
	const int close = is(r, i + 1, "<") ? closing_angle(r, i + 1) : -1;
	const bool is_call = close > 0 && is(r, close + 1, "(");
	if (!is_name(r, i) || is(r, i, "operator") || r->uses->members.n >= MAX_MEMBERS)
		return;
	const Token *t = token(r, i);
	Member *member = NULL;
	for (int k = 0; k < r->uses->members.n && !member; k++) {
		const char *name = r->uses->members.at[k].name;
		if (strlen(name) == t->end - t->begin && memcmp(name, r->text.s + t->begin, strlen(name)) == 0)
			member = &r->uses->members.at[k];
	}
	if (!member) {
		vec_push(r->uses->arena, &r->uses->members, ((Member){ .name = name_at(r, i) }));
		member = &r->uses->members.at[r->uses->members.n - 1];
	}
	if (is_call)
		note_arguments(r, i + 1, close, member->args, &member->n_args);
	else
		member->flags |= USE_PLAIN;
}

/* --- statements and scopes ------------------------------------------------------------------------ */

static char scope_of(const Reader *r, int open)
{
	static const char *const classes[] = { "class", "struct", "union", "enum" };
	bool is_class = false;
	if (r->directive_end || (r->depth > 0 && r->scopes[r->depth - 1] == 'f'))
		return 'f';
	for (int i = r->statement; i < open; i++) {
		if (is(r, i, "namespace") || (is(r, i, "extern") && i + 2 == open))
			return 'n';
		if (is(r, i, "("))
			return 'f';
		if (is(r, i, "<") && closing_angle(r, i) > 0)
			i = closing_angle(r, i);
		is_class = is_class || is_one_of(r, i, classes, 4);
	}
	return is_class ? 'c' : 'f';
}

static void follow(Reader *r, int i)
{
	const char c = token(r, i)->kind == TK_PUNCT ? char_of(r, i) : 0;
	if (!r->directive_end && c == '{' && r->depth < MAX_SCOPES) {
		r->scopes[r->depth] = scope_of(r, i);
		r->depth++;
	}
	if (!r->directive_end && c == '}' && r->depth > 0)
		r->depth--;
	if (c == ';' || c == '{' || c == '}')
		r->statement = i + 1;
}

/* The end of the line that continues after each backslash. */
static size_t line_end(const Text *t, size_t at)
{
	while (at < t->n && (t->s[at] != '\n' || (at && t->s[at - 1] == '\\')))
		at++;
	return at;
}

static void read_tokens(Reader *r)
{
	for (int i = 0; i < r->n; i++) {
		if (r->directive_end && token(r, i)->begin >= r->directive_end) {
			r->directive_end = 0;
			r->statement = i;
		}
		if (is(r, i, "#") && is(r, i + 1, "define") && !r->directive_end) {
			r->directive_end = line_end(&r->text, token(r, i)->begin);
			r->statement = i + 3;
			i += 2;
			continue;
		}
		const bool is_inner = is(r, i - 1, ".") || (is(r, i - 1, ">") && is(r, i - 2, "-"));
		const bool is_qualified = is(r, i - 1, ":") && is(r, i - 2, ":") && (is_name(r, i - 3) || is(r, i - 3, ">"));
		if (is_name(r, i) && is_inner)
			read_member(r, i);
		else if (is_name(r, i) && !is_qualified)
			read_name(r, i);
		follow(r, i);
	}
}

/* Directives but definitions are left out. */
static int tokenize(Arena *arena, Text text, Token **out)
{
	VEC(Token) tokens = { 0 };
	for (;;) {
		text.line_start = false;
		Token t = token_next_code(&text);
		vec_push(arena, &tokens, t);
		if (t.kind == TK_END)
			break;
		if (!token_is(&text, t, "#"))
			continue;
		Text ahead = text;
		if (!token_is(&ahead, token_next_code(&ahead), "define") && tokens.n--)
			text.at = line_end(&text, text.at);
	}
	*out = tokens.at;
	return tokens.n - 1;
}

void uses_read(Uses *uses, const char *text, size_t size)
{
	Reader *r = arena_new_of(uses->arena, Reader);
	Token *tokens;
	r->uses = uses;
	r->text = (Text){ text, size, 0, false };
	r->n = tokenize(uses->arena, r->text, &tokens);
	r->at = tokens;
	read_tokens(r);
}
