#include "ir/size.h"

#include "ir/library.h"
#include "ir/place.h"

int64_t size_of_unseen(const Func *func)
{
	return !func || !func->is_system ? SIZE_UNKNOWN : func_is_straight(func) ? 2 : 40;
}

int64_t size_of_stmt(const Stmt *s)
{
	return s->kind == ST_IF || s->kind == ST_SWITCH ? 2 : 0;
}

int64_t size_of_expr(const Expr *e)
{
	switch (e->kind) {
	case EX_LOAD:
	case EX_STORE:
		return !place_is_threads_own(e->arg[0]);
	case EX_COPY:
		return 4;
	case EX_BINARY:
	case EX_UNARY:
		return e->type->kind == TY_FLOAT && e->op == OP_DIV ? 8 : 1;
	case EX_PTRADD: /* an index of 32 bits is converted to 64 bits first */
		return e->arg[1]->kind == EX_INT ? 0 : e->arg[1]->type->size < 8 ? 2 : 1;
	case EX_COND:
	case EX_LAND:
	case EX_LOR:
	case EX_INTRINSIC:
		return 2;
	case EX_CALL:
		return 1;
	case EX_ASM: /* by nvcc's PTX of loops of one to five instructions: 3 to 8, whatever the operands */
		return 1 + 2 * (int64_t)e->asm_block->n_instrs;
	case EX_UNKNOWN:
		return SIZE_UNKNOWN;
	default:
		return 0;
	}
}
