#include "lower/lower.h"

#include <string.h>

/* --- what is not understood ------------------------------------------------------------------- */

static void add_effects(Lower *lo, CXCursor c, Args *args)
{
	Kids kids = cursor_kids(lo, c);
	for (int i = 0; i < kids.n; i++) {
		if (!clang_isExpression(clang_getCursorKind(kids.at[i])))
			continue;
		bool names_function =
			cursor_is_function(clang_getCursorReferenced(kids.at[i])) && clang_getCursorKind(kids.at[i]) != CXCursor_CallExpr;
		/* An rvalue is passed by value; an lvalue by its address, since it may be changed. */
		bool reads = clang_getCursorKind(kids.at[i]) == CXCursor_UnexposedExpr && type_of_cursor(lo, kids.at[i])->kind != TY_VOID;
		if (!names_function)
			vec_push(lo->scratch, args, (const Expr *)(reads ? lower_value(lo, kids.at[i]) : lower_effect(lo, kids.at[i])));
		else if (clang_getCursorKind(kids.at[i]) == CXCursor_MemberRefExpr && args->n < 64)
			add_effects(lo, kids.at[i], args); /* the object */
	}
}

Expr *lower_unknown(Lower *lo, CXCursor c, const char *reason)
{
	Args args = { 0 };
	add_effects(lo, c, &args);
	Expr *e = make_args(lo, EX_UNKNOWN, type_of_cursor(lo, c), cursor_range(lo, c), args.n, args.at);
	e->reason = reason;
	return e;
}

Expr *lower_too_deep(Lower *lo, CXCursor c)
{
	return make_unknown(lo, type_of_cursor(lo, c), "nested too deeply", cursor_range(lo, c));
}

/* --- literals --------------------------------------------------------------------------------- */

static Expr *lower_literal(Lower *lo, CXCursor c)
{
	const Type *type = type_of_cursor(lo, c);
	Range range = cursor_range(lo, c);
	CXEvalResult result = clang_Cursor_Evaluate(c);
	Expr *e = NULL;
	CXEvalResultKind kind = result ? clang_EvalResult_getKind(result) : CXEval_UnExposed;
	if (kind == CXEval_Int) {
		int64_t i = clang_EvalResult_isUnsignedInt(result) ? (int64_t)clang_EvalResult_getAsUnsigned(result)
								   : (int64_t)clang_EvalResult_getAsLongLong(result);
		e = make_int(lo, type, i, range);
	} else if (kind == CXEval_Float) {
		e = make_expr(lo, EX_FLOAT, type, range);
		e->f = clang_EvalResult_getAsDouble(result);
	}
	if (result)
		clang_EvalResult_dispose(result);
	return e;
}

const Expr *lower_string(Lower *lo, CXCursor c)
{
	Expr *e = make_expr(lo, EX_STRING, type_pointer(lo, lo->t_char), cursor_range(lo, c));
	e->name = cursor_name(lo, c); /* with its quotes */
	return e;
}

static const Expr *evaluated_or_unknown(Lower *lo, CXCursor c, const char *reason)
{
	const Expr *e = lower_literal(lo, c);
	return e ? e : lower_unknown(lo, c, reason);
}

/* --- names ------------------------------------------------------------------------------------ */

static const Expr *value_of_name(Lower *lo, CXCursor c)
{
	CXCursor decl = clang_getCursorReferenced(c);
	Range range = cursor_range(lo, c);
	if (clang_getCursorKind(decl) == CXCursor_EnumConstantDecl)
		return make_int(lo, type_of_cursor(lo, c), clang_getEnumConstantDeclValue(decl), range);
	const Expr *constant;
	if (var_constant(lo, decl, &constant, range))
		return constant;
	if (clang_Cursor_isNull(decl) || clang_getCursorKind(decl) == CXCursor_NonTypeTemplateParameter)
		return evaluated_or_unknown(lo, c, "name that is not understood");
	return lower_load(lo, lower_place(lo, c), range);
}

/* --- conversions that libclang does not name -------------------------------------------------- */

CXCursor cursor_strip(Lower *lo, CXCursor c)
{
	for (int i = 0; i < MAX_LOWER_DEPTH; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c);
		if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr)
			return c;
		Kids kids = cursor_kids(lo, c);
		if (kids.n != 1)
			return c;
		CXType outer = type_canonical(clang_getCursorType(c));
		CXType inner = type_canonical(clang_getCursorType(kids.at[0]));
		if (kind == CXCursor_UnexposedExpr && !clang_equalTypes(outer, inner))
			return c;
		c = kids.at[0];
	}
	return c;
}

