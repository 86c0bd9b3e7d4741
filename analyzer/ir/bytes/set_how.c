#include "ir/bytes/set_how.h"

#include "ir/walk.h"

enum { BY_FIELDS = 1, VARIES = 2, BY_COPIES = 4, SOMEHOW = 8 };

typedef struct Setters {
	unsigned char *found; /* by Var.id: flags */
	int *named, *followed; /* by Var.id: how often its address is taken, and for a load, a store or a copy */
	bool in_kernel;
} Setters;

/* The local variable whose address the expression is; NULL: it is something else. */
static const Var *named_by(const Expr *e)
{
	return (e->kind == EX_ADDR || e->kind == EX_TEMP) && e->var && e->var->kind == VAR_LOCAL ? e->var : NULL;
}

static const Var *root_of(const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	return named_by(address);
}

/* In no local variable, for certain: that of a device function's parameter may be. */
static bool is_in_memory(const Setters *s, const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	if (address->kind == EX_ADDR)
		return address->var->kind != VAR_LOCAL && address->var->kind != VAR_PARAM;
	return s->in_kernel && address->kind == EX_LOAD && address->arg[0]->kind == EX_ADDR && address->arg[0]->var->kind == VAR_PARAM;
}

static unsigned char copied_how(const Setters *s, const Expr *copy)
{
	const bool is_whole = copy->arg[0]->kind == EX_ADDR && copy->copied && copy->copied->size == copy->arg[0]->var->type->size;
	return is_whole && is_in_memory(s, copy->arg[1]) ? BY_COPIES : SOMEHOW;
}

/* A record of constants alone is copied as one. */
static unsigned char stored_how(const Expr *store)
{
	const Expr *value = store->arg[1];
	while (value->kind == EX_CAST)
		value = value->arg[0];
	return value->kind == EX_INT || value->kind == EX_FLOAT ? BY_FIELDS : BY_FIELDS | VARIES;
}

static void note_use(void *data, const Expr *e)
{
	Setters *s = data;
	const Var *named = named_by(e);
	if (named)
		s->named[named->id]++;
	const bool copies = e->kind == EX_COPY;
	if (!copies && e->kind != EX_LOAD && e->kind != EX_STORE)
		return;
	const Var *to = root_of(e->arg[0]), *from = copies ? root_of(e->arg[1]) : NULL;
	if (to) {
		s->followed[to->id]++;
		s->found[to->id] |= copies ? copied_how(s, e) : e->kind == EX_STORE ? stored_how(e) : 0;
	}
	if (from)
		s->followed[from->id]++;
}

void set_how_find(Arena *arena, Unit *unit)
{
	Arena *scratch = arena_new();
	Setters s = { .found = arena_array(arena, unsigned char, unit->n_vars + 1),
		      .named = arena_array(scratch, int, unit->n_vars + 1),
		      .followed = arena_array(scratch, int, unit->n_vars + 1) };
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk walk = { .expr = note_use, .data = &s };
		s.in_kernel = unit->funcs[i]->kind == FN_KERNEL;
		walk_stmt(&walk, unit->funcs[i]->body);
	}
	for (int i = 0; i < unit->n_vars; i++)
		if (s.named[i] != s.followed[i])
			s.found[i] |= SOMEHOW;
	arena_free(scratch);
	unit->set_how = s.found;
}

SetHow set_how(const Unit *unit, const Var *var)
{
	const unsigned char how = unit->set_how && var && var->kind == VAR_LOCAL ? unit->set_how[var->id] : 0;
	return how == (BY_FIELDS | VARIES) ? SET_BY_FIELDS : how == BY_COPIES ? SET_BY_COPIES : SET_SOMEHOW;
}
