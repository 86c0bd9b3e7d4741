#include "lower/lower.h"

/* The Op of libclang's binary operators; of compound assignments, that of the operation. */
static const Op binary_ops[] = {
	[CXBinaryOperator_Mul] = OP_MUL,       [CXBinaryOperator_Div] = OP_DIV,       [CXBinaryOperator_Rem] = OP_REM,
	[CXBinaryOperator_Add] = OP_ADD,       [CXBinaryOperator_Sub] = OP_SUB,       [CXBinaryOperator_Shl] = OP_SHL,
	[CXBinaryOperator_Shr] = OP_SHR,       [CXBinaryOperator_LT] = OP_LT,         [CXBinaryOperator_GT] = OP_GT,
	[CXBinaryOperator_LE] = OP_LE,         [CXBinaryOperator_GE] = OP_GE,         [CXBinaryOperator_EQ] = OP_EQ,
	[CXBinaryOperator_NE] = OP_NE,         [CXBinaryOperator_And] = OP_AND,       [CXBinaryOperator_Xor] = OP_XOR,
	[CXBinaryOperator_Or] = OP_OR,         [CXBinaryOperator_MulAssign] = OP_MUL, [CXBinaryOperator_DivAssign] = OP_DIV,
	[CXBinaryOperator_RemAssign] = OP_REM, [CXBinaryOperator_AddAssign] = OP_ADD, [CXBinaryOperator_SubAssign] = OP_SUB,
	[CXBinaryOperator_ShlAssign] = OP_SHL, [CXBinaryOperator_ShrAssign] = OP_SHR, [CXBinaryOperator_AndAssign] = OP_AND,
	[CXBinaryOperator_XorAssign] = OP_XOR, [CXBinaryOperator_OrAssign] = OP_OR,
};

static Op op_of(enum CXBinaryOperatorKind kind)
{
	return (size_t)kind < sizeof binary_ops / sizeof *binary_ops ? binary_ops[kind] : OP_NONE;
}

static bool is_shift(Op op)
{
	return op == OP_SHL || op == OP_SHR;
}

static bool is_arithmetic(const Type *type)
{
	return type->kind == TY_BOOL || type->kind == TY_INT || type->kind == TY_FLOAT;
}

/* --- the language's conversions --------------------------------------------------------------- */

static const Type *promoted(Lower *lo, const Type *type)
{
	bool small = type->kind == TY_BOOL || (type->kind == TY_INT && type->size < 4);
	return small ? lo->t_int : type;
}

/* The usual arithmetic conversions. */
static const Type *common_type(Lower *lo, const Type *a, const Type *b)
{
	if (a->kind == TY_FLOAT || b->kind == TY_FLOAT) {
		if (a->kind != b->kind)
			return a->kind == TY_FLOAT ? a : b;
		return a->size >= b->size ? a : b;
	}
	a = promoted(lo, a);
	b = promoted(lo, b);
	if (a->size != b->size)
		return a->size > b->size ? a : b;
	return a->is_signed ? b : a;
}

/* --- pointers --------------------------------------------------------------------------------- */

static const Expr *pointer_plus(Lower *lo, const Expr *pointer, const Expr *index, int sign, Range range)
{
	const Type *elem = pointer->type->elem;
	if (!elem || elem->size < 0)
		return make_unknown(lo, pointer->type, "pointer to something whose size is not known", range);
	int64_t size = elem->kind == TY_VOID || elem->kind == TY_FUNC ? 1 : elem->size;
	return make_index(lo, pointer, index, sign * size, pointer->type, range);
}

static const Expr *pointer_difference(Lower *lo, const Expr *a, const Expr *b, const Type *type, Range range)
{
	const Expr *args[] = { a, b };
	Expr *e = make_args(lo, EX_PTRDIFF, type, range, 2, args);
	int64_t size = a->type->elem ? a->type->elem->size : 0;
	if (size < 1)
		size = 1;
	e->scale = size;
	return e;
}

static const Expr *pointer_arithmetic(Lower *lo, Op op, const Expr *a, const Expr *b, const Type *type, Range range)
{
	if (a->type->kind == TY_PTR && b->type->kind == TY_PTR && op == OP_SUB)
		return pointer_difference(lo, a, b, type, range);
	if (op == OP_ADD && b->type->kind == TY_PTR)
		return pointer_plus(lo, b, a, 1, range);
	if ((op == OP_ADD || op == OP_SUB) && a->type->kind == TY_PTR)
		return pointer_plus(lo, a, b, op == OP_ADD ? 1 : -1, range);
	return NULL;
}

