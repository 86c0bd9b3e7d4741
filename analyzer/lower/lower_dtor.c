#include "lower/lower.h"

/* What the end of an object's life does: its own destructor, then those of its fields and bases, the last one first. */

/* How many objects the end of one may end by itself: arrays of records of arrays are soon too many. */
enum { MAX_ENDED = 256 };

/* Objects whose destructors are run.  once: of each type that has one, one object's only. */
typedef struct Ends {
	Lower *lo;
	Range range;
	StmtList *out; /* NULL: they are counted, up to MAX_ENDED + 1 */
	int n;
	bool once;
	VEC(CXType) seen; /* once */
} Ends;

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

static void end_object(Ends *ends, const Expr *self, CXType type);

/* A negative offset: of a virtual base, whose place is not known. */
static void end_part(Ends *ends, const Expr *self, int64_t offset, CXType type)
{
	Lower *lo = ends->lo;
	if (!ends->out || !ast_is_destroyed(type)) {
		end_object(ends, self, type);
		return;
	}
	const Type *t = type_of(lo, type);
	const Expr *somewhere = make_addr(lo, make_var(lo, "<base>", t, VAR_LOCAL, ends->range), ends->range);
	end_object(ends, offset < 0 ? somewhere : make_offset(lo, self, offset, t, ends->range), type);
}

static void end_elements(Ends *ends, const Expr *self, CXType type)
{
	const CXType element = clang_getArrayElementType(type);
	const Type *t = type_of(ends->lo, element);
	const int64_t n = clang_getArraySize(type);
	for (int64_t i = ends->once && n > 1 ? 1 : n; i-- > 0 && ends->n <= MAX_ENDED;)
		end_part(ends, self, i * t->size, element);
}

static void end_parts(Ends *ends, const Expr *self, CXType type)
{
	FieldCursors fields = { .lo = ends->lo };
	clang_Type_visitFields(type, note_field, &fields);
	for (int i = fields.list.n; i-- > 0;)
		end_part(ends, self, type_field_offset(type, fields.list.at[i]), clang_getCursorType(fields.list.at[i]));
	for (int i = ast_n_bases(type); i-- > 0;) {
		int64_t offset;
		const CXType base = clang_getCursorType(ast_base(type, i, &offset));
		end_part(ends, self, offset, base);
	}
}

static bool is_seen(Ends *ends, CXType type)
{
	for (int i = 0; i < ends->seen.n; i++)
		if (clang_equalTypes(ends->seen.at[i], type))
			return true;
	vec_push(ends->lo->scratch, &ends->seen, type);
	return false;
}

static void end_record(Ends *ends, const Expr *self, CXType type)
{
	Lower *lo = ends->lo;
	const CXCursor destructor = ast_destructor(type);
	if (ends->once ? is_seen(ends, type) : ++ends->n > MAX_ENDED)
		return;
	if (ends->out && !clang_Cursor_isNull(destructor)) {
		Expr *call = make_args(lo, EX_CALL, lo->t_void, ends->range, 1, &self);
		call->func = func_of(lo, destructor);
		list_expr(lo, ends->out, call);
	}
	end_parts(ends, self, type);
}

static void end_object(Ends *ends, const Expr *self, CXType type)
{
	type = type_canonical(type);
	if (!ast_is_destroyed(type))
		return;
	if (type.kind == CXType_ConstantArray)
		end_elements(ends, self, type);
	else if (!cursor_is_system(clang_getTypeDeclaration(type))) /* the toolkit's do not access the program's memory */
		end_record(ends, self, type);
}

/* An end that is not followed: its destructors are run at some time, and what the object points to is reported as not known. */
static void end_somehow(Lower *lo, const Expr *self, CXType type, const char *reason, Range range, StmtList *out)
{
	StmtList list = { 0 };
	Ends ends = { .lo = lo, .range = range, .out = &list, .once = true };
	Expr *e = make_args(lo, EX_UNKNOWN, lo->t_int, range, 1, &self);
	e->reason = reason;
	list_expr(lo, out, e);
	end_object(&ends, self, type);
	list_add(lo, out, list_unknown(lo, &list, reason, range));
}

void lower_destruction(Lower *lo, const Expr *self, CXType type, StmtList *out, Range range)
{
	Ends counted = { .lo = lo, .range = range }, all = { .lo = lo, .range = range, .out = out };
	end_object(&counted, self, type);
	if (counted.n > MAX_ENDED)
		end_somehow(lo, self, type, "destructors of many objects", range, out);
	else
		end_object(&all, self, type);
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
		end_somehow(lo, self, clang_getCursorType(lo->kept.at[i]), "destructor that is not followed", range, out);
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
	static const char reason[] = "destructor of a temporary";
	const CXType type = clang_getCursorType(wrapper);
	if (!ast_is_temporary(wrapper) || !matters(lo, type))
		return value;
	StmtList list = { 0 };
	const Expr *self = list_hold(lo, &list, value);
	end_somehow(lo, self, type, reason, value->range, &list);
	list_expr(lo, &list, make_unknown(lo, value->type, reason, value->range));
	Expr *e = make_expr(lo, EX_STMT, value->type, value->range);
	e->stmt = list_always_block(lo, &list, value->range);
	return e;
}
