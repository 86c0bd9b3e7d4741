#include "lower/lower.h"

/* What the end of an object's life does: its own destructor, then those of its fields and bases, the last one first. */

enum { MAX_ELEMENTS = 64 };

typedef struct FieldCursors {
	Lower *lo;
	VEC(CXCursor) list;
} FieldCursors;

static enum CXVisitorResult note_field(CXCursor field, CXClientData data)
{
	FieldCursors *fields = data;
	vec_push(fields->lo->scratch, &fields->list, field);
	return CXVisit_Continue;
}

/* With the object as its argument: what that points to is reported as not known. */
static const Expr *unknown_end(Lower *lo, const Expr *self, const Type *type, const char *reason)
{
	Expr *e = make_args(lo, EX_UNKNOWN, type, self->range, 1, &self);
	e->reason = reason;
	return e;
}

static void destroy_elements(Lower *lo, const Expr *self, CXType type, StmtList *out, Range range)
{
	const CXType element = clang_getArrayElementType(type);
	const Type *t = type_of(lo, element);
	const int64_t n = clang_getArraySize(type);
	if (n > MAX_ELEMENTS)
		list_expr(lo, out, unknown_end(lo, self, lo->t_int, "destructors of a long array"));
	for (int64_t i = n > MAX_ELEMENTS ? 0 : n; i-- > 0;)
		lower_destruction(lo, make_offset(lo, self, i * t->size, t, range), element, out, range);
}

static void destroy_parts(Lower *lo, const Expr *self, CXType type, StmtList *out, Range range)
{
	FieldCursors fields = { .lo = lo };
	clang_Type_visitFields(type, note_field, &fields);
	for (int i = fields.list.n; i-- > 0;) {
		const CXType field = clang_getCursorType(fields.list.at[i]);
		const int64_t offset = type_field_offset(type, fields.list.at[i]);
		if (ast_is_destroyed(field) && offset >= 0)
			lower_destruction(lo, make_offset(lo, self, offset, type_of(lo, field), range), field, out, range);
	}
	for (int i = ast_n_bases(type); i-- > 0;) {
		int64_t offset;
		const CXType base = clang_getCursorType(ast_base(type, i, &offset));
		if (ast_is_destroyed(base) && offset >= 0)
			lower_destruction(lo, make_offset(lo, self, offset, type_of(lo, base), range), base, out, range);
		else if (ast_is_destroyed(base))
			list_expr(lo, out, unknown_end(lo, self, lo->t_int, "destructor of a virtual base"));
	}
}

void lower_destruction(Lower *lo, const Expr *self, CXType type, StmtList *out, Range range)
{
	type = type_canonical(type);
	if (!ast_is_destroyed(type))
		return;
	if (type.kind == CXType_ConstantArray) {
		destroy_elements(lo, self, type, out, range);
		return;
	}
	const CXCursor destructor = ast_destructor(type);
	if (cursor_is_system(clang_getTypeDeclaration(type)))
		return; /* the toolkit's do not access the program's memory */
	if (!clang_Cursor_isNull(destructor)) {
		Expr *call = make_args(lo, EX_CALL, lo->t_void, range, 1, &self);
		call->func = func_of(lo, destructor);
		list_expr(lo, out, call);
	}
	destroy_parts(lo, self, type, out, range);
}

/* --- local variables ------------------------------------------------------------------------------ */

void lower_keep(Lower *lo, CXCursor decl)
{
	const Var *var = var_of(lo, decl);
	if (ast_is_destroyed(clang_getCursorType(decl)) && (var->kind == VAR_LOCAL || var->kind == VAR_PARAM) && !var->is_static)
		vec_push(lo->arena, &lo->kept, decl);
}

static void destroy(Lower *lo, CXCursor decl, StmtList *out)
{
	const Var *var = var_of(lo, decl);
	lower_destruction(lo, make_addr(lo, var, var->range), clang_getCursorType(decl), out, var->range);
}

void lower_leave_scopes(Lower *lo, int n, StmtList *out)
{
	for (int i = lo->kept.n; i-- > n;)
		destroy(lo, lo->kept.at[i], out);
}

void lower_end_scope(Lower *lo, int n, StmtList *out)
{
	lower_leave_scopes(lo, n, out);
	lo->kept.n = n;
}

void lower_leave_function(Lower *lo, StmtList *out)
{
	for (int i = lo->kept.n; i-- > 0;)
		if (!ast_is_result(lo->kept.at[i]))
			destroy(lo, lo->kept.at[i], out);
}

void lower_end_unknown(Lower *lo, int n, Range range, StmtList *out)
{
	for (int i = lo->kept.n; i-- > n;) {
		const Expr *self = make_addr(lo, var_of(lo, lo->kept.at[i]), range);
		list_expr(lo, out, unknown_end(lo, self, lo->t_int, "destructor that is not followed"));
	}
}

/* --- temporary objects ---------------------------------------------------------------------------- */

/* Code of the device that ends an object of a class that the program wrote.  (On the host it is left out.) */
static bool matters(const Lower *lo, CXType type)
{
	type = type_canonical(type);
	return lo->func && lo->func->kind != FN_HOST && ast_is_destroyed(type) && !cursor_is_system(clang_getTypeDeclaration(type));
}

bool lower_is_ended(const Lower *lo, CXCursor c)
{
	return !ast_is_place(c) && matters(lo, clang_getCursorType(c));
}

const Expr *lower_dropped(Lower *lo, CXCursor c)
{
	StmtList list = { 0 };
	const Expr *self = list_hold(lo, &list, lower_value(lo, c));
	lower_destruction(lo, self, clang_getCursorType(c), &list, self->range);
	Expr *e = make_expr(lo, EX_STMT, lo->t_void, self->range);
	e->stmt = list_always_block(lo, &list, self->range);
	return e;
}

const Expr *lower_ended(Lower *lo, CXCursor wrapper, const Expr *value)
{
	if (!ast_is_temporary(wrapper) || !matters(lo, clang_getCursorType(wrapper)))
		return value;
	return unknown_end(lo, value, value->type, "destructor of a temporary");
}
