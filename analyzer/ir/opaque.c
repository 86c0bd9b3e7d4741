#include "ir/opaque.h"

#include <string.h>

#include "base/arena.h"
#include "ir/library.h"
#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_DEPTH = 2500 };

typedef struct OpaqueFinder {
	unsigned char *expr_effects;
	bool *is_opaque; /* by Func.id */
	bool *opaque;    /* of the function or expression that is looked at */
} OpaqueFinder;

static bool is_half(const Type *type)
{
	return type->kind == TY_FLOAT && type->size == 2;
}

static bool computes_half(const Expr *e)
{
	bool half = is_half(e->type);
	for (int i = 0; i < e->n_args && !half; i++)
		half = is_half(e->arg[i]->type);
	return half;
}

static bool is_opaque_call(const OpaqueFinder *f, const Expr *call)
{
	const Func *func = func_defined(call->func);
	if (func && func->body)
		return f->is_opaque[func->id];
	return !is_mathematics(call) || func_is_opaque(call->func);
}

static bool is_opaque(const OpaqueFinder *f, const Expr *e)
{
	switch (e->kind) {
	case EX_ASM:
		return true;
	case EX_INTRINSIC:
		return is_intrinsic(e, IN_OPAQUE | IN_ATOMIC | IN_LOADS | IN_STORES);
	case EX_CALL:
		return is_opaque_call(f, e);
	case EX_CAST:
		return e->type->kind == TY_FLOAT ? is_half(e->type) != is_half(e->arg[0]->type) : is_half(e->arg[0]->type);
	case EX_BINARY:
	case EX_UNARY:
		return computes_half(e);
	default:
		return false;
	}
}

static void note_in_function(void *data, const Expr *e)
{
	OpaqueFinder *f = data;
	*f->opaque = *f->opaque || is_opaque(f, e);
}

/* Callers of opaque functions are opaque. */
static void find_functions(OpaqueFinder *f, const Unit *unit)
{
	Walk walk = { .expr = note_in_function, .data = f };
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = unit->n_funcs - 1; i >= 0; i--) {
			const Func *func = unit->funcs[i];
			bool opaque = false;
			if (f->is_opaque[func->id])
				continue;
			f->opaque = &opaque;
			walk_stmt(&walk, func->body);
			f->is_opaque[func->id] = opaque;
			changed = changed || opaque;
		}
	}
}

static bool set_flags(OpaqueFinder *f, const Expr *e, int depth)
{
	const bool itself = is_opaque(f, e);
	bool inside = itself || depth > MAX_DEPTH;
	for (int i = 0; i < e->n_args && depth <= MAX_DEPTH; i++)
		inside = set_flags(f, e->arg[i], depth + 1) || inside;
	f->expr_effects[e->id] |= (itself ? OPAQUE_ITSELF : 0) | (inside ? OPAQUE_INSIDE : 0);
	return inside;
}

static void note_flags(void *data, const Stmt *stmt)
{
	if (stmt->expr)
		set_flags(data, stmt->expr, 0);
	if (stmt->step)
		set_flags(data, stmt->step, 0);
}

void opaque_find(unsigned char *expr_effects, const Unit *unit)
{
	Arena *scratch = arena_new();
	OpaqueFinder f = { .expr_effects = expr_effects, .is_opaque = arena_array(scratch, bool, unit->n_func_ids + 1) };
	Walk walk = { .stmt = note_flags, .data = &f };
	find_functions(&f, unit);
	for (int i = 0; i < unit->n_funcs; i++)
		walk_stmt(&walk, unit->funcs[i]->body);
	arena_free(scratch);
}
