#include "ir/brief.h"

#include "ir/link.h"
#include "ir/walk.h"

enum { MAX_BRIEF = 200 /* expressions and statements */, MAX_BRIEF_CALLS = 6 /* one in the other */ };

typedef struct Length {
	int n;
	int depth; /* of calls */
} Length;

static void add_func(Length *length, const Func *func);

static void add_expr(void *data, const Expr *e)
{
	Length *length = data;
	length->n++;
	if (e->kind == EX_CALL && e->func)
		add_func(length, func_defined(e->func));
}

static void add_stmt(void *data, const Stmt *s)
{
	Length *length = data;
	length->n += s->kind == ST_LOOP ? MAX_BRIEF : 1;
}

static void add_func(Length *length, const Func *func)
{
	Walk walk = { .expr = add_expr, .stmt = add_stmt, .data = length };
	if (!func->body || length->n >= MAX_BRIEF)
		return;
	if (length->depth == MAX_BRIEF_CALLS) {
		length->n = MAX_BRIEF;
		return;
	}
	length->depth++;
	walk_stmt(&walk, func->body);
	length->depth--;
}

bool func_is_brief(const Func *func)
{
	Length length = { 0 };
	add_func(&length, func);
	return length.n < MAX_BRIEF;
}
