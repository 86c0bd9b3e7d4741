#include "lower/lower.h"

#include <string.h>

enum { MAX_ZERO_STORES = 16, MAX_CONSTRUCTED = 256 };

static bool is_constructor_call(CXCursor c)
{
	return clang_getCursorKind(c) == CXCursor_CallExpr && clang_getCursorKind(clang_getCursorReferenced(c)) == CXCursor_Constructor;
}

/* Without the expressions that libclang shows around a construction: temporaries, cleanups, T(…). */
static CXCursor strip_to_object(Lower *lo, CXCursor c)
{
	for (int i = 0; i < MAX_LOWER_DEPTH; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c);
		if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr && kind != CXCursor_CXXFunctionalCastExpr &&
		    kind != CXCursor_CompoundLiteralExpr)
			return c;
		Kids kids = cursor_kids(lo, c);
		if (kids.n != 1)
			return c;
		CXType outer = type_canonical(clang_getCursorType(c));
		CXType inner = type_canonical(clang_getCursorType(kids.at[0]));
		if (!clang_equalTypes(outer, inner))
			return c;
		c = kids.at[0];
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
		vec_push(lo->scratch, &args, (const Expr *)lower_argument(lo, constructor, i, given[i], param));
	}
	if (is_dim3(constructor) && args.n == 4) {
		store_dim3(lo, addr, &args, out, range);
		return;
	}
	Expr *e = make_args(lo, EX_CALL, lo->t_void, range, args.n, args.at);
	e->func = func_of(lo, constructor);
	list_expr(lo, out, e);
}

/* The first n arguments are given, the others have defaults. */
static bool construct_with(Lower *lo, const Expr *addr, CXCursor constructor, const CXCursor *first, int n, StmtList *out, Range range)
{
	int all = clang_Cursor_getNumArguments(constructor);
	CXCursor *given = arena_array(lo->scratch, CXCursor, all > 0 ? all : 1);
	for (int i = 0; i < all; i++) {
		given[i] = i < n ? first[i] : cursor_default_argument(lo, constructor, i);
		if (clang_Cursor_isNull(given[i]))
			return false;
	}
	call_constructor(lo, addr, constructor, given, all, out, range);
	return true;
}

bool lower_construct_from(Lower *lo, const Expr *addr, CXCursor constructor, CXCursor arg, StmtList *out)
{
	return construct_with(lo, addr, constructor, &arg, 1, out, cursor_range(lo, arg));
}

/* --- default initialisation ------------------------------------------------------------------- */

/* The initialiser in a field's declaration; sizes of arrays and widths of bit-fields are children too. */
CXCursor cursor_field_init(Lower *lo, CXCursor field)
{
	Kids kids = cursor_kids(lo, field);
	CXCursor last = kids.n ? kids.at[kids.n - 1] : clang_getNullCursor();
	if (!kids.n || !clang_isExpression(clang_getCursorKind(last)))
		return clang_getNullCursor();
	CXType type = type_canonical(clang_getCursorType(field));
	enum CXCursorKind kind = clang_getCursorKind(last);
	if (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray)
		return kind == CXCursor_InitListExpr || kind == CXCursor_StringLiteral ? last : clang_getNullCursor();
	if (clang_Cursor_isBitField(field) && kids.n < 2)
		return clang_getNullCursor();
	return last;
}

struct FindDefault {
	CXCursor found;
};

static enum CXChildVisitResult find_default(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct FindDefault *find = data;
	if (clang_getCursorKind(c) == CXCursor_Constructor && clang_CXXConstructor_isDefaultConstructor(c))
		find->found = c;
	return CXChildVisit_Continue;
}

typedef struct FieldInit {
	Lower *lo;
	const Expr *addr;
	StmtList *out;
	Range range;
} FieldInit;

