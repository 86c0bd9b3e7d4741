#include "lower/lower.h"

#include "ir/place.h"

#include <string.h>

enum { MAX_ZERO_STORES = 16, MAX_CONSTRUCTED = 256 };

static bool is_constructor_call(CXCursor c)
{
	return clang_getCursorKind(c) == CXCursor_CallExpr && clang_getCursorKind(clang_getCursorReferenced(c)) == CXCursor_Constructor;
}

/* Without the expressions around a construction: temporaries, cleanups, T(…). */
static CXCursor strip_to_object(Lower *lo, CXCursor c)
{
	for (int i = 0; i < MAX_LOWER_DEPTH; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c);
		AstKind ast = ast_kind(c);
		bool same = ast == AST_CONVERSION && (ast_cast(c) == AST_CAST_NONE || ast_cast(c) == AST_CAST_CALL);
		CXCursor inner = clang_getNullCursor();
		if (ast == AST_WRAPPER || same)
			inner = ast_inner(c);
		else if (kind == CXCursor_ParenExpr || kind == CXCursor_CompoundLiteralExpr)
			inner = cursor_kid(lo, c, 0);
		if (clang_Cursor_isNull(inner))
			return c;
		c = inner;
	}
	return c;
}

/* --- zero ------------------------------------------------------------------------------------- */

static int count_scalars(const Type *type, int limit)
{
	if (type_is_scalar(type))
		return 1;
	if (type->kind == TY_ARRAY) {
		if (type->count < 0 || type->count > limit)
			return limit + 1;
		return (int)type->count * count_scalars(type->elem, limit);
	}
	if (type->kind != TY_RECORD)
		return limit + 1;
	int n = 0;
	for (int i = 0; i < type->n_fields && n <= limit; i++)
		n += count_scalars(type->fields[i].type, limit);
	return n;
}

static void zero_each(Lower *lo, const Expr *addr, const Type *type, StmtList *out, Range range)
{
	if (type_is_scalar(type)) {
		list_expr(lo, out, make_store(lo, addr, make_zero(lo, type, range), type, range));
		return;
	}
	if (type->kind == TY_ARRAY)
		for (int64_t i = 0; i < type->count; i++)
			zero_each(lo, make_offset(lo, addr, i * type->elem->size, type->elem, range), type->elem, out, range);
	for (int i = 0; i < type->n_fields; i++) {
		const Field *f = &type->fields[i];
		if (f->bit_width && f->bit_offset)
			continue; /* bit-fields of one storage unit: it is cleared once */
		zero_each(lo, make_offset(lo, addr, f->offset, f->type, range), f->type, out, range);
	}
}

void lower_zero(Lower *lo, const Expr *addr, const Type *type, StmtList *out, Range range)
{
	if (type->size <= 0)
		return;
	if (count_scalars(type, MAX_ZERO_STORES) <= MAX_ZERO_STORES) {
		zero_each(lo, addr, type, out, range);
		return;
	}
	const Expr *args[] = { make_cast(lo, addr, lo->t_void_ptr), make_int(lo, lo->t_int, 0, range),
			       make_int(lo, lo->t_ulong, type->size, range) };
	Expr *e = make_args(lo, EX_INTRINSIC, lo->t_void_ptr, range, 3, args);
	e->intrinsic = intrinsic_named("memset");
	list_expr(lo, out, e);
}

/* --- calls of constructors ---------------------------------------------------------------------- */

/* dim3(x, y, z): three stores instead of a call. */
static bool is_dim3(CXCursor constructor)
{
	return cursor_is(constructor, "dim3") && clang_getNumArgTypes(clang_getCursorType(constructor)) == 3 &&
	       cursor_is_system(constructor);
}

static void store_dim3(Lower *lo, const Expr *addr, const Args *args, StmtList *out, Range range)
{
	for (int i = 0; i < 3; i++) {
		const Expr *to = make_offset(lo, addr, 4 * i, lo->t_uint, range);
		list_expr(lo, out, make_store(lo, to, make_cast(lo, args->at[i + 1], lo->t_uint), lo->t_uint, range));
	}
}

