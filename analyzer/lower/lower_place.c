#include "lower/lower.h"

/* --- names ------------------------------------------------------------------------------------ */

static const Expr *function_value(Lower *lo, CXCursor decl, const Type *type, Range range)
{
	Expr *e = make_expr(lo, EX_FUNC, type, range);
	e->func = func_of(lo, decl);
	return e;
}

static const Var *captured(const Lower *lo, CXCursor decl)
{
	for (const Closure *at = lo->closure; at; at = at->outer)
		for (int i = 0; i < at->captures.n; i++)
			if (clang_equalCursors(at->captures.at[i].decl, decl))
				return at->captures.at[i].copy;
	return NULL;
}

static LowerPlace place_of_var(Lower *lo, CXCursor decl, Range range)
{
	const Var *copy = captured(lo, decl);
	CXType type = decl_type(decl);
	const Var *var = copy ? copy : var_of(lo, decl);
	LowerPlace place = { make_addr(lo, var, range), type, 0, 0 };
	if (type_is_reference(type)) {
		place.type = clang_getPointeeType(clang_getCanonicalType(type));
		if (var->type->kind == TY_PTR)
			place.addr = make_load(lo, place.addr, var->type, range);
	}
	return place;
}

static LowerPlace unknown_place(Lower *lo, CXCursor c, const char *reason)
{
	Expr *e = lower_unknown(lo, c, reason);
	e->type = type_pointer(lo, type_of_cursor(lo, c));
	return (LowerPlace){ e, clang_getCursorType(c), 0, 0 };
}

static LowerPlace place_of_name(Lower *lo, CXCursor c)
{
	CXCursor decl = clang_getCursorReferenced(c);
	Range range = cursor_range(lo, c);
	LowerPlace place = { .type = clang_getCursorType(c) };
	if (ast_is_variable(decl))
		return place_of_var(lo, decl, range);
	if (cursor_is_function(decl)) {
		place.addr = function_value(lo, decl, type_pointer(lo, type_of_cursor(lo, c)), range);
		return place;
	}
	CXCursor binding = ast_binding(decl);
	if (!clang_Cursor_isNull(binding))
		return lower_place(lo, binding);
	return unknown_place(lo, c, "name that is not understood");
}

/* --- members and elements --------------------------------------------------------------------- */

const Expr *lower_this(Lower *lo, Range range)
{
	if (!lo->this_var)
		return make_unknown(lo, lo->t_void_ptr, "'this' outside of a method", range);
	return make_load(lo, make_addr(lo, lo->this_var, range), lo->this_var->type, range);
}

static CXType pointee_or_self(CXType type)
{
	CXType canonical = clang_getCanonicalType(type);
	return canonical.kind == CXType_Pointer ? clang_getPointeeType(canonical) : type;
}

/* The address of the object whose member is accessed, and the object's class. */
static const Expr *member_base(Lower *lo, CXCursor c, CXCursor field, CXType *record)
{
	CXCursor base = cursor_kid(lo, c, 0);
	if (clang_Cursor_isNull(base)) {
		CXCursor parent = clang_getCursorSemanticParent(field);
		*record = lo->this_var ? lo->this_class : clang_getCursorType(parent);
		return lower_this(lo, cursor_range(lo, c));
	}
	CXType type = clang_getCursorType(base);
	*record = pointee_or_self(type);
	if (clang_getCanonicalType(type).kind == CXType_Pointer)
		return lower_value(lo, base);
	return lower_address(lo, base);
}

static LowerPlace place_of_member(Lower *lo, CXCursor c)
{
	CXCursor field = clang_getCursorReferenced(c);
	Range range = cursor_range(lo, c);
	if (ast_is_variable(field))
		return place_of_var(lo, field, range);
	if (clang_getCursorKind(field) != CXCursor_FieldDecl)
		return unknown_place(lo, c, "member that is not understood");
	CXType record;
	const Expr *base = member_base(lo, c, field, &record);
	int64_t offset = type_field_offset(record, field);
	if (offset < 0)
		return unknown_place(lo, c, "member whose offset is not known");
	LowerPlace place = { .type = clang_getCursorType(field) };
	type_bit_field(field, &place.bit_width, &place.bit_offset);
	bool is_reference = type_is_reference(place.type);
	if (clang_isVolatileQualifiedType(clang_getCursorType(c)))
		place.type = clang_getCursorType(c);
	const Type *type = type_of(lo, place.type);
	place.addr = make_offset(lo, base, offset, type, range);
	if (is_reference) {
		place.addr = make_load(lo, place.addr, type, range);
		place.type = clang_getPointeeType(clang_getCanonicalType(place.type));
	}
	return place;
}

static bool is_pointer(CXCursor c)
{
	enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(c)).kind;
	return kind == CXType_Pointer || kind == CXType_ConstantArray || kind == CXType_IncompleteArray;
}

