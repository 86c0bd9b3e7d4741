#include "lower/lower.h"

/* What a constructor does before its body: it initialises bases, then fields. */

typedef struct Object {
	Lower *lo;
	const Expr *self;
	CXType record;
	Range range;
	StmtList *out;
} Object;

static void init_bits(const Object *object, CXCursor field, const AstInit *init, const Type *type, const Expr *addr)
{
	Lower *lo = object->lo;
	Expr *e = make_store(lo, addr, make_cast(lo, lower_value(lo, init->value), type), type, object->range);
	type_bit_field(field, &e->bit_width, &e->bit_offset);
	list_expr(lo, object->out, e);
}

static void init_part(const Object *object, const AstInit *init)
{
	Lower *lo = object->lo;
	const bool is_field = init->kind == AST_INIT_FIELD;
	CXType type = clang_getCursorType(init->of);
	int64_t offset = is_field ? type_field_offset(object->record, init->of) : type_base_offset(object->record, type);
	if (offset < 0) {
		list_expr(lo, object->out, make_unknown(lo, lo->t_void, "initialiser of a virtual base", object->range));
		return;
	}
	const Type *t = type_of(lo, type);
	const Expr *addr = make_offset(lo, object->self, offset, t, object->range);
	if (is_field && clang_Cursor_isBitField(init->of))
		init_bits(object, init->of, init, t, addr);
	else
		lower_init(lo, addr, type, init->value, object->out);
}

/* The constructor of a base is called with the parameters of this one. */
void lower_inherited_constructor(Lower *lo, const Expr *addr, StmtList *out, Range range)
{
	CXCursor base = ast_inherited_constructor(lo->func_cursor);
	if (clang_Cursor_isNull(base)) {
		list_expr(lo, out, make_unknown(lo, lo->t_void, "inherited constructor", range));
		return;
	}
	Args args = { 0 };
	vec_push(lo->scratch, &args, addr);
	for (int i = 1; i < lo->func->n_params; i++) {
		const Var *param = lo->func->params[i];
		const Expr *at = make_addr(lo, param, range);
		vec_push(lo->scratch, &args, (const Expr *)(type_is_scalar(param->type) ? make_load(lo, at, param->type, range) : at));
	}
	Expr *e = make_args(lo, EX_CALL, lo->t_void, range, args.n, args.at);
	e->func = func_of(lo, base);
	list_expr(lo, out, e);
}

void lower_constructor_inits(Lower *lo, CXCursor constructor, StmtList *out)
{
	Object object = { .lo = lo, .out = out, .range = cursor_range(lo, constructor), .record = lo->this_class };
	object.self = make_load(lo, make_addr(lo, lo->this_var, object.range), lo->this_var->type, object.range);
	AstInit init;
	for (int i = 0; ast_constructor_init(constructor, i, &init); i++) {
		if (init.kind == AST_INIT_DELEGATED)
			lower_init(lo, object.self, object.record, init.value, out);
		else
			init_part(&object, &init);
	}
}
