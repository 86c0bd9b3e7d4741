#include "lower/lower.h"

/* { a, b, .c = d }: libclang shows a list as it is written, so omitted inner braces, conversions and elements to be cleared
 * are determined here. */

typedef struct Items {
	Lower *lo;
	Kids list;
	int at;
	bool complete; /* no element has to be cleared */
	StmtList *out;
	Range range;
} Items;

static void take_one(Items *items, const Expr *addr, CXType type);

/* --- designators ------------------------------------------------------------------------------ */

typedef struct Designator {
	CXCursor field, value;
	int n_fields, n_expressions;
	CXCursor index;
} Designator;

static enum CXChildVisitResult designator_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	Designator *d = data;
	if (clang_getCursorKind(c) == CXCursor_MemberRef) {
		d->field = clang_getCursorReferenced(c);
		d->n_fields++;
	} else if (clang_isExpression(clang_getCursorKind(c))) {
		if (d->n_expressions++ == 0)
			d->index = c;
		d->value = c;
	}
	return CXChildVisit_Continue;
}

static bool is_designated(CXCursor c)
{
	return clang_getCursorKind(c) == CXCursor_UnexposedExpr && clang_getCursorType(c).kind == CXType_Void;
}

static Designator designator_of(CXCursor c)
{
	Designator d = { 0 };
	clang_visitChildren(c, designator_visit, &d);
	return d;
}

/* --- aggregates ------------------------------------------------------------------------------- */

struct Members {
	Lower *lo;
	VEC(CXCursor) found;
};

static enum CXVisitorResult member_visit(CXCursor c, CXClientData data)
{
	struct Members *members = data;
	vec_push(members->lo->scratch, &members->found, c);
	return CXVisit_Continue;
}

static void not_understood(Items *items, const char *reason)
{
	list_expr(items->lo, items->out, make_unknown(items->lo, items->lo->t_void, reason, items->range));
	items->at = items->list.n;
}

static int64_t member_offset(CXType record, CXCursor member)
{
	if (clang_getCursorKind(member) == CXCursor_CXXBaseSpecifier)
		return type_base_offset(record, clang_getCursorType(member));
	int width, bits;
	return type_bit_field(member, &width, &bits);
}

static void init_bit_field(Items *items, const Expr *addr, CXCursor member)
{
	Lower *lo = items->lo;
	const Type *type = type_of_cursor(lo, member);
	CXCursor item = items->list.at[items->at++];
	const Expr *value = make_cast(lo, lower_value(lo, item), type);
	Expr *e = make_store(lo, addr, value, type, items->range);
	type_bit_field(member, &e->bit_width, &e->bit_offset);
	list_expr(lo, items->out, e);
}

static void default_member(Items *items, const Expr *addr, CXCursor member)
{
	CXCursor init = clang_getCursorKind(member) == CXCursor_FieldDecl ? cursor_field_init(items->lo, member) : clang_getNullCursor();
	if (clang_Cursor_isNull(init))
		items->complete = false;
	else
		lower_init(items->lo, addr, clang_getCursorType(member), init, items->out);
}

static void take_member(Items *items, const Expr *addr, CXType record, CXCursor member)
{
	Lower *lo = items->lo;
	CXType type = clang_getCursorType(member);
	int64_t offset = member_offset(record, member);
	const Expr *at = make_offset(lo, addr, offset < 0 ? 0 : offset, type_of(lo, type), items->range);
	bool is_bits = clang_getCursorKind(member) == CXCursor_FieldDecl && clang_Cursor_isBitField(member);
	if (items->at >= items->list.n)
		default_member(items, at, member);
	else if (is_bits)
		init_bit_field(items, at, member);
	else
		take_one(items, at, type);
}

static int find_member(CXType record, const struct Members *members, CXCursor field)
{
	(void)record;
	for (int i = 0; i < members->found.n; i++)
		if (clang_equalCursors(members->found.at[i], field))
			return i;
	return -1;
}

/* One `.field = value`; returns the index of the member after it, where the next item continues. */
static int take_designated(Items *items, const Expr *addr, CXType record, const struct Members *members)
{
	Lower *lo = items->lo;
	Designator d = designator_of(items->list.at[items->at]);
	int i = d.n_fields == 1 && d.n_expressions == 1 ? find_member(record, members, d.field) : -1;
	int64_t offset = type_field_offset(record, d.field);
	if (d.n_fields != 1 || d.n_expressions != 1 || offset < 0) {
		not_understood(items, "designator that is not understood");
		return members->found.n;
	}
	CXType type = clang_getCursorType(d.field);
	lower_init(lo, make_offset(lo, addr, offset, type_of(lo, type), items->range), type, d.value, items->out);
	items->at++;
	items->complete = false;
	return i < 0 ? members->found.n : i + 1;
}

static void take_record(Items *items, const Expr *addr, CXType record)
{
	struct Members members = { .lo = items->lo };
	bool is_union = clang_getCursorKind(type_declaration(record)) == CXCursor_UnionDecl;
	type_visit_bases(record, member_visit, &members);
	clang_Type_visitFields(record, member_visit, &members);
	if (is_union && members.found.n > 1)
		members.found.n = 1;
	int i = 0;
	while (i < members.found.n || items->at < items->list.n) {
		bool more = items->at < items->list.n;
		if (more && is_designated(items->list.at[items->at])) {
			i = take_designated(items, addr, record, &members);
			continue;
		}
		if (i >= members.found.n)
			break;
		take_member(items, addr, record, members.found.at[i++]);
	}
}

