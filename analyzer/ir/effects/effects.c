#include "ir/effects/effects.h"

#include <string.h>

#include "ir/effects/escapes.h"
#include "ir/library.h"
#include "ir/link.h"
#include "ir/place.h"
#include "ir/effects/sink.h"
#include "ir/effects/hoist.h"
#include "ir/effects/idle.h"
#include "ir/effects/invariant.h"
#include "ir/effects/late.h"
#include "ir/effects/opaque.h"
#include "ir/walk.h"

enum { MAX_DEPTH = 2500 };

typedef struct Call {
	int by, of; /* Func.id */
} Call;

typedef struct EffectsFinder {
	Unit *unit;
	bool *func_effects;  /* by Func.id */
	uint16_t *expr_effects; /* by Expr.id */
	VEC(Call) calls;
	Arena *scratch;
	const Func *in;
} EffectsFinder;

static bool is_idle_store(const Unit *unit, const Expr *e)
{
	bool stores = e->kind == EX_STORE || is_intrinsic(e, IN_FILLS);
	const Var *to = stores ? place_var(e->arg[0]) : NULL;
	return to && unit->is_idle[to->id];
}

static bool is_global(const EffectsFinder *s, const Expr *root)
{
	const Var *pointer = place_pointer(root);
	return pointer && s->unit->is_global[pointer->id];
}

/* A pointer, perhaps to shared memory, that others may load from where it is stored. */
static bool is_shared_pointer(const EffectsFinder *s, const Expr *value)
{
	const Expr *root = place_root(value);
	const bool is_known = root->kind == EX_ADDR && (root->var->kind == VAR_GLOBAL || root->var->kind == VAR_CONSTANT);
	return value->type->kind == TY_PTR && !is_known && !is_global(s, root);
}

/* Whether memory that may be shared is read. */
static bool may_read_shared(const EffectsFinder *s, const Expr *address)
{
	const Expr *root = place_root(address);
	if (root->kind == EX_ADDR)
		return root->var->kind == VAR_SHARED || root->var->kind == VAR_DYNAMIC;
	return !is_global(s, root);
}

static bool intrinsic_effects(const EffectsFinder *s, const Expr *e)
{
	if (is_intrinsic(e, IN_COMPUTES))
		return false;
	return is_intrinsic(e, IN_LOADS) ? may_read_shared(s, e->arg[0]) : !is_idle_store(s->unit, e);
}

/* Records that are passed or returned are copied. */
static bool call_effects(const EffectsFinder *s, const Expr *e)
{
	const Func *func = func_defined(e->func);
	if (!func || !func->body || e->n_args != func->n_params || type_by_address(func->result))
		return !is_mathematics(e) || !func_is_straight(e->func);
	bool copies = false;
	for (int i = 0; i < e->n_args; i++)
		copies = copies || (type_by_address(func->params[i]->type) && may_read_shared(s, e->arg[i]));
	return copies || s->func_effects[func->id];
}

static bool effect_itself(const EffectsFinder *s, const Expr *e)
{
	if (expr_is_leaf(e))
		return false;
	switch (e->kind) {
	case EX_PTRADD:
	case EX_PTRDIFF:
	case EX_UNARY:
	case EX_COMMA:
	case EX_CAST:
		return false;
	case EX_BINARY:
		return division_has_slow_path(e);
	case EX_LOAD:
		return may_read_shared(s, e->arg[0]);
	case EX_STORE:
		return !is_idle_store(s->unit, e) && (!is_global(s, place_root(e->arg[0])) || is_shared_pointer(s, e->arg[1]));
	case EX_CALL:
		return call_effects(s, e);
	case EX_INTRINSIC:
		return intrinsic_effects(s, e);
	default:
		return true;
	}
}

/* The side effects on a caller: a function's own variables do not count. */
static bool effects_in_function(const EffectsFinder *s, const Expr *e)
{
	return (e->kind != EX_STORE || !place_is_own(e->arg[0], s->in)) && effect_itself(s, e);
}

static void note_in_function(void *data, const Expr *e)
{
	EffectsFinder *s = data;
	const Func *called = e->kind == EX_CALL ? func_defined(e->func) : NULL;
	if (called && called->body)
		vec_push(s->scratch, &s->calls, ((Call){ s->in->id, called->id }));
	s->func_effects[s->in->id] = s->func_effects[s->in->id] || effects_in_function(s, e);
}