static LowerPlace place_of_element(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	if (kids.n != 2)
		return unknown_place(lo, c, "subscript that is not understood");
	int base = is_pointer(kids.at[1]) && !is_pointer(kids.at[0]);
	if (!is_pointer(kids.at[base]))
		return unknown_place(lo, c, "subscript of something other than an array");
	const Type *type = type_of_cursor(lo, c);
	if (type->size < 0)
		return unknown_place(lo, c, "element whose size is not known");
	const Expr *pointer = lower_value(lo, kids.at[base]);
	const Expr *index = lower_value(lo, kids.at[!base]);
	Expr *addr = make_index(lo, pointer, index, type->size, type_pointer(lo, type), cursor_range(lo, c));
	return (LowerPlace){ addr, clang_getCursorType(c), 0, 0 };
}

/* --- conversions that libclang does not name -------------------------------------------------- */

static LowerPlace spilled(Lower *lo, CXCursor c)
{
	LowerPlace place = { .type = clang_getCursorType(c) };
	const Type *type = type_of(lo, place.type);
	const Expr *value = lower_value(lo, c);
	place.addr = type_is_scalar(type) ? make_spill(lo, value) : value;
	return place;
}

static LowerPlace place_of_wrapper(Lower *lo, CXCursor c)
{
	LowerPlace place = lower_place(lo, ast_inner(c));
	place.addr = lower_ended(lo, c, place.addr);
	return place;
}

static LowerPlace place_of_unexposed(Lower *lo, CXCursor c)
{
	CXCursor inner = ast_inner(c);
	AstKind kind = ast_kind(c);
	if (kind == AST_WRAPPER)
		return place_of_wrapper(lo, c);
	if (kind != AST_CONVERSION || !ast_is_place(c))
		return spilled(lo, c);
	return ast_cast(c) == AST_CAST_CALL ? lower_place(lo, inner) : lower_cast_place(lo, c);
}

static LowerPlace place_by_kind(Lower *lo, CXCursor c)
{
	CXType type = clang_getCursorType(c);
	Kids kids;
	if (ast_kind(c) == AST_WRAPPER)
		return place_of_wrapper(lo, c);
	switch (clang_getCursorKind(c)) {
	case CXCursor_DeclRefExpr:
		return place_of_name(lo, c);
	case CXCursor_MemberRefExpr:
		return place_of_member(lo, c);
	case CXCursor_ArraySubscriptExpr:
		return place_of_element(lo, c);
	case CXCursor_ParenExpr:
		return lower_place(lo, cursor_kid(lo, c, 0));
	case CXCursor_UnexposedExpr:
		return place_of_unexposed(lo, c);
	case CXCursor_CompoundAssignOperator:
		return lower_assigned_place(lo, c);
	case CXCursor_UnaryOperator:
		if (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref)
			return (LowerPlace){ lower_value(lo, cursor_kid(lo, c, 0)), type, 0, 0 };
		if (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Extension)
			return lower_place(lo, cursor_kid(lo, c, 0));
		return ast_is_place(c) ? lower_assigned_place(lo, c) : spilled(lo, c);
	case CXCursor_BinaryOperator:
		if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign)
			return lower_assigned_place(lo, c);
		kids = cursor_kids(lo, c);
		if (clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Comma || kids.n != 2)
			return spilled(lo, c);
		LowerPlace right = lower_place(lo, kids.at[1]);
		const Expr *both[] = { lower_effect(lo, kids.at[0]), right.addr };
		right.addr = make_args(lo, EX_COMMA, right.addr->type, cursor_range(lo, c), 2, both);
		return right;
	case CXCursor_ConditionalOperator:
		if (ast_is_place(c))
			return (LowerPlace){ lower_conditional(lo, c, true), type, 0, 0 };
		return spilled(lo, c);
	case CXCursor_CallExpr:
		if (ast_is_place(c))
			return (LowerPlace){ lower_call(lo, c), type, 0, 0 };
		return spilled(lo, c);
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXDynamicCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		return ast_is_place(c) ? lower_cast_place(lo, c) : spilled(lo, c);
	case CXCursor_StringLiteral:
		return (LowerPlace){ lower_string(lo, c), type, 0, 0 };
	default:
		return spilled(lo, c);
	}
}

LowerPlace lower_place(Lower *lo, CXCursor c)
{
	if (clang_Cursor_isNull(c))
		return (LowerPlace){ make_unknown(lo, lo->t_void_ptr, "missing expression", (Range){ LOC_NONE, LOC_NONE, 0 }),
				     clang_getCursorType(c), 0, 0 };
	if (lo->depth >= MAX_LOWER_DEPTH) {
		Expr *e = lower_too_deep(lo, c);
		e->type = type_pointer(lo, e->type);
		return (LowerPlace){ e, clang_getCursorType(c), 0, 0 };
	}
	lo->depth++;
	LowerPlace place = place_by_kind(lo, c);
	lo->depth--;
	return place;
}

const Expr *lower_address(Lower *lo, CXCursor c)
{
	return lower_place(lo, c).addr;
}

const Expr *lower_load(Lower *lo, LowerPlace place, Range range)
{
	const Type *type = type_of(lo, place.type);
	if (!type_is_scalar(type))
		return place.addr;
	Expr *e = make_load(lo, place.addr, type, range);
	e->bit_width = place.bit_width;
	e->bit_offset = place.bit_offset;
	return e;
}
