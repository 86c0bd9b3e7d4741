#include "lower/lower.h"

#include <string.h>

/* --- what is called --------------------------------------------------------------------------- */

static bool is_method(CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind == CXCursor_CXXMethod)
		return !clang_CXXMethod_isStatic(c);
	return kind == CXCursor_ConversionFunction || kind == CXCursor_Destructor;
}

struct First {
	CXCursor found;
};

static enum CXChildVisitResult first_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	((struct First *)data)->found = c;
	return CXChildVisit_Break;
}

static CXType callee_type(CXCursor c)
{
	struct First first = { clang_getNullCursor() };
	clang_visitChildren(c, first_visit, &first);
	CXType type = clang_getCanonicalType(clang_getCursorType(first.found));
	if (type.kind == CXType_Pointer || type.kind == CXType_LValueReference)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return type;
}

static CXType call_result(CXCursor c)
{
	CXType type = clang_getResultType(callee_type(c));
	return type.kind == CXType_Invalid ? clang_getCursorType(c) : type;
}

/* --- arguments -------------------------------------------------------------------------------- */

static const Expr *convert_argument(Lower *lo, CXCursor arg, CXType param)
{
	const Type *type = type_of(lo, param);
	if (type_is_reference(param))
		return make_cast(lo, lower_address(lo, arg), type);
	const Expr *value = lower_value(lo, arg);
	return type_is_scalar(type) && type_is_scalar(value->type) ? make_cast(lo, value, type) : value;
}

const Expr *lower_argument(Lower *lo, CXCursor arg, CXType param)
{
	bool variadic = param.kind == CXType_Invalid;
	return variadic ? lower_value(lo, arg) : convert_argument(lo, arg, param);
}

static void add_arguments(Lower *lo, CXCursor c, CXCursor callee, int from, Args *args)
{
	int n = clang_Cursor_getNumArguments(c);
	CXType type = cursor_is_function(callee) ? clang_getCursorType(callee) : callee_type(c);
	for (int i = from; i < n; i++) {
		CXType param = clang_getArgType(type, (unsigned)(i - from));
		CXCursor arg = clang_Cursor_getArgument(c, (unsigned)i);
		vec_push(lo->scratch, args, (const Expr *)lower_argument(lo, arg, param));
	}
}

/* --- the object of a method ------------------------------------------------------------------- */

static bool is_object(CXCursor c)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(c));
	if (type.kind == CXType_Pointer)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return type.kind == CXType_Record;
}

static const Expr *object_address(Lower *lo, CXCursor object, CXType *type)
{
	*type = clang_getCanonicalType(clang_getCursorType(object));
	if (type->kind != CXType_Pointer)
		return lower_address(lo, object);
	*type = clang_getPointeeType(*type);
	return lower_value(lo, object);
}

static CXCursor member_callee(Lower *lo, CXCursor c)
{
	CXCursor callee = cursor_kid(lo, c, 0);
	for (int i = 0; i < MAX_LOWER_DEPTH && !clang_Cursor_isNull(callee); i++) {
		enum CXCursorKind kind = clang_getCursorKind(callee);
		if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr)
			break;
		callee = cursor_kid(lo, callee, 0);
	}
	return callee;
}

/* The object's address, converted to the method's class; NULL: there is no object. */
static const Expr *method_object(Lower *lo, CXCursor c, CXCursor method)
{
	CXCursor callee = member_callee(lo, c);
	CXType type;
	const Expr *object = NULL;
	Range range = cursor_range(lo, c);
	CXCursor base = clang_getNullCursor();
	if (!clang_Cursor_isNull(callee) && clang_getCursorKind(callee) == CXCursor_MemberRefExpr)
		base = cursor_kid(lo, callee, 0);
	if (!clang_Cursor_isNull(base) && is_object(base)) {
		object = object_address(lo, base, &type);
	} else if (lo->this_var) {
		object = make_load(lo, make_addr(lo, lo->this_var, range), lo->this_var->type, range);
		type = lo->this_class;
	} else {
		return NULL;
	}
	CXType wanted = clang_getCursorType(clang_getCursorSemanticParent(method));
	int64_t offset = type_base_offset(type, wanted);
	return offset > 0 ? make_offset(lo, object, offset, type_of(lo, wanted), range) : object;
}

/* Adds the object of `a.f(b)` or of `a + b` to the arguments; returns the index of the first other argument: operators have
 * the object among theirs. */
static int takes_object(Lower *lo, CXCursor c, CXCursor method, Args *args)
{
	int params = clang_getNumArgTypes(clang_getCursorType(method));
	int n = clang_Cursor_getNumArguments(c);
	CXCursor callee = member_callee(lo, c);
	bool member = !clang_Cursor_isNull(callee) && clang_getCursorKind(callee) == CXCursor_MemberRefExpr &&
		      clang_equalCursors(clang_getCursorReferenced(callee), method);
	if (!member && n > params) {
		CXType type;
		const Expr *object = object_address(lo, clang_Cursor_getArgument(c, 0), &type);
		CXType wanted = clang_getCursorType(clang_getCursorSemanticParent(method));
		int64_t offset = type_base_offset(type, wanted);
		if (offset > 0)
			object = make_offset(lo, object, offset, type_of(lo, wanted), object->range);
		vec_push(lo->scratch, args, (const Expr *)object);
		return 1;
	}
	const Expr *object = method_object(lo, c, method);
	if (!object)
		object = make_unknown(lo, lo->t_void_ptr, "method without an object", cursor_range(lo, c));
	vec_push(lo->scratch, args, (const Expr *)object);
	return 0;
}

