#include "fix/uses_impl.h"

#include "fix/address.h"
#include "ir/raw.h"

Pointer *pointer_of(Finder *finder, const Var *var)
{
	for (int i = 0; i < finder->pointers.n; i++)
		if (finder->pointers.at[i].var == var)
			return &finder->pointers.at[i];
	return NULL;
}

const Expr *named_object(Finder *finder, const Expr *e)
{
	for (e = address_without_casts(e); e && e->kind == EX_PTRADD;)
		e = address_without_casts(e->arg[0]);
	if (e && e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR &&
	    (vars_have(&finder->aliases, e->arg[0]->var) || pointer_of(finder, e->arg[0]->var)))
		return e->arg[0];
	return e && e->kind == EX_ADDR && same_object(e->var, finder->object) ? e : NULL;
}

bool set_pointer(Finder *finder, const Expr *user, const Expr *operand, int n, const Expr *name)
{
	const Expr *to = finder->follows && user->kind == EX_STORE && n == 1 ? user->arg[0] : NULL;
	if (!to || to->kind != EX_ADDR || to->var->kind != VAR_LOCAL || to->var->type->kind != TY_PTR || to->var->type->elem->is_volatile ||
	    vars_have(&finder->aliases, name->var))
		return false;
	if (!pointer_of(finder, to->var))
		vec_push(finder->arena, &finder->pointers, ((Pointer){ .var = to->var }));
	Pointer *pointer = pointer_of(finder, to->var);
	pointer->n_values++;
	pointer->is_whole = address_without_casts(operand)->kind == EX_ADDR;
	return true;
}

bool is_record_named(const Finder *finder, const Expr *user)
{
	const Expr *to = user->kind == EX_STORE ? user->arg[0] : NULL;
	if (!to || to->kind != EX_ADDR || to->var->kind != VAR_LOCAL || to->var->type->kind != TY_PTR)
		return false;
	const Expr *whole = address_without_casts(user->arg[1]);
	return whole->kind == EX_ADDR && same_object(whole->var, finder->object) && to->var->type->elem == var_seen_type(whole->var);
}

bool is_derived(const Finder *finder, const Expr *user)
{
	const Expr *to = user->kind == EX_STORE ? user->arg[0] : NULL;
	const Type *type = finder->object->type;
	if (!to || to->kind != EX_ADDR || !to->var->is_set_once || to->var->into || type->kind != TY_ARRAY)
		return false;
	while (type->kind == TY_ARRAY)
		type = type->elem;
	const Type *elem = finder->place ? finder->place->elem : type;
	return elem && to->var->type->elem->kind == elem->kind && to->var->type->elem->size == elem->size;
}

bool is_to_part(const Finder *finder, const Var *pointer)
{
	const Var *array = finder->place ? pointer->into : NULL;
	if (!same_object(array, finder->object))
		return false;
	for (int i = 0; i < array->n_places; i++) {
		const Var *a = array->places[i].pointer, *b = finder->place->pointer;
		if (array->places[i].at == pointer->at)
			return a == b || (a && b && loc_same(a->loc, b->loc));
	}
	return false;
}

bool is_division(const Finder *finder, const Expr *user)
{
	const Expr *to = user->kind == EX_STORE && finder->place ? user->arg[0] : NULL;
	return to && to->kind == EX_ADDR && same_object(to->var->into, finder->object);
}

bool keeps_pointer(Finder *finder, const Expr *user, int n)
{
	return user->kind == EX_LOAD || (user->kind == EX_STORE && n == 0 && named_object(finder, user->arg[1]));
}

void set_bases(Finder *finder)
{
	for (int i = 0; i < finder->out->at.n; i++) {
		Use *use = &finder->out->at.at[i];
		const Pointer *pointer = use->object ? pointer_of(finder, use->object) : NULL;
		if (!pointer)
			continue;
		use->first = pointer->n_values == 1 && pointer->is_whole ? use->first : NULL;
		use->base = pointer->n_values == 1 && pointer->is_whole ? NULL : finder->object->name;
	}
}
