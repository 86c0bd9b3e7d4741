#include "filter/slice.h"

#include <string.h>

#include "core/tokens.h"
#include "filter/parts.h"

enum { MAX_NAMES = 256, MAX_ROUNDS = 8, NO_FUNCTION = -1 };

typedef struct Word {
	TokenKind kind;
	size_t begin, end;
	int line;
	int function; /* the number of the function that contains it, or NO_FUNCTION */
} Word;

typedef struct Slicer {
	Arena *arena;
	const char *text;
	VEC(Word) words;
	struct {
		const char *at[MAX_NAMES];
		size_t length[MAX_NAMES];
		int n;
	} names;
	bool *has;
} Slicer;

/* --- words -------------------------------------------------------------------------------------- */

static bool is(const Slicer *s, int i, const char *what)
{
	if (i < 0 || i >= s->words.n)
		return false;
	const Word *word = &s->words.at[i];
	return strlen(what) == word->end - word->begin && memcmp(s->text + word->begin, what, word->end - word->begin) == 0;
}

/* Splits the text into words and single characters, including directives but not comments. */
static void add_words(Slicer *s, size_t size)
{
	const Parts parts = text_parts(s->arena, s->text, size);
	int line = 1, part = 0;
	for (size_t at = 0; at < size;) {
		while (part < parts.n && parts.at[part].end <= at)
			part++;
		if (part < parts.n && parts.at[part].begin <= at) {
			for (; at < parts.at[part].end; at++)
				line += s->text[at] == '\n';
			continue;
		}
		Word word = { TK_PUNCT, at, at + 1, line, NO_FUNCTION };
		while (token_is_name_char(s->text[at]) && word.end < size && token_is_name_char(s->text[word.end]))
			word.end++;
		if (token_is_name_char(s->text[at]))
			word.kind = s->text[at] >= '0' && s->text[at] <= '9' ? TK_OTHER : TK_NAME;
		line += s->text[at] == '\n';
		at = word.end;
		if (!strchr(" \t\r\n\\", s->text[word.begin]))
			vec_push(s->arena, &s->words, word);
	}
}

/* The first word of a function whose brace is at `open`: the one after the previous `;`, `}` or `{`. */
static int function_begin(const Slicer *s, int open)
{
	int i = open;
	while (i > 0 && !is(s, i - 1, ";") && !is(s, i - 1, "}") && !is(s, i - 1, "{"))
		i--;
	return i;
}

/* A brace after a parenthesis, outside of functions, begins a function. */
static void find_functions(Slicer *s)
{
	int depth = 0, body = -1, number = 0, first = 0;
	for (int i = 0; i < s->words.n; i++) {
		if (is(s, i, "{")) {
			if (body < 0 && (is(s, i - 1, ")") || is(s, i - 1, "const") || is(s, i - 1, "noexcept"))) {
				body = depth;
				first = function_begin(s, i);
			}
			depth++;
		} else if (is(s, i, "}") && depth > 0) {
			if (--depth != body)
				continue;
			for (int k = first; k <= i; k++)
				s->words.at[k].function = number;
			number++;
			body = -1;
		}
	}
}

/* --- names -------------------------------------------------------------------------------------- */

static bool has_name(const Slicer *s, const Word *word)
{
	for (int i = 0; i < s->names.n; i++)
		if (s->names.length[i] == word->end - word->begin && memcmp(s->names.at[i], s->text + word->begin, s->names.length[i]) == 0)
			return true;
	return false;
}

/* Names that have the same meaning in all programs, or no value. */
static bool is_ignored(const Slicer *s, int i)
{
	static const char *const words[] = {
		"threadIdx", "blockIdx",  "blockDim",   "gridDim", "x",      "y",      "z",           "w",
		"int",       "unsigned",  "float",      "const",   "auto",   "if",     "for",         "while",
		"return",    "sizeof",    "double",     "long",    "short",  "char",   "bool",        "void",
		"static",    "constexpr", "__shared__", "else",    "size_t", "define", "static_cast", "reinterpret_cast",
	};
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		if (is(s, i, words[k]))
			return true;
	return false;
}

static bool add_name(Slicer *s, int i)
{
	const Word *word = &s->words.at[i];
	if (word->kind != TK_NAME || s->names.n == MAX_NAMES || is_ignored(s, i) || has_name(s, word))
		return false;
	s->names.at[s->names.n] = s->text + word->begin;
	s->names.length[s->names.n++] = word->end - word->begin;
	return true;
}

