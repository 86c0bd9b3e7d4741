#include "fix/named.h"

#include "ir/walk.h"

typedef struct Finder {
	Arena *arena;
	bool (*is_meant)(const void *data, const Var *var);
	const void *data;
	LocList *out;
} Finder;

static void note(void *data, const Expr *e)
{
	const Finder *finder = data;
	if (e->kind == EX_ADDR && finder->is_meant(finder->data, e->var))
		vec_push(finder->arena, finder->out, e->range.begin);
}

void named_find(Arena *arena, const Unit *unit, bool (*is_meant)(const void *data, const Var *var), const void *data, LocList *out)
{
	Finder finder = { arena, is_meant, data, out };
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk walk = { .expr = note, .data = &finder };
		walk_stmt(&walk, unit->funcs[i]->body);
	}
}

bool named_has(const LocList *places, int file, size_t offset)
{
	for (int i = 0; i < places->n; i++)
		if (places->at[i].file == file && places->at[i].offset == offset)
			return true;
	return false;
}
