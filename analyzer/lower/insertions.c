#include "lower/insertions.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "core/tokens.h"

typedef struct Inserts {
	Arena *arena;
	VEC(Insertion) at;
	VEC(const char *) texts;
} Inserts;

static void insert(Inserts *inserts, size_t at, const char *text, bool is_quiet)
{
	Insertion insertion = { at, strlen(text), is_quiet, -1 };
	vec_push(inserts->arena, &inserts->at, insertion);
	vec_push(inserts->arena, &inserts->texts, text);
}

/* Clang allows alignas only at the begin of a declaration, nvcc after __shared__ as well; _Alignas may stand there. */
static void rename_alignas(Token token, Inserts *inserts)
{
	insert(inserts, token.begin, "_Alignas /*", true);
	insert(inserts, token.end, "*/", true);
}

static void find_alignas(Text t, Inserts *inserts)
{
	bool after_shared = false;
	for (Token token = token_next(&t); token.kind != TK_END; token = token_next(&t)) {
		if (token.kind == TK_COMMENT)
			continue;
		if (after_shared && token_is(&t, token, "alignas"))
			rename_alignas(token, inserts);
		after_shared = token_is(&t, token, "__shared__");
	}
}

/* By offset; stable. */
static void sort_inserts(Inserts *inserts)
{
	for (int i = 1; i < inserts->at.n; i++)
		for (int k = i; k > 0 && inserts->at.at[k].at < inserts->at.at[k - 1].at; k--) {
			Insertion insertion = inserts->at.at[k];
			inserts->at.at[k] = inserts->at.at[k - 1];
			inserts->at.at[k - 1] = insertion;
			const char *text = inserts->texts.at[k];
			inserts->texts.at[k] = inserts->texts.at[k - 1];
			inserts->texts.at[k - 1] = text;
		}
}

static bool is_inserted(const Inserts *inserts, size_t at)
{
	for (int i = 0; i < inserts->at.n; i++)
		if (inserts->at.at[i].at == at)
			return true;
	return false;
}

/* [static] __shared__ T x; becomes [an annotation] T x; its constructors are then no error. */
static void annotate_shared(const char *text, size_t variable, Inserts *inserts)
{
	static const char word[] = "__shared__";
	size_t n = sizeof word - 1, begin = variable;
	while (begin > 0 && !strchr(";{}", text[begin - 1]) && strncmp(text + begin, word, n) != 0)
		begin--;
	if (strncmp(text + begin, word, n) != 0)
		return;
	size_t end = begin + n, before = begin;
	while (before > 0 && strchr(" \t\r\n", text[before - 1]))
		before--;
	if (before >= 6 && strncmp(text + before - 6, "static", 6) == 0)
		begin = before - 6;
	if (is_inserted(inserts, begin))
		return; /* two variables of one declaration */
	insert(inserts, begin, "/*", true);
	insert(inserts, end, "*/ __attribute__((annotate(\"" SHARED_ANNOTATION "\")))", true);
}

/* f<T::type>() of a template that is no dependent name */
static void add_typename(const char *text, size_t at, Inserts *inserts)
{
	bool is_name = isalpha((unsigned char)text[at]) || text[at] == '_' || text[at] == ':';
	if (is_name && !is_inserted(inserts, at))
		insert(inserts, at, "typename ", true);
}

/* A<T>::f<n>(y) and T::f<n>(y): clang's place is that of A or T. */
static void add_template_within(const char *text, size_t at, Inserts *inserts)
{
	int depth = 0;
	for (size_t i = at; text[i] && (depth > 0 || !strchr("(;{", text[i])); i++) {
		depth += text[i] == '<';
		depth -= text[i] == '>';
		const bool is_scope = text[i] == '>' || token_is_name_char(text[i]);
		if (depth != 0 || !is_scope || strncmp(text + i + 1, "::", 2) != 0)
			continue;
		const size_t name = i + 3;
		size_t end = name;
		while (token_is_name_char(text[end]))
			end++;
		if (end > name && text[end] == '<' && !is_inserted(inserts, name))
			insert(inserts, name, "template ", true);
	}
}

