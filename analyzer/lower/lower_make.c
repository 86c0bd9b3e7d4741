#include "lower/lower.h"
#include "ir/place.h"

Expr *make_expr(Lower *lo, ExprKind kind, const Type *type, Range range)
{
	Expr *e = arena_new_of(lo->arena, Expr);
	e->kind = kind;
	e->type = type;
	e->range = range;
	e->id = lo->unit->n_exprs++;
	return e;
}

Expr *make_args(Lower *lo, ExprKind kind, const Type *type, Range range, int n, const Expr *const *args)
{
	Expr *e = make_expr(lo, kind, type, range);
	e->n_args = n;
	e->arg = arena_dup(lo->arena, args, sizeof *args * (size_t)n);
	return e;
}

static int64_t wrap(const Type *type, int64_t i)
{
	if (type->kind == TY_BOOL)
		return i != 0;
	if (type->kind != TY_INT || type->size >= 8 || type->size < 1)
		return i;
	int shift = 64 - 8 * (int)type->size;
	uint64_t up = (uint64_t)i << shift;
	return type->is_signed ? (int64_t)up >> shift : (int64_t)(up >> shift);
}

Expr *make_int(Lower *lo, const Type *type, int64_t i, Range range)
{
	Expr *e = make_expr(lo, EX_INT, type, range);
	e->i = wrap(type, i);
	return e;
}

Expr *make_addr(Lower *lo, const Var *var, Range range)
{
	Expr *e = make_expr(lo, EX_ADDR, type_pointer(lo, var->type), range);
	e->var = var;
	return e;
}

Expr *make_load(Lower *lo, const Expr *addr, const Type *type, Range range)
{
	return make_args(lo, EX_LOAD, type, range, 1, &addr);
}

Expr *make_store(Lower *lo, const Expr *addr, const Expr *value, const Type *type, Range range)
{
	const Expr *args[] = { addr, value };
	return make_args(lo, EX_STORE, type, range, 2, args);
}

Expr *make_copy(Lower *lo, const Expr *to, const Expr *from, const Type *type, Range range)
{
	const Expr *args[] = { to, from };
	Expr *e = make_args(lo, EX_COPY, to->type, range, 2, args);
	e->copied = type;
	return e;
}

Range range_of_copy(Range assignment, const Expr *to, const Expr *from)
{
	const Loc *begin = &from->range.begin;
	bool below = begin->file == assignment.begin.file && begin->line > assignment.begin.line;
	return below && !has_call(to) && !has_call(from) ? from->range : assignment;
}

Expr *make_index(Lower *lo, const Expr *base, const Expr *index, int64_t scale, const Type *type, Range range)
{
	const Expr *args[] = { base, index };
	Expr *e = make_args(lo, EX_PTRADD, type, range, 2, args);
	e->scale = scale;
	return e;
}

Expr *make_retyped(Lower *lo, const Expr *address, const Type *type, Range range)
{
	if (address->kind != EX_ADDR && address->kind != EX_FUNC && address->kind != EX_PTRADD && address->kind != EX_TEMP)
		return make_args(lo, EX_CAST, type, range, 1, &address);
	Expr *e = make_expr(lo, address->kind, type, range);
	int id = e->id;
	*e = *address;
	e->type = type;
	e->range = range;
	e->id = id;
	return e;
}

Expr *make_offset(Lower *lo, const Expr *base, int64_t bytes, const Type *elem, Range range)
{
	const Type *type = type_pointer(lo, elem);
	if (bytes == 0)
		return make_retyped(lo, base, type, range);
	bool joins = base->kind == EX_PTRADD && base->scale == 1 && base->arg[1]->kind == EX_INT;
	if (joins)
		return make_offset(lo, base->arg[0], base->arg[1]->i + bytes, elem, range);
	return make_index(lo, base, make_int(lo, lo->t_long, bytes, range), 1, type, range);
}

Expr *make_binary(Lower *lo, Op op, const Type *type, const Expr *a, const Expr *b, Range range)
{
	const Expr *args[] = { a, b };
	Expr *e = make_args(lo, EX_BINARY, type, range, 2, args);
	e->op = op;
	return e;
}

static bool folds(const Expr *value, const Type *type)
{
	return value->kind == EX_INT && value->type->kind != TY_PTR && (type->kind == TY_INT || type->kind == TY_BOOL) && type->size <= 8;
}

const Expr *make_cast(Lower *lo, const Expr *value, const Type *type)
{
	bool same_pointer = value->type->kind == TY_PTR && type->kind == TY_PTR && (value->type == type || value->type->elem == type->elem);
	if (type_same(value->type, type) || same_pointer)
		return value;
	bool is_null = value->kind == EX_INT && value->i == 0 && type->kind == TY_PTR;
	if (folds(value, type) || is_null)
		return make_int(lo, type, value->i, value->range);
	if (value->kind == EX_INT && type->kind == TY_FLOAT && type->size > 2 && value->type->kind == TY_INT && value->type->size < 8) {
		Expr *e = make_expr(lo, EX_FLOAT, type, value->range);
		e->f = (double)value->i;
		return e;
	}
	if (value->kind == EX_FLOAT && type->kind == TY_FLOAT && type->size >= value->type->size) {
		Expr *e = make_expr(lo, EX_FLOAT, type, value->range);
		e->f = value->f;
		return e;
	}
	if (value->type->kind == TY_PTR && type->kind == TY_PTR)
		return make_retyped(lo, value, type, value->range);
	return make_args(lo, EX_CAST, type, value->range, 1, &value);
}

