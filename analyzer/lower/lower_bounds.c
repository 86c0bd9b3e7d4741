#include "lower/lower.h"

#include <stdlib.h>
#include <string.h>

/* libclang shows attributes without their arguments.  These are read from the text: constant expressions of literals,
 * sizeof, template parameters, constants at namespace scope and object-like macros of the program.  An argument that is
 * not understood counts as not given. */

enum { MAX_DEPTH = 64 };

typedef struct Reader {
	Lower *lo;
	CXCursor func;   /* whose template parameters are visible; may be null */
	const char *p;
	bool ok;
	int depth;
} Reader;

static int64_t read_conditional(Reader *r);

static bool starts_name(char c)
{
	return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool in_name(char c)
{
	return starts_name(c) || (c >= '0' && c <= '9');
}

static void skip_space(Reader *r)
{
	for (;;) {
		while (*r->p && strchr(" \t\r\n\\", *r->p))
			r->p++;
		const char *end = NULL;
		if (r->p[0] == '/' && r->p[1] == '*')
			end = strstr(r->p, "*/");
		if (!end)
			return;
		r->p = end + 2;
	}
}

static bool eat(Reader *r, const char *token)
{
	skip_space(r);
	size_t n = strlen(token);
	if (strncmp(r->p, token, n) != 0)
		return false;
	r->p += n;
	return true;
}

static size_t name_length(const char *p)
{
	size_t n = 0;
	while (starts_name(p[0]) && in_name(p[n]))
		n++;
	return n;
}

/* --- names ------------------------------------------------------------------------------------ */

/* The replacement text of `#define name …` in the program's own files, or NULL. */
static const char *macro_text(Lower *lo, const char *name, size_t n)
{
	for (int f = lo->unit->sources->files.n - 1; f >= 0; f--) {
		if (lo->unit->sources->files.at[f].is_system)
			continue;
		const char *text = source_text(lo->unit->sources, f, NULL);
		for (const char *p = text; p && (p = strstr(p, "define")) != NULL; p++) {
			const char *q = p + 6;
			while (*q == ' ' || *q == '\t')
				q++;
			if (q > p + 6 && strncmp(q, name, n) == 0 && (q[n] == ' ' || q[n] == '\t'))
				return q + n;
		}
	}
	return NULL;
}

static int parameter_index(Lower *lo, CXCursor func, const char *name, size_t n)
{
	CXCursor from = clang_getSpecializedCursorTemplate(func);
	if (clang_Cursor_isNull(from))
		return -1;
	Kids kids = cursor_kids(lo, from);
	for (int i = 0, index = 0; i < kids.n; i++) {
		enum CXCursorKind kind = clang_getCursorKind(kids.at[i]);
		if (kind != CXCursor_NonTypeTemplateParameter && kind != CXCursor_TemplateTypeParameter &&
		    kind != CXCursor_TemplateTemplateParameter)
			break;
		const char *param = cursor_name(lo, kids.at[i]);
		if (strlen(param) == n && strncmp(param, name, n) == 0)
			return index;
		index++;
	}
	return -1;
}

static bool constant_named(Lower *lo, const char *name, size_t n, int64_t *value)
{
	for (int i = lo->top_vars.n - 1; i >= 0; i--) {
		CXCursor c = lo->top_vars.at[i];
		const char *spelling = cursor_name(lo, c);
		if (strlen(spelling) != n || strncmp(spelling, name, n) != 0)
			continue;
		if (clang_getCursorKind(c) == CXCursor_EnumConstantDecl) {
			*value = clang_getEnumConstantDeclValue(c);
			return true;
		}
		return cursor_integer(c, value);
	}
	return false;
}

static int64_t fail(Reader *r)
{
	r->ok = false;
	return 0;
}

static int64_t read_macro(Reader *r, const char *text)
{
	Reader inner = *r;
	inner.p = text;
	inner.depth += 8;
	int64_t value = read_conditional(&inner);
	r->ok = r->ok && inner.ok;
	return value;
}

static int64_t read_name(Reader *r)
{
	const char *name = r->p;
	size_t n = name_length(name);
	r->p += n;
	while (eat(r, "::")) { /* only the last part is looked up */
		skip_space(r);
		name = r->p;
		n = name_length(name);
		r->p += n;
	}
	if (n == 4 && strncmp(name, "true", 4) == 0)
		return 1;
	if (n == 5 && strncmp(name, "false", 5) == 0)
		return 0;
	int64_t value;
	int index = clang_Cursor_isNull(r->func) ? -1 : parameter_index(r->lo, r->func, name, n);
	if (index >= 0) {
		if (clang_Cursor_getTemplateArgumentKind(r->func, (unsigned)index) != CXTemplateArgumentKind_Integral)
			return fail(r);
		return clang_Cursor_getTemplateArgumentValue(r->func, (unsigned)index);
	}
	if (constant_named(r->lo, name, n, &value))
		return value;
	const char *text = n ? macro_text(r->lo, name, n) : NULL;
	return text ? read_macro(r, text) : fail(r);
}

static int64_t size_named(Reader *r, const char *name, size_t n)
{
	static const struct {
		const char *name;
		int size;
	} sizes[] = {
		{ "char", 1 },   { "short", 2 },  { "int", 4 },  { "float", 4 },   { "unsigned", 4 }, { "long", 8 },   { "double", 8 },
		{ "size_t", 8 }, { "float2", 8 }, { "int2", 8 }, { "float4", 16 }, { "int4", 16 },    { "uint4", 16 }, { "double2", 16 },
	};
	int index = clang_Cursor_isNull(r->func) ? -1 : parameter_index(r->lo, r->func, name, n);
	if (index >= 0 && clang_Cursor_getTemplateArgumentKind(r->func, (unsigned)index) == CXTemplateArgumentKind_Type) {
		long long size = clang_Type_getSizeOf(clang_Cursor_getTemplateArgumentType(r->func, (unsigned)index));
		return size > 0 ? size : fail(r);
	}
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (strlen(sizes[i].name) == n && strncmp(sizes[i].name, name, n) == 0)
			return sizes[i].size;
	return fail(r);
}

static int64_t read_sizeof(Reader *r)
{
	if (!eat(r, "("))
		return fail(r);
	skip_space(r);
	const char *name = r->p;
	size_t n = name_length(name);
	r->p += n;
	int64_t size = eat(r, "*") ? 8 : size_named(r, name, n);
	return eat(r, ")") ? size : fail(r);
}

/* --- expressions ------------------------------------------------------------------------------ */

static int64_t read_primary(Reader *r)
{
	skip_space(r);
	if (r->depth++ > MAX_DEPTH)
		return fail(r);
	int64_t value;
	if (*r->p >= '0' && *r->p <= '9') {
		char *end;
		value = (int64_t)strtoull(r->p, &end, 0);
		r->p = end;
		while (*r->p && strchr("uUlL", *r->p))
			r->p++;
	} else if (eat(r, "(")) {
		value = read_conditional(r);
		if (!eat(r, ")"))
			fail(r);
	} else if (eat(r, "-")) {
		value = (int64_t)(0 - (uint64_t)read_primary(r));
	} else if (eat(r, "+")) {
		value = read_primary(r);
	} else if (strncmp(r->p, "sizeof", 6) == 0 && !in_name(r->p[6])) {
		r->p += 6;
		value = read_sizeof(r);
	} else {
		value = starts_name(*r->p) ? read_name(r) : fail(r);
	}
	r->depth--;
	return value;
}

static const struct {
	const char *token;
	int level;
	Op op;
} operators[] = {
	{ "<<", 5, OP_SHL }, { ">>", 5, OP_SHR }, { "<=", 4, OP_LE }, { ">=", 4, OP_GE }, { "==", 3, OP_EQ },
	{ "!=", 3, OP_NE },  { "*", 7, OP_MUL },  { "/", 7, OP_DIV }, { "%", 7, OP_REM }, { "+", 6, OP_ADD },
	{ "-", 6, OP_SUB },  { "<", 4, OP_LT },   { ">", 4, OP_GT },  { "&", 2, OP_AND }, { "|", 1, OP_OR },
};

static int64_t apply(Reader *r, Op op, int64_t a, int64_t b)
{
	uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
	switch (op) {
	case OP_SHL:
		return b < 0 || b > 62 ? fail(r) : (int64_t)(ua << b);
	case OP_SHR:
		return b < 0 || b > 62 ? fail(r) : a >> b;
	case OP_MUL:
		return (int64_t)(ua * ub);
	case OP_DIV:
		return b == 0 || b == -1 ? fail(r) : a / b;
	case OP_REM:
		return b == 0 || b == -1 ? fail(r) : a % b;
	case OP_ADD:
		return (int64_t)(ua + ub);
	case OP_SUB:
		return (int64_t)(ua - ub);
	case OP_LT:
		return a < b;
	case OP_GT:
		return a > b;
	case OP_LE:
		return a <= b;
	case OP_GE:
		return a >= b;
	case OP_EQ:
		return a == b;
	case OP_NE:
		return a != b;
	case OP_AND:
		return (int64_t)(ua & ub);
	case OP_OR:
		return (int64_t)(ua | ub);
	default:
		return fail(r);
	}
}

static int64_t read_binary(Reader *r, int level)
{
	int64_t left = read_primary(r);
	for (;;) {
		skip_space(r);
		size_t i = 0, n = sizeof operators / sizeof *operators;
		while (i < n && strncmp(r->p, operators[i].token, strlen(operators[i].token)) != 0)
			i++;
		bool doubled = r->p[0] && r->p[0] == r->p[1] && (r->p[0] == '&' || r->p[0] == '|');
		if (i == n || operators[i].level < level || doubled || !r->ok)
			return left;
		r->p += strlen(operators[i].token);
		left = apply(r, operators[i].op, left, read_binary(r, operators[i].level + 1));
	}
}

static int64_t read_conditional(Reader *r)
{
	if (r->depth > MAX_DEPTH)
		return fail(r);
	r->depth++;
	int64_t value = read_binary(r, 1);
	if (eat(r, "?")) {
		int64_t yes = read_conditional(r);
		if (!eat(r, ":"))
			fail(r);
		int64_t no = read_conditional(r);
		value = value ? yes : no;
	}
	r->depth--;
	return value;
}

/* --- attributes ------------------------------------------------------------------------------- */

static bool name_contains(const char *text, const char *word)
{
	size_t n = name_length(text), k = strlen(word);
	for (size_t i = 0; i + k <= n; i++)
		if (strncmp(text + i, word, k) == 0)
			return true;
	return false;
}

/* The text after the attribute's "(", or NULL if this is another attribute. */
static const char *attribute_arguments(Lower *lo, CXCursor attribute, const char *word)
{
	const char *text = cursor_file_text(lo, attribute);
	if (!text)
		return NULL;
	size_t n = name_length(text);
	if (!name_contains(text, word)) { /* perhaps a macro of the program */
		const char *macro = n ? macro_text(lo, text, n) : NULL;
		const char *end = macro ? strchr(macro, '\n') : NULL;
		text = macro ? strstr(macro, word) : NULL;
		if (!text || (end && text > end))
			return NULL;
		n = strlen(word);
		while (in_name(text[n]))
			n++;
	}
	text += n;
	while (*text == ' ' || *text == '\t')
		text++;
	return *text == '(' ? text + 1 : NULL;
}

struct AttributeSearch {
	Lower *lo;
	const char *word;
	const char *found;
};

static enum CXChildVisitResult attribute_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct AttributeSearch *search = data;
	if (clang_isAttribute(clang_getCursorKind(c)) && !search->found)
		search->found = attribute_arguments(search->lo, c, search->word);
	return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static int read_arguments(Lower *lo, CXCursor func, CXCursor decl, const char *word, int64_t *out, int max)
{
	struct AttributeSearch search = { lo, word, NULL };
	clang_visitChildren(decl, attribute_visit, &search);
	if (!search.found)
		return 0;
	Reader r = { lo, func, search.found, true, 0 };
	int n = 0;
	while (n < max) {
		int64_t value = read_conditional(&r);
		if (!r.ok)
			return n;
		out[n++] = value;
		if (!eat(&r, ","))
			break;
	}
	return n;
}

BlockShape bounds_of_attribute(Lower *lo, CXCursor func, const char *attribute)
{
	int64_t at[3] = { 0, 1, 1 };
	bool is_cluster = strcmp(attribute, "cluster_dims") == 0;
	int n = read_arguments(lo, func, func, attribute, at, is_cluster ? 3 : 1);
	if (n < 1 || at[0] < 1)
		return (BlockShape){ 0, 1, 1 };
	return (BlockShape){ at[0], at[1] > 0 ? at[1] : 1, at[2] > 0 ? at[2] : 1 };
}

int64_t bounds_alignment(Lower *lo, CXCursor var)
{
	if (!cursor_has(var, CXCursor_AlignedAttr))
		return 0;
	CXCursor func = lo->func ? lo->func_cursor : clang_getNullCursor();
	int64_t align = 0;
	int n = read_arguments(lo, func, var, "align", &align, 1);
	bool sensible = align >= 1 && align <= 65536 && (align & (align - 1)) == 0;
	return n == 1 && sensible ? align : 0;
}
