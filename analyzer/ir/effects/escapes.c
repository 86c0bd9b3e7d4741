#include "ir/effects/escapes.h"

#include "ir/place.h"
#include "ir/walk.h"

#include <string.h>

typedef struct Escapes {
	int *named, *plain; /* by Var.id: how often; and how often as the root of what is loaded, stored or copied */
} Escapes;

static void add_plain(Escapes *s, const Expr *address)
{
	const Var *var = place_var(address);
	if (var)
		s->plain[var->id]++;
}

static void note_expr(void *data, const Expr *e)
{
	Escapes *s = data;
	if (e->kind == EX_ADDR)
		s->named[e->var->id]++;
	if (e->kind == EX_LOAD || e->kind == EX_STORE || e->kind == EX_COPY)
		add_plain(s, e->arg[0]);
	if (e->kind == EX_COPY)
		add_plain(s, e->arg[1]);
}

void escapes_find(Arena *arena, Unit *unit)
{
	const size_t n = (size_t)unit->n_vars + 1;
	bool *escapes = arena_array(arena, bool, n);
	Arena *scratch = arena_new();
	Escapes s = { arena_array(scratch, int, n), arena_array(scratch, int, n) };
	Walk walk = { .expr = note_expr, .data = &s };
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->body)
			walk_stmt(&walk, unit->funcs[i]->body);
	for (size_t i = 0; i < n; i++)
		escapes[i] = s.named[i] > s.plain[i];
	unit->escapes = escapes;
	arena_free(scratch);
}
