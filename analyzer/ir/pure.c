#include "ir/pure.h"

#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_PURE_CALLS = 4 };

typedef struct Purity {
	const Func *func;
	bool is_pure;
	bool of_numbers; /* only numbers go in and out */
	int depth;       /* of calls */
} Purity;

static bool is_number(const Type *type)
{
	return type->kind == TY_INT || type->kind == TY_BOOL || type->kind == TY_FLOAT;
}

static bool gets_numbers(const Func *func)
{
	bool does = func->body && func->result && is_number(func->result);
	for (int i = 0; i < func->n_params && does; i++)
		does = is_number(func->params[i]->type);
	return does;
}

static bool is_pure_at(const Func *func, bool of_numbers, int depth);

static bool is_pure_expr(const Purity *in, const Expr *e)
{
	switch (e->kind) {
	case EX_STORE:
		return place_is_own(e->arg[0], in->func);
	case EX_CALL:
		return is_mathematics(e) || (e->func && is_pure_at(func_defined(e->func), in->of_numbers, in->depth + 1));
	case EX_INTRINSIC:
		return is_intrinsic(e, IN_COMPUTES) ||
		       (is_intrinsic(e, IN_COPIES | IN_FILLS) && !in->of_numbers && place_is_own(e->arg[0], in->func));
	case EX_COPY:
		return !in->of_numbers && place_is_own(e->arg[0], in->func);
	case EX_TEMP:
		return !in->of_numbers;
	case EX_ASM:
	case EX_LAUNCH:
	case EX_UNKNOWN:
		return false;
	default:
		return true;
	}
}

static void note_expr(void *data, const Expr *e)
{
	Purity *purity = data;
	purity->is_pure = purity->is_pure && is_pure_expr(purity, e);
}

static void note_stmt(void *data, const Stmt *s)
{
	Purity *purity = data;
	purity->is_pure = purity->is_pure && s->kind != ST_UNKNOWN;
}

static bool is_pure_at(const Func *func, bool of_numbers, int depth)
{
	Purity purity = { func, func->body && depth < MAX_PURE_CALLS && (!of_numbers || gets_numbers(func)), of_numbers, depth };
	Walk walk = { .expr = note_expr, .stmt = note_stmt, .data = &purity };
	if (purity.is_pure)
		walk_stmt(&walk, func->body);
	return purity.is_pure;
}

bool func_is_pure(const Func *func)
{
	return is_pure_at(func, true, 0);
}

bool func_only_gives(const Func *func)
{
	return is_pure_at(func, false, 0);
}

/* --- brief ---------------------------------------------------------------------------------------- */

enum { MAX_BRIEF = 200 /* expressions and statements */, MAX_BRIEF_CALLS = 6 /* one in the other */ };

typedef struct Length {
	int n;
	int depth; /* of calls */
} Length;

static void add_func(Length *length, const Func *func);

static void add_expr(void *data, const Expr *e)
{
	Length *length = data;
	length->n++;
	if (e->kind == EX_CALL && e->func)
		add_func(length, func_defined(e->func));
}

static void add_stmt(void *data, const Stmt *s)
{
	Length *length = data;
	length->n += s->kind == ST_LOOP ? MAX_BRIEF : 1;
}

static void add_func(Length *length, const Func *func)
{
	Walk walk = { .expr = add_expr, .stmt = add_stmt, .data = length };
	if (!func->body || length->n >= MAX_BRIEF)
		return;
	if (length->depth == MAX_BRIEF_CALLS) {
		length->n = MAX_BRIEF;
		return;
	}
	length->depth++;
	walk_stmt(&walk, func->body);
	length->depth--;
}

bool func_is_brief(const Func *func)
{
	Length length = { 0 };
	add_func(&length, func);
	return length.n < MAX_BRIEF;
}
