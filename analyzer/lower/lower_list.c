#include "lower/lower.h"

/* { a, b, .c = d }: clang has made the conversions, and named what was omitted. */

enum { MAX_ELEMENTS = 4096 };

typedef struct List {
	Lower *lo;
	const Expr *addr;
	CXType type; /* canonical */
	CXCursor list;
	StmtList *out;
	Range range;
} List;

static bool is_zero(CXCursor value)
{
	return ast_kind(value) == AST_ZERO;
}

static bool init_members(const List *list)
{
	bool complete = true;
	AstInit init;
	int i = 0;
	for (; ast_list_member(list->list, i, &init); i++) {
		if (is_zero(init.value))
			complete = false; /* it is cleared with the whole */
		else
			lower_init_part(list->lo, list->addr, list->type, &init, list->out, list->range);
	}
	return complete && i > 0;
}

static bool init_elements(const List *list)
{
	Lower *lo = list->lo;
	CXType elem = clang_getArrayElementType(list->type);
	const Type *t = type_of(lo, elem);
	const long long count = clang_getArraySize(list->type);
	const int n = ast_list_elements(list->list);
	CXCursor filler = ast_list_filler(list->list);
	const bool fills = !clang_Cursor_isNull(filler) && !is_zero(filler);
	const long long last = fills ? count : n;
	if (last > MAX_ELEMENTS) {
		list_expr(lo, list->out, make_unknown(lo, lo->t_void, "initialiser of a large array", list->range));
		return true;
	}
	bool complete = last >= count;
	for (long long i = 0; i < last; i++) {
		CXCursor value = i < n ? ast_list_element(list->list, (int)i) : filler;
		if (is_zero(value))
			complete = false;
		else
			lower_init(lo, make_offset(lo, list->addr, i * t->size, t, list->range), elem, value, list->out);
	}
	return complete;
}

void lower_init_list(Lower *lo, const Expr *addr, CXType type, CXCursor list, StmtList *out)
{
	StmtList inits = { 0 };
	List of = { lo, addr, type_canonical(type), list, &inits, cursor_range(lo, list) };
	bool one =
		ast_list_elements(list) == 1 && clang_equalTypes(type_canonical(clang_getCursorType(ast_list_element(list, 0))), of.type);
	if (one) {
		lower_init(lo, addr, type, ast_list_element(list, 0), out); /* {"text"}, {other} */
		return;
	}
	bool complete = of.type.kind == CXType_ConstantArray ? init_elements(&of) : init_members(&of);
	if (!complete)
		lower_zero(lo, addr, type_of(lo, type), out, of.range);
	for (int i = 0; i < inits.items.n; i++)
		list_add(lo, out, inits.items.at[i]);
}
