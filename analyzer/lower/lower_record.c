#include "lower/lower.h"

#include <string.h>

CXCursor type_declaration(CXType type)
{
	CXCursor decl = clang_getTypeDeclaration(type);
	CXCursor definition = clang_getCursorDefinition(decl);
	return clang_Cursor_isNull(definition) ? decl : definition;
}

struct Fields {
	Lower *lo;
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
	f.align = ast_alignment(field);
	f.loc = f.type->kind == TY_ARRAY ? lower_loc(fields->lo, clang_getCursorLocation(field)) : LOC_NONE;
	if (f.offset >= 0)
		vec_push(fields->lo->scratch, &fields->found, f);
	return CXVisit_Continue;
}

/* The null cursor if it is virtual: its offset is no constant. */
static CXCursor base_at(CXType record, int i, int64_t *offset)
{
	CXCursor base = ast_base(record, i, offset);
	return clang_Cursor_isNull(base) || *offset < 0 ? clang_getNullCursor() : base;
}

static void add_bases(struct Fields *fields, CXType record)
{
	const int n = ast_n_bases(record);
	for (int i = 0; i < n; i++) {
		int64_t offset;
		CXCursor base = base_at(record, i, &offset);
		if (clang_Cursor_isNull(base))
			continue;
		Field f = { .name = "", .type = type_of_cursor(fields->lo, base), .offset = offset };
		vec_push(fields->lo->scratch, &fields->found, f);
	}
}

void record_fill(Lower *lo, Type *type, CXType from)
{
	struct Fields fields = { .lo = lo };
	type->end = cursor_range(lo, type_declaration(from)).end;
	if (type->size < 0)
		return;
	add_bases(&fields, from);
	clang_Type_visitFields(from, field_visit, &fields);
	type->n_fields = fields.found.n;
	type->fields = arena_dup(lo->arena, fields.found.at, sizeof(Field) * (size_t)fields.found.n);
}

int64_t type_base_offset(CXType derived, CXType base)
{
	derived = type_canonical(derived);
	base = type_canonical(base);
	if (derived.kind != CXType_Record || base.kind != CXType_Record)
		return -1;
	if (clang_equalTypes(derived, base))
		return 0;
	const int n = ast_n_bases(derived);
	for (int i = 0; i < n; i++) {
		int64_t here;
		int64_t inner = type_base_offset(clang_getCursorType(base_at(derived, i, &here)), base);
		if (inner >= 0)
			return here + inner;
	}
	return -1;
}

struct FieldSearch {
	CXCursor wanted;
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

static int64_t field_in_bases(CXType record, CXCursor field)
{
	const int n = ast_n_bases(record);
	for (int i = 0; i < n; i++) {
		int64_t here;
		int64_t inner = type_field_offset(clang_getCursorType(base_at(record, i, &here)), field);
		if (inner >= 0)
			return here + inner;
	}
	return -1;
}

/* A field of the record itself: a search would ask libclang about each field before it. */
static bool is_own_field(CXType record, CXCursor field)
{
	return clang_equalCursors(clang_getCursorSemanticParent(field), type_declaration(record)) &&
	       clang_Cursor_getOffsetOfField(field) >= 0;
}

int64_t type_field_offset(CXType record, CXCursor field)
{
	int width, offset;
	record = type_canonical(record);
	if (record.kind != CXType_Record)
		return -1;
	if (is_own_field(record, field))
		return type_bit_field(field, &width, &offset);
	struct FieldSearch search = { field, -1 };
	clang_Type_visitFields(record, field_search, &search);
	return search.offset < 0 ? field_in_bases(record, field) : search.offset;
}