static enum CXVisitorResult default_field(CXCursor field, CXClientData data)
{
	FieldInit *at = data;
	Lower *lo = at->lo;
	CXType type = clang_getCursorType(field);
	int width, bits;
	int64_t offset = type_bit_field(field, &width, &bits);
	if (offset < 0)
		return CXVisit_Continue;
	const Expr *addr = make_offset(lo, at->addr, offset, type_of(lo, type), at->range);
	CXCursor init = cursor_field_init(lo, field);
	if (clang_Cursor_isNull(init))
		lower_default_init(lo, addr, type, at->out, at->range);
	else if (width == 0)
		lower_init(lo, addr, type, init, at->out);
	return CXVisit_Continue;
}

static enum CXVisitorResult default_base(CXCursor base, CXClientData data)
{
	FieldInit *at = data;
	Lower *lo = at->lo;
	CXType type = clang_getCursorType(base);
	int64_t offset = type_base_offset(at->lo->this_class, type);
	if (offset >= 0)
		lower_default_init(lo, make_offset(lo, at->addr, offset, type_of(lo, type), at->range), type, at->out, at->range);
	return CXVisit_Continue;
}

/* Does what the implicit default constructor does; lo->this_var is the object meanwhile. */
static void default_members(Lower *lo, const Expr *addr, CXType type, StmtList *out, Range range)
{
	const Var *outer = lo->this_var;
	CXType outer_class = lo->this_class;
	Var *self = make_var(lo, "this", type_pointer(lo, type_of(lo, type)), VAR_LOCAL, range);
	const Expr *store = make_store(lo, make_addr(lo, self, range), addr, self->type, range);
	StmtList list = { 0 };
	lo->this_var = self;
	lo->this_class = type;
	FieldInit at = { lo, make_load(lo, make_addr(lo, self, range), self->type, range), &list, range };
	type_visit_bases(type, default_base, &at);
	if (clang_getCursorKind(type_declaration(type)) != CXCursor_UnionDecl)
		clang_Type_visitFields(type, default_field, &at);
	lo->this_var = outer;
	lo->this_class = outer_class;
	if (list.items.n == 0)
		return;
	list_add(lo, out, make_decl(lo, self, make_effect(lo, store), range));
	for (int i = 0; i < list.items.n; i++)
		list_add(lo, out, list.items.at[i]);
}

static void default_elements(Lower *lo, const Expr *addr, CXType type, StmtList *out, Range range)
{
	CXType elem = clang_getArrayElementType(type);
	const Type *t = type_of(lo, elem);
	long long count = clang_getArraySize(type);
	if (count > MAX_CONSTRUCTED) {
		list_expr(lo, out, make_unknown(lo, lo->t_void, "constructors of a large array", range));
		return;
	}
	for (long long i = 0; i < count; i++)
		lower_default_init(lo, make_offset(lo, addr, i * t->size, t, range), elem, out, range);
}

static bool is_trivial(CXType type)
{
	while (type.kind == CXType_ConstantArray)
		type = type_canonical(clang_getArrayElementType(type));
	return type.kind != CXType_Record || clang_isPODType(type) || type_is_half(type);
}

void lower_default_init(Lower *lo, const Expr *addr, CXType type, StmtList *out, Range range)
{
	type = type_canonical(type);
	if (is_trivial(type) || lo->depth >= MAX_LOWER_DEPTH)
		return;
	lo->depth++;
	struct FindDefault find = { clang_getNullCursor() };
	if (type.kind == CXType_ConstantArray) {
		default_elements(lo, addr, type, out, range);
	} else {
		clang_visitChildren(type_declaration(type), find_default, &find);
		if (!clang_Cursor_isNull(find.found) && !clang_CXXMethod_isDefaulted(find.found)) {
			if (!construct_with(lo, addr, find.found, NULL, 0, out, range))
				list_expr(lo, out, make_unknown(lo, lo->t_void, "default argument", range));
		} else {
			default_members(lo, addr, type, out, range);
		}
	}
	lo->depth--;
}

/* --- constructors ----------------------------------------------------------------------------- */

