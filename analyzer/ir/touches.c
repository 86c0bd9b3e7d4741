#include "ir/touches.h"

#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_FUNCS = 256 };

typedef struct Search {
	const Func *seen[MAX_FUNCS];
	int n_seen;
	bool found;
} Search;

static void search_func(Search *search, const Func *func);

static bool is_elsewhere_code(const Expr *call)
{
	const Func *func = call->func ? func_defined(call->func) : NULL;
	return !func || !(func->body || func->is_system);
}

bool call_makes_pointer(const Expr *call)
{
	bool makes = type_has_pointer(call->type) && is_elsewhere_code(call);
	for (int i = 0; i < call->n_args; i++)
		makes = makes && call->arg[i]->type->kind != TY_PTR;
	return makes;
}

bool call_leaves_pointer(const Expr *call, int i)
{
	const Type *type = call->arg[i]->type;
	return type->kind == TY_PTR && type_has_pointer(type->elem) && is_elsewhere_code(call);
}

static bool makes_any_pointer(const Expr *call)
{
	bool makes = call_makes_pointer(call);
	for (int i = 0; i < call->n_args; i++)
		makes = makes || call_leaves_pointer(call, i);
	return makes;
}

static void visit_expr(void *data, const Expr *e)
{
	Search *search = data;
	bool unknown_call =
		e->kind == EX_FUNC || e->kind == EX_UNKNOWN || (e->kind == EX_CALL && (e->callee || !e->func || makes_any_pointer(e)));
	bool names = e->kind == EX_ADDR && (e->var->kind == VAR_SHARED || e->var->kind == VAR_DYNAMIC);
	search->found = search->found || unknown_call || names || e->kind == EX_ASM;
	if (e->kind == EX_CALL && e->func && !search->found)
		search_func(search, e->func);
}

static void visit_stmt(void *data, const Stmt *s)
{
	Search *search = data;
	search->found = search->found || s->kind == ST_UNKNOWN;
}

static void search_func(Search *search, const Func *func)
{
	for (int i = 0; i < search->n_seen; i++)
		if (search->seen[i] == func)
			return;
	search->found = search->found || search->n_seen == MAX_FUNCS || func->broken;
	if (search->found || !func->body)
		return;
	search->seen[search->n_seen++] = func;
	Walk walk = { .expr = visit_expr, .stmt = visit_stmt, .data = search };
	walk_stmt(&walk, func->body);
}

bool func_may_touch_shared(const Func *kernel)
{
	Search search = { .n_seen = 0 };
	search_func(&search, kernel);
	return search.found;
}
