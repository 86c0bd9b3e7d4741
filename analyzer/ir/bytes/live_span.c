#include "ir/bytes/live_search.h"
#include "ir/link.h"
#include "ir/place.h"

#define MAX_OFFSET (INT64_C(1) << 40)

Span live_whole(const Var *var)
{
	return span_whole(var->id);
}

Span live_result(const LiveSearch *s, const Func *func)
{
	return span_whole(s->unit->n_vars + func->id);
}

void live_use_results(LiveSearch *s, const Func *func)
{
	flows_use(&s->flows, live_result(s, func));
	for (int i = 0; i < func->n_params; i++)
		flows_use(&s->flows, live_stored_by(s, func->params[i]));
}

bool live_names_object(const LiveSearch *s, const Var *var)
{
	const bool is_param = var->kind == VAR_PARAM, is_pointer = var->type->kind == TY_PTR && var_is_own(var) && var->owner;
	const bool is_seen = is_pointer && (!is_param || var->owner->kind == FN_DEVICE); /* what it is set to */
	return var_names_object(var) || (is_seen && s->n_stores[var->id] == !is_param);
}

/* The name by whose value a root is an object's address, or NULL. */
static const Var *named_by(const LiveSearch *s, const Expr *root)
{
	const Var *pointer = place_pointer(root);
	return pointer && live_names_object(s, pointer) ? pointer : NULL;
}

int live_slot(const LiveSearch *s, const Expr *root)
{
	const Func *func = root->kind == EX_CALL ? func_defined(root->func) : NULL;
	if ((root->kind == EX_ADDR || root->kind == EX_TEMP) && var_is_own(root->var))
		return root->var->id;
	if (named_by(s, root))
		return named_by(s, root)->id;
	return func && func->body && type_by_address(root->type) ? live_result(s, func).slot : NO_SLOT;
}

Span live_span(const LiveSearch *s, const Expr *address, int64_t size)
{
	Span span = { .size = size };
	bool is_known = size >= 0;
	for (; place_leads_on(address); address = address->arg[0]) {
		int64_t by = 0;
		if (address->kind == EX_PTRADD)
			is_known = is_known && number_of(&s->numbers, address->arg[1], &by);
		span.offset = (int64_t)((uint64_t)span.offset + (uint64_t)by * (uint64_t)address->scale); /* by is 0 elsewhere */
		is_known = is_known && span.offset > -MAX_OFFSET && span.offset < MAX_OFFSET;
		span.offset = is_known ? span.offset : 0;
	}
	span.slot = live_slot(s, address);
	is_known = is_known && span.offset >= 0 && (address->kind != EX_ADDR || !live_names_object(s, address->var));
	return is_known ? span : span_whole(span.slot);
}

Span live_stored_by(const LiveSearch *s, const Var *name)
{
	return span_whole(s->unit->n_vars + s->unit->n_func_ids + name->id);
}

Span live_stored_to(const LiveSearch *s, const Expr *address, int64_t size)
{
	const Var *name = named_by(s, place_root(address));
	Span span = live_span(s, address, size);
	if (name)
		span.slot = live_stored_by(s, name).slot;
	return span;
}
