#include "eval/cost/shared_place.h"

#include "base/vec.h"
#include "ir/walk.h"

enum {
	LINE = 128,
	DYNAMIC_ALIGN = 16,
	WINDOW = 1 << 16, /* less than descriptors of matrices keep of an address (18 bits), so that theirs still name the object */
};

struct SharedPlaces {
	Arena *arena;
	VEC(const Var *) statics;
	VEC(const Func *) funcs;
	bool *seen;        /* by Func.id */
	int n_seen;
};

static void note_var(SharedPlaces *places, const Var *var)
{
	if (!var || var->kind != VAR_SHARED)
		return;
	for (int i = 0; i < places->statics.n; i++)
		if (places->statics.at[i] == var)
			return;
	vec_push(places->arena, &places->statics, var);
}

static void note_func(SharedPlaces *places, const Func *func)
{
	if (!func || !func->body || func->id < 0 || func->id >= places->n_seen || places->seen[func->id])
		return;
	places->seen[func->id] = true;
	vec_push(places->arena, &places->funcs, func);
}

static void note_expr(void *data, const Expr *e)
{
	note_var(data, e->var);
	note_func(data, e->func);
}

static void note_stmt(void *data, const Stmt *s)
{
	note_var(data, s->var);
}

SharedPlaces *shared_places_new(Arena *arena, const Unit *unit, const Func *kernel)
{
	SharedPlaces *places = arena_new_of(arena, SharedPlaces);
	places->arena = arena;
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->id >= places->n_seen)
			places->n_seen = unit->funcs[i]->id + 1;
	places->seen = arena_array(arena, bool, places->n_seen + 1);
	note_func(places, kernel);
	for (int i = 0; i < places->funcs.n; i++) {
		Walk walk = { .expr = note_expr, .stmt = note_stmt, .data = places };
		walk_stmt(&walk, places->funcs.at[i]->body);
	}
	return places;
}

static int64_t low_bit(int64_t n)
{
	return n & -n;
}

int64_t shared_place_align(const SharedPlaces *places, const Var *var)
{
	if (!var || (var->kind != VAR_SHARED && var->kind != VAR_DYNAMIC))
		return 1;
	bool others_fill_lines = true;
	for (int i = 0; i < places->statics.n; i++) {
		const Var *other = places->statics.at[i];
		others_fill_lines = others_fill_lines && (other == var || other->type->size % LINE == 0);
	}
	int64_t align = var->align > 0 ? low_bit(var->align) : 1;
	return others_fill_lines || align > LINE ? LINE : align;
}

SharedStart shared_place_start(const SharedPlaces *places, const Arch *arch, const Var *var)
{
	const bool is_dynamic = var && var->kind == VAR_DYNAMIC;
	const bool is_first = is_dynamic && !places->statics.n;
	if (is_first)
		return (SharedStart){ WINDOW, arch->reserved };
	return (SharedStart){ is_dynamic ? DYNAMIC_ALIGN : 1, 0 };
}
