#include "lower/lower.h"

#include <string.h>

CXCursor type_declaration(CXType type)
{
	CXCursor decl = clang_getTypeDeclaration(type);
	CXCursor definition = clang_getCursorDefinition(decl);
	return clang_Cursor_isNull(definition) ? decl : definition;
}

struct BaseVisit {
	CXFieldVisitor visit;
	CXClientData data;
};

static enum CXChildVisitResult each_base(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct BaseVisit *bases = data;
	if (clang_getCursorKind(c) != CXCursor_CXXBaseSpecifier)
		return CXChildVisit_Continue;
	return bases->visit(c, bases->data) == CXVisit_Break ? CXChildVisit_Break : CXChildVisit_Continue;
}

void type_visit_bases(CXType record, CXFieldVisitor visit, CXClientData data)
{
	struct BaseVisit bases = { visit, data };
	clang_visitChildren(type_declaration(type_canonical(record)), each_base, &bases);
}

struct Fields {
	Lower *lo;
	CXCursor record;
	VEC(Field) found;
};

int64_t type_bit_field(CXCursor field, int *bit_width, int *bit_offset)
{
	int64_t bits = clang_Cursor_getOffsetOfField(field);
	*bit_width = *bit_offset = 0;
	if (bits < 0)
		return -1;
	if (!clang_Cursor_isBitField(field))
		return bits / 8;
	int64_t unit = clang_Type_getSizeOf(clang_getCursorType(field)) * 8;
	if (unit <= 0)
		return bits / 8;
	*bit_width = clang_getFieldDeclBitWidth(field);
	*bit_offset = (int)(bits % unit);
	return bits / unit * (unit / 8);
}

static enum CXVisitorResult field_visit(CXCursor field, CXClientData data)
{
	struct Fields *fields = data;
	Field f = { .name = cursor_name(fields->lo, field) };
	if (clang_Cursor_isAnonymous(field) || strchr(f.name, '('))
		f.name = "";
	f.type = type_of(fields->lo, clang_getCursorType(field));
	f.offset = type_bit_field(field, &f.bit_width, &f.bit_offset);
	if (f.offset >= 0)
		vec_push(fields->lo->scratch, &fields->found, f);
	return CXVisit_Continue;
}

#if SMEMLINT_LLVM_VERSION >= 20

static int64_t base_offset(CXCursor record, CXCursor base)
{
	int64_t bits = clang_getOffsetOfBase(record, base);
	return bits < 0 ? -1 : bits / 8;
}

#else

static enum CXVisitorResult first_visit(CXCursor base, CXClientData data)
{
	*(CXCursor *)data = base;
	return CXVisit_Break;
}

/* This version of libclang does not give it; only that of the first base is known. */
static int64_t base_offset(CXCursor record, CXCursor base)
{
	CXCursor first = clang_getNullCursor();
	type_visit_bases(clang_getCursorType(record), first_visit, &first);
	return clang_equalCursors(first, base) ? 0 : -1;
}

#endif

static enum CXVisitorResult base_visit(CXCursor base, CXClientData data)
{
	struct Fields *fields = data;
	Field f = { .name = "", .type = type_of(fields->lo, clang_getCursorType(base)) };
	f.offset = base_offset(fields->record, base);
	if (f.offset >= 0 && !clang_isVirtualBase(base))
		vec_push(fields->lo->scratch, &fields->found, f);
	return CXVisit_Continue;
}

void record_fill(Lower *lo, Type *type, CXType from)
{
	struct Fields fields = { .lo = lo, .record = type_declaration(from) };
	type->end = cursor_range(lo, fields.record).end;
	if (type->size < 0)
		return;
	type_visit_bases(from, base_visit, &fields);
	clang_Type_visitFields(from, field_visit, &fields);
	type->n_fields = fields.found.n;
	type->fields = arena_dup(lo->arena, fields.found.at, sizeof(Field) * (size_t)fields.found.n);
}

struct BaseSearch {
	CXCursor record;
	CXType wanted;
	int64_t offset; /* -1: not found */
};

static enum CXVisitorResult base_search(CXCursor base, CXClientData data)
{
	struct BaseSearch *search = data;
	CXType type = type_canonical(clang_getCursorType(base));
	int64_t inner = type_base_offset(type, search->wanted);
	int64_t here = inner < 0 ? -1 : base_offset(search->record, base);
	if (here < 0)
		return CXVisit_Continue;
	search->offset = here + inner;
	return CXVisit_Break;
}

int64_t type_base_offset(CXType derived, CXType base)
{
	derived = type_canonical(derived);
	base = type_canonical(base);
	if (derived.kind != CXType_Record || base.kind != CXType_Record)
		return -1;
	if (clang_equalTypes(derived, base))
		return 0;
	struct BaseSearch search = { type_declaration(derived), base, -1 };
	type_visit_bases(derived, base_search, &search);
	return search.offset;
}

struct FieldSearch {
	CXCursor wanted;
	CXCursor record;
	int64_t offset;
};

static enum CXVisitorResult field_search(CXCursor field, CXClientData data)
{
	struct FieldSearch *search = data;
	int64_t bits = clang_Cursor_getOffsetOfField(field);
	if (bits < 0)
		return CXVisit_Continue;
	if (clang_equalCursors(field, search->wanted)) {
		int width, offset;
		search->offset = type_bit_field(field, &width, &offset);
		return CXVisit_Break;
	}
	CXType type = type_canonical(clang_getCursorType(field));
	CXCursor decl = type_declaration(type);
	if (type.kind != CXType_Record || !clang_Cursor_isAnonymousRecordDecl(decl))
		return CXVisit_Continue;
	int64_t inner = type_field_offset(type, search->wanted);
	if (inner < 0)
		return CXVisit_Continue;
	search->offset = bits / 8 + inner;
	return CXVisit_Break;
}

static enum CXVisitorResult field_search_base(CXCursor base, CXClientData data)
{
	struct FieldSearch *search = data;
	int64_t inner = type_field_offset(clang_getCursorType(base), search->wanted);
	int64_t here = inner < 0 ? -1 : base_offset(search->record, base);
	if (here < 0)
		return CXVisit_Continue;
	search->offset = here + inner;
	return CXVisit_Break;
}

int64_t type_field_offset(CXType record, CXCursor field)
{
	record = type_canonical(record);
	if (record.kind != CXType_Record)
		return -1;
	struct FieldSearch search = { field, type_declaration(record), -1 };
	clang_Type_visitFields(record, field_search, &search);
	if (search.offset < 0)
		type_visit_bases(record, field_search_base, &search);
	return search.offset;
}
