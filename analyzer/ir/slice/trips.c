/* Loops that say how often they run. */
#include "ir/slice/slice_impl.h"

#include "ir/constant.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MOST_TRIPS = 4096 };

typedef struct Counter {
	const Var *var;
	bool changes;
} Counter;

static void note_change(void *data, const Expr *e)
{
	Counter *counter = data;
	const Expr *to = e->kind == EX_STORE || e->kind == EX_COPY ? e->arg[0] : NULL;
	counter->changes = counter->changes || (to && place_var(to) == counter->var);
}

/* The variable that the statement sets to a number; NULL: it does something else. */
static const Var *set_to_number(const Stmt *s, int64_t *number)
{
	if (s && s->kind == ST_BLOCK && s->n_items == 1)
		s = s->items[0];
	if (s && s->kind == ST_DECL)
		s = s->init;
	const Expr *e = s && s->kind == ST_EXPR && s->expr->kind == EX_STORE ? s->expr : NULL;
	const bool is = e && e->arg[0]->kind == EX_ADDR && e->type->kind == TY_INT && expr_constant(e->arg[1], number);
	return is ? e->arg[0]->var : NULL;
}

static bool is_load_of(const Expr *e, const Var *var)
{
	for (; e->kind == EX_CAST; e = e->arg[0])
		if (e->type->size < var->type->size)
			return false;
	return e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == var;
}

/* What `i += by` adds; 0: it is something else. */
static int64_t step_by(const Expr *step, const Var *var)
{
	int64_t by;
	const Expr *value = step && step->kind == EX_STORE && step->arg[0]->kind == EX_ADDR && step->arg[0]->var == var
				    ? expr_without_casts(step->arg[1])
				    : NULL;
	const bool adds = value && value->kind == EX_BINARY && (value->op == OP_ADD || value->op == OP_SUB) &&
			  is_load_of(value->arg[0], var) && expr_constant(value->arg[1], &by);
	return !adds ? 0 : value->op == OP_ADD ? by : -by;
}

int constant_trips(const Slice *s, const Stmt *loop)
{
	int64_t begin, end;
	const Var *var = set_to_number(loop->init, &begin);
	const Expr *test = loop->expr ? expr_without_casts(loop->expr) : NULL;
	if (!var || !var_is_own(var) || s->unit->escapes[var->id] || loop->is_do || !test || test->kind != EX_BINARY ||
	    !op_is_comparison(test->op) || !is_load_of(test->arg[0], var) || !expr_constant(test->arg[1], &end))
		return -1;
	const int64_t by = step_by(loop->step, var);
	Counter counter = { .var = var };
	Walk walk = { .expr = note_change, .data = &counter };
	walk_stmt(&walk, loop->body);
	if (!by || counter.changes)
		return -1;
	for (int n = 0; n < MOST_TRIPS && type_holds(var->type, begin) && type_holds(test->arg[0]->type, begin); n++, begin += by)
		if (!op_compare(test->op, begin<end, begin == end, begin> end))
			return n;
	return -1;
}
