#include "fix/index.h"

#include "ir/walk.h"

/* Conversions between integers keep the lower bits. */
static const Expr *same_bits(const Expr *e)
{
	while (e->kind == EX_CAST && e->type->kind == TY_INT && e->arg[0]->type->kind == TY_INT)
		e = e->arg[0];
	return e;
}

enum { MOST_VARIABLES = 8 };

/* Summed over all expressions: how often the variable is named but for being read. */
static int names_address(const Expr *e, const Var *var)
{
	const bool is_read = e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == var;
	return (e->kind == EX_ADDR && e->var == var) - is_read;
}

static bool stores_to(const Expr *e, const Var *var)
{
	return e && e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == var;
}

/* The one value that a variable gets. */
typedef struct Assigned {
	const Var *var;
	const Expr *value;
	int n;           /* stores to it … */
	int n_addresses; /* … and how often it is named but for being read */
} Assigned;

static void note_value(void *data, const Expr *e)
{
	Assigned *a = data;
	a->n_addresses += names_address(e, a->var);
	if (!stores_to(e, a->var))
		return;
	a->value = e->arg[1];
	a->n++;
}

/* NULL: the expression is no local variable that gets a single value. */
static const Expr *only_value(const Expr *e)
{
	const Var *var = e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR ? e->arg[0]->var : NULL;
	if (!var || var->kind != VAR_LOCAL || !var->owner)
		return NULL;
	Assigned a = { .var = var };
	Walk walk = { note_value, NULL, &a, 0 };
	walk_stmt(&walk, var->owner->body);
	return a.n == 1 && a.n_addresses == 1 ? a.value : NULL;
}

/* A power of two, at most `most`, that the value is a multiple of whatever its variables are, but for those that get a single value;
 * wrapping around keeps it. */
static int64_t multiple_within(const Expr *e, int64_t most, int depth)
{
	e = same_bits(e);
	if (e->kind == EX_INT)
		return e->i && (e->i & -e->i) < most ? e->i & -e->i : most;
	const Expr *value = depth < MOST_VARIABLES ? only_value(e) : NULL;
	if (value)
		return multiple_within(value, most, depth + 1);
	if (e->kind != EX_BINARY || e->type->kind != TY_INT)
		return 1;
	const int64_t a = multiple_within(e->arg[0], most, depth), b = multiple_within(e->arg[1], most, depth);
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

static int64_t multiple_of(const Expr *e, int64_t most)
{
	return multiple_within(e, most, 0);
}

/* Of a variable: the values that a loop gives it. */
typedef struct Counted {
	const Var *var;
	int64_t below;
	int n_loops;     /* `for (int i = N; i < M; …)` over it, with numbers that are not negative */
	int n_addresses; /* how often it is named but for being read */
	int n_expected;  /* … by these loops */
} Counted;

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
	c->n_addresses += names_address(e, c->var);
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

int64_t index_rest_in_row(const Expr *index, int64_t row)
{
	index = same_bits(index);
	const Expr *last = index->kind == EX_BINARY && index->op == OP_ADD ? expr_without_casts(index->arg[1]) : NULL;
	return last && last->kind == EX_INT && last->i > 0 ? last->i % multiple_of(index->arg[0], row) : 0;
}