/* --- calls of each kind ----------------------------------------------------------------------- */

static const Expr *unknown_call(Lower *lo, CXCursor c, const char *reason)
{
	Expr *e = lower_unknown(lo, c, reason);
	e->runs = true;
	return e;
}

static const Expr *call_pointer(Lower *lo, CXCursor c)
{
	CXCursor callee = cursor_kid(lo, c, 0);
	CXType type = callee_type(c);
	if (clang_Cursor_isNull(callee) || (type.kind != CXType_FunctionProto && type.kind != CXType_FunctionNoProto))
		return unknown_call(lo, c, "call that is not understood");
	Args args = { 0 };
	add_arguments(lo, c, callee, 0, &args);
	Expr *e = make_args(lo, EX_CALL, type_of(lo, call_result(c)), cursor_range(lo, c), args.n, args.at);
	e->callee = lower_value(lo, callee);
	return e;
}

static bool is_virtual_call(Lower *lo, CXCursor c, CXCursor method)
{
	const enum CXCursorKind kind = clang_getCursorKind(method);
	if ((kind != CXCursor_CXXMethod && kind != CXCursor_Destructor) || !clang_CXXMethod_isVirtual(method))
		return false;
	CXCursor callee = member_callee(lo, c);
	CXCursor base = clang_Cursor_isNull(callee) ? callee : cursor_kid(lo, callee, 0);
	CXCursor plain = clang_Cursor_isNull(base) ? base : cursor_strip(lo, base);
	return clang_Cursor_isNull(plain) || clang_getCursorKind(plain) != CXCursor_DeclRefExpr ||
	       clang_getCanonicalType(clang_getCursorType(plain)).kind == CXType_Pointer ||
	       type_is_reference(clang_getCursorType(clang_getCursorReferenced(plain)));
}

static bool assigns_whole(CXCursor method)
{
	return clang_getCursorKind(method) == CXCursor_CXXMethod && clang_CXXMethod_isDefaulted(method) &&
	       (clang_CXXMethod_isCopyAssignmentOperator(method) || clang_CXXMethod_isMoveAssignmentOperator(method));
}

static const Expr *call_function(Lower *lo, CXCursor c, CXCursor callee)
{
	Args args = { 0 };
	int from = 0;
	if (is_method(callee))
		from = takes_object(lo, c, callee, &args);
	else if (clang_getCursorKind(callee) == CXCursor_CXXMethod &&
		 clang_Cursor_getNumArguments(c) > clang_getNumArgTypes(clang_getCursorType(callee)))
		from = 1; /* a static call operator */
	add_arguments(lo, c, callee, from, &args);
	const Type *type = type_of(lo, clang_getCursorResultType(callee));
	Range range = cursor_range(lo, c);
	if (assigns_whole(callee) && args.n == 2) {
		CXType self = clang_getCursorType(clang_getCursorSemanticParent(callee));
		return make_copy(lo, args.at[0], args.at[1], type_of(lo, self), range_of_copy(range, args.at[0], args.at[1]));
	}
	Expr *e = make_args(lo, EX_CALL, type, range, args.n, args.at);
	e->func = func_of(lo, callee);
	return e;
}

/* `p->~T()` does what the end of a scope does. */
static const Expr *call_destructor(Lower *lo, CXCursor c, CXCursor callee)
{
	Args self = { 0 };
	StmtList list = { 0 };
	const Range range = cursor_range(lo, c);
	takes_object(lo, c, callee, &self);
	lower_destruction(lo, self.at[0], clang_getCursorType(clang_getCursorSemanticParent(callee)), &list, range);
	Expr *e = make_expr(lo, EX_STMT, lo->t_void, range);
	e->stmt = list_always_block(lo, &list, range);
	return e;
}

/* --- functions that are known by name --------------------------------------------------------- */

/* Loads and stores of whole vectors, e.g. __ldg(const float4 *). */
static const Expr *record_intrinsic(Lower *lo, const Intrinsic *known, const Args *args, const Type *type, Range range)
{
	if (known->classes & IN_LOADS && args->n == 1 && !type_is_scalar(type))
		return make_cast(lo, args->at[0], type_pointer(lo, type));
	bool stores = known->classes & IN_STORES && args->n == 2;
	const Type *to = stores ? args->at[0]->type->elem : NULL;
	return to && !type_is_scalar(to) ? make_copy(lo, args->at[0], args->at[1], to, range) : NULL;
}

static const Expr *value_of_reference(Lower *lo, const Expr *arg, CXType param)
{
	if (!type_is_reference(param))
		return arg;
	LowerPlace place = { arg, clang_getPointeeType(clang_getCanonicalType(param)), 0, 0 };
	return lower_load(lo, place, arg->range);
}

