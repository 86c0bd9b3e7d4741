#include "eval/exec/exchange.h"

#include "eval/exec/access_impl.h"

/* The exchanged array that the pointer is into, or NULL. */
static const Var *exchanged(const Eval *ev, const Exchange *exchange, const Value *pointer)
{
	for (int t = 0; t < pointer->n_terms; t++) {
		bool only;
		const Object *object = target_of_mono(ev, pointer->terms[t].mono, &only);
		for (int i = 0; object && i < exchange->n; i++)
			if (object->var == exchange->objects[i])
				return object->var;
	}
	return NULL;
}

int64_t exchange_scale(const Eval *ev, const Expr *e, const Value *from)
{
	const Exchange *exchange = ev->options ? ev->options->exchange : NULL;
	const Var *var = exchange ? exchanged(ev, exchange, from) : NULL;
	if (!var)
		return e->scale;
	const Type *rows = var->type;
	while (rows->elem->elem && rows->elem->elem->kind == TY_ARRAY)
		rows = rows->elem;
	const Type *row = rows->elem;
	const Expr *base = e->arg[0];
	while (base->kind == EX_CAST)
		base = base->arg[0];
	if (e->scale == row->size)
		return row->elem->size;
	return e->scale == row->elem->size && base->kind == EX_PTRADD && base->scale == row->size ? rows->count * e->scale : e->scale;
}
