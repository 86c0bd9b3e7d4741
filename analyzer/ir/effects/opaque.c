#include "ir/effects/opaque.h"

#include <string.h>

#include "base/arena.h"
#include "ir/library.h"
#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_DEPTH = 2500 };

typedef struct OpaqueFinder {
	uint16_t *expr_effects;
	unsigned *of_func; /* by Func.id: flags */
	unsigned found;    /* in the function that is looked at */
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

static unsigned flags_of_call(const OpaqueFinder *f, const Expr *call)
{
	const Func *func = func_defined(call->func);
	if (func && func->body)
		return f->of_func[func->id];
	if (!is_mathematics(call))
		return OPAQUE_ITSELF | OPAQUE_INSIDE | OPAQUE_OTHER_INSIDE;
	return func_is_opaque(call->func) ? OPAQUE_ITSELF | OPAQUE_INSIDE : 0;
}

/* Those of the expression without what is in it. */
static unsigned flags_of(const OpaqueFinder *f, const Expr *e)
{
	const unsigned other = OPAQUE_ITSELF | OPAQUE_INSIDE | OPAQUE_OTHER_INSIDE, half = OPAQUE_ITSELF | OPAQUE_INSIDE;
	switch (e->kind) {
	case EX_ASM:
		return other;
	case EX_INTRINSIC:
		return is_intrinsic(e, IN_OPAQUE | IN_ATOMIC | IN_LOADS | IN_STORES) ? other : 0;
	case EX_CALL:
		return flags_of_call(f, e);
	case EX_CAST:
		return (e->type->kind == TY_FLOAT ? is_half(e->type) != is_half(e->arg[0]->type) : is_half(e->arg[0]->type)) ? half : 0;
	case EX_BINARY:
	case EX_UNARY:
		return computes_half(e) ? half : 0;
	default:
		return 0;
	}
}

static void note_in_function(void *data, const Expr *e)
{
	OpaqueFinder *f = data;
	f->found |= flags_of(f, e);
}

/* Callers of opaque functions are opaque. */
static void find_functions(OpaqueFinder *f, const Unit *unit)
{
	Walk walk = { .expr = note_in_function, .data = f };
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = unit->n_funcs - 1; i >= 0; i--) {
			const Func *func = unit->funcs[i];
			if (f->of_func[func->id] & OPAQUE_OTHER_INSIDE)
				continue;
			f->found = 0;
			walk_stmt(&walk, func->body);
			changed = changed || f->found != f->of_func[func->id];
			f->of_func[func->id] = f->found;
		}
	}
}

static unsigned set_flags(OpaqueFinder *f, const Expr *e, int depth)
{
	unsigned flags = flags_of(f, e) | (depth > MAX_DEPTH ? OPAQUE_INSIDE | OPAQUE_OTHER_INSIDE : 0);
	for (int i = 0; i < e->n_args && depth <= MAX_DEPTH; i++)
		flags |= set_flags(f, e->arg[i], depth + 1) & ~(unsigned)OPAQUE_ITSELF;
	f->expr_effects[e->id] |= (uint16_t)flags;
	return flags;
}

static void note_flags(void *data, const Stmt *stmt)
{
	if (stmt->expr)
		set_flags(data, stmt->expr, 0);
	if (stmt->step)
		set_flags(data, stmt->step, 0);
}

void opaque_find(uint16_t *expr_effects, const Unit *unit)
{
	Arena *scratch = arena_new();
	OpaqueFinder f = { .expr_effects = expr_effects, .of_func = arena_array(scratch, unsigned, unit->n_func_ids + 1) };
	Walk walk = { .stmt = note_flags, .data = &f };
	find_functions(&f, unit);
	for (int i = 0; i < unit->n_funcs; i++)
		walk_stmt(&walk, unit->funcs[i]->body);
	arena_free(scratch);
}
