#include "ir/late.h"

#include "ir/place.h"
#include "ir/walk.h"

/* --- reading of one variable ----------------------------------------------------------------------------- */

typedef struct Reads {
	const Var *var;
	int n;
	bool acts; /* calls, stores and the like that loads are not moved past */
} Reads;

static void count_reads(void *data, const Expr *e)
{
	Reads *reads = data;
	reads->n += e->kind == EX_ADDR && e->var == reads->var;
	reads->acts = reads->acts || e->kind == EX_COPY || e->kind == EX_INTRINSIC || e->kind == EX_ASM || e->kind == EX_STMT ||
		      e->kind == EX_UNKNOWN || (e->kind == EX_CALL && !is_mathematics(e));
}

static Reads reads_of(const Expr *e, const Var *var)
{
	Reads reads = { .var = var };
	Walk walk = { .expr = count_reads, .data = &reads };
	walk_expr(&walk, e);
	return reads;
}

/* The variable of the function's own that a statement sets, and nothing else; NULL: none. */
static const Var *set_by(const Stmt *s)
{
	const Expr *store = s->kind == ST_EXPR && s->expr->kind == EX_STORE ? s->expr : NULL;
	const Expr *address = store ? store->arg[0] : NULL;
	const bool is_whole = address && address->kind == EX_ADDR && address->var && var_is_own(address->var);
	return is_whole && !type_by_address(address->var->type) ? address->var : NULL;
}

/* The first statement that a branch executes. */
static const Stmt *first_of(const Stmt *branch)
{
	while (branch && branch->kind == ST_BLOCK)
		branch = branch->n_items ? branch->items[0] : NULL;
	return branch;
}

/* The variable that the branch sets anew before it does anything else. */
static const Var *set_anew(const Stmt *branch)
{
	const Stmt *first = first_of(branch);
	const Var *var = first ? set_by(first) : NULL;
	return var && !reads_of(first->expr->arg[1], var).n ? var : NULL;
}

/* --- loads before a condition ------------------------------------------------------------------------------ */

static void mark_load(void *data, const Expr *e)
{
	unsigned char *expr_effects = data;
	if (e->kind == EX_LOAD && place_may_be_shared(e->arg[0]))
		expr_effects[e->id] |= LATE_LOAD;
}

/* Marks what the statements before items[n] load for the variable. */
static void mark_before(unsigned char *expr_effects, const Stmt *const *items, int n, const Var *var)
{
	for (int i = n - 1; i >= 0; i--) {
		if (items[i]->kind != ST_EXPR || set_by(items[i]) != var || reads_of(items[i]->expr, var).acts)
			return;
		Walk walk = { .expr = mark_load, .data = expr_effects };
		walk_expr(&walk, items[i]->expr->arg[1]);
	}
}

static void visit_stmt(void *data, const Stmt *s)
{
	for (int i = 1; s->kind == ST_BLOCK && i < s->n_items; i++) {
		const Stmt *test = s->items[i];
		if (test->kind != ST_IF || !test->other || test->init)
			continue;
		const Var *one = set_anew(test->body), *other = set_anew(test->other);
		if (one != other && one && !reads_of(test->expr, one).n)
			mark_before(data, s->items, i, one);
		if (one != other && other && !reads_of(test->expr, other).n)
			mark_before(data, s->items, i, other);
	}
}

void late_find(unsigned char *expr_effects, const Unit *unit)
{
	Walk walk = { .stmt = visit_stmt, .data = expr_effects };
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->body && unit->funcs[i]->kind != FN_HOST)
			walk_stmt(&walk, unit->funcs[i]->body);
}