static const Expr *value_of_unexposed(Lower *lo, CXCursor c)
{
	const Type *type = type_of_cursor(lo, c);
	const Expr *e = NULL;
	switch (ast_kind(c)) {
	case AST_CONVERSION:
		return lower_conversion(lo, c, ast_inner(c), true);
	case AST_ZERO:
		return type_is_scalar(type) ? make_zero(lo, type, cursor_range(lo, c)) : lower_temp_object(lo, c);
	case AST_INHERITED:
	case AST_ARRAY_COPY:
		return lower_temp_object(lo, c);
	default:
		e = lower_literal(lo, c);
	}
	Kids kids = cursor_kids(lo, c);
	if (!e && kids.n == 1 && clang_isExpression(clang_getCursorKind(kids.at[0])))
		return lower_conversion(lo, c, kids.at[0], true);
	return e ? e : lower_unknown(lo, c, "expression of a kind that libclang does not show");
}

/* --- conditionals ----------------------------------------------------------------------------- */

const Expr *lower_conditional(Lower *lo, CXCursor c, bool as_place)
{
	Kids kids = cursor_kids(lo, c);
	if (kids.n != 3)
		return lower_unknown(lo, c, "conditional that is not understood");
	const Type *type = type_of_cursor(lo, c);
	const Expr *args[3] = { make_cast(lo, lower_value(lo, kids.at[0]), lo->t_bool) };
	for (int i = 1; i < 3; i++) {
		const Expr *e = as_place ? lower_address(lo, kids.at[i]) : lower_value(lo, kids.at[i]);
		args[i] = type_is_scalar(type) && !as_place ? make_cast(lo, e, type) : e;
	}
	if (as_place || !type_is_scalar(type))
		type = type->kind == TY_VOID ? type : type_pointer(lo, type);
	return make_args(lo, EX_COND, type, cursor_range(lo, c), 3, args);
}

static const Expr *lower_stmt_expr(Lower *lo, CXCursor c)
{
	Expr *e = make_expr(lo, EX_STMT, type_of_cursor(lo, c), cursor_range(lo, c));
	CXCursor body = cursor_kid(lo, c, 0);
	Kids kids = cursor_kids(lo, body);
	StmtList list = { 0 };
	for (int i = 0; i < kids.n; i++) {
		bool last = i == kids.n - 1 && clang_isExpression(clang_getCursorKind(kids.at[i]));
		if (last)
			list_expr(lo, &list, lower_value(lo, kids.at[i]));
		else
			lower_stmt_into(lo, kids.at[i], &list);
	}
	e->stmt = list_always_block(lo, &list, e->range);
	return e;
}

/* ({ T *p = place; initialise *p; p; }) */
static const Expr *lower_new(Lower *lo, CXCursor c)
{
	CXCursor place, init;
	if (!ast_placement_new(c, &place, &init))
		return lower_unknown(lo, c, "new");
	Expr *e = make_expr(lo, EX_STMT, type_of_cursor(lo, c), cursor_range(lo, c));
	StmtList list = { 0 };
	const Expr *value = list_hold(lo, &list, make_cast(lo, lower_value(lo, place), e->type));
	if (!clang_Cursor_isNull(init))
		lower_init(lo, value, clang_getPointeeType(type_canonical(clang_getCursorType(c))), init, &list);
	list_expr(lo, &list, value);
	e->stmt = list_always_block(lo, &list, e->range);
	return e;
}

/* --- values ----------------------------------------------------------------------------------- */

static const Expr *lower_list_value(Lower *lo, CXCursor c)
{
	const Type *type = type_of_cursor(lo, c);
	if (!type_is_scalar(type))
		return lower_temp_object(lo, c);
	CXCursor only = cursor_kid(lo, c, 0);
	if (clang_Cursor_isNull(only))
		return make_zero(lo, type, cursor_range(lo, c));
	return make_cast(lo, lower_value(lo, only), type);
}

