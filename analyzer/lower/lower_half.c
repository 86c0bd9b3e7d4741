#include "lower/lower.h"

#include <string.h>

/* __half and __nv_bfloat16 are classes in the toolkit, but floating types of the tree: their constructors and conversions
 * become casts, their operators arithmetic. */

static const struct {
	const char *spelling;
	Op op;
	bool assigns;
} operators[] = {
	{ "operator+", OP_ADD, false }, { "operator-", OP_SUB, false }, { "operator*", OP_MUL, false }, { "operator/", OP_DIV, false },
	{ "operator+=", OP_ADD, true }, { "operator-=", OP_SUB, true }, { "operator*=", OP_MUL, true }, { "operator/=", OP_DIV, true },
	{ "operator==", OP_EQ, false }, { "operator!=", OP_NE, false }, { "operator<", OP_LT, false },  { "operator<=", OP_LE, false },
	{ "operator>", OP_GT, false },  { "operator>=", OP_GE, false },
};

static bool is_half_or_reference(CXType type)
{
	return type_is_half(type_is_reference(type) ? clang_getPointeeType(clang_getCanonicalType(type)) : type);
}

static const Expr *half_operator(Lower *lo, CXCursor c, CXCursor callee)
{
	CXType type = clang_getCursorType(callee);
	if (clang_getCursorKind(callee) != CXCursor_FunctionDecl || clang_getNumArgTypes(type) != 2 ||
	    clang_Cursor_getNumArguments(c) != 2 || !is_half_or_reference(clang_getArgType(type, 0)))
		return NULL;
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		if (!cursor_is(callee, operators[i].spelling))
			continue;
		CXCursor left = clang_Cursor_getArgument(c, 0), right = clang_Cursor_getArgument(c, 1);
		Range range = cursor_range(lo, c);
		const Expr *operand = lower_value(lo, right);
		if (operators[i].assigns)
			return lower_updated_address(lo, lower_place(lo, left), operators[i].op, operand, range);
		const Type *result = type_of(lo, clang_getCursorResultType(callee));
		return lower_combined(lo, operators[i].op, lower_value(lo, left), operand, result, range);
	}
	return NULL;
}

static CXCursor object_of_conversion(Lower *lo, CXCursor c)
{
	CXCursor callee = cursor_kid(lo, c, 0);
	return clang_Cursor_isNull(callee) ? callee : cursor_kid(lo, callee, 0);
}

/* half = half, half = float: a store. */
static const Expr *half_assignment(Lower *lo, CXCursor c)
{
	if (clang_Cursor_getNumArguments(c) != 2)
		return NULL;
	CXCursor right = clang_Cursor_getArgument(c, 1);
	if (!type_is_scalar(type_of_cursor(lo, right)))
		return NULL;
	LowerPlace to = lower_place(lo, clang_Cursor_getArgument(c, 0));
	const Type *type = type_of(lo, to.type);
	Range range = cursor_range(lo, c);
	return lower_stored_address(lo, to, make_cast(lo, lower_value(lo, right), type), range);
}

static const Expr *half_method(Lower *lo, CXCursor c, CXCursor callee)
{
	if (cursor_is(callee, "operator="))
		return half_assignment(lo, c);
	if (clang_getCursorKind(callee) != CXCursor_ConversionFunction)
		return NULL;
	CXCursor object = object_of_conversion(lo, c);
	const Type *type = type_of(lo, clang_getCursorResultType(callee));
	if (clang_Cursor_isNull(object) || !type_is_scalar(type))
		return NULL;
	return make_cast(lo, lower_value(lo, object), type);
}

/* __float2half, __half2float, __float2bfloat16 …: conversions of one number. */
static const Expr *half_conversion(Lower *lo, CXCursor c, CXCursor callee)
{
	CXType type = clang_getCursorType(callee);
	CXType result = clang_getResultType(type), param = clang_getArgType(type, 0);
	if (clang_getNumArgTypes(type) != 1 || clang_Cursor_getNumArguments(c) != 1)
		return NULL;
	const Type *from = type_of(lo, param), *to = type_of(lo, result);
	bool numbers = (from->kind == TY_FLOAT || from->kind == TY_INT) && (to->kind == TY_FLOAT || to->kind == TY_INT);
	if (!numbers || type_is_half(param) == type_is_half(result))
		return NULL;
	const char *name = cursor_name(lo, callee);
	if (strncmp(name, "__", 2) != 0 || !strchr(name, '2') || strstr(name, "_as_"))
		return NULL;
	return make_cast(lo, lower_value(lo, clang_Cursor_getArgument(c, 0)), to);
}

const Expr *lower_half_call(Lower *lo, CXCursor c, CXCursor callee)
{
	CXCursor parent = clang_getCursorSemanticParent(callee);
	enum CXCursorKind kind = clang_getCursorKind(parent);
	if ((kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl) && type_is_half(clang_getCursorType(parent)))
		return half_method(lo, c, callee);
	const Expr *e = half_operator(lo, c, callee);
	return e ? e : half_conversion(lo, c, callee);
}
