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

bool expr_constant(const Expr *e, int64_t *out)
{
	int64_t a, b;
	e = expr_without_casts(e);
	*out = e->i;
	if (e->kind == EX_INT)
		return true;
	return e->kind == EX_BINARY && expr_constant(e->arg[0], &a) && expr_constant(e->arg[1], &b) && constant_combine(e->op, a, b, out);
}