static const Expr *value_by_kind(Lower *lo, CXCursor c)
{
	Range range;
	switch (clang_getCursorKind(c)) {
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_FloatingLiteral:
	case CXCursor_CXXBoolLiteralExpr:
		return evaluated_or_unknown(lo, c, "literal that is not understood");
	case CXCursor_CXXNullPtrLiteralExpr:
	case CXCursor_GNUNullExpr:
		return make_int(lo, type_of_cursor(lo, c), 0, cursor_range(lo, c));
	case CXCursor_StringLiteral:
		return lower_string(lo, c);
	case CXCursor_UnaryExpr:
	case CXCursor_SizeOfPackExpr:
		return evaluated_or_unknown(lo, c, "sizeof that is not constant");
	case CXCursor_DeclRefExpr:
		return value_of_name(lo, c);
	case CXCursor_MemberRefExpr: {
		const Expr *constant;
		range = cursor_range(lo, c);
		if (clang_getCursorKind(clang_getCursorReferenced(c)) == CXCursor_EnumConstantDecl)
			return value_of_name(lo, c);
		if (var_constant(lo, clang_getCursorReferenced(c), &constant, range))
			return constant;
		return lower_load(lo, lower_place(lo, c), range);
	}
	case CXCursor_ArraySubscriptExpr:
		range = cursor_range(lo, c);
		return lower_load(lo, lower_place(lo, c), range);
	case CXCursor_ParenExpr:
		return lower_value(lo, cursor_kid(lo, c, 0));
	case CXCursor_UnexposedExpr:
		return value_of_unexposed(lo, c);
	case CXCursor_UnaryOperator:
		return lower_unary(lo, c, true);
	case CXCursor_BinaryOperator:
		return lower_binary(lo, c);
	case CXCursor_CompoundAssignOperator:
		return lower_compound_assign(lo, c);
	case CXCursor_ConditionalOperator:
		return lower_conditional(lo, c, false);
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXDynamicCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		return lower_cast_value(lo, c);
	case CXCursor_CallExpr:
		range = cursor_range(lo, c);
		if (!ast_is_place(c))
			return lower_call(lo, c);
		return lower_load(lo, (LowerPlace){ lower_call(lo, c), clang_getCursorType(c), 0, 0 }, range);
	case CXCursor_InitListExpr:
		return lower_list_value(lo, c);
	case CXCursor_CompoundLiteralExpr:
	case CXCursor_LambdaExpr:
		return lower_temp_object(lo, c);
	case CXCursor_CXXThisExpr:
		return lower_this(lo, cursor_range(lo, c));
	case CXCursor_StmtExpr:
		return lower_stmt_expr(lo, c);
	case CXCursor_CXXNewExpr:
		return lower_new(lo, c);
	case CXCursor_CXXDeleteExpr:
		return lower_unknown(lo, c, "delete");
	case CXCursor_CXXThrowExpr:
		return lower_unknown(lo, c, "throw");
	default:
		return evaluated_or_unknown(lo, c, "expression that is not understood");
	}
}

const Expr *lower_value(Lower *lo, CXCursor c)
{
	if (clang_Cursor_isNull(c))
		return make_unknown(lo, lo->t_int, "missing expression", (Range){ LOC_NONE, LOC_NONE, 0 });
	if (lo->depth >= MAX_LOWER_DEPTH)
		return lower_too_deep(lo, c);
	lo->depth++;
	const bool is_wrapper = ast_kind(c) == AST_WRAPPER;
	const Expr *e = is_wrapper ? lower_ended(lo, c, lower_value(lo, ast_inner(c))) : value_by_kind(lo, c);
	lo->depth--;
	return e;
}

/* ({ x = y; &x; }) without the unused &x. */
static const Expr *without_address(const Expr *e)
{
	const Stmt *s = e->kind == EX_STMT && e->type->kind == TY_PTR ? e->stmt : NULL;
	bool pair = s && s->n_items == 2 && s->items[0]->kind == ST_EXPR && s->items[1]->kind == ST_EXPR;
	return pair && make_is_simple(s->items[1]->expr) ? s->items[0]->expr : e;
}

static const Expr *effect_by_kind(Lower *lo, CXCursor c)
{
	Kids kids;
	const Expr *lenient = clang_getCursorKind(c) == CXCursor_UnexposedExpr ? lenient_effect(lo, c) : NULL;
	if (lenient)
		return lenient;
	switch (clang_getCursorKind(c)) {
	case CXCursor_ParenExpr:
	case CXCursor_UnexposedExpr:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
		kids = cursor_kids(lo, c);
		return kids.n == 1 ? lower_effect(lo, kids.at[0]) : lower_value(lo, c);
	case CXCursor_DeclRefExpr:
		return lower_address(lo, c);
	case CXCursor_UnaryOperator:
		return lower_unary(lo, c, false);
	case CXCursor_CallExpr:
		return without_address(lower_call(lo, c));
	default:
		return lower_value(lo, c);
	}
}

const Expr *lower_effect(Lower *lo, CXCursor c)
{
	if (lo->depth >= MAX_LOWER_DEPTH)
		return lower_too_deep(lo, c);
	lo->depth++;
	const Expr *e = lower_is_ended(lo, c) ? lower_dropped(lo, c) : effect_by_kind(lo, c);
	lo->depth--;
	return e;
}