/* Behind the code before `at`: not behind a comment at the end of a line. */
static size_t end_of_code(const char *text, size_t at)
{
	while (at > 0 && strchr(" \t\r\n", text[at - 1])) {
		at--;
		if (text[at] != '\n')
			continue;
		size_t line = at;
		while (line > 0 && text[line - 1] != '\n')
			line--;
		const char *comment = strstr(text + line, "//");
		if (comment && comment < text + at)
			at = (size_t)(comment - text);
	}
	return at;
}

/* x.f<n>(y) of a template whose x depends on its parameters, and T::f<n>(y) where clang's place is that of f */
static void add_template(const char *text, size_t at, Inserts *inserts)
{
	const size_t before = end_of_code(text, at);
	size_t end = at;
	while (token_is_name_char(text[end]))
		end++;
	const bool is_member =
		before > 0 && (text[before - 1] == '.' ||
			       (before > 1 && (strncmp(text + before - 2, "->", 2) == 0 || strncmp(text + before - 2, "::", 2) == 0)));
	if (!is_member)
		add_template_within(text, at, inserts);
	else if (end > at && text[end] == '<' && !is_inserted(inserts, at))
		insert(inserts, at, "template ", true);
}

/* `extern __shared__ char s[] alignas(128);`: it is the variable that is aligned. */
static void replace_alignas(const char *text, size_t at, Inserts *inserts)
{
	Text t = { text, strlen(text), at, false };
	const Token word = token_next_code(&t);
	if (!token_is(&t, word, "alignas") || is_inserted(inserts, word.begin) || !token_is(&t, token_next_code(&t), "(") ||
	    !token_skip_bracket(&t, "(", ")"))
		return;
	insert(inserts, word.begin, "__attribute__((aligned /*", true);
	insert(inserts, word.end, "*/", true);
	insert(inserts, t.at, "))", true);
}

/* No operand, with or without a modifier, and none of the other escapes. */
static bool is_bad_escape(const char *percent)
{
	return isalpha((unsigned char)percent[1]) && !isdigit((unsigned char)percent[2]) && percent[2] != '[';
}

/* "mov.u32 %0, %clusterid.x;" next to operands: nvcc takes what is no operand for text.  Clang's place is just behind the first
 * such escape; it does not report the others of one asm. */
static void double_percent(const char *text, size_t at, Inserts *inserts)
{
	size_t back = 0;
	bool in_string = true;
	while (back < 4 && back < at && text[at - back] != '%')
		back++;
	if (text[at - back] != '%')
		return;
	for (size_t i = at - back; text[i] && (in_string || !strchr(":;)", text[i])); i++) {
		bool escapes = in_string && (text[i] == '\\' || (text[i] == '%' && text[i + 1] == '%'));
		if (escapes && text[i + 1])
			i++;
		else if (text[i] == '"')
			in_string = !in_string;
		else if (in_string && text[i] == '%' && is_bad_escape(text + i) && !is_inserted(inserts, i))
			insert(inserts, i, "%", true);
	}
}

/* "[%0], %8;" with eight operands, in a template's branch that is never taken: it becomes text. */
static void double_operand(const char *text, size_t at, Inserts *inserts)
{
	size_t percent = at;
	while (percent > 0 && at - percent < 4 && text[percent] != '%')
		percent--;
	if (text[percent] == '%' && !is_inserted(inserts, percent))
		insert(inserts, percent, "%", true);
}

/* "r", "+f", [name] "=l": what an operand of inline assembly begins with. */
static bool is_constraint(const Text *t, Token token)
{
	size_t n = token.end - token.begin;
	return n > 2 && t->s[token.begin] == '"' && strspn(t->s + token.begin + 1, "=+&,rhlfdqnCm0123456789") >= n - 2;
}

