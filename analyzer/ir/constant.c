#include "ir/constant.h"

bool constant_combine(Op op, int64_t a, int64_t b, int64_t *out)
{
	switch (op) {
	case OP_ADD:
		return !__builtin_add_overflow(a, b, out);
	case OP_SUB:
		return !__builtin_sub_overflow(a, b, out);
	case OP_MUL:
		return !__builtin_mul_overflow(a, b, out);
	case OP_DIV:
		return b && !(b == -1 && a == INT64_MIN) && (*out = a / b, true);
	case OP_REM:
		return b && b != -1 && (*out = a % b, true);
	case OP_SHL:
		return b >= 0 && b < 32 && a >= 0 && a <= INT32_MAX && (*out = a << b, true);
	case OP_SHR:
		return b >= 0 && b < 63 && (*out = a >> b, true);
	default:
		return false;
	}
}

bool type_holds(const Type *type, int64_t value)
{
	if (type->kind == TY_BOOL)
		return value == 0 || value == 1;
	if (type->kind != TY_INT || type->size > 8)
		return true;
	const int bits = (int)type->size * 8 - type->is_signed;
	return bits > 62 ? type->is_signed || value >= 0 : value >> bits == 0 || (type->is_signed && value >> bits == -1);
}

bool expr_constant(const Expr *e, int64_t *out)
{
	int64_t a, b;
	*out = e->i;
	if (e->kind == EX_CAST)
		return expr_constant(e->arg[0], out) && type_holds(e->type, *out);
	if (e->kind == EX_BINARY)
		return expr_constant(e->arg[0], &a) && expr_constant(e->arg[1], &b) && constant_combine(e->op, a, b, out) &&
		       type_holds(e->type, *out);
	return e->kind == EX_INT && type_holds(e->type, *out);
}
