#include "lower/lower.h"

#include <string.h>

/* Lambdas.  In a body, libclang shows captured variables as references to the outer ones.  That is kept for captures by
 * reference; for a capture by copy there is a new variable that the lambda expression initialises, and references in the
 * body mean that one.  How a variable is captured is read from the text between [ and ]. */

typedef struct Introducer {
	const char *text; /* after '[' */
	size_t n;         /* up to ']' */
	bool copies;      /* [=] */
	bool known;
} Introducer;

typedef struct Captures {
	Lower *lo;
	Introducer intro;
	Range lambda;
	size_t intro_end;
	Closure *closure;
	StmtList *out;
	CursorMap seen;
} Captures;

static Introducer introducer_of(Lower *lo, CXCursor lambda)
{
	Introducer intro = { 0 };
	const char *text = cursor_spelled_text(lo, lambda);
	if (!text || *text != '[')
		return intro;
	int open = 0;
	size_t n = 0;
	for (; text[n] && n < 4096; n++) {
		open += (text[n] == '[') - (text[n] == ']');
		if (open == 0)
			break;
	}
	if (text[n] != ']')
		return intro;
	intro = (Introducer){ .text = text + 1, .n = n - 1, .known = true };
	size_t i = 0;
	while (i < intro.n && strchr(" \t\r\n", intro.text[i]))
		i++;
	intro.copies = i < intro.n && intro.text[i] == '=';
	return intro;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The end of the item that starts at `i`: its comma, or the end of the text. */
static size_t item_end(const Introducer *intro, size_t i)
{
	int open = 0;
	for (; i < intro->n; i++) {
		char c = intro->text[i];
		open += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
		if (open == 0 && c == ',')
			break;
	}
	return i;
}

/* Is `name` captured by copy?  Items are name, &name, name... and name = e, which is handled elsewhere. */
static bool by_copy(const Introducer *intro, const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < intro->n;) {
		size_t end = item_end(intro, i), last = end;
		while (i < end && is_blank(intro->text[i]))
			i++;
		while (last > i && (is_blank(intro->text[last - 1]) || intro->text[last - 1] == '.'))
			last--;
		bool reference = i < last && intro->text[i] == '&';
		for (i += reference; i < last && is_blank(intro->text[i]); i++)
			;
		if (last - i == length && strncmp(intro->text + i, name, length) == 0)
			return !reference;
		i = end + 1;
	}
	return intro->copies;
}

static bool is_automatic(CXCursor decl)
{
	enum CXCursorKind kind = clang_getCursorKind(decl);
	if (kind == CXCursor_ParmDecl)
		return true;
	if (kind != CXCursor_VarDecl || clang_Cursor_getStorageClass(decl) == CX_SC_Static ||
	    clang_Cursor_getStorageClass(decl) == CX_SC_Extern || cursor_has(decl, CXCursor_CUDASharedAttr))
		return false;
	enum CXCursorKind parent = clang_getCursorKind(clang_getCursorSemanticParent(decl));
	return parent != CXCursor_TranslationUnit && parent != CXCursor_Namespace && parent != CXCursor_StructDecl &&
	       parent != CXCursor_ClassDecl && parent != CXCursor_LinkageSpec;
}

static void capture_copy(Captures *captures, CXCursor decl, CXCursor reference)
{
	Lower *lo = captures->lo;
	const Expr *constant;
	if (var_constant(lo, decl, &constant, captures->lambda))
		return;
	LowerPlace from = lower_place(lo, reference);
	const Type *type = type_of(lo, from.type);
	Var *copy = make_var(lo, cursor_name(lo, decl), type, VAR_LOCAL, captures->lambda);
	Expr *to = make_addr(lo, copy, captures->lambda);
	const Expr *fill = type_is_scalar(type) ? make_store(lo, to, lower_load(lo, from, captures->lambda), type, captures->lambda)
						: make_copy(lo, to, from.addr, type, captures->lambda);
	list_add(lo, captures->out, make_decl(lo, copy, make_effect(lo, fill), captures->lambda));
	Capture capture = { decl, copy };
	vec_push(lo->scratch, &captures->closure->captures, capture);
}

static enum CXChildVisitResult capture_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	Captures *captures = data;
	Lower *lo = captures->lo;
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
		return CXChildVisit_Recurse;
	CXCursor decl = clang_getCursorReferenced(c);
	if (clang_Cursor_isNull(decl) || !is_automatic(decl) || map_get(&captures->seen, decl))
		return CXChildVisit_Recurse;
	map_put(lo->scratch, &captures->seen, decl, captures);
	Loc at = lower_loc(lo, clang_getCursorLocation(decl));
	bool inside = at.file == captures->lambda.begin.file && at.offset > captures->lambda.begin.offset &&
		      at.offset < captures->lambda.end.offset;
	if (inside && at.offset < captures->intro_end)
		lower_var_decl(lo, decl, captures->out); /* [x = e] */
	else if (!inside && captures->intro.known && by_copy(&captures->intro, cursor_name(lo, decl)))
		capture_copy(captures, decl, c);
	return CXChildVisit_Recurse;
}

void func_collect_closure(Lower *lo, CXCursor lambda, StmtList *out)
{
	CXCursor record = clang_getCanonicalCursor(type_declaration(clang_getCursorType(lambda)));
	Closure *closure = arena_new_of(lo->scratch, Closure);
	closure->outer = lo->closure;
	closure->this_var = lo->this_var;
	closure->this_class = lo->this_class;
	Captures captures = {
		.lo = lo, .intro = introducer_of(lo, lambda), .lambda = cursor_range(lo, lambda), .closure = closure, .out = out
	};
	captures.intro_end = captures.lambda.begin.offset + captures.intro.n + 2;
	clang_visitChildren(lambda, capture_visit, &captures);
	map_put(lo->scratch, &lo->closures, record, closure);
}
