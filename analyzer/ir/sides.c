/* LLVM takes what two blocks end with out of both, last instruction first, as long as they are alike but for one operand, which
 * it chooses before.  Here two sides are compared from their ends, statement by statement: what may be alike counts. */
#include "ir/sides.h"

#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_ENDS = 16, MAX_DEPTH = 32 };

/* Statements that a side ends with, the last one first. */
typedef struct Ends {
	const Stmt *at[MAX_ENDS];
	int n;
} Ends;

typedef struct Sides {
	int *group; /* by Expr.id */
	int n_groups;
} Sides;

static void add_ends(Ends *ends, const Stmt *s)
{
	if (!s || ends->n == MAX_ENDS)
		return;
	if (s->kind != ST_BLOCK) {
		ends->at[ends->n++] = s;
		return;
	}
	for (int i = s->n_items - 1; i >= 0; i--)
		add_ends(ends, s->items[i]);
}

/* --- accesses in one shape ---------------------------------------------------------------------------- */

static bool may_be_shared(const Expr *address)
{
	const Var *var = place_var(address);
	return !var || var->kind == VAR_SHARED || var->kind == VAR_DYNAMIC;
}

static bool is_leaf(const Expr *e)
{
	return !e->n_args && (e->kind == EX_INT || e->kind == EX_FLOAT || e->kind == EX_ADDR);
}

static void pair(Sides *sides, const Expr *a, const Expr *b)
{
	int group = sides->group[a->id] ? sides->group[a->id] : sides->group[b->id];
	if (!group)
		group = ++sides->n_groups;
	sides->group[a->id] = sides->group[b->id] = group;
}

static bool same_text(const Expr *a, const Expr *b, int depth)
{
	bool same = a->kind == b->kind && a->op == b->op && a->type->size == b->type->size && a->n_args == b->n_args && a->i == b->i &&
		    a->f == b->f && a->scale == b->scale && a->var == b->var && a->func == b->func && a->intrinsic == b->intrinsic &&
		    !a->stmt && !a->asm_block && depth < MAX_DEPTH;
	for (int i = 0; i < a->n_args && same; i++)
		same = same_text(a->arg[i], b->arg[i], depth + 1);
	return same;
}

/* Of a load the address may be chosen; of a store its value, or else, where that is the same variable's, its address. */
static bool is_one_store(const Expr *a, const Expr *b)
{
	if (a->kind != EX_STORE)
		return false;
	const Expr *value = a->arg[1];
	bool variable = value->kind == EX_LOAD && value->arg[0]->kind == EX_ADDR && var_is_own(value->arg[0]->var);
	return same_text(a->arg[0], b->arg[0], 0) || (variable && same_text(value, b->arg[1], 0));
}

/* Pairs what stands at one place of both; false: they part somewhere. */
static bool match(Sides *sides, const Expr *a, const Expr *b, int depth)
{
	if (is_leaf(a) && is_leaf(b))
		return true;
	if (a->kind != b->kind || a->op != b->op || a->n_args != b->n_args || a->type->size != b->type->size ||
	    a->scale != b->scale || a->func != b->func || a->intrinsic != b->intrinsic || depth > MAX_DEPTH)
		return false;
	bool same = true;
	for (int i = 0; i < a->n_args; i++)
		same = match(sides, a->arg[i], b->arg[i], depth + 1) && same;
	if ((a->kind == EX_LOAD || is_one_store(a, b)) && may_be_shared(a->arg[0]) && may_be_shared(b->arg[0]))
		pair(sides, a, b);
	return same;
}

/* --- conditions --------------------------------------------------------------------------------------- */

static void match_sides(Sides *sides, const Stmt *a, const Stmt *b, int depth);

static bool match_stmts(Sides *sides, const Stmt *a, const Stmt *b, int depth)
{
	if (a->kind == ST_EXPR && b->kind == ST_EXPR)
		return match(sides, a->expr, b->expr, 0) || a->expr->kind == EX_STORE;
	if (a->kind == ST_DECL && b->kind == ST_DECL)
		return !a->init || !b->init || match_stmts(sides, a->init, b->init, depth);
	if (a->kind == ST_IF && a->other) {
		match_sides(sides, a->body, b, depth + 1);
		match_sides(sides, a->other, b, depth + 1);
	} else if (b->kind == ST_IF && b->other) {
		match_sides(sides, a, b->body, depth + 1);
		match_sides(sides, a, b->other, depth + 1);
	}
	return false;
}

static void match_sides(Sides *sides, const Stmt *a, const Stmt *b, int depth)
{
	Ends first = { .n = 0 }, second = { .n = 0 };
	add_ends(&first, a);
	add_ends(&second, b);
	for (int i = 0; i < first.n && i < second.n && depth < MAX_DEPTH; i++)
		if (!match_stmts(sides, first.at[i], second.at[i], depth))
			return;
}

static void see_stmt(void *data, const Stmt *s)
{
	if (s->kind == ST_IF && s->other)
		match_sides(data, s->body, s->other, 0);
}

static void see_expr(void *data, const Expr *e)
{
	if (e->kind == EX_COND)
		match(data, e->arg[1], e->arg[2], 0);
}

void sides_find(Arena *arena, Unit *unit)
{
	Sides sides = { .group = arena_array(arena, int, unit->n_exprs + 1) };
	Walk walk = { .stmt = see_stmt, .expr = see_expr, .data = &sides };
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->body && unit->funcs[i]->kind != FN_HOST)
			walk_stmt(&walk, unit->funcs[i]->body);
	unit->sides = sides.group;
}