/* T() and T{} clear the object first unless the program defines the constructor; `T x;` does not. */
static bool is_value_init(Lower *lo, CXCursor call)
{
	Range range = cursor_range(lo, call);
	const char *text = source_text(lo->unit->sources, range.end.file, NULL);
	if (!text || range.end.offset == 0 || range.end.file != range.begin.file)
		return false;
	char last = text[range.end.offset - 1];
	return last == ')' || last == '}';
}

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
		lower_default_init(lo, addr, type, out, range);
		return;
	}
	bool defaulted = clang_CXXMethod_isDefaulted(constructor);
	if (defaulted && copies(constructor) && clang_Cursor_getNumArguments(call) > 0) {
		list_expr(lo, out, make_copy(lo, addr, lower_address(lo, clang_Cursor_getArgument(call, 0)), t, range));
	} else if (defaulted) {
		if (is_value_init(lo, call))
			lower_zero(lo, addr, t, out, range);
		lower_default_init(lo, addr, type, out, range);
	} else {
		int n = clang_Cursor_getNumArguments(call);
		CXCursor *given = arena_array(lo->scratch, CXCursor, n > 0 ? n : 1);
		for (int i = 0; i < n; i++)
			given[i] = clang_Cursor_getArgument(call, (unsigned)i);
		call_constructor(lo, addr, constructor, given, n, out, range);
	}
}

/* --- any initialiser -------------------------------------------------------------------------- */

static void init_string(Lower *lo, const Expr *addr, const Type *type, CXCursor init, StmtList *out)
{
	Range range = cursor_range(lo, init);
	list_expr(lo, out, make_copy(lo, addr, lower_value(lo, init), type, range));
}

void lower_init(Lower *lo, const Expr *addr, CXType type, CXCursor init, StmtList *out)
{
	const Type *t = type_of(lo, type);
	Range range = cursor_range(lo, init);
	if (type_is_reference(type)) {
		const Expr *to = make_cast(lo, lower_address(lo, init), t);
		list_expr(lo, out, make_store(lo, addr, to, t, range));
		return;
	}
	if (type_is_scalar(t)) {
		const Expr *value = make_cast(lo, lower_value(lo, init), t);
		list_expr(lo, out, make_store(lo, addr, value, t, range));
		return;
	}
	CXCursor object = strip_to_object(lo, init);
	enum CXCursorKind kind = clang_getCursorKind(object);
	if (is_constructor_call(object))
		lower_construct(lo, addr, type, object, out);
	else if (kind == CXCursor_InitListExpr)
		lower_init_list(lo, addr, type, object, out);
	else if (kind == CXCursor_StringLiteral)
		init_string(lo, addr, t, object, out);
	else if (kind == CXCursor_LambdaExpr)
		func_collect_closure(lo, object, out);
	else if (kind == CXCursor_UnexposedExpr && cursor_kids(lo, object).n == 0)
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

/* --- destruction ------------------------------------------------------------------------------ */

static enum CXChildVisitResult find_destructor(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_Destructor && !clang_CXXMethod_isDefaulted(c))
		((struct FindDefault *)data)->found = c;
	return CXChildVisit_Continue;
}

void lower_destroy(Lower *lo, CXCursor decl, StmtList *out)
{
	CXType type = type_canonical(clang_getCursorType(decl));
	if (type.kind != CXType_Record || clang_isPODType(type) || type_is_half(type))
		return;
	struct FindDefault find = { clang_getNullCursor() };
	clang_visitChildren(type_declaration(type), find_destructor, &find);
	const Var *var = var_of(lo, decl);
	bool lives = var->kind == VAR_LOCAL && !var->is_static;
	if (!lives || clang_Cursor_isNull(find.found) || cursor_is_system(find.found))
		return;
	const Expr *addr = make_addr(lo, var, var->range);
	Expr *call = make_args(lo, EX_CALL, lo->t_void, var->range, 1, &addr);
	call->func = func_of(lo, find.found);
	list_expr(lo, out, call);
}