/* --- binary ----------------------------------------------------------------------------------- */

static const Expr *unknown_binary(Lower *lo, const Expr *a, const Expr *b, const Type *type, Range range)
{
	const Expr *args[] = { a, b };
	Expr *e = make_args(lo, EX_UNKNOWN, type, range, 2, args);
	e->reason = "operator on a type that is not understood";
	return e;
}

/* a op b, both already of the types that the language gives them. */
static const Expr *combine(Lower *lo, Op op, const Expr *a, const Expr *b, const Type *type, Range range)
{
	bool pointers = a->type->kind == TY_PTR || b->type->kind == TY_PTR;
	if (op_is_comparison(op)) {
		bool both = is_arithmetic(a->type) && is_arithmetic(b->type);
		if (!both && !pointers)
			return unknown_binary(lo, a, b, type, range);
		if (both && !type_same(a->type, b->type)) {
			const Type *common = common_type(lo, a->type, b->type);
			a = make_cast(lo, a, common);
			b = make_cast(lo, b, common);
		}
		return make_cast(lo, make_binary(lo, op, lo->t_bool, a, b, range), type);
	}
	const Expr *pointer = pointers ? pointer_arithmetic(lo, op, a, b, type, range) : NULL;
	if (pointer)
		return pointer;
	if (!is_arithmetic(type) || !is_arithmetic(a->type) || !is_arithmetic(b->type))
		return unknown_binary(lo, a, b, type, range);
	a = make_cast(lo, a, type);
	if (!is_shift(op))
		b = make_cast(lo, b, type);
	return make_binary(lo, op, type, a, b, range);
}

static const Expr *lower_logical(Lower *lo, CXCursor c, ExprKind kind, Kids kids)
{
	const Expr *args[] = { make_cast(lo, lower_value(lo, kids.at[0]), lo->t_bool),
			       make_cast(lo, lower_value(lo, kids.at[1]), lo->t_bool) };
	return make_cast(lo, make_args(lo, kind, lo->t_bool, cursor_range(lo, c), 2, args), type_of_cursor(lo, c));
}

static const Expr *lower_comma(Lower *lo, CXCursor c, Kids kids)
{
	const Expr *left = lower_effect(lo, kids.at[0]);
	const Expr *args[] = { left, lower_value(lo, kids.at[1]) };
	return make_args(lo, EX_COMMA, args[1]->type, cursor_range(lo, c), 2, args);
}

static const Expr *lower_assign(Lower *lo, CXCursor c, Kids kids)
{
	LowerPlace to = lower_place(lo, kids.at[0]);
	const Type *type = type_of(lo, to.type);
	Range range = cursor_range(lo, c);
	const Expr *value = lower_value(lo, kids.at[1]);
	if (!type_is_scalar(type))
		return make_copy(lo, to.addr, value, type, range_of_copy(range, to.addr, value));
	Expr *e = make_store(lo, to.addr, make_cast(lo, value, type), type, range);
	e->bit_width = to.bit_width;
	e->bit_offset = to.bit_offset;
	return e;
}

const Expr *lower_binary(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
	if (kids.n != 2)
		return lower_unknown(lo, c, "operator that is not understood");
	if (kind == CXBinaryOperator_Assign)
		return lower_assign(lo, c, kids);
	if (kind == CXBinaryOperator_Comma)
		return lower_comma(lo, c, kids);
	if (kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr)
		return lower_logical(lo, c, kind == CXBinaryOperator_LAnd ? EX_LAND : EX_LOR, kids);
	Op op = op_of(kind);
	if (op == OP_NONE)
		return lower_unknown(lo, c, "operator that is not understood");
	const Expr *a = lower_value(lo, kids.at[0]);
	const Expr *b = lower_value(lo, kids.at[1]);
	return combine(lo, op, a, b, type_of_cursor(lo, c), cursor_range(lo, c));
}

/* --- read-modify-write ------------------------------------------------------------------------ */

typedef struct Update {
	Op op;
	const Expr *operand;       /* NULL: 1 */
	bool old_value;      /* x++: the value before */
	bool as_place;       /* the result is the address, not the value */
} Update;

static const Expr *load_at(Lower *lo, LowerPlace place, const Type *type, Range range)
{
	Expr *e = make_load(lo, place.addr, type, range);
	e->bit_width = place.bit_width;
	e->bit_offset = place.bit_offset;
	return e;
}

static const Expr *store_at(Lower *lo, LowerPlace place, const Expr *value, const Type *type, Range range)
{
	Expr *e = make_store(lo, place.addr, make_cast(lo, value, type), type, range);
	e->bit_width = place.bit_width;
	e->bit_offset = place.bit_offset;
	return e;
}

