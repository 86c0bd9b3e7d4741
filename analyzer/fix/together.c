#include "fix/together.h"

#include <string.h>

#include "fix/named.h"
#include "ir/walk.h"

/* Looks for names of a variable that one of our macros writes. */
typedef struct Finder {
	Arena *arena;
	const Unit *unit;
	const Uses *uses;
	const Var *other;
	bool is_found;
} Finder;

static bool has_macro_at(const Uses *uses, Loc loc)
{
	for (int i = 0; i < uses->at.n; i++)
		if (uses->at.at[i].in_macro && loc_same(uses->at.at[i].loc, loc))
			return true;
	return false;
}

static void look_at(void *data, const Expr *e)
{
	Finder *finder = data;
	Use use;
	UseList written = { 0 };
	if (finder->is_found || e->kind != EX_ADDR || e->var != finder->other)
		return;
	use_read(finder->unit->sources, e->range.begin, e->var->name, &use);
	if (!use.is_literal)
		uses_of_macro(finder->arena, finder->unit->sources, e->range.begin, e->var->name, &written);
	for (int i = 0; i < written.n; i++)
		finder->is_found |= has_macro_at(finder->uses, written.at[i].loc);
}

static bool shares_macro(Arena *arena, const Unit *unit, const Uses *uses, const Var *other)
{
	Finder finder = { arena, unit, uses, other, false };
	for (int i = 0; i < unit->n_funcs && !finder.is_found; i++) {
		Walk walk = { look_at, NULL, &finder, 0 };
		walk_stmt(&walk, unit->funcs[i]->body);
	}
	return finder.is_found;
}

static bool has_object(const Together *t, const Var *var)
{
	for (int i = 0; i < t->n; i++)
		if (same_object(t->object[i], var))
			return true;
	return false;
}

static void add(Arena *arena, const Unit *unit, const Var *object, Together *t)
{
	Grid first, grid;
	const bool is_shared = object->kind == VAR_SHARED || object->kind == VAR_DYNAMIC;
	const bool is_alike = is_shared && grid_of(t->object[0], &first) && grid_of(object, &grid) && first.n_dims == grid.n_dims &&
			      first.elem == grid.elem;
	if (!is_alike || t->n == MAX_TOGETHER) {
		t->why = "a macro in its subscripts names other variables, too";
		return;
	}
	t->object[t->n] = object;
	uses_find(arena, unit, object, (Part){ NULL, NULL }, &t->uses[t->n]);
	t->n++;
}

static bool has_macros(const Uses *uses)
{
	for (int i = 0; i < uses->at.n; i++)
		if (uses->at.at[i].in_macro)
			return true;
	return false;
}

static bool has_use(const UseList *list, Loc loc)
{
	for (int i = 0; i < list->n; i++)
		if (loc_same(list->at[i].loc, loc))
			return true;
	return false;
}

/* All of them get the uses of all: the file's edits are those of the first. */
static void join(Arena *arena, Together *t)
{
	UseList all = { 0 };
	for (int o = 0; o < t->n; o++)
		for (int i = 0; i < t->uses[o].at.n; i++)
			if (!has_use(&all, t->uses[o].at.at[i].loc))
				vec_push(arena, &all, t->uses[o].at.at[i]);
	for (int o = 0; o < t->n; o++) {
		t->uses[o].at = all;
		t->uses[o].followed = NULL;
		t->uses[0].has_aliases |= t->uses[o].has_aliases;
		t->uses[0].piece = t->uses[o].piece > t->uses[0].piece ? t->uses[o].piece : t->uses[0].piece;
		if (!t->uses[0].obstacle) {
			t->uses[0].obstacle = t->uses[o].obstacle;
			t->uses[0].obstacle_loc = t->uses[o].obstacle_loc;
		}
	}
}

static bool is_object(const void *data, const Var *var)
{
	return has_object(data, var);
}

/* Whether a macro that names the objects is also used elsewhere: by the host, in a template that nothing instantiates. */
static bool is_used_unseen(Arena *arena, const Unit *unit, const Together *t)
{
	LocList places = { 0 };
	SpanList names = { 0 };
	const int file = t->object[0]->loc.file;
	uses_of_definitions(arena, unit->sources, file, &t->uses[0].at, &names);
	if (names.n)
		named_find(arena, unit, is_object, t, &places);
	for (int i = 0; i < names.n; i++)
		if (!named_has(&places, file, names.at[i].begin))
			return true;
	return false;
}

void together_find(Arena *arena, const Unit *unit, const Var *object, Part part, Together *out)
{
	*out = (Together){ .n = 1 };
	out->object[0] = object;
	uses_find(arena, unit, object, part, &out->uses[0]);
	for (int o = 0; o < out->n && !out->why; o++)
		for (int i = 0; i < unit->n_vars && !out->why && has_macros(&out->uses[o]); i++) {
			const Var *other = unit->vars[i];
			if (strcmp(other->name, object->name) == 0 && !has_object(out, other) &&
			    shares_macro(arena, unit, &out->uses[o], other))
				add(arena, unit, other, out);
		}
	if (out->n > 1)
		join(arena, out);
	if (!out->why && is_used_unseen(arena, unit, out))
		out->why = "a macro in its subscripts is also used in code that is not analysed";
}

bool together_has_room(const KernelFacts *kernels, int n_kernels, int arch, const Together *together, const Layout *layout)
{
	const int64_t limit = arch_model(arch)->shared_per_block;
	for (int k = 0; k < n_kernels; k++) {
		const int64_t more = occupancy_extra(&kernels[k], together->object, together->n, layout);
		if (more > 0 && together->object[0]->kind == VAR_SHARED && static_shared_bytes(&kernels[k]) + more > limit)
			return false;
	}
	return true;
}
