#include "lower/lower.h"

#include <string.h>

static bool is_record(CXType type)
{
	return type_canonical(type).kind == CXType_Record;
}

/* --- lvalues ---------------------------------------------------------------------------------- */

/* The bytes to add to an address in a cast to a base or to a derived class. */
static int64_t class_distance(CXType from, CXType to)
{
	int64_t up = type_base_offset(from, to);
	if (up >= 0)
		return up;
	int64_t down = type_base_offset(to, from);
	return down >= 0 ? -down : 0;
}

LowerPlace lower_cast_place(Lower *lo, CXCursor c)
{
	CXCursor operand = ast_inner(c);
	LowerPlace place = { .type = clang_getCursorType(c) };
	bool adjusts = clang_getCursorKind(c) != CXCursor_CXXReinterpretCastExpr;
	int64_t offset = adjusts ? class_distance(clang_getCursorType(operand), place.type) : 0;
	const Expr *addr = lower_address(lo, operand);
	const Type *type = type_of(lo, place.type);
	place.addr = offset ? make_offset(lo, addr, offset, type, cursor_range(lo, c)) : make_cast(lo, addr, type_pointer(lo, type));
	return place;
}

/* --- values ----------------------------------------------------------------------------------- */

/* A parameter that is declared as an array: its value is already an address. */
static bool is_array_parameter(Lower *lo, CXCursor c)
{
	CXCursor name = cursor_strip(lo, c);
	CXCursor decl = clang_getCursorReferenced(name);
	return clang_getCursorKind(name) == CXCursor_DeclRefExpr && clang_getCursorKind(decl) == CXCursor_ParmDecl &&
	       !type_is_reference(clang_getCursorType(decl));
}

static const Expr *array_address(Lower *lo, CXCursor from, const Type *type)
{
	const Expr *addr = is_array_parameter(lo, from) ? lower_value(lo, cursor_strip(lo, from)) : lower_address(lo, from);
	return type ? make_cast(lo, addr, type) : addr;
}

static const Expr *pointer_conversion(Lower *lo, CXCursor from, CXType to, const Type *type, bool adjust)
{
	CXType source = clang_getCanonicalType(clang_getCursorType(from));
	if (source.kind == CXType_ConstantArray || source.kind == CXType_IncompleteArray || source.kind == CXType_VariableArray)
		return array_address(lo, from, type);
	if (source.kind == CXType_FunctionProto || source.kind == CXType_FunctionNoProto)
		return make_retyped(lo, lower_address(lo, from), type, cursor_range(lo, from));
	const Expr *value = lower_value(lo, from);
	if (source.kind == CXType_Record || source.kind == CXType_MemberPointer) {
		const Expr *arg = value;
		Expr *e = make_args(lo, EX_UNKNOWN, type, value->range, 1, &arg);
		e->reason = "conversion that is not understood";
		return e;
	}
	int64_t offset = 0;
	if (adjust && source.kind == CXType_Pointer)
		offset = class_distance(clang_getPointeeType(source), clang_getPointeeType(clang_getCanonicalType(to)));
	if (offset)
		return make_offset(lo, value, offset, type->elem, value->range);
	return make_cast(lo, value, type);
}

static const Expr *record_conversion(Lower *lo, CXCursor c, CXCursor from, const Type *type)
{
	CXType to = clang_getCursorType(c), source = clang_getCursorType(from);
	int64_t offset = is_record(source) ? type_base_offset(source, to) : -1;
	if (clang_getCursorKind(from) == CXCursor_InitListExpr)
		return lower_value(lo, from);
	if (offset < 0)
		return lower_unknown(lo, c, "conversion that is not understood");
	const Expr *value = lower_value(lo, from);
	return offset ? make_offset(lo, value, offset, type, cursor_range(lo, c)) : value;
}

const Expr *lower_conversion(Lower *lo, CXCursor c, CXCursor from, bool adjust_bases)
{
	if (ast_cast(c) == AST_CAST_CALL)
		return lower_value(lo, from);
	CXType to = clang_getCursorType(c);
	const Type *type = type_of(lo, to);
	const Type *source = type_of_cursor(lo, from);
	switch (type->kind) {
	case TY_VOID: {
		const Expr *e = lower_effect(lo, from);
		return make_args(lo, EX_CAST, type, cursor_range(lo, c), 1, &e);
	}
	case TY_RECORD:
		return record_conversion(lo, c, from, type);
	case TY_ARRAY: /* or a parameter, whose type libclang gives as written: const float tile[][8] is a pointer */
		return source->kind == TY_PTR ? lower_value(lo, from) : array_address(lo, from, NULL);
	case TY_FUNC:
		return lower_address(lo, from);
	case TY_PTR:
		return pointer_conversion(lo, from, to, type, adjust_bases);
	case TY_BOOL:
	case TY_INT:
	case TY_FLOAT:
		if (source->kind == TY_ARRAY || source->kind == TY_FUNC) /* if (array), (size_t)array */
			return array_address(lo, from, type);
		if (!type_is_scalar(source))
			return lower_unknown(lo, c, "conversion that is not understood");
		return make_cast(lo, lower_value(lo, from), type);
	default:
		return type_same(type, source) || type->size == source->size ? lower_value(lo, from)
									     : lower_unknown(lo, c, "conversion that is not understood");
	}
}

const Expr *lower_cast_value(Lower *lo, CXCursor c)
{
	if (ast_is_place(c))
		return lower_load(lo, lower_cast_place(lo, c), cursor_range(lo, c));
	CXCursor operand = ast_inner(c);
	if (clang_Cursor_isNull(operand))
		return lower_unknown(lo, c, "cast that is not understood");
	const Expr *e = lower_conversion(lo, c, operand, clang_getCursorKind(c) != CXCursor_CXXReinterpretCastExpr);
	return e;
}
