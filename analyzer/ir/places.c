#include "ir/places.h"

#include <stdlib.h>

#include "base/heap.h"
#include "ir/constant.h"
#include "ir/walk.h"

enum { MAX_CHAIN = 16 };

/* Of a variable. */
typedef struct Set {
	const Expr *value; /* that it was last set to */
	int n_set, n_named, n_plain; /* plain: it is read or set there */
	int n_divided; /* of an array: it is named where a pointer is set to a place in it */
} Set;

static bool is_pointer(const Expr *e)
{
	return e->kind == EX_ADDR && e->var->kind == VAR_LOCAL && e->var->type->kind == TY_PTR;
}

static void note(void *data, const Expr *e)
{
	Set *sets = data;
	if (e->kind == EX_ADDR)
		sets[e->var->id].n_named++;
	if ((e->kind != EX_LOAD && e->kind != EX_STORE) || !is_pointer(e->arg[0]))
		return;
	Set *set = &sets[e->arg[0]->var->id];
	set->n_plain++;
	if (e->kind == EX_STORE) {
		set->n_set++;
		set->value = e->arg[1];
	}
}

static bool is_array(const Var *var)
{
	const bool is_shared = var->kind == VAR_SHARED || var->kind == VAR_DYNAMIC;
	return is_shared && var->type->kind == TY_ARRAY && var->type->elem->kind != TY_ARRAY;
}

/* The shared array that an address is a constant distance into, and that distance in bytes; NULL: it is none. */
static const Var *place_of(const Set *sets, const Expr *e, int64_t *at)
{
	int64_t n;
	*at = 0;
	for (int i = 0; i < MAX_CHAIN; i++) {
		e = expr_without_casts(e);
		if (e->kind == EX_ADDR)
			return is_array(e->var) ? e->var : NULL;
		const Set *set = e->kind == EX_LOAD && is_pointer(e->arg[0]) ? &sets[e->arg[0]->var->id] : NULL;
		if (set && (set->n_set != 1 || set->n_plain != set->n_named))
			return NULL;
		const bool is_sum = e->kind == EX_PTRADD && expr_constant(e->arg[1], &n);
		if (!set && (!is_sum || __builtin_mul_overflow(n, e->scale, &n) || __builtin_add_overflow(*at, n, at)))
			return NULL;
		e = set ? set->value : e->arg[0];
	}
	return NULL;
}

/* Whether an address begins with the array's name. */
static bool begins_with(const Expr *e, const Var *array)
{
	while (e->kind == EX_PTRADD || e->kind == EX_CAST)
		e = e->arg[0];
	return e->kind == EX_ADDR && e->var == array;
}

static void add_place(Arena *arena, Var *array, const Var *pointer)
{
	SharedPlace *places = arena_array(arena, SharedPlace, array->n_places + 2);
	const Type *elem = pointer->type->elem;
	int n = 0;
	if (!array->n_places)
		places[n++] = (SharedPlace){ .elem = array->type->elem };
	for (int i = 0; i < array->n_places; i++)
		places[n++] = array->places[i];
	int i = n;
	while (i > 0 && places[i - 1].at >= pointer->at)
		i--;
	const bool is_new = i == n || places[i].at != pointer->at;
	for (int k = n; is_new && k > i; k--)
		places[k] = places[k - 1];
	if (is_new || !places[i].pointer)
		places[i] = (SharedPlace){ pointer->at, elem, pointer };
	else if (places[i].elem && places[i].elem->size != elem->size)
		places[i].elem = NULL;
	array->places = places;
	array->n_places = n + is_new;
}

void places_find(Arena *arena, Unit *unit)
{
	Set *sets = heap_alloc((size_t)unit->n_vars + 1, sizeof *sets);
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk walk = { .expr = note, .data = sets };
		walk_stmt(&walk, unit->funcs[i]->body);
	}
	for (int i = 0; i < unit->n_vars; i++) {
		Var *var = unit->vars[i];
		const Set *set = &sets[var->id];
		const bool is_fixed = var->kind == VAR_LOCAL && !var->is_held && var->type->kind == TY_PTR && set->n_set == 1 &&
				      set->n_plain == set->n_named;
		var->is_set_once = is_fixed;
		var->into = is_fixed ? place_of(sets, set->value, &var->at) : NULL;
		if (var->into && var->at >= 0)
			add_place(arena, unit->vars[var->into->id], var);
		if (var->into)
			sets[var->into->id].n_divided += begins_with(set->value, var->into);
	}
	for (int i = 0; i < unit->n_vars; i++) {
		Var *array = unit->vars[i];
		const bool has_more = array->n_places && sets[array->id].n_named > sets[array->id].n_divided;
		if (has_more && array->places[0].pointer)
			array->n_places = 0;
	}
	free(sets);
}
