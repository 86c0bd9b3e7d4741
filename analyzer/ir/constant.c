#include "ir/constant.h"

bool expr_constant(const Expr *e, int64_t *out)
{
	int64_t a, b;
	e = expr_without_casts(e);
	*out = e->i;
	if (e->kind == EX_INT)
		return true;
	if (e->kind != EX_BINARY || !expr_constant(e->arg[0], &a) || !expr_constant(e->arg[1], &b))
		return false;
	switch (e->op) {
	case OP_ADD:
		return !__builtin_add_overflow(a, b, out);
	case OP_SUB:
		return !__builtin_sub_overflow(a, b, out);
	case OP_MUL:
		return !__builtin_mul_overflow(a, b, out);
	case OP_DIV:
		*out = b ? a / b : 0;
		return b != 0;
	default:
		return false;
	}
}