/* Moves past `[name] "r"(value)`; false: that is not what follows. */
static bool skip_asm_operand(Text *t, Token token)
{
	if (token_is(t, token, "[")) {
		if (!token_skip_bracket(t, "[", "]"))
			return false;
		token = token_next_code(t);
	}
	return is_constraint(t, token) && token_is(t, token_next_code(t), "(") && token_skip_bracket(t, "(", ")");
}

/* `"r"(a) "r"(b)`: nvcc needs no comma.  Clang's place is the first operand without one; it skips the rest of the asm. */
static void separate_operands(const char *text, size_t at, Inserts *inserts)
{
	Text t = { text, strlen(text), at, false };
	bool is_separated = false;
	for (Token token = token_next_code(&t); token.kind != TK_END; token = token_next_code(&t)) {
		const size_t begin = token.begin;
		const bool separates = token_is(&t, token, ",") || token_is(&t, token, ":");
		if (token_is(&t, token, "\\"))
			continue; /* the end of a line of a macro */
		if (!separates && !skip_asm_operand(&t, token))
			return;
		if (!separates && !is_separated && !is_inserted(inserts, begin))
			insert(inserts, begin, ",", true);
		is_separated = separates;
	}
}

/* asm volatile volatile */
static void leave_out_word(const char *text, size_t at, Inserts *inserts)
{
	size_t end = at;
	while (token_is_name_char(text[end]))
		end++;
	if (end == at || is_inserted(inserts, at))
		return;
	insert(inserts, at, "/*", true);
	insert(inserts, end, "*/", true);
}

/* Where the name, the call or the subscript begins that ends at an offset. */
static size_t begin_of_operand(const char *text, size_t end)
{
	size_t begin = end;
	int depth = 0;
	while (begin > 0) {
		char c = text[begin - 1];
		depth += (c == ')' || c == ']') - (c == '(' || c == '[');
		bool arrow = c == '>' && begin > 1 && text[begin - 2] == '-';
		if (depth < 0 || (depth == 0 && !isalnum((unsigned char)c) && !arrow && !strchr("_.:([", c)))
			break;
		begin -= arrow ? 2 : 1;
	}
	return begin;
}

/* p + n and p += n of a void *: nvcc counts in bytes, as gcc does.  Clang's place is the operator. */
static void count_in_bytes(const char *text, size_t at, Inserts *inserts)
{
	size_t end = at;
	bool adds = strchr("+-", text[at]) && text[at] != text[at + 1];
	while (end > 0 && strchr(" \t\r\n", text[end - 1]))
		end--;
	size_t begin = begin_of_operand(text, end);
	if (adds && begin < end && !is_inserted(inserts, begin))
		insert(inserts, begin, text[at + 1] == '=' ? "(char *&)" : "(char *)", true);
}

/* #define UNROLL #pragma unroll */
static void write_pragma(const char *text, size_t at, Inserts *inserts)
{
	static const char word[] = "#pragma ";
	if (strncmp(text + at, word, sizeof word - 1) != 0 || is_inserted(inserts, at))
		return;
	const char *words = text + at + sizeof word - 1;
	const size_t n = strcspn(words, "\r\n");
	if (memchr(words, '"', n) || memchr(words, '\\', n) || memchr(words, '/', n))
		return;
	insert(inserts, at, arena_printf(inserts->arena, "_Pragma(\"%.*s\") /*", (int)n, words), true);
	insert(inserts, at + sizeof word - 1 + n, "*/", true);
}

/* `k << <grid, block >> > (x)`, as some formatters write it: nvcc allows blanks before the last bracket.  at: that bracket. */
static bool join_brackets(const char *text, size_t at, Inserts *inserts)
{
	const char bracket = text[at];
	size_t end = at;
	while (end > 0 && strchr(" \t", text[end - 1]))
		end--;
	if (end == at || end < 2 || text[end - 1] != bracket || text[end - 2] != bracket || is_inserted(inserts, end))
		return false;
	insert(inserts, end, bracket == '<' ? "</*" : ">/*", true);
	insert(inserts, at + 1, "*/", true);
	return true;
}

