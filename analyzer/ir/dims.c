#include "ir/dims.h"

#include <string.h>

#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_FUNCS = 256, DIM_BYTES = 4, N_DIMS = 3, X_AND_Y = 3 };

typedef struct Search {
	const Func *seen[MAX_FUNCS];
	int n_seen;
	unsigned dims;
} Search;

/* What copies of threadIdx are, and what libraries give of it.  Programs use uint3 for other things, too. */
static bool is_dim3(const Type *type)
{
	return type && type->kind == TY_RECORD && type->name && strcmp(type->name, "dim3") == 0;
}

static bool is_of_threads(const Var *var)
{
	return var && (var->builtin == BV_THREAD_IDX || var->builtin == BV_BLOCK_DIM);
}

static bool may_tell_threads_apart(const Expr *object)
{
	const Var *var = place_var(object);
	const bool is_other = var && var->builtin && !is_of_threads(var);
	return is_of_threads(var) || (!is_other && is_dim3(object->type->kind == TY_PTR ? object->type->elem : object->type));
}

static void note_load(Search *search, const Expr *address)
{
	const Expr *place = expr_without_casts(address);
	const bool is_member = place->kind == EX_PTRADD && place->arg[1]->kind == EX_INT;
	const int64_t at = is_member ? place->arg[1]->i * place->scale / DIM_BYTES : 0;
	if (at >= 0 && at < N_DIMS && may_tell_threads_apart(is_member ? expr_without_casts(place->arg[0]) : place))
		search->dims |= 1u << at;
}

/* Copied or given away as a whole: mostly for x and y. */
static void note_given(Search *search, const Expr *e)
{
	for (int i = 0; i < e->n_args; i++)
		if (is_of_threads(place_var(e->arg[i])))
			search->dims |= X_AND_Y;
}

static void search_func(Search *search, const Func *func);

static void visit_expr(void *data, const Expr *e)
{
	Search *search = data;
	if (e->kind == EX_LOAD)
		note_load(search, e->arg[0]);
	if (e->kind == EX_CALL || e->kind == EX_COPY)
		note_given(search, e);
	if (e->kind == EX_CALL || e->kind == EX_FUNC)
		search_func(search, func_defined(e->func));
}

static void search_func(Search *search, const Func *func)
{
	if (!func || func->is_system || !func->body || search->n_seen == MAX_FUNCS)
		return;
	for (int i = 0; i < search->n_seen; i++)
		if (search->seen[i] == func)
			return;
	search->seen[search->n_seen++] = func;
	Walk walk = { .expr = visit_expr, .data = search };
	walk_stmt(&walk, func->body);
}

unsigned func_reads_dims(const Func *kernel)
{
	Search search = { .n_seen = 0 };
	search_func(&search, kernel);
	return search.dims;
}
