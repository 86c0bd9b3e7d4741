#include "ir/bytes/reads.h"

#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

bool param_names_object(const Func *func, int i)
{
	const Type *type = func->params[i]->type;
	return type->kind == TY_PTR && type->elem->size > 0 && (type->is_reference || (func->self && i == 0));
}

static void count_reads(void *data, const Expr *e)
{
	Reads *reads = data;
	const Var *pointer = place_pointer(e);
	if (pointer)
		reads->n_reads[pointer->id]++;
	const bool stores = e->kind == EX_STORE || e->kind == EX_COPY || is_intrinsic(e, IN_STORES | IN_FILLS | IN_COPIES);
	pointer = stores ? place_pointer(place_root(e->arg[0])) : NULL;
	if (pointer)
		reads->n_reads[pointer->id]--;
	const Func *func = e->kind == EX_CALL && e->func ? func_defined(e->func) : NULL;
	for (int i = 0; func && i < e->n_args && i < func->n_params; i++) {
		pointer = place_pointer(place_root(e->arg[i]));
		if (pointer && param_names_object(func, i) && !pointer_is_read(reads, func, func->params[i]))
			reads->n_reads[pointer->id]--;
	}
}

bool pointer_is_read(Reads *reads, const Func *func, const Var *pointer)
{
	Walk walk = { .expr = count_reads, .data = reads };
	if (!func->body || reads->known[func->id] == 1 || reads->by_lambda[pointer->id])
		return true;
	if (!reads->known[func->id]) {
		reads->known[func->id] = 1;
		walk_stmt(&walk, func->body);
		reads->known[func->id] = 2;
	}
	return reads->n_reads[pointer->id] != 0;
}
