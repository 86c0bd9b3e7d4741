/* LLVM compares two branches from their beginnings, instruction by instruction, and moves what is equal before the condition.  Here
 * their loads are compared, in the order of the text, until two have different addresses or something else than a variable of the
 * function's own is stored to. */
#include "ir/effects/hoist.h"

#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_STARTS = 8, MAX_LOADS = 16, MAX_NESTED = 64 };

typedef struct HoistGroups {
	int *group; /* by Expr.id */
	int n_groups;
	uint16_t *expr_effects;
} HoistGroups;

/* --- equal expressions ---------------------------------------------------------------------------------- */

static bool same_kind(const Expr *a, const Expr *b)
{
	return a->kind == b->kind && a->op == b->op && a->var == b->var && a->func == b->func && a->i == b->i && a->f == b->f &&
	       a->scale == b->scale && a->intrinsic == b->intrinsic && a->n_args == b->n_args && a->bit_width == b->bit_width &&
	       a->bit_offset == b->bit_offset && !a->stmt && !b->stmt && !a->asm_block && !b->asm_block && !a->callee && !b->callee;
}

static bool same_type(const Type *a, const Type *b)
{
	return a == b || (a && b && a->kind == b->kind && a->size == b->size);
}

static bool same_nested(const Expr *a, const Expr *b, int depth)
{
	if (!same_kind(a, b) || !same_type(a->type, b->type) || depth > MAX_NESTED)
		return false;
	for (int i = 0; i < a->n_args; i++)
		if (!same_nested(a->arg[i], b->arg[i], depth + 1))
			return false;
	return true;
}

bool expr_same(const Expr *a, const Expr *b)
{
	return same_nested(a, b, 0);
}

/* --- what branches begin with ------------------------------------------------------------------------------ */

typedef struct Starts {
	const Stmt *at[MAX_STARTS];
	int n;
} Starts;

static void add_starts(Starts *starts, const Stmt *s)
{
	if (!s || starts->n == MAX_STARTS)
		return;
	if (s->kind != ST_BLOCK)
		starts->at[starts->n++] = s;
	for (int i = 0; s->kind == ST_BLOCK && i < s->n_items; i++)
		add_starts(starts, s->items[i]);
}

/* The loads of an expression from other than the function's own variables and threadIdx …, in the order of the text. */
typedef struct Loads {
	const Expr *at[MAX_LOADS];
	int n;
	bool stops; /* what follows may not be executed, or not be known */
	bool stores; /* to other than such variables */
} Loads;

static bool is_own(const Expr *address)
{
	const Var *var = place_var(address);
	return var && (var_is_own(var) || var->kind == VAR_BUILTIN);
}

static void add_loads(Loads *loads, const Expr *e, int depth)
{
	const bool chooses = e->kind == EX_COND || e->kind == EX_LAND || e->kind == EX_LOR;
	for (int i = 0; i < (chooses ? 1 : e->n_args) && !loads->stops && depth < MAX_NESTED; i++)
		add_loads(loads, e->arg[i], depth + 1);
	if (loads->stops)
		return;
	loads->stops = loads->n == MAX_LOADS || depth == MAX_NESTED || chooses || e->kind == EX_INTRINSIC || e->kind == EX_ASM ||
		       e->kind == EX_STMT || e->kind == EX_TEMP || e->kind == EX_UNKNOWN || (e->kind == EX_CALL && !is_mathematics(e));
	loads->stores = loads->stores || e->kind == EX_COPY || (e->kind == EX_STORE && !is_own(e->arg[0]));
	if (e->kind == EX_LOAD && !loads->stops && !is_own(e->arg[0]))
		loads->at[loads->n++] = e;
}

static void pair(HoistGroups *groups, const Expr *a, const Expr *b)
{
	if (!place_may_be_shared(a->arg[0]))
		return;
	groups->group[a->id] = groups->group[b->id] = ++groups->n_groups;
}