static const Expr *updated(Lower *lo, const Expr *old, const Type *type, Update update, Range range)
{
	if (type->kind == TY_PTR) {
		const Expr *by = update.operand ? update.operand : make_int(lo, lo->t_long, 1, range);
		return combine(lo, update.op, old, by, type, range);
	}
	const Expr *by = update.operand;
	const Type *in = promoted(lo, type);
	if (!by)
		by = make_cast(lo, make_int(lo, lo->t_int, 1, range), in);
	else if (!is_shift(update.op))
		in = common_type(lo, type, by->type);
	return combine(lo, update.op, make_cast(lo, old, in), by, in, range);
}

/* ({ T *p = &place; … }), so that the address is evaluated once.  `escapes`: the address is the result, too. */
static LowerPlace hold_address(Lower *lo, LowerPlace place, bool escapes, StmtList *list, Range range)
{
	Var *pointer = make_var(lo, "<address>", place.addr->type, VAR_LOCAL, range);
	pointer->is_held = !escapes;
	Expr *to = make_addr(lo, pointer, range);
	const Stmt *init = make_effect(lo, make_store(lo, to, place.addr, pointer->type, range));
	list_add(lo, list, make_decl(lo, pointer, init, range));
	place.addr = make_load(lo, make_addr(lo, pointer, range), pointer->type, range);
	return place;
}

static const Expr *sequence(Lower *lo, StmtList *list, const Type *type, Range range)
{
	Expr *e = make_expr(lo, EX_STMT, type, range);
	e->stmt = list_always_block(lo, list, range);
	return e;
}

static const Expr *update_keeping_old(Lower *lo, LowerPlace place, const Type *type, Update update, Range range)
{
	StmtList list = { 0 };
	if (!make_is_simple(place.addr))
		place = hold_address(lo, place, false, &list, range);
	Var *old = make_var(lo, "<old>", type, VAR_LOCAL, range);
	Expr *saved = make_store(lo, make_addr(lo, old, range), load_at(lo, place, type, range), type, range);
	list_add(lo, &list, make_decl(lo, old, make_effect(lo, saved), range));
	Expr *before = make_load(lo, make_addr(lo, old, range), type, range);
	list_expr(lo, &list, store_at(lo, place, updated(lo, before, type_of_value(lo, place.type), update, range), type, range));
	list_expr(lo, &list, make_load(lo, make_addr(lo, old, range), type, range));
	return sequence(lo, &list, type, range);
}

static const Expr *lower_update(Lower *lo, LowerPlace place, Update update, Range range)
{
	const Type *type = type_of(lo, place.type);
	if (!type_is_scalar(type)) {
		const Expr *args[] = { place.addr, update.operand };
		Expr *e = make_args(lo, EX_UNKNOWN, type, range, update.operand ? 2 : 1, args);
		e->reason = "operator on a type that is not understood";
		return e;
	}
	if (update.old_value)
		return update_keeping_old(lo, place, type, update, range);
	StmtList list = { 0 };
	if (!make_is_simple(place.addr))
		place = hold_address(lo, place, update.as_place, &list, range);
	const Expr *store = store_at(lo, place, updated(lo, load_at(lo, place, type, range), type_of_value(lo, place.type), update, range),
				     type, range);
	if (list.items.n == 0 && !update.as_place)
		return store;
	list_expr(lo, &list, store);
	if (!update.as_place)
		return sequence(lo, &list, type, range);
	list_expr(lo, &list, place.addr);
	return sequence(lo, &list, place.addr->type, range);
}

static Update update_of_unary(enum CXUnaryOperatorKind kind, bool used)
{
	bool adds = kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PostInc;
	bool post = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
	return (Update){ .op = adds ? OP_ADD : OP_SUB, .old_value = post && used };
}

const Expr *lower_compound_assign(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	Op op = op_of(clang_getCursorBinaryOperatorKind(c));
	if (kids.n != 2 || op == OP_NONE)
		return lower_unknown(lo, c, "operator that is not understood");
	Update update = { .op = op, .operand = lower_value(lo, kids.at[1]) };
	return lower_update(lo, lower_place(lo, kids.at[0]), update, cursor_range(lo, c));
}

