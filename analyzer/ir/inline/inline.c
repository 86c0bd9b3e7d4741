#include "ir/inline/inline.h"

#include "ir/place.h"
#include "ir/inline/straight.h"
#include "ir/walk.h"

enum { MAX_DEPTH = 3000 };

typedef struct Inliner {
	StraightFuncs *funcs;
	const Func *func; /* whose body is looked at */
	int depth;
} Inliner;

static void visit_stmt(Inliner *in, const Stmt *s);
static const Expr *visit(Inliner *in, const Expr *e);

static void visit_list(Inliner *in, const Expr **list, int n)
{
	for (int i = 0; i < n; i++)
		list[i] = visit(in, list[i]);
}

static void visit_parts(Inliner *in, const Expr *e)
{
	visit_list(in, e->arg, e->n_args);
	visit_stmt(in, e->stmt);
	if (e->asm_block) {
		visit_list(in, e->asm_block->outputs, e->asm_block->n_outputs);
		visit_list(in, e->asm_block->inputs, e->asm_block->n_inputs);
	}
	if (e->launch)
		visit_list(in, e->launch->args, e->launch->n_args);
}

static void note_call(void *data, const Expr *e)
{
	if (e->kind == EX_CALL)
		*(bool *)data = true;
}

static bool calls_any(const Stmt *s)
{
	bool found = false;
	Walk walk = { .expr = note_call, .data = &found };
	walk_stmt(&walk, s);
	return found;
}

/* Of a call that gives a number or a pointer, of what is read through the pointer that it gives, and of a record that is made: what
 * stands for it, or NULL. */
static const Expr *straight_of(Inliner *in, const Expr *e)
{
	const Expr *call = e->kind == EX_LOAD ? place_root(e->arg[0]) : e;
	if ((e->kind == EX_CALL && type_by_address(e->type)) || (e->kind == EX_TEMP && type_by_address(e->var->type) && calls_any(e->stmt)))
		return straight_record(in->funcs, e, in->func);
	return call->kind == EX_CALL && e->type->kind != TY_VOID ? straight_expr(in->funcs, e) : NULL;
}

/* What stands for the expression from now on. */
static const Expr *visit(Inliner *in, const Expr *e)
{
	if (!e || in->depth >= MAX_DEPTH)
		return e;
	const Expr *straight = straight_of(in, e);
	if (straight)
		return straight;
	in->depth++;
	visit_parts(in, e);
	in->depth--;
	return e;
}

static void visit_stmt(Inliner *in, const Stmt *s)
{
	if (!s || in->depth >= MAX_DEPTH)
		return;
	in->depth++;
	/* The front end has made the tree, and nobody has seen it yet. */
	Stmt *own = (Stmt *)(uintptr_t)s;
	own->expr = visit(in, s->expr);
	own->step = visit(in, s->step);
	if (s->kind != ST_DECL || !type_by_address(s->var->type) || !calls_any(s->init) || !straight_init(in->funcs, s, &own->init))
		visit_stmt(in, s->init);
	visit_stmt(in, s->body);
	visit_stmt(in, s->other);
	for (int i = 0; i < s->n_items; i++)
		visit_stmt(in, s->items[i]);
	in->depth--;
}

void inline_calls(Arena *arena, Unit *unit)
{
	Inliner in = { .funcs = straight_new(arena, unit) };
	for (int i = 0; i < unit->n_funcs; i++) {
		in.func = unit->funcs[i];
		visit_stmt(&in, in.func->body);
	}
	straight_end(in.funcs);
}
