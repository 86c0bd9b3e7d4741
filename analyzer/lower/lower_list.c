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

static void init_bits(const List *list, const Expr *addr, const AstInit *init, const Type *type)
{
	Lower *lo = list->lo;
	Expr *e = make_store(lo, addr, make_cast(lo, lower_value(lo, init->value), type), type, list->range);
	type_bit_field(init->of, &e->bit_width, &e->bit_offset);
	list_expr(lo, list->out, e);
}

/* False: this part is cleared with the whole. */
static bool init_member(const List *list, const AstInit *init)
{
	Lower *lo = list->lo;
	CXType type = clang_getCursorType(init->of);
	const bool is_field = init->kind == AST_INIT_FIELD;
	int64_t offset = is_field ? type_field_offset(list->type, init->of) : type_base_offset(list->type, type);
	if (is_zero(init->value))
		return false;
	const Type *t = type_of(lo, type);
	const Expr *addr = make_offset(lo, list->addr, offset < 0 ? 0 : offset, t, list->range);
	if (is_field && clang_Cursor_isBitField(init->of))
		init_bits(list, addr, init, t);
	else
		lower_init(lo, addr, type, init->value, list->out);
	return true;
}

static bool init_members(const List *list)
{
	bool complete = true;
	AstInit init;
	int i = 0;
	for (; ast_list_member(list->list, i, &init); i++)
		complete = init_member(list, &init) && complete;
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
