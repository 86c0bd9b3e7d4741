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
	flows_may_use(&s->flows, live_result(s, func));
	for (int i = 0; i < func->n_params; i++)
		flows_may_use(&s->flows, live_stored_by(s, func->params[i]));
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

Span live_stored_by(const LiveSearch *s, const Var *name)
{
	return span_whole(s->unit->n_vars + s->unit->n_func_ids + name->id);
}

bool live_varies(const LiveSearch *s, const Expr *e)
{
	const Expr *root = e->kind == EX_LOAD ? place_root(e->arg[0]) : NULL;
	const Var *var = root && root->kind == EX_ADDR ? root->var : NULL;
	if (var && var_is_own(var))
		return s->varies[var->id] || (var->kind == VAR_PARAM && var->owner->kind == FN_KERNEL);
	bool varies = root && is_elsewhere(root);
	for (int i = 0; !root && i < e->n_args && !varies; i++)
		varies = live_varies(s, e->arg[i]);
	return varies;
}

/* An offset: `known`, plus a multiple of `stride` that is not known (0: none), or one that varies. */
typedef struct Offset {
	int64_t known, stride;
	bool varies, is_lost; /* lost: nothing is known of it */
} Offset;

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b) {
		const int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

static bool is_small(int64_t n)
{
	return n > -(1 << 20) && n < 1 << 20;
}

/* The value is *c plus a multiple of the result; of 1 if nothing better is known. */
static int64_t factor_of(const LiveSearch *s, const Expr *e, int64_t *c)
{
	int64_t a, b;
	*c = 0;
	if (number_of(&s->numbers, e, c))
		return 0;
	if (e->kind == EX_CAST)
		return factor_of(s, e->arg[0], c);
	if (e->kind != EX_BINARY || (e->op != OP_ADD && e->op != OP_SUB && e->op != OP_MUL))
		return 1;
	const int64_t left = factor_of(s, e->arg[0], &a), right = factor_of(s, e->arg[1], &b), factor = left ? left : right;
	const bool multiplies = e->op == OP_MUL, is_known = is_small(left) && is_small(right) && is_small(a) && is_small(b);
	if (!is_known || (multiplies && left && right))
		return 1;
	*c = multiplies ? a * b : e->op == OP_ADD ? a + b : a - b;
	return multiplies ? factor * (left ? b : a) : common_divisor(left, right);
}

static void add_place(LiveSearch *s, const Expr *root, Span span, Offset offset, Places *out)
{
	const Var *name = named_by(s, root);
	const bool is_name = root->kind == EX_ADDR && live_names_object(s, root->var); /* its value goes elsewhere */
	span.slot = live_slot(s, root);
	if (out->n == MAX_PLACES) {
		s->gave_up = true;
		return;
	}
	if (offset.known < 0 || offset.known > MAX_OFFSET)
		offset.is_lost = true;
	if (!offset.is_lost && !offset.varies && !is_name && !name && offset.stride >= span.size && span.size > 0) {
		out->at[out->n].first = offset.known % offset.stride;
		out->at[out->n].stride = offset.stride;
	} else {
		out->at[out->n].first = out->at[out->n].stride = 0;
	}
	span.offset = offset.known;
	if (offset.is_lost || offset.varies || offset.stride || is_name)
		span = span_whole(span.slot);
	out->at[out->n].read = out->at[out->n].stored = span;
	out->at[out->n].is_maybe = offset.is_lost || (offset.stride && !offset.varies) || is_name;
	if (name)
		out->at[out->n].stored.slot = live_stored_by(s, name).slot;
	out->n++;
}

static Offset add_offset(const LiveSearch *s, const Expr *address, Offset offset)
{
	int64_t c, factor;
	if (offset.is_lost || address->kind != EX_PTRADD)
		return offset;
	factor = factor_of(s, address->arg[1], &c);
	offset.varies = offset.varies || (factor && live_varies(s, address->arg[1]));
	const bool fits = is_small(factor) && is_small(address->scale) && is_small(offset.stride);
	offset.stride = fits ? common_divisor(offset.stride, factor * address->scale) : 1;
	offset.known = (int64_t)((uint64_t)offset.known + (uint64_t)c * (uint64_t)address->scale);
	offset.is_lost = offset.known <= -MAX_OFFSET || offset.known >= MAX_OFFSET;
	return offset;
}

/* `span`: the bytes from where the address leads. */
static void add_places(LiveSearch *s, const Expr *address, Span span, Offset offset, Places *out)
{
	for (; place_leads_on(address); address = address->arg[0])
		offset = add_offset(s, address, offset);
	if (address->kind != EX_COND) {
		add_place(s, address, span, offset, out);
		return;
	}
	int64_t number;
	const bool is_known = number_of(&s->numbers, address->arg[0], &number);
	if (!is_known || number)
		add_places(s, address->arg[1], span, offset, out);
	if (!is_known || !number)
		add_places(s, address->arg[2], span, offset, out);
}

Places live_places(LiveSearch *s, const Expr *address, int64_t size)
{
	Places places = { .n = 0 };
	add_places(s, address, (Span){ NO_SLOT, 0, size }, (Offset){ .is_lost = size < 0 }, &places);
	for (int i = 0; places.n > 1 && i < places.n; i++)
		places.at[i].is_maybe = true;
	return places;
}

Span live_stored_to(LiveSearch *s, const Expr *address, int64_t size)
{
	const Places places = live_places(s, address, size);
	return places.n == 1 ? places.at[0].stored : span_whole(NO_SLOT);
}