Expr *make_zero(Lower *lo, const Type *type, Range range)
{
	if (type->kind == TY_FLOAT)
		return make_expr(lo, EX_FLOAT, type, range);
	return make_int(lo, type, 0, range);
}

Expr *make_unknown(Lower *lo, const Type *type, const char *reason, Range range)
{
	Expr *e = make_expr(lo, EX_UNKNOWN, type, range);
	e->reason = reason;
	return e;
}

Expr *make_temp(Lower *lo, const Var *var, const Stmt *init, Range range)
{
	Expr *e = make_expr(lo, EX_TEMP, type_pointer(lo, var->type), range);
	e->var = var;
	e->stmt = init;
	return e;
}

Expr *make_spill(Lower *lo, const Expr *value)
{
	Var *var = make_var(lo, "<temporary>", value->type, VAR_LOCAL, value->range);
	Expr *addr = make_addr(lo, var, value->range);
	const Stmt *init = make_effect(lo, make_store(lo, addr, value, value->type, value->range));
	return make_temp(lo, var, init, value->range);
}

Var *make_var(Lower *lo, const char *name, const Type *type, VarKind kind, Range range)
{
	Var *var = arena_new_of(lo->arena, Var);
	*var = (Var){ .name = name,
		      .type = type,
		      .kind = kind,
		      .align = type->align,
		      .owner = lo->func,
		      .loc = range.begin,
		      .range = range,
		      .id = (lo->linked_with ? lo->linked_with->n_vars : 0) + lo->all_vars.n };
	vec_push(lo->arena, &lo->all_vars, var);
	return var;
}

static bool is_local(const Var *var)
{
	return var->kind == VAR_LOCAL || var->kind == VAR_PARAM || var->kind == VAR_BUILTIN;
}

static bool simple(const Expr *e, int depth)
{
	if (depth > 32)
		return false;
	switch (e->kind) {
	case EX_INT:
	case EX_FLOAT:
	case EX_ADDR:
	case EX_FUNC:
	case EX_STRING:
		return true;
	case EX_LOAD:
		while (e->n_args && (e->kind == EX_LOAD || e->kind == EX_PTRADD)) {
			if (e->kind == EX_PTRADD && e->arg[1]->kind != EX_INT)
				return false;
			if (e->kind == EX_LOAD && e->arg[0]->kind == EX_LOAD)
				return false;
			e = e->arg[0];
		}
		return e->kind == EX_ADDR && is_local(e->var);
	case EX_PTRADD:
	case EX_UNARY:
	case EX_BINARY:
	case EX_CAST:
		for (int i = 0; i < e->n_args; i++)
			if (!simple(e->arg[i], depth + 1))
				return false;
		return true;
	default:
		return false;
	}
}

bool make_is_simple(const Expr *addr)
{
	return simple(addr, 0);
}

/* --- statements ------------------------------------------------------------------------------- */

Stmt *make_stmt(Lower *lo, StmtKind kind, Range range)
{
	Stmt *s = arena_new_of(lo->arena, Stmt);
	s->kind = kind;
	s->range = range;
	s->id = lo->unit->n_stmts++;
	return s;
}

Stmt *make_effect(Lower *lo, const Expr *expr)
{
	Stmt *s = make_stmt(lo, ST_EXPR, expr->range);
	s->expr = expr;
	return s;
}

Stmt *make_decl(Lower *lo, const Var *var, const Stmt *init, Range range)
{
	Stmt *s = make_stmt(lo, ST_DECL, range);
	s->var = var;
	s->init = init;
	return s;
}

void list_add(Lower *lo, StmtList *list, const Stmt *stmt)
{
	if (stmt)
		vec_push(lo->scratch, &list->items, stmt);
}

const Expr *list_hold(Lower *lo, StmtList *list, const Expr *value)
{
	const Expr *addr = make_addr(lo, make_var(lo, "<held>", value->type, VAR_LOCAL, value->range), value->range);
	const Expr *store = make_store(lo, addr, value, value->type, value->range);
	list_add(lo, list, make_decl(lo, addr->var, make_effect(lo, store), value->range));
	return make_load(lo, addr, value->type, value->range);
}

void list_expr(Lower *lo, StmtList *list, const Expr *expr)
{
	list_add(lo, list, make_effect(lo, expr));
}

const Stmt *list_always_block(Lower *lo, const StmtList *list, Range range)
{
	Stmt *s = make_stmt(lo, ST_BLOCK, range);
	s->n_items = list->items.n;
	s->items = arena_dup(lo->arena, list->items.at, sizeof *list->items.at * (size_t)list->items.n);
	return s;
}

const Stmt *list_block(Lower *lo, const StmtList *list, Range range)
{
	if (list->items.n == 0)
		return NULL;
	return list->items.n == 1 ? list->items.at[0] : list_always_block(lo, list, range);
}

const Stmt *list_stmt(Lower *lo, const StmtList *list, Range range)
{
	const Stmt *s = list_block(lo, list, range);
	return s ? s : list_always_block(lo, list, range);
}

Stmt *list_unknown(Lower *lo, const StmtList *list, const char *reason, Range range)
{
	Stmt *s = make_stmt(lo, ST_UNKNOWN, range);
	s->reason = reason;
	s->n_items = list->items.n;
	s->items = arena_dup(lo->arena, list->items.at, sizeof *list->items.at * (size_t)list->items.n);
	return s;
}
