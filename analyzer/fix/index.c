#include "fix/index.h"

#include "ir/walk.h"

/* Conversions between integers keep the lower bits. */
static const Expr *same_bits(const Expr *e)
{
	while (e->kind == EX_CAST && e->type->kind == TY_INT && e->arg[0]->type->kind == TY_INT)
		e = e->arg[0];
	return e;
}

/* A power of two, at most `most`, that the value is a multiple of whatever its variables are; wrapping around keeps it. */
static int64_t multiple_of(const Expr *e, int64_t most)
{
	e = same_bits(e);
	if (e->kind == EX_INT)
		return e->i && (e->i & -e->i) < most ? e->i & -e->i : most;
	if (e->kind != EX_BINARY || e->type->kind != TY_INT)
		return 1;
	const int64_t a = multiple_of(e->arg[0], most), b = multiple_of(e->arg[1], most);
	switch (e->op) {
	case OP_ADD:
	case OP_SUB:
		return a < b ? a : b;
	case OP_MUL:
		return a < most / b ? a * b : most;
	case OP_SHL:
		if (expr_without_casts(e->arg[1])->kind != EX_INT)
			return a;
		for (int64_t i = expr_without_casts(e->arg[1])->i, m = a;; i--, m *= 2)
			if (i <= 0 || m >= most)
				return m < most ? m : most;
	default:
		return 1;
	}
}

/* Of a variable: the values that a loop gives it. */
typedef struct Counted {
	const Var *var;
	int64_t below;
	int n_loops;     /* `for (int i = N; i < M; …)` over it, with numbers that are not negative */
	int n_addresses; /* how often it is named but for being read */
	int n_expected;  /* … by these loops */
} Counted;

static bool stores_to(const Expr *e, const Var *var)
{
	return e && e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == var;
}

static bool reads(const Expr *e, const Var *var)
{
	e = expr_without_casts(e);
	return e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == var;
}

/* "i = i + 1" */
static bool is_step(const Expr *e, const Var *var)
{
	const Expr *sum = stores_to(e, var) ? expr_without_casts(e->arg[1]) : NULL;
	const Expr *by = sum && sum->kind == EX_BINARY && sum->op == OP_ADD ? expr_without_casts(sum->arg[1]) : NULL;
	return by && reads(sum->arg[0], var) && by->kind == EX_INT && by->i > 0;
}

/* The statement that gives the variable its first value, in a declaration or by itself. */
static bool starts(const Stmt *s, const Var *var)
{
	while (s && s->kind == ST_BLOCK && s->n_items == 1)
		s = s->items[0];
	if (s && s->kind == ST_DECL && s->var == var)
		s = s->init;
	const Expr *first = s && s->kind == ST_EXPR && stores_to(s->expr, var) ? expr_without_casts(s->expr->arg[1]) : NULL;
	return first && first->kind == EX_INT && first->i >= 0;
}

static void count_address(void *data, const Expr *e)
{
	Counted *c = data;
	for (int i = 0; i < e->n_args; i++)
		c->n_addresses += e->kind != EX_LOAD && e->arg[i]->kind == EX_ADDR && e->arg[i]->var == c->var;
}

static void count_loop(void *data, const Stmt *s)
{
	Counted *c = data;
	const Expr *test = s->kind == ST_LOOP && !s->is_do && s->expr ? s->expr : NULL;
	if (!test || test->kind != EX_BINARY || test->op != OP_LT || !reads(test->arg[0], c->var))
		return;
	const Expr *end = expr_without_casts(test->arg[1]);
	if (end->kind != EX_INT || !is_step(s->step, c->var) || !starts(s->init, c->var))
		return;
	c->below = end->i > c->below ? end->i : c->below;
	c->n_loops++;
	c->n_expected += 2;
}

/* What the addend is always below, if it is never negative; INT64_MAX: not known. */
static int64_t upper_bound(const Unit *unit, const Expr *e)
{
	e = expr_without_casts(e);
	if (e->kind == EX_INT)
		return e->i >= 0 && e->i < INT64_MAX ? e->i + 1 : INT64_MAX;
	if (e->kind != EX_LOAD || e->arg[0]->kind != EX_ADDR || e->arg[0]->var->kind != VAR_LOCAL || !e->arg[0]->var->owner)
		return INT64_MAX;
	Counted c = { .var = e->arg[0]->var };
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk walk = { count_address, count_loop, &c, 0 };
		if (unit->funcs[i] == c.var->owner)
			walk_stmt(&walk, unit->funcs[i]->body);
	}
	return c.n_loops && c.n_addresses == c.n_expected ? c.below : INT64_MAX;
}

bool index_stays_in_row(const Unit *unit, const Expr *index, int64_t row)
{
	index = same_bits(index);
	if (index->kind != EX_BINARY || index->op != OP_ADD)
		return false;
	return upper_bound(unit, index->arg[1]) <= multiple_of(index->arg[0], row);
}
