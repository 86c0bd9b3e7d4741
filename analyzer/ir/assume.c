#include "ir/assume.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 100, MAX_TERMS = 1000, MAX_NUMBER_TEXT = 64 };

typedef struct Reader {
	Arena *arena;
	const char *text;
	size_t at;
	int depth, n_terms; /* of this condition */
	AssumeError *error; /* message NULL: none so far */
} Reader;

/* --- characters and words ----------------------------------------------------------------------- */

static bool is_name_start(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void skip_space(Reader *r)
{
	while (isspace((unsigned char)r->text[r->at]))
		r->at++;
}

/* Consumes `what` if it comes next. */
static bool take(Reader *r, const char *what)
{
	size_t n = strlen(what);
	skip_space(r);
	if (strncmp(r->text + r->at, what, n) != 0)
		return false;
	r->at += n;
	return true;
}

static bool next_is(Reader *r, const char *what)
{
	skip_space(r);
	return strncmp(r->text + r->at, what, strlen(what)) == 0;
}

/* What comes next, for a message: "'n'", "the end". */
static const char *here(Reader *r)
{
	const char *s = r->text + r->at;
	size_t n = 0;
	while (is_name_char(s[n]) && n < 40)
		n++;
	if (!*s)
		return "the end";
	if (!isprint((unsigned char)*s))
		return "a byte that is not text";
	return arena_printf(r->arena, "'%.*s'", n ? (int)n : 1, s);
}

/* Only the first error is reported. */
static void fail(Reader *r, const char *wanted)
{
	if (r->error->message)
		return;
	skip_space(r);
	r->error->at = r->at;
	r->error->message = arena_printf(r->arena, "expected %s, not %s", wanted, here(r));
}

static bool failed(const Reader *r)
{
	return r->error->message != NULL;
}

/* --- terms -------------------------------------------------------------------------------------- */

static const AssumeTerm *read_sum(Reader *r);

static AssumeTerm *new_term(Reader *r, TermKind kind, size_t at)
{
	if (++r->n_terms > MAX_TERMS)
		fail(r, "something shorter");
	AssumeTerm *term = arena_new_of(r->arena, AssumeTerm);
	term->kind = kind;
	term->at = at;
	return term;
}

static const AssumeTerm *read_number(Reader *r)
{
	AssumeTerm *term = new_term(r, TERM_NUMBER, r->at);
	char digits[MAX_NUMBER_TEXT + 1], *end;
	size_t n = 0, at = r->at;
	for (; is_name_char(r->text[at]) || r->text[at] == '\''; at++)
		if (r->text[at] != '\'' && n < MAX_NUMBER_TEXT)
			digits[n++] = r->text[at];
	digits[n] = 0;
	errno = 0;
	unsigned long long number = strtoull(digits, &end, 0);
	bool is_whole = end[strspn(end, "uUlL")] == 0 && n < MAX_NUMBER_TEXT;
	if (!is_whole || errno || number > INT64_MAX)
		fail(r, "an integer");
	term->number = (int64_t)number;
	r->at = at;
	return term;
}

/* "a", "ns::a", "a.b"; brackets are not part of a name. */
static const AssumeTerm *read_name(Reader *r)
{
	AssumeTerm *term = new_term(r, TERM_NAME, r->at);
	const char *s = r->text;
	size_t at = r->at;
	for (;;) {
		while (is_name_char(s[at]))
			at++;
		size_t link = s[at] == '.' ? 1 : s[at] == ':' && s[at + 1] == ':' ? 2 : 0;
		if (!link || !is_name_start(s[at + link]))
			break;
		at += link;
	}
	term->name = arena_strndup(r->arena, s + r->at, at - r->at);
	r->at = at;
	return term;
}

static const AssumeTerm *read_primary(Reader *r)
{
	skip_space(r);
	size_t at = r->at;
	char c = r->text[at];
	if (r->depth >= MAX_DEPTH) {
		fail(r, "something that nests less deeply");
		return new_term(r, TERM_NUMBER, at);
	}
	if (isdigit((unsigned char)c))
		return read_number(r);
	if (is_name_start(c))
		return read_name(r);
	const AssumeTerm *inner = NULL;
	r->depth++;
	if (take(r, "(")) {
		inner = read_sum(r);
		if (!failed(r) && !take(r, ")"))
			fail(r, "')'");
	} else if (take(r, "-")) {
		AssumeTerm *term = new_term(r, TERM_NEGATED, at);
		term->a = read_primary(r);
		inner = term;
	} else {
		fail(r, "a name or a number");
		inner = new_term(r, TERM_NUMBER, at);
	}
	r->depth--;
	return inner;
}

typedef struct Operator {
	const char *spelling;
	Op op;
} Operator;

/* By precedence, the lowest first; each list ends with NULL. */
static const Operator levels[][4] = {
	{ { "<<", OP_SHL }, { ">>", OP_SHR } },
	{ { "+", OP_ADD }, { "-", OP_SUB } },
	{ { "*", OP_MUL }, { "/", OP_DIV }, { "%", OP_REM } },
};
enum { N_LEVELS = sizeof levels / sizeof *levels };

static Op take_operator(Reader *r, const Operator *operators)
{
	for (; operators->spelling; operators++)
		if (take(r, operators->spelling))
			return operators->op;
	return OP_NONE;
}

static const AssumeTerm *read_level(Reader *r, int level)
{
	if (level == N_LEVELS)
		return read_primary(r);
	const AssumeTerm *left = read_level(r, level + 1);
	for (Op op; !failed(r) && (op = take_operator(r, levels[level])) != OP_NONE;) {
		AssumeTerm *term = new_term(r, TERM_BINARY, left->at);
		term->op = op;
		term->a = left;
		term->b = read_level(r, level + 1);
		left = term;
	}
	return left;
}

static const AssumeTerm *read_sum(Reader *r)
{
	return read_level(r, 0);
}

/* --- conditions --------------------------------------------------------------------------------- */

static const Operator comparisons[] = {
	{ "==", OP_EQ }, { "!=", OP_NE }, { "<=", OP_LE }, { ">=", OP_GE }, { "<", OP_LT }, { ">", OP_GT }, { NULL, OP_NONE },
};

static bool at_end_of_condition(Reader *r)
{
	return next_is(r, ",") || next_is(r, "&&") || !r->text[r->at];
}

static Assumption read_condition(Reader *r)
{
	skip_space(r);
	r->n_terms = 0;
	Assumption c = { .at = r->at, .op = OP_NE };
	AssumeTerm *zero = new_term(r, TERM_NUMBER, r->at);
	bool negated = next_is(r, "!") && !next_is(r, "!=") && take(r, "!");
	c.a = negated ? read_primary(r) : read_sum(r);
	c.b = zero;
	Op op = negated || failed(r) ? OP_NONE : take_operator(r, comparisons);
	if (op != OP_NONE) {
		c.op = op;
		c.b = read_sum(r);
	} else if (negated) {
		c.op = OP_EQ;
	} else if (c.a->kind != TERM_NAME) {
		fail(r, "a comparison");
	}
	if (!failed(r) && !at_end_of_condition(r))
		fail(r, op == OP_NONE && !negated ? "a comparison" : "',' or the end");
	return c;
}

static const char *text_of(Reader *r, size_t begin)
{
	size_t end = r->at;
	while (end > begin && isspace((unsigned char)r->text[end - 1]))
		end--;
	char *text = arena_strndup(r->arena, r->text + begin, end - begin);
	for (char *c = text; *c; c++)
		if (isspace((unsigned char)*c))
			*c = ' ';
	return text;
}

Loc assume_loc(Loc begin, const char *text, size_t at)
{
	if (begin.file < 0)
		return LOC_NONE;
	for (size_t i = 0; i < at && text[i]; i++) {
		begin.column = text[i] == '\n' ? 1 : begin.column + 1;
		begin.line += text[i] == '\n';
		begin.offset++;
	}
	return begin;
}

bool assume_parse(Arena *arena, const char *text, Loc begin, Assumptions *out, AssumeError *error)
{
	Reader r = { .arena = arena, .text = text, .error = error };
	*error = (AssumeError){ 0 };
	do {
		Assumption c = read_condition(&r);
		if (failed(&r))
			return false;
		c.text = text_of(&r, c.at);
		c.loc = assume_loc(begin, text, c.at);
		vec_push(arena, out, c);
	} while (take(&r, ",") || take(&r, "&&"));
	return true;
}