/* False: what follows is not hoisted. */
static bool match(HoistGroups *groups, const Expr *a, const Expr *b)
{
	Loads first = { .n = 0 }, second = { .n = 0 };
	add_loads(&first, a, 0);
	add_loads(&second, b, 0);
	for (int i = 0; i < first.n && i < second.n; i++) {
		if (!expr_same(first.at[i], second.at[i]))
			return false;
		pair(groups, first.at[i], second.at[i]);
	}
	return first.n == second.n && !first.stops && !second.stops && !first.stores && !second.stores;
}

static const Expr *expr_of(const Stmt *s)
{
	if (s->kind == ST_DECL && s->init)
		s = s->init;
	return s->kind == ST_EXPR ? s->expr : NULL;
}

static bool is_empty(const Stmt *s)
{
	return s->kind == ST_DECL && !s->init;
}

static void match_branches(HoistGroups *groups, const Stmt *a, const Stmt *b)
{
	Starts first = { .n = 0 }, second = { .n = 0 };
	add_starts(&first, a);
	add_starts(&second, b);
	for (int i = 0, k = 0; i < first.n && k < second.n; i++, k++) {
		while (i < first.n && is_empty(first.at[i]))
			i++;
		while (k < second.n && is_empty(second.at[k]))
			k++;
		const Expr *one = i < first.n ? expr_of(first.at[i]) : NULL, *other = k < second.n ? expr_of(second.at[k]) : NULL;
		if (!one || !other || !match(groups, one, other))
			return;
	}
}

/* --- a branch alone --------------------------------------------------------------------------------------- */

static bool is_of_shared(const Expr *load)
{
	const Var *var = place_var(load->arg[0]);
	return var && (var->kind == VAR_SHARED || var->kind == VAR_DYNAMIC);
}

/* Appends the loads of the statements up to the first that stores; false: they are not straight-line code. */
static bool add_starting_loads(Loads *starts, const Stmt *s, bool *stored)
{
	bool straight = s->kind == ST_BLOCK || is_empty(s) || expr_of(s);
	for (int i = 0; s->kind == ST_BLOCK && i < s->n_items && straight; i++)
		straight = add_starting_loads(starts, s->items[i], stored);
	if (s->kind == ST_BLOCK || is_empty(s) || !straight)
		return straight;
	Loads own = { .n = 0 }, *loads = *stored ? &own : starts;
	add_loads(loads, expr_of(s), 0);
	*stored = *stored || loads->stores;
	return !loads->stops;
}

static void mark_starts(HoistGroups *groups, const Expr *test, const Stmt *body)
{
	Loads starts = { .n = 0 }, tests = { .n = 0 };
	bool stored = false;
	add_loads(&tests, test, 0);
	if (tests.stops || !add_starting_loads(&starts, body, &stored))
		return;
	for (int i = 0; i < starts.n && is_of_shared(starts.at[i]); i++)
		groups->expr_effects[starts.at[i]->id] |= STARTS_BRANCH;
}

static void visit_stmt(void *data, const Stmt *s)
{
	if (s->kind == ST_IF && s->other)
		match_branches(data, s->body, s->other);
	else if (s->kind == ST_IF)
		mark_starts(data, s->expr, s->body);
}

static void visit_expr(void *data, const Expr *e)
{
	if (e->kind == EX_COND)
		match(data, e->arg[1], e->arg[2]);
}

void hoist_find(Arena *arena, Unit *unit, uint16_t *expr_effects)
{
	HoistGroups groups = { .group = arena_array(arena, int, unit->n_exprs + 1), .expr_effects = expr_effects };
	Walk walk = { .stmt = visit_stmt, .expr = visit_expr, .data = &groups };
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->body && unit->funcs[i]->kind != FN_HOST)
			walk_stmt(&walk, unit->funcs[i]->body);
	unit->hoist_groups = groups.group;
}