/* --- definitions -------------------------------------------------------------------------------- */

/* "n = …", "n += …", "n <<= …", "n++", "++n", "n(…)" in a declaration, "#define n" */
static bool is_defined(const Slicer *s, int i)
{
	if (is(s, i - 1, "define") && is(s, i - 2, "#"))
		return true;
	const bool twice = is(s, i + 1, "<") || is(s, i + 1, ">");
	const int op = i + 1 + (twice && (is(s, i + 2, "<") || is(s, i + 2, ">")));
	if (is(s, i + 1, "="))
		return !is(s, i + 2, "=");
	if (i + 2 < s->words.n && strchr("+-*/%&|^<>", s->text[s->words.at[op].begin]) && is(s, op + 1, "=") && (op > i + 1 || !twice))
		return true;
	const bool steps = (is(s, i + 1, "+") && is(s, i + 2, "+")) || (is(s, i + 1, "-") && is(s, i + 2, "-")) ||
			   (is(s, i - 1, "+") && is(s, i - 2, "+")) || (is(s, i - 1, "-") && is(s, i - 2, "-"));
	return steps || ((is(s, i + 1, "(") || is(s, i + 1, "{")) && i > 0 && s->words.at[i - 1].kind == TK_NAME);
}

/* Adds the statement, or the line of a directive, from word i on, with its names; whether there are new names. */
static bool add_statement(Slicer *s, int i)
{
	const bool is_macro = is(s, i - 1, "define");
	bool grew = false;
	for (int k = i; k < s->words.n; k++) {
		const Word *word = &s->words.at[k];
		if (is_macro ? word->line != s->words.at[i].line : is(s, k, ";") || is(s, k, "{") || is(s, k, "}"))
			break;
		s->has[word->line] = true;
		grew = add_name(s, k) || grew;
	}
	s->has[s->words.at[i].line] = true;
	return grew;
}

static int function_at(const Slicer *s, size_t at)
{
	for (int i = 0; i < s->words.n; i++)
		if (s->words.at[i].end > at)
			return s->words.at[i].function;
	return NO_FUNCTION;
}

static Slice make_slice(const Slicer *s, int n_lines, int function)
{
	Slice slice = {
		.has = s->has,
		.n_lines = n_lines,
		.n_names = s->names.n,
		.names = arena_dup(s->arena, s->names.at, sizeof *s->names.at * (size_t)s->names.n),
		.lengths = arena_dup(s->arena, s->names.length, sizeof *s->names.length * (size_t)s->names.n),
	};
	for (int i = 0; function != NO_FUNCTION && i < s->words.n; i++) {
		if (s->words.at[i].function != function)
			continue;
		slice.first = slice.first ? slice.first : s->words.at[i].line;
		slice.last = s->words.at[i].line;
	}
	return slice;
}

bool slice_defines(Arena *arena, const Slice *slice, const char *line, size_t size)
{
	Slicer s = { .arena = arena, .text = line };
	add_words(&s, size);
	s.names.n = slice->n_names;
	for (int i = 0; i < slice->n_names; i++) {
		s.names.at[i] = slice->names[i];
		s.names.length[i] = slice->lengths[i];
	}
	for (int i = 0; i < s.words.n; i++)
		if (s.words.at[i].kind == TK_NAME && has_name(&s, &s.words.at[i]) && is_defined(&s, i))
			return true;
	return false;
}

Slice slice_of(Arena *arena, const char *text, size_t size, size_t begin, size_t end)
{
	Slicer s = { .arena = arena, .text = text };
	int n_lines = 1;
	for (size_t i = 0; i < size; i++)
		n_lines += text[i] == '\n';
	s.has = arena_array(arena, bool, n_lines + 2);
	add_words(&s, size);
	find_functions(&s);
	const int function = function_at(&s, begin);
	for (int i = 0; i < s.words.n; i++)
		if (s.words.at[i].begin >= begin && s.words.at[i].end <= end)
			add_name(&s, i);
	bool grew = true;
	for (int round = 0; grew && round < MAX_ROUNDS; round++) {
		grew = false;
		for (int i = 0; i < s.words.n; i++) {
			const Word *word = &s.words.at[i];
			const bool near = word->function == NO_FUNCTION || word->function == function;
			if (near && word->kind == TK_NAME && has_name(&s, word) && is_defined(&s, i))
				grew = add_statement(&s, i) || grew;
		}
	}
	return make_slice(&s, n_lines, function);
}
