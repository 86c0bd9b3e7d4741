/* Names in assumptions. */
#include "eval/assume/assume_impl.h"

#include <string.h>

typedef struct Search {
	Arena *arena;
	const Unit *unit;
	const Func *kernel;
	const char *name;    /* the whole name, with fields */
	const char *fields;  /* what follows the variable's name: ".b.c" or "" */
	size_t n_base;       /* length of the variable's name */
	NamedPlace *out;
	int n;
	const char *problem; /* why the last candidate was rejected */
} Search;

static bool is_called(const Search *s, const char *name)
{
	/* Of ns::c only c is compared: Var has no scope. */
	const char *base = s->name;
	size_t n = s->n_base;
	for (size_t i = 0; i + 1 < s->n_base; i++)
		if (s->name[i] == ':' && s->name[i + 1] == ':') {
			base = s->name + i + 2;
			n = s->n_base - i - 2;
		}
	return strlen(name) == n && memcmp(name, base, n) == 0;
}

/* The type of the field s[0..n) of a record, its bases and anonymous members; adds to *offset.  NULL: there is none. */
static const Type *find_field(const Type *record, const char *s, size_t n, int64_t *offset, int depth)
{
	for (int i = 0; record->kind == TY_RECORD && i < record->n_fields; i++) {
		const Field *f = &record->fields[i];
		if (f->bit_width)
			continue;
		if (strlen(f->name) == n && n && memcmp(f->name, s, n) == 0) {
			*offset += f->offset;
			return f->type;
		}
		int64_t inner = *offset + f->offset;
		const Type *found = *f->name || depth > 8 ? NULL : find_field(f->type, s, n, &inner, depth + 1);
		if (found) {
			*offset = inner;
			return found;
		}
	}
	return NULL;
}

static void add_place(Search *s, NamedPlace place)
{
	for (const char *f = s->fields; *f;) {
		size_t n = strcspn(++f, ".");
		const Type *type = find_field(place.type, f, n, &place.offset, 0);
		if (!type) {
			s->problem = arena_printf(s->arena, "'%.*s' has no field '%.*s'", (int)(f - 1 - s->name), s->name, (int)n, f);
			return;
		}
		place.type = type;
		f += n;
	}
	TypeKind kind = place.type->kind;
	if (kind != TY_INT && kind != TY_BOOL && kind != TY_PTR)
		s->problem = arena_printf(s->arena, "'%s' is not an integer", s->name);
	else if (s->n < MAX_PLACES)
		s->out[s->n++] = place;
}

static void add_own(Search *s)
{
	for (int i = 0; i < s->unit->n_vars; i++) {
		const Var *var = s->unit->vars[i];
		bool own = var->owner == s->kernel && (var->kind == VAR_LOCAL || var->kind == VAR_PARAM);
		if (own && is_called(s, var->name))
			add_place(s, (NamedPlace){ .var = var, .type = var->type });
	}
}

static const char *const builtin_names[] = {
	[BV_NONE] = "",
	[BV_THREAD_IDX] = "threadIdx",
	[BV_BLOCK_IDX] = "blockIdx",
	[BV_BLOCK_DIM] = "blockDim",
	[BV_GRID_DIM] = "gridDim",
	[BV_WARP_SIZE] = "warpSize",
};

static const Type unsigned_type = { .kind = TY_INT, .size = 4, .align = 4, .name = "unsigned int" };

static void add_builtin(Search *s)
{
	BuiltinVar which = BV_NONE;
	for (int i = BV_THREAD_IDX; i <= BV_WARP_SIZE; i++)
		if (is_called(s, builtin_names[i]))
			which = (BuiltinVar)i;
	const char *f = s->fields;
	bool has_dim = f[0] == '.' && f[1] >= 'x' && f[1] <= 'z' && !f[2];
	if (which == BV_NONE)
		return;
	if (which == BV_WARP_SIZE ? *f != 0 : !has_dim) {
		s->problem = arena_printf(s->arena, "'%s' is not an integer", s->name);
		return;
	}
	NamedPlace place = { .builtin = which, .type = &unsigned_type, .offset = has_dim ? 4 * (f[1] - 'x') : 0 };
	for (int i = 0; i < s->unit->n_vars; i++)
		if (s->unit->vars[i]->kind == VAR_BUILTIN && s->unit->vars[i]->builtin == which)
			place.var = s->unit->vars[i];
	s->out[s->n++] = place;
}

static void add_outer(Search *s)
{
	for (int i = 0; i < s->unit->n_vars; i++) {
		const Var *var = s->unit->vars[i];
		if (!is_called(s, var->name) || var->owner)
			continue;
		if (var->kind == VAR_CONSTANT)
			add_place(s, (NamedPlace){ .var = var, .type = var->type });
		else if (var->kind == VAR_GLOBAL)
			s->problem = arena_printf(s->arena, "'%s' is in global memory: its value may change", s->name);
	}
}

int assume_places(Arena *arena, const Unit *unit, const Func *kernel, const char *name, NamedPlace out[MAX_PLACES], const char **problem)
{
	size_t n = strcspn(name, ".");
	Search s = { .arena = arena, .unit = unit, .kernel = kernel, .name = name, .fields = name + n, .n_base = n, .out = out };
	void (*const steps[])(Search *) = { add_own, add_builtin, add_outer };
	for (size_t i = 0; i < sizeof steps / sizeof *steps && !s.n && !s.problem; i++)
		steps[i](&s);
	if (!s.n && !s.problem)
		s.problem = arena_printf(arena, "'%s' is not a parameter or variable of kernel '%s'", name, kernel->name);
	*problem = s.n ? NULL : s.problem;
	return s.n;
}

static const char *term_problem(Arena *arena, const Unit *unit, const Func *kernel, const AssumeTerm *t, size_t *at)
{
	NamedPlace places[MAX_PLACES];
	const char *problem = NULL;
	if (!t)
		return NULL;
	if (t->kind == TERM_NAME) {
		assume_places(arena, unit, kernel, t->name, places, &problem);
		*at = t->at;
		return problem;
	}
	problem = term_problem(arena, unit, kernel, t->a, at);
	return problem ? problem : term_problem(arena, unit, kernel, t->b, at);
}

const char *assume_name_problem(Arena *arena, const Unit *unit, const Func *kernel, const Assumption *assumption, size_t *at)
{
	const char *problem = term_problem(arena, unit, kernel, assumption->a, at);
	return problem ? problem : term_problem(arena, unit, kernel, assumption->b, at);
}
