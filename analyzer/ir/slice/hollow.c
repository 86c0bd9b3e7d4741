/* Loops in which nothing is evaluated. */
#include "ir/slice/slice_impl.h"

#include "ir/effects/effects.h"
#include "ir/place.h"
#include "ir/walk.h"

/* The variable that a loop declares and sets to something; NULL: it does something else, or nothing. */
static const Var *counter_of(const Stmt *init)
{
	if (init && init->kind == ST_BLOCK && init->n_items == 1)
		init = init->items[0];
	const Stmt *set = init && init->kind == ST_DECL ? init->init : NULL;
	const Expr *e = set && set->kind == ST_EXPR && set->expr->kind == EX_STORE ? set->expr : NULL;
	return e && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == init->var && var_is_own(init->var) ? init->var : NULL;
}

/* Calls and stores but to the counter. */
static void note_other(void *data, const Expr *e)
{
	const Var **counter = data;
	const bool sets = e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == *counter;
	if (!sets && (e->kind == EX_STORE || e->kind >= EX_CALL || e->kind == EX_COPY))
		*counter = NULL;
}

static bool only_counts(const Slice *s, const Stmt *loop)
{
	const Var *counter = counter_of(loop->init);
	const Expr *test = loop->expr;
	Walk walk = { .expr = note_other, .data = &counter };
	if (!counter || !test || !loop->step || s->unit->expr_effects[test->id] & EFFECT_INSIDE)
		return false;
	walk_expr(&walk, loop->init->kind == ST_DECL ? loop->init->init->expr : loop->init->items[0]->init->expr);
	walk_expr(&walk, test);
	walk_expr(&walk, loop->step);
	return counter;
}

/* Nothing in it is evaluated but such loops. */
static bool is_quiet(const Slice *s, const Stmt *stmt)
{
	if (!stmt || !s->stmt[stmt->id] || (!s->must[stmt->id] && stmt->kind != ST_DECL))
		return true;
	if (stmt->kind == ST_DECL)
		return is_quiet(s, stmt->init);
	bool quiet = stmt->kind == ST_BLOCK || (stmt->kind == ST_LOOP && slice_is_hollow(s, stmt));
	for (int i = 0; i < stmt->n_items && quiet; i++)
		quiet = is_quiet(s, stmt->items[i]);
	return quiet;
}

bool slice_is_hollow(const Slice *s, const Stmt *loop)
{
	return !loop->is_do && only_counts(s, loop) && is_quiet(s, loop->body);
}