static void call_constructor(Lower *lo, const Expr *addr, CXCursor constructor, const CXCursor *given, int n, StmtList *out, Range range)
{
	Args args = { 0 };
	vec_push(lo->scratch, &args, addr);
	for (int i = 0; i < n; i++) {
		CXType param = clang_getArgType(clang_getCursorType(constructor), (unsigned)i);
		vec_push(lo->scratch, &args, (const Expr *)lower_argument(lo, given[i], param));
	}
	if (is_dim3(constructor) && args.n == 4) {
		store_dim3(lo, addr, &args, out, range);
		return;
	}
	Expr *e = make_args(lo, EX_CALL, lo->t_void, range, args.n, args.at);
	e->func = func_of(lo, constructor);
	list_expr(lo, out, e);
}

/* --- constructors of elements ------------------------------------------------------------------- */

static void lower_construct(Lower *lo, const Expr *addr, CXType type, CXCursor call, StmtList *out);

static void construct_elements(Lower *lo, const Expr *addr, CXType type, CXCursor call, StmtList *out, Range range)
{
	CXType elem = clang_getArrayElementType(type);
	const Type *t = type_of(lo, elem);
	long long count = clang_getArraySize(type);
	AstInit init;
	CXCursor constructor = clang_getCursorReferenced(call);
	if (clang_CXXMethod_isDefaulted(constructor) && !ast_constructor_init(constructor, 0, &init))
		return;
	if (count > MAX_CONSTRUCTED) {
		StmtList one = { 0 };
		lower_construct(lo, addr, elem, call, &one);
		list_add(lo, out, list_unknown(lo, &one, "constructors of a large array", range));
		return;
	}
	for (long long i = 0; i < count; i++)
		lower_construct(lo, make_offset(lo, addr, i * t->size, t, range), elem, call, out);
}

/* --- constructors ----------------------------------------------------------------------------- */

static bool copies(CXCursor constructor)
{
	return clang_CXXConstructor_isCopyConstructor(constructor) || clang_CXXConstructor_isMoveConstructor(constructor);
}

static void lower_construct(Lower *lo, const Expr *addr, CXType type, CXCursor call, StmtList *out)
{
	CXCursor constructor = clang_getCursorReferenced(call);
	Range range = cursor_range(lo, call);
	const Type *t = type_of(lo, type);
	if (t->kind == TY_ARRAY) {
		construct_elements(lo, addr, type_canonical(type), call, out, range);
		return;
	}
	AstInit init;
	bool defaulted = clang_CXXMethod_isDefaulted(constructor);
	if (ast_clears_first(call))
		lower_zero(lo, addr, t, out, range);
	if (defaulted && copies(constructor) && clang_Cursor_getNumArguments(call) > 0) {
		list_expr(lo, out, make_copy(lo, addr, lower_address(lo, clang_Cursor_getArgument(call, 0)), t, range));
	} else if (defaulted) {
		if (ast_constructor_init(constructor, 0, &init))
			call_constructor(lo, addr, constructor, NULL, 0, out, range);
	} else {
		int n = clang_Cursor_getNumArguments(call);
		CXCursor *given = arena_array(lo->scratch, CXCursor, n > 0 ? n : 1);
		for (int i = 0; i < n; i++)
			given[i] = clang_Cursor_getArgument(call, (unsigned)i);
		call_constructor(lo, addr, constructor, given, n, out, range);
	}
}

/* Closures are kept for the functions that they are given to. */
static bool is_nothing(Lower *lo, CXCursor c)
{
	return clang_getCursorKind(c) != CXCursor_LambdaExpr && ast_is_nothing(lo->quiet, c);
}

/* --- any initialiser -------------------------------------------------------------------------- */

static void init_string(Lower *lo, const Expr *addr, const Type *type, CXCursor init, StmtList *out)
{
	Range range = cursor_range(lo, init);
	list_expr(lo, out, make_copy(lo, addr, lower_value(lo, init), type, range));
}