/* Behind the opening brackets of a launch: clang does not report the closing ones of all. */
static void join_closing(const char *text, size_t at, Inserts *inserts)
{
	Text t = { text, strlen(text), at, false };
	int depth = 0;
	for (Token token = token_next_code(&t); token.kind != TK_END; token = token_next_code(&t)) {
		const char c = text[token.begin];
		depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
		if (depth < 0 || c == ';')
			return;
		if (depth || c != '>' || text[token.end] != '>')
			continue;
		const size_t last = token.end + 1 + strspn(text + token.end + 1, " \t");
		if (text[last] == '>' && (last == token.end + 1 || join_brackets(text, last, inserts)))
			return;
	}
}

static void correct_expression(const char *text, size_t at, Inserts *inserts)
{
	if (text[at] == '#')
		write_pragma(text, at, inserts);
	else if ((text[at] == '<' || text[at] == '>') && join_brackets(text, at, inserts) && text[at] == '<')
		join_closing(text, at + 1, inserts);
}

/* --- what clang rejects ------------------------------------------------------------------------------- */

static const struct {
	const char *error;
	void (*change)(const char *text, size_t at, Inserts *inserts);
	bool in_macros;
} corrections[] = {
#define CORRECTION(id, error, change, in_macros) { error, change, in_macros },
#include "lower/corrections.def"
#undef CORRECTION
};

Correction correction_of(const char *error)
{
	int i = 0;
	while (i < N_CORRECTIONS && !strstr(error, corrections[i].error))
		i++;
	return (Correction)i;
}

bool correction_in_macros(Correction correction)
{
	return corrections[correction].in_macros;
}

static void add_at_end(const Changes *changes, size_t size, Inserts *inserts)
{
	for (int i = 0; i < changes->n_added; i++) {
		insert(inserts, size, changes->added[i], false);
		inserts->at.at[inserts->at.n - 1].added = i;
	}
}

Insertions directives_expand(Arena *arena, const char *text, size_t size, const Changes *changes)
{
	Inserts inserts = { .arena = arena };
	Insertions insertions = { 0 };
	for (int i = 0; i < changes->n_refused; i++)
		if (changes->refused[i].at < size)
			corrections[changes->refused[i].correction].change(text, changes->refused[i].at, &inserts);
	if (strstr(text, "alignas"))
		find_alignas((Text){ text, size, 0, true }, &inserts);
	add_at_end(changes, size, &inserts);
	if (inserts.at.n == 0)
		return insertions;
	sort_inserts(&inserts);
	Buf out = { 0 };
	size_t done = 0;
	for (int i = 0; i < inserts.at.n; i++) {
		buf_add(&out, text + done, inserts.at.at[i].at - done);
		buf_puts(&out, inserts.texts.at[i]);
		done = inserts.at.at[i].at;
	}
	buf_add(&out, text + done, size - done);
	insertions.at = inserts.at.at;
	insertions.n = inserts.at.n;
	insertions.text = arena_dup(arena, out.s, out.n + 1); /* there may be NULs inside */
	insertions.size = out.n;
	buf_free(&out);
	return insertions;
}

size_t insertions_offset(const Insertions *insertions, size_t offset, const Insertion **inserted)
{
	size_t moved = 0;
	const Insertion *in = NULL;
	for (int i = 0; i < insertions->n && !in; i++) {
		size_t begin = insertions->at[i].at + moved;
		if (offset < begin)
			break;
		if (offset < begin + insertions->at[i].length)
			in = &insertions->at[i];
		else
			moved += insertions->at[i].length;
	}
	if (inserted)
		*inserted = in;
	return in ? in->at : offset - moved;
}