LowerPlace lower_assigned_place(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	Range range = cursor_range(lo, c);
	LowerPlace place = kids.n ? lower_place(lo, kids.at[0]) : lower_place(lo, clang_getNullCursor());
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind == CXCursor_BinaryOperator && kids.n == 2) {
		StmtList list = { 0 };
		const Type *type = type_of(lo, place.type);
		if (!make_is_simple(place.addr))
			place = hold_address(lo, place, true, &list, range);
		const Expr *value = lower_value(lo, kids.at[1]);
		list_expr(lo, &list,
			  type_is_scalar(type) ? store_at(lo, place, value, type, range) : make_copy(lo, place.addr, value, type, range));
		list_expr(lo, &list, place.addr);
		place.addr = sequence(lo, &list, place.addr->type, range);
		return place;
	}
	Update update = { .op = OP_NONE };
	if (kind == CXCursor_UnaryOperator) {
		update = update_of_unary(clang_getCursorUnaryOperatorKind(c), false);
	} else if (kids.n == 2) {
		update.op = op_of(clang_getCursorBinaryOperatorKind(c));
		update.operand = lower_value(lo, kids.at[1]);
	}
	update.as_place = true;
	place.addr = lower_update(lo, place, update, range);
	return place;
}

/* --- unary ------------------------------------------------------------------------------------ */

static const Expr *lower_address_of(Lower *lo, CXCursor c, CXCursor operand)
{
	const Type *type = type_of_cursor(lo, c);
	if (type->kind != TY_PTR)
		return make_unknown(lo, type, "pointer to a member", cursor_range(lo, c));
	return make_cast(lo, lower_address(lo, operand), type);
}

static const Expr *lower_arithmetic_unary(Lower *lo, Op op, const Expr *operand, const Type *type, Range range)
{
	const Type *in = op == OP_LNOT ? lo->t_bool : type;
	const Expr *arg = make_cast(lo, operand, in);
	if (!is_arithmetic(in) || !is_arithmetic(arg->type)) {
		Expr *e = make_args(lo, EX_UNKNOWN, type, range, 1, &arg);
		e->reason = "operator on a type that is not understood";
		return e;
	}
	if (op == OP_NEG && arg->kind == EX_INT && in->kind == TY_INT)
		return make_int(lo, type, (int64_t)(0 - (uint64_t)arg->i), range);
	Expr *e = make_args(lo, EX_UNARY, in, range, 1, &arg);
	e->op = op;
	return make_cast(lo, e, type);
}

const Expr *lower_unary(Lower *lo, CXCursor c, bool used)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
	CXCursor operand = cursor_kid(lo, c, 0);
	Range range = cursor_range(lo, c);
	switch (kind) {
	case CXUnaryOperator_PostInc:
	case CXUnaryOperator_PostDec:
	case CXUnaryOperator_PreInc:
	case CXUnaryOperator_PreDec:
		return lower_update(lo, lower_place(lo, operand), update_of_unary(kind, used), range);
	case CXUnaryOperator_AddrOf:
		return lower_address_of(lo, c, operand);
	case CXUnaryOperator_Deref:
		return lower_load(lo, lower_place(lo, c), range);
	case CXUnaryOperator_Plus:
	case CXUnaryOperator_Extension:
		return lower_value(lo, operand);
	case CXUnaryOperator_Minus:
		return lower_arithmetic_unary(lo, OP_NEG, lower_value(lo, operand), type_of_cursor(lo, c), range);
	case CXUnaryOperator_Not:
		return lower_arithmetic_unary(lo, OP_NOT, lower_value(lo, operand), type_of_cursor(lo, c), range);
	case CXUnaryOperator_LNot:
		return lower_arithmetic_unary(lo, OP_LNOT, lower_value(lo, operand), type_of_cursor(lo, c), range);
	default:
		return lower_unknown(lo, c, "operator that is not understood");
	}
}

/* --- for types whose operators are functions -------------------------------------------------- */

const Expr *lower_combined(Lower *lo, Op op, const Expr *a, const Expr *b, const Type *type, Range range)
{
	return combine(lo, op, a, b, type, range);
}

const Expr *lower_updated_address(Lower *lo, LowerPlace place, Op op, const Expr *operand, Range range)
{
	Update update = { .op = op, .operand = operand, .as_place = true };
	return lower_update(lo, place, update, range);
}

const Expr *lower_stored_address(Lower *lo, LowerPlace place, const Expr *value, Range range)
{
	StmtList list = { 0 };
	if (!make_is_simple(place.addr))
		place = hold_address(lo, place, true, &list, range);
	list_expr(lo, &list, store_at(lo, place, value, type_of(lo, place.type), range));
	list_expr(lo, &list, place.addr);
	return sequence(lo, &list, place.addr->type, range);
}
