#include "ir/dims.h"

#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_FUNCS = 256, DIM_BYTES = 4, X_AND_Y = 3 };

typedef struct Search {
	const Func *seen[MAX_FUNCS];
	int n_seen;
	unsigned dims;
} Search;

static bool tells_threads_apart(const Var *var)
{
	return var && (var->builtin == BV_THREAD_IDX || var->builtin == BV_BLOCK_DIM);
}

static void note_load(Search *search, const Expr *address)
{
	const Expr *member = expr_without_casts(address);
	const bool is_member = member->kind == EX_PTRADD && member->arg[1]->kind == EX_INT;
	if (tells_threads_apart(place_var(address)))
		search->dims |= 1u << (is_member ? member->arg[1]->i * member->scale / DIM_BYTES & 3 : 0);
}

/* As a whole it is mostly copied for its x and y. */
static void note_whole(Search *search, const Expr *object)
{
	if (tells_threads_apart(place_var(object)))
		search->dims |= X_AND_Y;
}

static void search_func(Search *search, const Func *func);

static void visit_expr(void *data, const Expr *e)
{
	Search *search = data;
	if (e->kind == EX_LOAD)
		note_load(search, e->arg[0]);
	for (int i = 0; i < e->n_args && (e->kind == EX_CALL || e->kind == EX_COPY); i++)
		note_whole(search, e->arg[i]);
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