static void note_branches(void *data, const Stmt *stmt)
{
	EffectsFinder *s = data;
	bool straight = stmt->kind == ST_EXPR || stmt->kind == ST_DECL || stmt->kind == ST_BLOCK || stmt->kind == ST_RETURN;
	s->func_effects[s->in->id] = s->func_effects[s->in->id] || !straight;
}

/* Whether only the low half of the operands is demanded, if (half) only that of the result is. */
static bool demands_half(const Expr *e, bool half)
{
	const Expr *arg = e->n_args ? e->arg[0] : NULL;
	bool integers = arg && arg->type->kind == TY_INT && (e->type->kind == TY_INT || e->type->kind == TY_BOOL);
	bool cuts = integers && e->kind == EX_CAST && e->type->size <= 4 && arg->type->size == 8;
	bool passes = e->kind == EX_CAST || e->kind == EX_UNARY || e->kind == EX_BINARY || e->kind == EX_COND || e->kind == EX_COMMA;
	return integers && (cuts || (half && passes));
}

/* Of a conversion: the load of 2 bytes that it converts is marked. */
static void note_conversion(EffectsFinder *s, const Expr *e)
{
	const bool is_float = e->type->kind == TY_FLOAT;
	const Expr *from = e->arg[0];
	while (is_float && from->kind == EX_CAST && from->type->kind == TY_INT)
		from = from->arg[0];
	if (from->kind != EX_LOAD || from->type->kind != TY_INT || from->type->size != 2 || e->type->size < 4)
		return;
	s->expr_effects[from->id] = (uint16_t)((s->expr_effects[from->id] & ~MADE_WORD) | (is_float ? MADE_FLOAT : MADE_WORD));
}

static unsigned find_effects(EffectsFinder *s, const Expr *e, bool half, int depth)
{
	unsigned expr_effects = effect_itself(s, e) || depth > MAX_DEPTH ? EFFECT_ITSELF | EFFECT_INSIDE : 0;
	bool half_args = demands_half(e, half);
	for (int i = 0; i < e->n_args && depth <= MAX_DEPTH; i++)
		expr_effects |= find_effects(s, e->arg[i], half_args, depth + 1) & EFFECT_INSIDE;
	if (half && e->kind == EX_LOAD && e->type->size == 8 && !e->type->is_volatile)
		expr_effects |= HALF_DEMANDED;
	s->expr_effects[e->id] = (uint16_t)expr_effects;
	if (e->kind == EX_CAST && (e->type->kind == TY_INT || e->type->kind == TY_FLOAT))
		note_conversion(s, e);
	return expr_effects;
}

static void note_effects(void *data, const Stmt *stmt)
{
	if (stmt->expr)
		find_effects(data, stmt->expr, false, 0);
	if (stmt->step)
		find_effects(data, stmt->step, false, 0);
}

/* A call of a function with side effects has side effects. */
static void propagate_calls(EffectsFinder *s)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = s->calls.n - 1; i >= 0; i--) {
			const Call *call = &s->calls.at[i];
			if (s->func_effects[call->of] && !s->func_effects[call->by])
				s->func_effects[call->by] = changed = true;
		}
	}
}

static void walk_bodies(EffectsFinder *s, Walk walk)
{
	walk.data = s;
	for (int i = 0; i < s->unit->n_funcs; i++) {
		s->in = s->unit->funcs[i];
		walk_stmt(&walk, s->in->body);
	}
}

void effects_find(Arena *arena, Unit *unit)
{
	idle_find(arena, unit);
	EffectsFinder s = { .unit = unit, .scratch = arena_new() };
	s.func_effects = arena_array(s.scratch, bool, unit->n_func_ids + 1);
	s.expr_effects = arena_array(arena, uint16_t, unit->n_exprs + 1);
	for (int i = 0; i <= unit->n_exprs; i++)
		s.expr_effects[i] = EFFECT_ITSELF | EFFECT_INSIDE;
	walk_bodies(&s, (Walk){ .expr = note_in_function, .stmt = note_branches });
	propagate_calls(&s);
	walk_bodies(&s, (Walk){ .stmt = note_effects });
	invariant_find(s.expr_effects, unit);
	late_find(s.expr_effects, unit);
	opaque_find(s.expr_effects, unit);
	unit->expr_effects = s.expr_effects;
	sink_find(arena, unit);
	hoist_find(arena, unit, s.expr_effects);
	escapes_find(arena, unit);
	arena_free(s.scratch);
}
