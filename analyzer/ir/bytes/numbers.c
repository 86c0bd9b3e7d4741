#include "ir/bytes/numbers.h"

static int64_t wrapped(const Type *type, int64_t value)
{
	const int unused = type->size > 0 && type->size < 8 ? 64 - 8 * (int)type->size : 0;
	const int64_t high = (int64_t)((uint64_t)value << unused);
	return type->is_signed ? high >> unused : (int64_t)((uint64_t)high >> unused);
}

static bool compute(const Expr *e, int64_t a, int64_t b, int64_t *out)
{
	const bool overflows = b == 0 || b == -1;
	switch (e->op) {
	case OP_ADD:
		*out = (int64_t)((uint64_t)a + (uint64_t)b);
		break;
	case OP_SUB:
		*out = (int64_t)((uint64_t)a - (uint64_t)b);
		break;
	case OP_MUL:
		*out = (int64_t)((uint64_t)a * (uint64_t)b);
		break;
	case OP_DIV:
	case OP_REM:
		if (overflows || a < 0 || b < 0)
			return false;
		*out = e->op == OP_DIV ? a / b : a % b;
		break;
	case OP_AND:
		*out = a & b;
		break;
	case OP_OR:
		*out = a | b;
		break;
	case OP_XOR:
		*out = a ^ b;
		break;
	case OP_SHL:
	case OP_SHR:
		if (a < 0 || b < 0 || b > 31)
			return false;
		*out = e->op == OP_SHL ? (int64_t)((uint64_t)a << b) : a >> b;
		break;
	default:
		if (e->op < OP_EQ)
			return false;
		*out = op_compare(e->op, a<b, a == b, a> b);
		return true;
	}
	*out = wrapped(e->type, *out);
	return true;
}

static int64_t negated(const Expr *e, int64_t a)
{
	const int64_t number = e->op == OP_LNOT ? !a : e->op == OP_NOT ? ~a : (int64_t)(0 - (uint64_t)a);
	return e->type->kind == TY_BOOL ? number != 0 : wrapped(e->type, number);
}

bool number_of(const Numbers *numbers, const Expr *e, int64_t *out)
{
	int64_t a, b;
	if (e->type->kind != TY_INT && e->type->kind != TY_BOOL)
		return false;
	switch (e->kind) {
	case EX_INT:
		return *out = e->i, true;
	case EX_LOAD:
		if (e->arg[0]->kind != EX_ADDR || !numbers->is_known[e->arg[0]->var->id])
			return false;
		return *out = numbers->number[e->arg[0]->var->id], true;
	case EX_CAST:
		if (!number_of(numbers, e->arg[0], &a))
			return false;
		return *out = e->type->kind == TY_BOOL ? a != 0 : wrapped(e->type, a), true;
	case EX_UNARY:
		return number_of(numbers, e->arg[0], &a) && (*out = negated(e, a), true);
	case EX_COND:
		return number_of(numbers, e->arg[0], &a) && number_of(numbers, e->arg[a ? 1 : 2], out);
	case EX_BINARY:
		return number_of(numbers, e->arg[0], &a) && number_of(numbers, e->arg[1], &b) && compute(e, a, b, out);
	default:
		return false;
	}
}
