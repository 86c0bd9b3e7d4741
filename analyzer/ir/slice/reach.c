/* Which functions a kernel may run, and in which order they are looked at. */
#include "ir/slice/slice_impl.h"

#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_CALLS = 500 /* of calls in calls */ };

static void add_function(Slice *s, const Func *func);

static void name_function(Slice *s, const Func *func)
{
	if (!func || !func->body || s->seen[func->id] & IS_NAMED)
		return;
	s->seen[func->id] |= IS_NAMED;
	vec_push(s->scratch, &s->named, func);
}

static void call_from_outside(Slice *s, const Func *func)
{
	name_function(s, func);
	s->seen[func->id] |= FROM_OUTSIDE;
}

static void add_called(Slice *s, const Func *func)
{
	if (!func || !func->body)
		return;
	/* Calls of a function inside of its own are given up, whatever they pass. */
	if (s->seen[func->id] & IS_OPEN)
		call_from_outside(s, func);
	else
		add_function(s, func);
}

static void add_callee(void *data, const Expr *e)
{
	Slice *s = data;
	const Func *func = e->kind == EX_CALL || e->kind == EX_FUNC ? func_defined(e->func) : NULL;
	const bool fits = !func || e->kind == EX_FUNC || e->n_args == func->n_params;
	if (e->kind == EX_FUNC)
		name_function(s, func);
	if (!fits)
		call_from_outside(s, func);
	add_called(s, func);
	for (int i = 0; e->kind == EX_CALL && !e->func && i < s->named.n; i++)
		add_called(s, s->named.at[i]);
}

static void add_function(Slice *s, const Func *func)
{
	if (s->seen[func->id] & IS_SEEN)
		return;
	if (s->depth > MAX_CALLS) {
		s->too_deep = true;
		return;
	}
	s->seen[func->id] |= IS_SEEN | IS_OPEN;
	s->depth++;
	Walk walk = { .expr = add_callee, .data = s };
	walk_stmt(&walk, func->body);
	s->depth--;
	s->seen[func->id] &= (unsigned char)~IS_OPEN;
	vec_push(s->scratch, &s->funcs, func);
}

/* Initialisers of globals are evaluated in full: what they call may be called in any way. */
static void add_called_outside(void *data, const Expr *e)
{
	Slice *s = data;
	const Func *func = e->kind == EX_CALL || e->kind == EX_FUNC ? func_defined(e->func) : NULL;
	if (!func || !func->body)
		return;
	call_from_outside(s, func);
	add_called(s, func);
}

static void add_from_roots(Slice *s)
{
	Walk walk = { .expr = add_called_outside, .data = s };
	for (int i = 0; i < s->unit->n_kernels; i++) {
		s->seen[s->unit->kernels[i]->id] |= FROM_OUTSIDE;
		add_called(s, s->unit->kernels[i]);
	}
	for (int i = 0; i < s->unit->n_vars; i++) {
		const Var *var = s->unit->vars[i];
		if (var->init && !var_is_own(var))
			walk_stmt(&walk, var->init);
	}
}

/* Twice: what calls through a pointer comes behind all whose address is taken, wherever that is. */
void slice_add_functions(Slice *s)
{
	add_from_roots(s);
	if (s->named.n) {
		for (int i = 0; i < s->funcs.n; i++)
			s->seen[s->funcs.at[i]->id] &= (unsigned char)~IS_SEEN;
		s->funcs.n = 0;
		add_from_roots(s);
	}
}
