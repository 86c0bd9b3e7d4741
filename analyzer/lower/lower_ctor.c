#include "lower/lower.h"

/* What a constructor does before its body: it initialises bases, then fields, each by the constructor's initialiser, else by
 * the one in the field's declaration, else by its default constructor. */

typedef struct Written {
	CXCursor of;   /* a field's or a class's declaration */
	CXCursor init;
} Written;

typedef struct Inits {
	Lower *lo;
	VEC(Written) written;
	CXCursor pending;
	CXType record;
	const Expr *self;
	StmtList *out;
	Range range;
} Inits;

static enum CXChildVisitResult init_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	Inits *inits = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind == CXCursor_MemberRef || kind == CXCursor_TypeRef) {
		CXCursor of = clang_getCursorReferenced(c);
		inits->pending = kind == CXCursor_TypeRef ? type_declaration(clang_getCursorType(c)) : of;
	} else if (clang_isExpression(kind) && !clang_Cursor_isNull(inits->pending)) {
		Written written = { inits->pending, c };
		vec_push(inits->lo->scratch, &inits->written, written);
		inits->pending = clang_getNullCursor();
	}
	return CXChildVisit_Continue;
}

static CXCursor written_for(const Inits *inits, CXCursor of)
{
	for (int i = 0; i < inits->written.n; i++)
		if (clang_equalCursors(clang_getCanonicalCursor(inits->written.at[i].of), clang_getCanonicalCursor(of)))
			return inits->written.at[i].init;
	return clang_getNullCursor();
}

static void init_part(Inits *inits, int64_t offset, CXType type, CXCursor init)
{
	Lower *lo = inits->lo;
	const Expr *addr = make_offset(lo, inits->self, offset, type_of(lo, type), inits->range);
	if (clang_Cursor_isNull(init))
		lower_default_init(lo, addr, type, inits->out, inits->range);
	else
		lower_init(lo, addr, type, init, inits->out);
}

static enum CXVisitorResult base_visit(CXCursor base, CXClientData data)
{
	Inits *inits = data;
	CXType type = clang_getCursorType(base);
	int64_t offset = type_base_offset(inits->record, type);
	if (offset >= 0)
		init_part(inits, offset, type, written_for(inits, type_declaration(type_canonical(type))));
	return CXVisit_Continue;
}

static void init_bits(Inits *inits, CXCursor field, int64_t offset, CXCursor init)
{
	Lower *lo = inits->lo;
	const Type *type = type_of_cursor(lo, field);
	const Expr *addr = make_offset(lo, inits->self, offset, type, inits->range);
	Expr *e = make_store(lo, addr, make_cast(lo, lower_value(lo, init), type), type, inits->range);
	type_bit_field(field, &e->bit_width, &e->bit_offset);
	list_expr(lo, inits->out, e);
}

static enum CXVisitorResult field_visit(CXCursor field, CXClientData data)
{
	Inits *inits = data;
	int width, bits;
	int64_t offset = type_bit_field(field, &width, &bits);
	CXCursor init = written_for(inits, field);
	if (clang_Cursor_isNull(init))
		init = cursor_field_init(inits->lo, field);
	if (offset >= 0 && width == 0)
		init_part(inits, offset, clang_getCursorType(field), init);
	else if (offset >= 0 && !clang_Cursor_isNull(init))
		init_bits(inits, field, offset, init);
	return CXVisit_Continue;
}

/* Members of anonymous unions have initialisers here, though they are not fields of the class itself. */
static void init_indirect(Inits *inits)
{
	for (int i = 0; i < inits->written.n; i++) {
		CXCursor of = inits->written.at[i].of;
		CXCursor parent = clang_getCursorSemanticParent(of);
		if (clang_getCursorKind(of) != CXCursor_FieldDecl || !clang_Cursor_isAnonymousRecordDecl(parent))
			continue;
		int64_t offset = type_field_offset(inits->record, of);
		if (offset >= 0)
			init_part(inits, offset, clang_getCursorType(of), inits->written.at[i].init);
	}
}

void lower_constructor_inits(Lower *lo, CXCursor constructor, StmtList *out)
{
	Inits inits = { .lo = lo, .out = out, .range = cursor_range(lo, constructor), .record = lo->this_class };
	inits.pending = clang_getNullCursor();
	clang_visitChildren(constructor, init_visit, &inits);
	inits.self = make_load(lo, make_addr(lo, lo->this_var, inits.range), lo->this_var->type, inits.range);
	CXCursor delegated = written_for(&inits, type_declaration(type_canonical(inits.record)));
	if (!clang_Cursor_isNull(delegated)) {
		lower_init(lo, inits.self, inits.record, delegated, out);
		return;
	}
	if (clang_getCursorKind(type_declaration(inits.record)) == CXCursor_UnionDecl) {
		for (int i = 0; i < inits.written.n; i++)
			init_part(&inits, 0, clang_getCursorType(inits.written.at[i].of), inits.written.at[i].init);
		return;
	}
	type_visit_bases(inits.record, base_visit, &inits);
	clang_Type_visitFields(inits.record, field_visit, &inits);
	init_indirect(&inits);
}
