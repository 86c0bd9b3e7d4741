#include "ir/walk.h"

enum { MAX_DEPTH = 3000 };

static void walk_asm(Walk *w, const AsmBlock *block)
{
	for (int i = 0; i < block->n_outputs; i++)
		walk_expr(w, block->outputs[i]);
	for (int i = 0; i < block->n_inputs; i++)
		walk_expr(w, block->inputs[i]);
}

static void walk_launch(Walk *w, const LaunchExpr *launch)
{
	walk_expr(w, launch->kernel_expr);
	walk_expr(w, launch->grid);
	walk_expr(w, launch->block);
	walk_expr(w, launch->dynamic_bytes);
	for (int i = 0; i < launch->n_args; i++)
		walk_expr(w, launch->args[i]);
}

/* What is no operand; looked at only where the kind may have it, since trees are larger than the processor's caches. */
static void walk_others(Walk *w, const Expr *e)
{
	switch (e->kind) {
	case EX_CALL:
		walk_expr(w, e->callee);
		break;
	case EX_TEMP:
	case EX_STMT:
		walk_stmt(w, e->stmt);
		break;
	case EX_ASM:
		walk_asm(w, e->asm_block);
		break;
	case EX_LAUNCH:
		walk_launch(w, e->launch);
		break;
	default:
		break;
	}
}

void walk_expr(Walk *w, const Expr *e)
{
	if (!e || w->depth > MAX_DEPTH)
		return;
	w->depth++;
	if (w->expr)
		w->expr(w->data, e);
	for (int i = 0; i < e->n_args; i++)
		walk_expr(w, e->arg[i]);
	if (!expr_is_leaf(e))
		walk_others(w, e);
	w->depth--;
}

void walk_stmt(Walk *w, const Stmt *s)
{
	if (!s || w->depth > MAX_DEPTH)
		return;
	w->depth++;
	if (w->stmt)
		w->stmt(w->data, s);
	walk_expr(w, s->expr);
	walk_expr(w, s->step);
	walk_stmt(w, s->init);
	walk_stmt(w, s->body);
	walk_stmt(w, s->other);
	for (int i = 0; i < s->n_items; i++)
		walk_stmt(w, s->items[i]);
	w->depth--;
}