static const Expr *lasting(Lower *lo, const Expr *address);

/* Of its operands, those from `first` up to `end` last. */
static const Expr *with_lasting(Lower *lo, const Expr *e, int first, int end)
{
	Expr *own = arena_dup(lo->arena, e, sizeof *e);
	own->arg = arena_dup(lo->arena, e->arg, sizeof *e->arg * (size_t)e->n_args);
	for (int i = first; i < end; i++)
		own->arg[i] = lasting(lo, e->arg[i]);
	return own;
}

/* What a reference is bound to: the object that a call returns, or that a part of it belongs to, lives as long as the reference,
 * not only to the end of the statement. */
static const Expr *lasting(Lower *lo, const Expr *address)
{
	if (place_leads_on(address))
		return with_lasting(lo, address, 0, 1);
	if (address->kind == EX_COMMA)
		return with_lasting(lo, address, 1, 2);
	if (address->kind == EX_COND)
		return with_lasting(lo, address, 1, 3);
	if (address->kind != EX_CALL || !type_by_address(address->type))
		return address;
	const Range range = address->range;
	const Var *var = make_var(lo, "<temporary>", address->type, VAR_LOCAL, range);
	return make_temp(lo, var, make_effect(lo, make_copy(lo, make_addr(lo, var, range), address, address->type, range)), range);
}

void lower_init(Lower *lo, const Expr *addr, CXType type, CXCursor init, StmtList *out)
{
	const Type *t = type_of(lo, type);
	Range range = cursor_range(lo, init);
	if (type_is_reference(type)) {
		const Expr *to = make_cast(lo, lasting(lo, lower_address(lo, init)), t);
		list_expr(lo, out, make_store(lo, addr, to, t, range));
		return;
	}
	if (type_is_scalar(t)) {
		const Expr *value = make_cast(lo, lower_value(lo, init), t);
		list_expr(lo, out, make_store(lo, addr, value, t, range));
		return;
	}
	CXCursor object = strip_to_object(lo, init);
	if (is_nothing(lo, object))
		return;
	enum CXCursorKind kind = clang_getCursorKind(object);
	AstKind ast = ast_kind(object);
	if (is_constructor_call(object))
		lower_construct(lo, addr, type, object, out);
	else if (kind == CXCursor_InitListExpr)
		lower_init_list(lo, addr, type, object, out);
	else if (kind == CXCursor_StringLiteral)
		init_string(lo, addr, t, object, out);
	else if (kind == CXCursor_LambdaExpr)
		func_collect_closure(lo, object, out);
	else if (ast == AST_INHERITED)
		lower_inherited_constructor(lo, addr, out, range);
	else if (ast == AST_ARRAY_COPY)
		list_expr(lo, out, make_copy(lo, addr, lower_address(lo, ast_inner(object)), t, range));
	else if (ast == AST_ZERO)
		lower_zero(lo, addr, t, out, range);
	else
		list_expr(lo, out, make_copy(lo, addr, lower_value(lo, init), t, range));
}

/* With the type given: in `return {a, b}`, the list's own type is not that of the object. */
const Expr *lower_temp_of(Lower *lo, CXCursor c, CXType type)
{
	Range range = cursor_range(lo, c);
	Var *var = make_var(lo, "<temporary>", type_of(lo, type), VAR_LOCAL, range);
	StmtList list = { 0 };
	lower_init(lo, make_addr(lo, var, range), type, c, &list);
	return make_temp(lo, var, list_block(lo, &list, range), range);
}

const Expr *lower_temp_object(Lower *lo, CXCursor c)
{
	return lower_temp_of(lo, c, clang_getCursorType(c));
}

const Expr *lower_nothing(Lower *lo, CXCursor c)
{
	if (!is_nothing(lo, c))
		return NULL;
	Range range = cursor_range(lo, c);
	Var *var = make_var(lo, "<temporary>", type_of(lo, clang_getCursorType(c)), VAR_LOCAL, range);
	StmtList list = { 0 };
	return make_temp(lo, var, list_block(lo, &list, range), range);
}