/* An atomic that returns a record and has no body: the access, then an unknown call. */
static const Expr *record_atomic(Lower *lo, CXCursor c, CXCursor callee, const Intrinsic *known, const Args *args, Range range)
{
	const Expr *call = call_function(lo, c, callee);
	bool is_atomic = known->classes & IN_ATOMIC && args->n;
	if (!is_atomic || !clang_Cursor_isNull(clang_getCursorDefinition(callee)))
		return call;
	Expr *access = make_args(lo, EX_INTRINSIC, lo->t_int, range, 1, args->at);
	access->intrinsic = known;
	const Expr *both[] = { access, call };
	return make_args(lo, EX_COMMA, call->type, range, 2, both);
}

static const Expr *call_intrinsic(Lower *lo, CXCursor c, CXCursor callee, const Intrinsic *known)
{
	CXType result = clang_getCursorResultType(callee);
	bool reference = type_is_reference(result);
	const Type *type = type_of(lo, reference ? clang_getPointeeType(clang_getCanonicalType(result)) : result);
	Range range = cursor_range(lo, c);
	Args args = { 0 };
	add_arguments(lo, c, callee, 0, &args);
	for (int i = 0; i < args.n; i++)
		args.at[i] = value_of_reference(lo, args.at[i], clang_getArgType(clang_getCursorType(callee), (unsigned)i));
	const Expr *special = record_intrinsic(lo, known, &args, type, range);
	if (special)
		return special;
	if (!type_is_scalar(type) && type->kind != TY_VOID)
		return record_atomic(lo, c, callee, known, &args, range);
	Expr *e = make_args(lo, EX_INTRINSIC, type, range, args.n, args.at);
	e->intrinsic = known;
	return reference ? make_spill(lo, e) : e;
}

/* std::move, std::forward and the like return the address of their argument. */
static bool passes_through(CXCursor c, CXCursor callee)
{
	static const char *const names[] = { "move", "forward", "as_const", "addressof", "__addressof", "launder" };
	if (clang_Cursor_getNumArguments(c) != 1 || !cursor_is_system(callee))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (cursor_is(callee, names[i]))
			return true;
	return false;
}

static const Expr *call_system(Lower *lo, CXCursor c, CXCursor callee)
{
	const Expr *launch = lower_library_launch(lo, c, callee);
	if (launch)
		return launch;
	if (passes_through(c, callee)) {
		CXType param = clang_getArgType(clang_getCursorType(callee), 0);
		const Expr *arg = lower_argument(lo, clang_Cursor_getArgument(c, 0), param);
		return make_cast(lo, arg, type_of(lo, clang_getCursorResultType(callee)));
	}
	const Expr *half = lower_half_call(lo, c, callee);
	if (half)
		return half;
	const Intrinsic *known = is_method(callee) ? NULL : intrinsic_named(cursor_name(lo, callee));
	return known ? call_intrinsic(lo, c, callee, known) : call_function(lo, c, callee);
}

static const Expr *lower_construction(Lower *lo, CXCursor c)
{
	CXType type = clang_getCursorType(c);
	if (!type_is_half(type))
		return lower_temp_object(lo, c);
	if (clang_Cursor_getNumArguments(c) < 1)
		return make_zero(lo, type_of(lo, type), cursor_range(lo, c));
	CXCursor arg = clang_Cursor_getArgument(c, 0);
	if (!type_is_scalar(type_of_cursor(lo, arg)))
		return lower_unknown(lo, c, "conversion that is not understood");
	return make_cast(lo, lower_value(lo, arg), type_of(lo, type));
}

/* find()(x): libclang says that it refers to `find`. */
static bool calls_result(Lower *lo, CXCursor c)
{
	CXCursor callee = member_callee(lo, c);
	CXType type = callee_type(c);
	bool is_function = type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto;
	return is_function && !clang_Cursor_isNull(callee) && clang_getCursorKind(callee) == CXCursor_CallExpr;
}

const Expr *lower_call(Lower *lo, CXCursor c)
{
	const Expr *nothing = lower_nothing(lo, c);
	if (nothing)
		return nothing;
	CXCursor callee = clang_getCursorReferenced(c);
	if (cursor_is_launch(lo, c))
		return lower_launch(lo, c);
	if (ast_is_pseudo_destructor(c))
		return make_int(lo, lo->t_int, 0, cursor_range(lo, c));
	if (clang_Cursor_isNull(callee) || !cursor_is_function(callee) || calls_result(lo, c))
		return call_pointer(lo, c);
	if (clang_getCursorKind(callee) == CXCursor_Constructor)
		return lower_construction(lo, c);
	if (is_virtual_call(lo, c, callee))
		return unknown_call(lo, c, "virtual call");
	if (clang_getCursorKind(callee) == CXCursor_Destructor)
		return call_destructor(lo, c, callee);
	if (cursor_is_system(callee))
		return call_system(lo, c, callee);
	return call_function(lo, c, callee);
}
