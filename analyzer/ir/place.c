#include "ir/place.h"

#include <string.h>

#include "ir/walk.h"

static bool holds_floats(const Type *type, int depth)
{
	if (type->kind == TY_ARRAY)
		return holds_floats(type->elem, depth + 1);
	if (type->kind != TY_RECORD)
		return type->kind == TY_FLOAT;
	bool only = type->n_fields > 0 && depth < 8;
	for (int i = 0; i < type->n_fields && only; i++)
		only = holds_floats(type->fields[i].type, depth + 1);
	return only;
}

bool type_is_floats(const Type *type)
{
	return holds_floats(type, 0);
}

static bool holds_pointer(const Type *type, int depth)
{
	if (type->kind == TY_ARRAY)
		return holds_pointer(type->elem, depth + 1);
	bool holds = type->kind == TY_PTR;
	for (int i = 0; type->kind == TY_RECORD && i < type->n_fields && depth < 8 && !holds; i++)
		holds = holds_pointer(type->fields[i].type, depth + 1);
	return holds;
}

bool type_has_pointer(const Type *type)
{
	return holds_pointer(type, 0);
}

bool is_elsewhere(const Expr *root)
{
	if (root->kind == EX_ADDR)
		return root->var->kind == VAR_SHARED || root->var->kind == VAR_DYNAMIC || root->var->kind == VAR_GLOBAL;
	const Expr *from = root->kind == EX_LOAD ? root->arg[0] : NULL;
	return from && from->kind == EX_ADDR && from->var->kind == VAR_PARAM && from->var->owner && from->var->owner->kind == FN_KERNEL;
}

bool is_mathematics(const Expr *e)
{
	bool plain = e->func && e->func->is_system && !e->func->body && e->type->kind == TY_FLOAT;
	for (int i = 0; i < e->n_args && plain; i++)
		plain = e->arg[i]->type->kind == TY_FLOAT || e->arg[i]->type->kind == TY_INT;
	return plain;
}

static void find_call(void *data, const Expr *e)
{
	if (e->was_call || (e->kind == EX_CALL && !is_mathematics(e)))
		*(bool *)data = true;
}

bool has_call(const Expr *e)
{
	bool found = false;
	Walk walk = { .expr = find_call, .data = &found };
	walk_expr(&walk, e);
	return found;
}

bool type_is_shared_tensor(const Type *type)
{
	static const char start[] = "cute::Tensor<cute::ViewEngine<cute::smem_ptr<";
	return type->kind == TY_RECORD && type->name && strncmp(type->name, start, sizeof start - 1) == 0;
}

bool type_by_address(const Type *type)
{
	return type->kind == TY_RECORD || type->kind == TY_ARRAY;
}

bool place_leads_on(const Expr *address)
{
	return address->kind == EX_PTRADD ||
	       (address->kind == EX_CAST && (address->type->kind == TY_PTR || type_by_address(address->type)));
}

const Expr *place_root(const Expr *address)
{
	while (place_leads_on(address))
		address = address->arg[0];
	return address;
}

const Var *place_var(const Expr *address)
{
	const Expr *root = place_root(address);
	return root->kind == EX_ADDR ? root->var : NULL;
}

bool place_may_be_shared(const Expr *address)
{
	const Var *var = place_var(address);
	return !var || var->kind == VAR_SHARED || var->kind == VAR_DYNAMIC;
}

bool place_is_threads_own(const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	const VarKind kind = address->kind == EX_ADDR ? address->var->kind : VAR_GLOBAL;
	return kind == VAR_LOCAL || kind == VAR_PARAM || kind == VAR_BUILTIN;
}

bool place_is_own(const Expr *address, const Func *func)
{
	const Expr *root = place_root(address);
	return (root->kind == EX_ADDR || root->kind == EX_TEMP) && var_is_own(root->var) && root->var->owner == func;
}

const Var *place_pointer(const Expr *root)
{
	const Var *var = root->kind == EX_LOAD && root->arg[0]->kind == EX_ADDR ? root->arg[0]->var : NULL;
	return var && var->type->kind == TY_PTR ? var : NULL;
}

bool var_is_own(const Var *var)
{
	return var->kind == VAR_PARAM || (var->kind == VAR_LOCAL && !var->is_static);
}

bool var_names_object(const Var *var)
{
	return var->type->is_reference || (var->kind == VAR_PARAM && var->owner && var->owner->self && var == var->owner->params[0]);
}
