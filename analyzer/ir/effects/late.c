#include "ir/effects/late.h"

#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_LATE = 16 };

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
	uint16_t *expr_effects = data;
	if (e->kind == EX_LOAD && place_may_be_shared(e->arg[0]))
		expr_effects[e->id] |= LATE_LOAD;
}

static void look_at_stores(void *data, const Expr *e)
{
	bool *others = data;
	const Expr *address = e->kind == EX_STORE ? e->arg[0] : NULL;
	*others = *others || (address && !(address->kind == EX_ADDR && address->var && var_is_own(address->var)));
}

/* A loop that only sets variables of the function's own: it may be unrolled, and what it loads for one of them be moved. */
static bool only_sets_own(const Stmt *s)
{
	Reads reads = { 0 };
	bool others = false;
	Walk acts = { .expr = count_reads, .data = &reads }, stores = { .expr = look_at_stores, .data = &others };
	walk_stmt(&acts, s);
	walk_stmt(&stores, s);
	return s->kind == ST_LOOP && !reads.acts && !others;
}

/* Marks what the statements before items[n] load for the variable. */
static void mark_before(uint16_t *expr_effects, const Stmt *const *items, int n, const Var *var)
{
	for (int i = n - 1; i >= 0; i--) {
		const bool sets = items[i]->kind == ST_EXPR && set_by(items[i]) == var && !reads_of(items[i]->expr, var).acts;
		if (!sets && !only_sets_own(items[i]))
			return;
		Walk walk = { .expr = mark_load, .data = expr_effects };
		walk_stmt(&walk, items[i]);
	}
}

/* How often a statement, and what is below it, names the variable. */
static int times_named(const Stmt *s, const Var *var)
{
	Reads reads = { .var = var };
	Walk walk = { .expr = count_reads, .data = &reads };
	walk_stmt(&walk, s);
	return reads.n;
}

/* The assignment that a statement is, of a variable of the function's own, also as a declaration; NULL: something else. */
static const Stmt *assignment(const Stmt *s)
{
	const Stmt *set = s->kind == ST_DECL ? s->init : s;
	return set && set_by(set) && !reads_of(set->expr->arg[1], NULL).acts ? set : NULL;
}

typedef struct Function {
	uint16_t *expr_effects;
	const Stmt *body;
} Function;

/* Marks what the assignments right before items[n], a condition, load for variables that only the branch reads, or the assignments
 * that are marked so. */
static void mark_for_branch(const Function *f, const Stmt *const *items, int n, const Stmt *branch)
{
	const Stmt *late[MAX_LATE] = { branch };
	int n_late = 1;
	for (int i = n - 1; i >= 0 && n_late < MAX_LATE; i--) {
		const Stmt *set = assignment(items[i]);
		if (items[i]->kind == ST_DECL && !items[i]->init)
			continue;
		if (!set)
			return;
		const Var *var = set_by(set);
		int n_named = 1;
		for (int k = 0; k < n_late; k++)
			n_named += times_named(late[k], var);
		if (n_named == 1 || n_named != times_named(f->body, var))
			continue;
		late[n_late++] = set;
		Walk walk = { .expr = mark_load, .data = f->expr_effects };
		walk_expr(&walk, set->expr->arg[1]);
	}
}

static void visit_stmt(void *data, const Stmt *s)
{
	const Function *f = data;
	for (int i = 1; s->kind == ST_BLOCK && i < s->n_items; i++) {
		const Stmt *test = s->items[i];
		if (test->kind != ST_IF || test->init)
			continue;
		mark_for_branch(f, s->items, i, test->body);
		if (!test->other)
			continue;
		mark_for_branch(f, s->items, i, test->other);
		const Var *one = set_anew(test->body), *other = set_anew(test->other);
		if (one != other && one && !reads_of(test->expr, one).n)
			mark_before(f->expr_effects, s->items, i, one);
		if (one != other && other && !reads_of(test->expr, other).n)
			mark_before(f->expr_effects, s->items, i, other);
	}
}

void late_find(uint16_t *expr_effects, const Unit *unit)
{
	for (int i = 0; i < unit->n_funcs; i++) {
		Function f = { expr_effects, unit->funcs[i]->body };
		Walk walk = { .stmt = visit_stmt, .data = &f };
		if (f.body && unit->funcs[i]->kind != FN_HOST)
			walk_stmt(&walk, f.body);
	}
}
