#include "ir/effects/invariant.h"

#include "ir/library.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_SET = 64, MAX_DEPTH = 16, MAX_CALLS = 4 };

/* A variable that a loop changes. */
typedef struct Set {
	const Var *var;
	const Expr *by;    /* the initialisation in the loop, if nothing else stores to it there, else NULL */
} Set;

typedef struct Loop {
	uint16_t *expr_effects;
	Set sets[MAX_SET]; /* further ones are ignored: a load too many is taken for invariant, and becomes a bound */
	int n_sets;
	bool waits;        /* for other threads, or has a fence */
	int calls;
} Loop;

/* --- what the loop changes ------------------------------------------------------------------------ */

static Set *find_set(Loop *loop, const Var *var)
{
	for (int i = 0; i < loop->n_sets; i++)
		if (loop->sets[i].var == var)
			return &loop->sets[i];
	return NULL;
}

static void add_set(Loop *loop, const Var *var, const Expr *by)
{
	Set *set = find_set(loop, var);
	if (set && set->by != by)
		set->by = NULL;
	else if (!set && loop->n_sets < MAX_SET)
		loop->sets[loop->n_sets++] = (Set){ var, by };
}

static void note_ordering(void *data, const Expr *e)
{
	Loop *loop = data;
	loop->waits = loop->waits || is_intrinsic(e, IN_ORDERS);
	if (e->kind != EX_CALL || !e->func || loop->waits)
		return;
	loop->waits = func_orders(e->func);
	if (e->func->body && loop->calls < MAX_CALLS) {
		Walk walk = { .expr = note_ordering, .data = data };
		loop->calls++;
		walk_stmt(&walk, e->func->body);
		loop->calls--;
	}
}

static void note_expr(void *data, const Expr *e)
{
	Loop *loop = data;
	if (e->kind == EX_STORE || e->kind == EX_COPY || (is_intrinsic(e, IN_ATOMIC) && e->n_args)) {
		const Var *var = place_var(e->arg[0]);
		const Set *set = var ? find_set(loop, var) : NULL;
		if (var)
			add_set(loop, var, set && set->by == e ? e : NULL);
	}
	for (int i = 0; e->kind == EX_CALL && i < e->n_args; i++)
		if (e->arg[i]->kind == EX_ADDR)
			add_set(loop, e->arg[i]->var, NULL);
	note_ordering(data, e);
}

static void note_stmt(void *data, const Stmt *s)
{
	const Expr *init = s->kind == ST_DECL && s->init && s->init->kind == ST_EXPR ? s->init->expr : NULL;
	if (init && init->kind == EX_STORE)
		add_set(data, s->var, init);
}

/* --- what does not change ---------------------------------------------------------------------------- */

static bool is_invariant(Loop *loop, const Expr *e, int depth);

static bool var_is_invariant(Loop *loop, const Var *var, int depth)
{
	const Set *set = find_set(loop, var);
	return !set || (set->by && is_invariant(loop, set->by->arg[1], depth));
}

static bool is_invariant(Loop *loop, const Expr *e, int depth)
{
	if (depth > MAX_DEPTH)
		return true;
	switch (e->kind) {
	case EX_ASM:
	case EX_STMT:
	case EX_TEMP:
	case EX_STORE:
	case EX_COPY:
	case EX_UNKNOWN:
	case EX_LAUNCH:
		return false;
	case EX_CALL:
		if (!is_mathematics(e))
			return false;
		break;
	case EX_LOAD:
		if (place_var(e->arg[0]) && !var_is_invariant(loop, place_var(e->arg[0]), depth + 1))
			return false;
		break;
	default:
		break;
	}
	for (int i = 0; i < e->n_args; i++)
		if (!is_invariant(loop, e->arg[i], depth + 1))
			return false;
	return true;
}

static void mark(void *data, const Expr *e)
{
	Loop *loop = data;
	if (e->kind != EX_LOAD)
		return;
	loop->expr_effects[e->id] &= (uint16_t)~LOOP_INVARIANT_LOAD;
	if (!loop->waits && place_may_be_shared(e->arg[0]) && is_invariant(loop, e, 0))
		loop->expr_effects[e->id] |= LOOP_INVARIANT_LOAD;
}

/* --- loops ------------------------------------------------------------------------------------------- */

static void walk_iteration(Walk walk, const Stmt *loop)
{
	if (loop->expr)
		walk_expr(&walk, loop->expr);
	if (loop->body)
		walk_stmt(&walk, loop->body);
	if (loop->step)
		walk_expr(&walk, loop->step);
}

/* Inner loops are visited after outer ones: the flag is that of the innermost. */
static void visit_loop(void *data, const Stmt *s)
{
	if (s->kind != ST_LOOP)
		return;
	Loop loop = { .expr_effects = data };
	walk_iteration((Walk){ .expr = note_expr, .stmt = note_stmt, .data = &loop }, s);
	walk_iteration((Walk){ .expr = mark, .data = &loop }, s);
}

void invariant_find(uint16_t *expr_effects, const Unit *unit)
{
	Walk walk = { .stmt = visit_loop, .data = expr_effects };
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->body && unit->funcs[i]->kind != FN_HOST)
			walk_stmt(&walk, unit->funcs[i]->body);
}
