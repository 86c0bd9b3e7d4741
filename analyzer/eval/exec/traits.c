#include "eval/exec/traits.h"

#include "ir/effects/effects.h"
#include "ir/place.h"
#include "ir/walk.h"

static void note_continue(void *data, const Stmt *s)
{
	if (s->kind == ST_CONTINUE)
		*(unsigned char *)data |= LOOP_CONTINUES;
}

/* The address of a variable that is not in shared memory, plus an offset: a load from it has no side effect. */
static bool is_local_address(const Expr *e)
{
	while (e->kind == EX_PTRADD)
		e = e->arg[0];
	return e->kind == EX_ADDR && e->var->kind != VAR_SHARED && e->var->kind != VAR_DYNAMIC;
}

static void note_counting(void *data, const Expr *e)
{
	if (e->kind == EX_BINARY && e->op == OP_ADD && e->arg[1]->kind == EX_INT && e->arg[1]->i == 1)
		*(unsigned char *)data |= LOOP_COUNTS;
}

static void note_action(void *data, const Expr *e)
{
	unsigned char *traits = data;
	if (expr_is_leaf(e))
		return;
	switch (e->kind) {
	case EX_LOAD:
		if (!is_local_address(e->arg[0]))
			*traits |= LOOP_TEST_HAS_EFFECTS;
		break;
	case EX_PTRADD:
	case EX_PTRDIFF:
	case EX_UNARY:
	case EX_BINARY:
	case EX_LAND:
	case EX_LOR:
	case EX_COND:
	case EX_COMMA:
	case EX_CAST:
		break;
	default:
		*traits |= LOOP_TEST_HAS_EFFECTS;
	}
}

/* --- loops that only compute with floats ------------------------------------------------------------ */

enum { MAX_OWN = 64 };

typedef struct Effects {
	const Var *own[MAX_OWN];     /* declared inside the loop */
	int n_own;
	const Var *floats[MAX_OWN];  /* declared outside, with floats only, and changed */
	int n_floats;
	bool other;                  /* it changes more than these */
	const Unit *unit;
	bool expr_effects;           /* it does more than change idle variables and its own */
} Effects;

static bool listed(const Var *const *list, int n, const Var *var)
{
	for (int i = 0; i < n; i++)
		if (list[i] == var)
			return true;
	return false;
}

static void add_own(Effects *effects, const Var *var)
{
	if (effects->n_own < MAX_OWN)
		effects->own[effects->n_own++] = var;
	else
		effects->other = effects->expr_effects = true;
}

static void note_own_stmt(void *data, const Stmt *s)
{
	Effects *effects = data;
	if (s->kind == ST_DECL)
		add_own(effects, s->var);
	if (s->kind == ST_RETURN || s->kind == ST_UNKNOWN || s->target)
		effects->other = true;
	bool straight = s->kind == ST_EXPR || s->kind == ST_DECL || s->kind == ST_BLOCK || s->kind == ST_LOOP;
	effects->expr_effects = effects->expr_effects || !straight;
}

static void note_own_expr(void *data, const Expr *e)
{
	if (e->kind == EX_TEMP)
		add_own(data, e->var);
}

static void note_target(Effects *effects, const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	const Var *var = address->kind == EX_ADDR ? address->var : NULL;
	if (is_elsewhere(address) || (var && listed(effects->own, effects->n_own, var)))
		return;
	if (!var || (var->kind != VAR_LOCAL && var->kind != VAR_PARAM) || !type_is_floats(var->type)) {
		effects->other = true;
	} else if (!listed(effects->floats, effects->n_floats, var)) {
		if (effects->n_floats < MAX_OWN)
			effects->floats[effects->n_floats++] = var;
		else
			effects->other = true;
	}
}

static bool changes_own(const Effects *effects, const Expr *e)
{
	const Expr *to = e->kind == EX_STORE ? e->arg[0] : NULL;
	while (to && to->kind == EX_PTRADD)
		to = to->arg[0];
	return to && to->kind == EX_ADDR && listed(effects->own, effects->n_own, to->var);
}

static void note_effect(void *data, const Expr *e)
{
	Effects *effects = data;
	if (effects->unit->expr_effects[e->id] & EFFECT_ITSELF && !changes_own(effects, e))
		effects->expr_effects = true;
	switch (e->kind) {
	case EX_STORE:
	case EX_COPY:
		note_target(effects, e->arg[0]);
		break;
	case EX_CALL:
		effects->other = effects->other || !is_mathematics(e);
		break;
	case EX_INTRINSIC:
		effects->other = effects->other || is_intrinsic(e, IN_ATOMIC | IN_FILLS | IN_COPIES);
		break;
	case EX_ASM:
	case EX_LAUNCH:
	case EX_UNKNOWN:
	case EX_STMT:
		effects->other = true;
		break;
	default:
		break;
	}
}

static Effects effects_of(const Unit *unit, const Stmt *loop)
{
	Effects effects = { .unit = unit };
	Walk own = { .stmt = note_own_stmt, .expr = note_own_expr, .data = &effects };
	Walk all = { .expr = note_effect, .data = &effects };
	walk_stmt(&own, loop);
	walk_stmt(&all, loop);
	return effects;
}

void loop_skip(Eval *ev, const Stmt *loop)
{
	Effects effects = effects_of(ev->unit, loop);
	for (int i = 0; i < effects.n_floats; i++)
		memory_invalidate(&ev->mem, eval_object(ev, effects.floats[i]), REASON_FLOAT);
}

typedef struct Reached {
	const Eval *ev;
	unsigned char *traits;
} Reached;

static void note_launch(void *data, const Expr *e)
{
	Reached *reached = data;
	bool pointer = e->kind == EX_CALL && !e->func;
	bool call = e->kind == EX_CALL && host_reaches(reached->ev, func_defined(e->func));
	if (e->kind == EX_LAUNCH || pointer || call)
		*reached->traits |= LOOP_LAUNCHES;
}

bool loop_has(Eval *ev, const Stmt *loop, LoopTrait trait)
{
	unsigned char *traits = &ev->kept->loop_traits[loop->id];
	if (!*traits) {
		*traits = LOOP_SEEN;
		Walk body = { .stmt = note_continue, .data = traits }, test = { .expr = note_action, .data = traits };
		walk_stmt(&body, loop->body);
		walk_expr(&test, loop->expr);
		Walk step = { .expr = note_counting, .data = traits };
		if (loop->step)
			walk_expr(&step, loop->step);
		Effects effects = effects_of(ev->unit, loop);
		if (!effects.other)
			*traits |= LOOP_FLOATS;
		if (!effects.expr_effects)
			*traits |= LOOP_IDLE;
		Reached reached = { ev, traits };
		Walk all = { .expr = note_launch, .data = &reached };
		if (ev->is_host)
			walk_stmt(&all, loop);
	}
	return *traits & trait;
}
