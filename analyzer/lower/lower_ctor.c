#include "lower/lower.h"

/* What a constructor does before its body: it initialises bases, then fields. */

static void init_bits(Lower *lo, const AstInit *init, const Type *type, const Expr *addr, StmtList *out, Range range)
{
	Expr *e = make_store(lo, addr, make_cast(lo, lower_value(lo, init->value), type), type, range);
	type_bit_field(init->of, &e->bit_width, &e->bit_offset);
	list_expr(lo, out, e);
}

void lower_init_part(Lower *lo, const Expr *self, CXType record, const AstInit *init, StmtList *out, Range range)
{
	const bool is_field = init->kind == AST_INIT_FIELD;
	CXType type = clang_getCursorType(init->of);
	int64_t offset = is_field ? type_field_offset(record, init->of) : type_base_offset(record, type);
	if (offset < 0) {
		Expr *unknown = make_args(lo, EX_UNKNOWN, lo->t_void, range, 1, &self);
		unknown->reason = "initialiser of a virtual base";
		unknown->runs = true;
		list_expr(lo, out, unknown);
		return;
	}
	const Type *t = type_of(lo, type);
	const Expr *addr = make_offset(lo, self, offset, t, range);
	if (is_field && clang_Cursor_isBitField(init->of))
		init_bits(lo, init, t, addr, out, range);
	else
		lower_init(lo, addr, type, init->value, out);
}

/* Calls `callee` with `self` and this function's own parameters, of which the first n are left out. */
static Expr *call_with_params(Lower *lo, CXCursor callee, const Expr *self, int n, Range range)
{
	Args args = { 0 };
	vec_push(lo->scratch, &args, self);
	for (int i = n; i < lo->func->n_params; i++) {
		const Var *param = lo->func->params[i];
		const Expr *at = make_addr(lo, param, range);
		vec_push(lo->scratch, &args, (const Expr *)(type_is_scalar(param->type) ? make_load(lo, at, param->type, range) : at));
	}
	Func *func = func_of(lo, callee);
	Expr *e = make_args(lo, EX_CALL, func->result, range, args.n, args.at);
	e->func = func;
	return e;
}

/* The constructor of a base is called with the parameters of this one. */
void lower_inherited_constructor(Lower *lo, const Expr *addr, StmtList *out, Range range)
{
	CXCursor base = ast_inherited_constructor(lo->func_cursor);
	if (clang_Cursor_isNull(base))
		list_expr(lo, out, make_unknown(lo, lo->t_void, "inherited constructor", range));
	else
		list_expr(lo, out, call_with_params(lo, base, addr, 1, range));
}

void lower_invoker(Lower *lo, CXCursor called, StmtList *out, Range range)
{
	const Type *lambda = type_of_cursor(lo, clang_getCursorSemanticParent(called));
	const Expr *nothing = make_int(lo, type_pointer(lo, lambda), 0, range); /* it has no captures to read */
	Stmt *s = make_stmt(lo, ST_RETURN, range);
	s->expr = call_with_params(lo, called, nothing, 0, range);
	list_add(lo, out, s);
}

void lower_constructor_inits(Lower *lo, CXCursor constructor, StmtList *out)
{
	Range range = cursor_range(lo, constructor);
	const Expr *self = make_load(lo, make_addr(lo, lo->this_var, range), lo->this_var->type, range);
	AstInit init;
	for (int i = 0; ast_constructor_init(constructor, i, &init); i++) {
		if (init.kind == AST_INIT_DELEGATED)
			lower_init(lo, self, lo->this_class, init.value, out);
		else
			lower_init_part(lo, self, lo->this_class, &init, out, range);
	}
}
