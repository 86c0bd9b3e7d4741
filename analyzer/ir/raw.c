#include "ir/raw.h"

#include <stdlib.h>

#include "base/heap.h"
#include "base/vec.h"
#include "ir/walk.h"

typedef VEC(const Type *) TypeList;

/* Of a variable: how often it is named, and how often as an address of the record. */
typedef struct Named {
	const Type *record; /* NULL: none yet */
	int n_named, n_record;
} Named;

typedef struct Search {
	Arena *arena;
	Named *of; /* by Var.id */
	TypeList indexed; /* records with pointers that subscripts are added to */
} Search;

bool type_has_array(const Type *type)
{
	for (int f = 0; type->kind == TY_RECORD && f < type->n_fields; f++)
		if (type_has_array(type->fields[f].type))
			return true;
	return type->kind == TY_ARRAY;
}

static const Type *record_at(const Type *pointer)
{
	const Type *to = pointer->kind == TY_PTR ? pointer->elem : NULL;
	return to && to->kind == TY_RECORD && type_has_array(to) ? to : NULL;
}

static bool is_raw(const Var *var)
{
	const Type *elem = var->type->kind == TY_ARRAY ? var->type->elem : NULL;
	return (var->kind == VAR_SHARED || var->kind == VAR_DYNAMIC) && elem && elem->kind != TY_ARRAY && elem->kind != TY_RECORD;
}

static void note_name(Named *names, const Type *record)
{
	names->n_named++;
	names->n_record += record && (!names->record || names->record == record);
	names->record = names->record ? names->record : record;
}

static void note(void *data, const Expr *e)
{
	Search *s = data;
	const Type *record = e->kind == EX_ADDR || e->kind == EX_PTRADD ? record_at(e->type) : NULL;
	if (e->kind == EX_ADDR && is_raw(e->var))
		note_name(&s->of[e->var->id], record);
	if (e->kind == EX_PTRADD && record && e->scale == record->size)
		vec_push(s->arena, &s->indexed, record);
}

static bool is_indexed(const Search *s, const Type *record)
{
	for (int i = 0; i < s->indexed.n; i++)
		if (s->indexed.at[i] == record)
			return true;
	return false;
}

void raw_find(Unit *unit)
{
	Search s = { .arena = arena_new(), .of = heap_alloc((size_t)unit->n_vars + 1, sizeof *s.of) };
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk walk = { .expr = note, .data = &s };
		walk_stmt(&walk, unit->funcs[i]->body);
	}
	for (int i = 0; i < unit->n_vars; i++) {
		const Named *names = &s.of[unit->vars[i]->id];
		if (names->record && names->n_named == names->n_record && !is_indexed(&s, names->record))
			unit->vars[i]->as = names->record;
	}
	free(s.of);
	arena_free(s.arena);
}
