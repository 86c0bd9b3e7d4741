/* How addresses go from function to function: shared by uses.c, which follows pointers, and numbers.c. */
#ifndef SMEMLINT_FIX_HANDED_H
#define SMEMLINT_FIX_HANDED_H

#include "base/vec.h"
#include "ir/ir.h"

typedef VEC(const Expr *) ExprList;
typedef VEC(const Func *) FuncList;
typedef VEC(const Var *) VarList;

static inline bool exprs_have(const ExprList *list, const Expr *e)
{
	for (int i = 0; i < list->n; i++)
		if (list->at[i] == e)
			return true;
	return false;
}

static inline bool funcs_have(const FuncList *list, const Func *func)
{
	for (int i = 0; i < list->n; i++)
		if (list->at[i] == func)
			return true;
	return false;
}

static inline bool vars_have(const VarList *list, const Var *var)
{
	for (int i = 0; i < list->n; i++)
		if (list->at[i] == var)
			return true;
	return false;
}

/* Whether `e` is one of the `calls` that hand an address on, of a function that returns it. */
static inline bool is_handed_back(const ExprList *calls, const FuncList *givers, const Expr *e)
{
	return e->kind == EX_CALL && funcs_have(givers, e->func) && exprs_have(calls, e);
}

#endif
