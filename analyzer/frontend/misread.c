#include "frontend/misread.h"

#include <string.h>

#include "core/tokens.h"

/* The name in "constexpr variable 'N' must be initialized by a constant expression"; NULL: another message. */
static const char *variable_of(Arena *arena, const char *message)
{
	static const char begin[] = "constexpr variable '";
	const char *name = message + sizeof begin - 1;
	if (strncmp(message, begin, sizeof begin - 1) != 0 || !strstr(message, "must be initialized by a constant expression"))
		return NULL;
	return arena_strndup(arena, name, strcspn(name, "'"));
}

/* Argument `index` of a list that begins behind its `<`; of `*n` characters; NULL: there is none. */
static const char *argument(const char *list, int index, size_t *n)
{
	int depth = 0;
	const char *begin = list;
	for (const char *p = list; *p; p++) {
		const bool is_end = depth == 0 && (*p == '>' || *p == ',');
		if (is_end && index-- == 0) {
			*n = (size_t)(p - begin);
			return begin;
		}
		if (is_end && *p == '>')
			return NULL;
		if (is_end)
			begin = p + 1;
		depth += strchr("<({", *p) != NULL;
		depth -= strchr(">)}", *p) != NULL;
	}
	return NULL;
}

static bool mentions(const char *text, size_t n, const char *name)
{
	Text t = { .s = text, .n = n };
	for (Token token = token_next_code(&t); token.kind != TK_END; token = token_next_code(&t))
		if (token.kind == TK_NAME && token_is(&t, token, name))
			return true;
	return false;
}

/* The arguments of an instance, behind the name of the function itself: "ns::C<int>::k<float, 0>"; NULL: it is none. */
static const char *arguments_of(const Func *kernel)
{
	const size_t n = strlen(kernel->base_name);
	for (const char *p = kernel->name; (p = strstr(p, kernel->base_name)) != NULL; p++)
		if (p[n] == '<' && (p == kernel->name || p[-1] == ':'))
			return p + n + 1;
	return NULL;
}

/* What clang makes of a number or a condition that it does not know. */
static bool is_zero(const Func *kernel, int index)
{
	size_t n = 0;
	const char *list = arguments_of(kernel), *given = list ? argument(list, index, &n) : NULL;
	while (n && *given == ' ') {
		given++;
		n--;
	}
	return (n == 1 && *given == '0') || (n == 5 && strncmp(given, "false", 5) == 0);
}

/* Kernels that are named as `name<list>`, with a variable that is not known in the list. */
static void mark_kernels(Lower *lo, const char *name, const char *list, const char *variable, const ParseProblem *problem)
{
	const Loc at = problem->loc;
	const char *given;
	size_t n;
	for (int i = 0; (given = argument(list, i, &n)) != NULL; i++) {
		if (!mentions(given, n, variable))
			continue;
		for (int k = 0; k < lo->all_funcs.n; k++) {
			Func *f = lo->all_funcs.at[k];
			if (f->kind == FN_KERNEL && !f->broken && strcmp(f->base_name, name) == 0 && is_zero(f, i))
				f->broken = arena_printf(lo->arena, "%s:%d:%d: %s", source_path(lo->unit->sources, at.file), at.line,
							 at.column, problem->message);
		}
	}
}

/* From the variable to the end of its function. */
static void read_scope(Lower *lo, const char *variable, const ParseProblem *problem)
{
	size_t size;
	const char *text = problem->loc.file >= 0 ? source_text(lo->unit->sources, problem->loc.file, &size) : NULL;
	if (!text || (size_t)problem->loc.offset >= size)
		return;
	Text t = { .s = text, .n = size, .at = (size_t)problem->loc.offset };
	int depth = 0;
	for (Token token = token_next_code(&t); token.kind != TK_END && depth >= 0; token = token_next_code(&t)) {
		depth += token_is(&t, token, "{");
		depth -= token_is(&t, token, "}");
		if (token.kind == TK_NAME && token.end < size && text[token.end] == '<')
			mark_kernels(lo, arena_strndup(lo->scratch, text + token.begin, token.end - token.begin), text + token.end + 1,
				     variable, problem);
	}
}

void misread_mark(Lower *lo, const ParseProblems *problems)
{
	for (int i = 0; i < problems->n; i++) {
		const char *variable = variable_of(lo->scratch, problems->at[i].message);
		if (variable)
			read_scope(lo, variable, &problems->at[i]);
	}
}
