#include "lower/lower.h"

#include <string.h>

#include "base/buf.h"

/* libclang prints template arguments only as part of the whole declaration:
 * "template<> void ns::apply<Functor, <int, float>>(Functor f, int a, float a)". */
static CXString declaration_text(CXCursor c)
{
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(c);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
	CXString text = clang_getCursorPrettyPrinted(c, policy);
	clang_PrintingPolicy_dispose(policy);
	return text;
}

/* The text behind "name<", or NULL. */
static const char *after_name(const char *text, const char *name)
{
	size_t n = strlen(name);
	for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
		if (at[n] == '<' && at > text && strchr(" *&:", at[-1]))
			return at + n;
	return NULL;
}

/* Copies "<…>" without the brackets around a pack. */
static void add_brackets(Buf *out, const char *text)
{
	bool is_pack[64] = { false };
	int depth = 0;
	for (const char *p = text; *p; p++) {
		bool skip = false;
		if (*p == '<' && depth < 63) {
			skip = is_pack[++depth] = p > text && (p[-1] == '<' || (p[-1] == ' ' && p[-2] == ','));
		} else if (*p == '>' && p[-1] != '-') {
			skip = is_pack[depth];
			depth--;
		}
		if (!skip)
			buf_putc(out, *p);
		if (depth == 0)
			return;
	}
}

static void add_arguments(Buf *out, CXCursor c, const char *name)
{
	if (clang_Cursor_getNumTemplateArguments(c) < 1)
		return;
	CXString text = declaration_text(c);
	const char *from = clang_getCString(text) ? after_name(clang_getCString(text), name) : NULL;
	if (from)
		add_brackets(out, from);
	clang_disposeString(text);
}

static bool is_class(enum CXCursorKind kind)
{
	return kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_ClassTemplate ||
	       kind == CXCursor_ClassTemplatePartialSpecialization;
}

static void add_scope(Buf *out, CXCursor scope, int depth)
{
	enum CXCursorKind kind = clang_getCursorKind(scope);
	if (depth > 32 || (kind != CXCursor_Namespace && !is_class(kind)))
		return;
	add_scope(out, clang_getCursorSemanticParent(scope), depth + 1);
	CXString name = kind == CXCursor_Namespace ? clang_getCursorSpelling(scope) : clang_getCursorDisplayName(scope);
	const char *text = clang_getCString(name);
	if (strstr(text, "(lambda"))
		buf_puts(out, "lambda::");
	else if (*text && *text != '(')
		buf_printf(out, "%s::", text);
	clang_disposeString(name);
}

const char *func_name(Lower *lo, CXCursor c)
{
	Buf out = { 0 };
	add_scope(&out, clang_getCursorSemanticParent(c), 0);
	const char *base = cursor_name(lo, c);
	buf_puts(&out, base);
	add_arguments(&out, c, base);
	const char *name = arena_strndup(lo->arena, out.s, out.n);
	buf_free(&out);
	return name;
}
