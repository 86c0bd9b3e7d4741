#include "lower/insertions.h"

#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "core/tokens.h"

typedef struct Signature {
	size_t name, name_end;     /* with its template arguments, where it has some */
	size_t params, params_end; /* between the parentheses */
} Signature;

/* Reads a declarator up to the end of its parameters; false: it declares no function. */
static bool read_signature(Text *t, Signature *sig)
{
	*sig = (Signature){ 0 };
	bool attribute = false, colons = false;
	for (;;) {
		Token token = token_next_code(t);
		if (token.kind == TK_END || token_is(t, token, ";") || token_is(t, token, "{"))
			return false;
		if (token.kind == TK_NAME) {
			attribute = t->s[token.begin] == '_' && t->s[token.begin + 1] == '_';
			if (!colons)
				sig->name = token.begin;
			sig->name_end = token.end;
			colons = false;
		} else if (token_is(t, token, ":")) {
			colons = true;
		} else if (token_is(t, token, "<")) {
			if (!token_skip_bracket(t, "<", ">"))
				return false;
			sig->name_end = t->at;
		} else if (token_is(t, token, "(")) {
			sig->params = token.end;
			sig->params_end = token_skip_bracket(t, "(", ")");
			if (!sig->params_end)
				return false;
			if (!attribute)
				return sig->name_end > sig->name;
		}
	}
}

typedef struct Inserts {
	Arena *arena;
	VEC(Insertion) at;
	VEC(const char *) texts;
	int n;
} Inserts;

static void insert(Inserts *inserts, size_t at, const char *text, bool is_quiet)
{
	Insertion insertion = { at, strlen(text), is_quiet, -1 };
	vec_push(inserts->arena, &inserts->at, insertion);
	vec_push(inserts->arena, &inserts->texts, text);
}

/* The text before the name, without specifiers that only functions have. */
static const char *result_type(Arena *arena, const Text *t, size_t begin, size_t end)
{
	static const char *const dropped[] = { "__global__", "__host__", "__device__", "inline", "__forceinline__" };
	char *text = arena_strndup(arena, t->s + begin, end - begin);
	for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
		for (char *at = text; (at = strstr(at, dropped[i])) != NULL;)
			memset(at, ' ', strlen(dropped[i]));
	return text;
}

/* template __global__ void k<float>(const float *); */
static void expand_instantiation(Text *t, Inserts *inserts)
{
	Text ahead = *t;
	Token token = token_next_code(&ahead);
	size_t begin = token.begin;
	bool is_class = token_is(t, token, "class") || token_is(t, token, "struct") || token_is(t, token, "union");
	Signature sig;
	if (token.kind != TK_NAME || is_class || !read_signature(t, &sig) || sig.name <= begin)
		return;
	token = token_next_code(t);
	if (!token_is(t, token, ";"))
		return;
	const char *type = result_type(inserts->arena, t, begin, sig.name);
	insert(inserts, token.end,
	       arena_printf(inserts->arena, " static %s (*__smemlint_instance_%d)(%.*s) = %.*s;", type, inserts->n++,
			    (int)(sig.params_end - sig.params), t->s + sig.params, (int)(sig.name_end - sig.name), t->s + sig.name),
	       true);
}

/* Clang allows alignas only at the begin of a declaration, nvcc after __shared__ as well; _Alignas may stand there. */
static void rename_alignas(Token token, Inserts *inserts)
{
	insert(inserts, token.begin, "_Alignas /*", true);
	insert(inserts, token.end, "*/", true);
}

static void find_inserts(Text t, Inserts *inserts)
{
	bool is_extern = false, after_shared = false;
	for (Token token = token_next(&t); token.kind != TK_END; token = token_next(&t)) {
		if (token.kind == TK_COMMENT)
			continue;
		if (token_is(&t, token, "template") && !is_extern) {
			Text ahead = t;
			if (!token_is(&ahead, token_next_code(&ahead), "<"))
				expand_instantiation(&t, inserts);
		}
		if (after_shared && token_is(&t, token, "alignas"))
			rename_alignas(token, inserts);
		after_shared = token_is(&t, token, "__shared__");
		is_extern = token_is(&t, token, "extern");
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

/* [static] __shared__ T x; becomes [an annotation] T x; */
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
	for (int i = 0; i < inserts->at.n; i++)
		if (inserts->at.at[i].at == begin)
			return; /* two variables of one declaration */
	insert(inserts, begin, "/*", true);
	insert(inserts, end, "*/ __attribute__((annotate(\"" SHARED_ANNOTATION "\")))", true);
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
	for (int i = 0; i < changes->n_shared; i++)
		annotate_shared(text, changes->shared[i], &inserts);
	if (strstr(text, "template") || strstr(text, "alignas"))
		find_inserts((Text){ text, size, 0, true }, &inserts);
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