static void take_array(Items *items, const Expr *addr, CXType array)
{
	Lower *lo = items->lo;
	CXType elem = clang_getArrayElementType(array);
	const Type *t = type_of(lo, elem);
	long long count = array.kind == CXType_ConstantArray ? clang_getArraySize(array) : 0;
	for (long long i = 0; i < count && items->at < items->list.n; i++) {
		CXCursor item = items->list.at[items->at];
		if (is_designated(item)) {
			Designator d = designator_of(item);
			int64_t index;
			if (d.n_expressions != 2 || d.n_fields || !cursor_integer(d.index, &index)) {
				not_understood(items, "designator that is not understood");
				return;
			}
			i = index;
			items->complete = false;
			lower_init(lo, make_offset(lo, addr, i * t->size, t, items->range), elem, d.value, items->out);
			items->at++;
			continue;
		}
		take_one(items, make_offset(lo, addr, i * t->size, t, items->range), elem);
		if (items->at >= items->list.n && i + 1 < count)
			items->complete = false;
	}
	if (items->list.n == 0 && count > 0)
		items->complete = false;
}

struct HasConstructor {
	bool found;
};

static enum CXChildVisitResult constructor_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct HasConstructor *has = data;
	has->found |= clang_getCursorKind(c) == CXCursor_Constructor && !clang_CXXMethod_isDefaulted(c);
	return CXChildVisit_Continue;
}

static bool is_aggregate(CXType record)
{
	struct HasConstructor has = { false };
	clang_visitChildren(type_declaration(record), constructor_visit, &has);
	return !has.found;
}

struct Converting {
	CXCursor found;
	int n;
};

static enum CXChildVisitResult converting_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct Converting *converting = data;
	if (clang_getCursorKind(c) != CXCursor_Constructor || clang_Cursor_getNumArguments(c) < 1 ||
	    clang_CXXConstructor_isCopyConstructor(c) || clang_CXXConstructor_isMoveConstructor(c))
		return CXChildVisit_Continue;
	CXType param = clang_getArgType(clang_getCursorType(c), 0);
	if (type_canonical(clang_getNonReferenceType(param)).kind == CXType_Record)
		return CXChildVisit_Continue;
	converting->found = c;
	converting->n++;
	return CXChildVisit_Continue;
}

/* {1} for a class with exactly one constructor that takes it: libclang does not show the call. */
static bool take_converted(Items *items, const Expr *addr, CXType type)
{
	Lower *lo = items->lo;
	CXCursor item = items->list.at[items->at];
	struct Converting converting = { clang_getNullCursor(), 0 };
	clang_visitChildren(type_declaration(type), converting_visit, &converting);
	if (converting.n != 1 || !type_is_scalar(type_of_cursor(lo, item)))
		return false;
	if (!lower_construct_from(lo, addr, converting.found, item, items->out))
		return false;
	items->at++;
	return true;
}

static bool takes_whole(Lower *lo, CXType type, CXCursor item)
{
	enum CXCursorKind kind = clang_getCursorKind(item);
	const Type *t = type_of(lo, type);
	if (type_is_scalar(t) || kind == CXCursor_InitListExpr || type_is_reference(type))
		return true;
	CXCursor inner = cursor_strip(lo, item);
	if (t->kind == TY_ARRAY)
		return clang_getCursorKind(inner) == CXCursor_StringLiteral && t->elem->size == 1;
	return type_base_offset(clang_getCursorType(item), type) >= 0;
}

static void take_one(Items *items, const Expr *addr, CXType type)
{
	CXCursor item = items->list.at[items->at];
	CXType plain = type_canonical(type);
	if (takes_whole(items->lo, type, item)) {
		items->at++;
		lower_init(items->lo, addr, type, item, items->out);
	} else if (plain.kind == CXType_ConstantArray) {
		take_array(items, addr, plain);
	} else if (plain.kind == CXType_Record && is_aggregate(plain)) {
		take_record(items, addr, plain);
	} else if (!take_converted(items, addr, plain)) {
		items->at++;
		list_expr(items->lo, items->out, lower_unknown(items->lo, item, "conversion in an initialiser list"));
	}
}

void lower_init_list(Lower *lo, const Expr *addr, CXType type, CXCursor list, StmtList *out)
{
	StmtList inits = { 0 };
	Items items = { .lo = lo, .list = cursor_kids(lo, list), .complete = true, .out = &inits, .range = cursor_range(lo, list) };
	CXType plain = type_canonical(type);
	const Type *t = type_of(lo, type);
	bool one = items.list.n == 1 && !is_designated(items.list.at[0]);
	if (one && takes_whole(lo, type, items.list.at[0]) && clang_getCursorKind(items.list.at[0]) != CXCursor_InitListExpr) {
		lower_init(lo, addr, type, items.list.at[0], out); /* {"text"}, {other} */
		return;
	}
	if (plain.kind == CXType_Record)
		take_record(&items, addr, plain);
	else if (plain.kind == CXType_ConstantArray)
		take_array(&items, addr, plain);
	else
		not_understood(&items, "initialiser list that is not understood");
	if (!items.complete)
		lower_zero(lo, addr, t, out, items.range);
	for (int i = 0; i < inits.items.n; i++)
		list_add(lo, out, inits.items.at[i]);
}
