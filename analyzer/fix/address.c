#include "fix/address.h"

#include <string.h>

#include "ir/raw.h"

static bool same_shape(const Type *a, const Type *b)
{
	if (!a || !b || a->kind != b->kind || a->size != b->size || a->count != b->count)
		return false;
	return a->kind != TY_ARRAY || same_shape(a->elem, b->elem);
}

/* A conversion that adds `const`, or goes from an array to its first element, or from a record to its first member. */
static bool keeps_sight(const Type *to, const Type *from)
{
	if (from && from->kind == TY_RECORD && from->n_fields == 1 && from->fields->type->size == from->size &&
	    keeps_sight(to, from->fields->type))
		return true;
	if (from && from->kind == TY_RECORD && from->n_fields > 1 && to && to->kind == TY_ARRAY && same_shape(to, from->fields->type))
		return true;
	return same_shape(to, from) || (from && from->kind == TY_ARRAY && same_shape(to, from->elem));
}

const Expr *address_without_casts(const Expr *e)
{
	while (e && e->kind == EX_CAST && e->type->kind == TY_PTR && e->arg[0]->type->kind == TY_PTR &&
	       keeps_sight(e->type->elem, e->arg[0]->type->elem))
		e = e->arg[0];
	return e;
}

const Expr *address_without_pointer_casts(const Expr *e)
{
	while (e && e->kind == EX_CAST && e->type->kind == TY_PTR && e->arg[0]->type->kind == TY_PTR)
		e = e->arg[0];
	return e;
}

const Var *address_receiver(const Expr *user, int n)
{
	const Func *func = user->kind == EX_CALL ? user->func : NULL;
	return func && func->body && n < func->n_params && func->params[n]->type->kind == TY_PTR ? func->params[n] : NULL;
}

bool address_is_accessed(const Expr *user, int n)
{
	return user->kind == EX_LOAD || user->kind == EX_COPY || (user->kind == EX_STORE && n == 0) ||
	       (n == 0 && is_intrinsic(user, IN_ATOMIC | IN_ASYNC));
}

const Expr *address_row_distance(const Expr *user, int n)
{
	const Func *func = user->kind == EX_CALL && user->n_args > 2 ? user->func : NULL;
	if (!func || !func->is_system)
		return NULL;
	const int address = strcmp(func->base_name, "load_matrix_sync") == 0    ? 1
			    : strcmp(func->base_name, "store_matrix_sync") == 0 ? 0
										: -1;
	return n == address ? user->arg[2] : NULL;
}

int64_t address_piece(const Expr *user)
{
	enum { MOST = 16 };
	switch (user->kind) {
	case EX_LOAD:
		return user->type->size;
	case EX_STORE:
		return user->arg[1]->type->size;
	case EX_COPY:
		return user->copied->size;
	default:
		return MOST;
	}
}

bool address_is_calculated(const Expr *address, const Use *use)
{
	for (const Expr *e = address_without_casts(address); e && e->kind == EX_PTRADD; e = address_without_casts(e->arg[0]))
		if (e->range.begin.file == use->loc.file && e->range.begin.offset < use->loc.offset)
			return true;
	return false;
}

/* Of an array, or of the record's only member that is one. */
static int64_t element_size(const Type *type)
{
	while (type->kind == TY_ARRAY || (type->kind == TY_RECORD && type->n_fields == 1))
		type = type->kind == TY_ARRAY ? type->elem : type->fields->type;
	return type->size;
}

/* Where in a record's member an address is, as far as it is written: the bytes that are added to the record's own address. */
static int64_t member_offset(const Expr *address)
{
	int64_t offset = 0;
	for (const Expr *e = address; e->kind == EX_PTRADD || e->kind == EX_CAST; e = e->arg[0])
		if (e->kind == EX_PTRADD)
			offset = e->scale == 1 && e->arg[1]->kind == EX_INT ? e->arg[1]->i : 0;
	return offset;
}

int64_t address_view(const Var *object, const Field *member, const Expr *address)
{
	const int64_t least = element_size(member ? member->type : var_seen_type(object));
	int64_t most = 0;
	if (member && (member_offset(address) < member->offset || member_offset(address) >= member->offset + member->type->size))
		return 0;
	for (const Expr *e = address; e && (e->kind == EX_PTRADD || e->kind == EX_CAST || e->kind == EX_ADDR); e = e->arg[0]) {
		const Type *seen = e->type->kind == TY_PTR ? e->type->elem : NULL;
		if (seen && !type_has_array(seen) && seen->size > least && seen->size > most)
			most = seen->size;
		if (e->kind == EX_ADDR)
			break;
	}
	return most;
}
