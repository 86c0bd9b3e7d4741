/* LLVM sinks what two blocks end with behind both, last instruction first, and selects the operands that differ; which pairs it
 * sinks does not follow from the text.  Here two branches are compared from their ends, statement by statement: accesses of one
 * kind and width at the same place in that order may be sunk into one. */
#include "ir/effects/sink.h"

#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_ENDS = 16, MAX_ACCESSES = 32, MAX_DEPTH = 32, MAX_OPERATIONS = 64, MAX_PARTS = 16 };

typedef struct SinkGroups {
	int *group; /* by Expr.id */
	int n_groups;
} SinkGroups;

/* The statements of a branch, the last one first. */
typedef struct Ends {
	const Stmt *at[MAX_ENDS];
	int n;
} Ends;

static void add_ends(Ends *ends, const Stmt *s)
{
	if (!s || ends->n == MAX_ENDS)
		return;
	if (s->kind != ST_BLOCK) {
		ends->at[ends->n++] = s;
		return;
	}
	for (int i = s->n_items - 1; i >= 0; i--)
		add_ends(ends, s->items[i]);
}

/* --- accesses ----------------------------------------------------------------------------------------- */

/* The accesses of an expression to memory that may be shared, in the order of the text. */
typedef struct Accesses {
	const Expr *at[MAX_ACCESSES];
	int n;
} Accesses;

static void add_access(void *data, const Expr *e)
{
	Accesses *all = data;
	bool may_be = (e->kind == EX_LOAD || e->kind == EX_STORE || e->kind == EX_COPY) &&
		      (place_may_be_shared(e->arg[0]) || (e->kind == EX_COPY && place_may_be_shared(e->arg[1])));
	if (may_be && all->n < MAX_ACCESSES)
		all->at[all->n++] = e;
}

static int64_t width_of(const Expr *e)
{
	return e->kind == EX_COPY ? e->copied->size : e->type->size;
}

static void pair(SinkGroups *groups, const Expr *a, const Expr *b)
{
	int group = groups->group[a->id] ? groups->group[a->id] : groups->group[b->id];
	if (!group)
		group = ++groups->n_groups;
	groups->group[a->id] = groups->group[b->id] = group;
}

/* Pairs the accesses of one kind in order, those of equal width. */
static void match_kind(SinkGroups *groups, const Accesses *a, const Accesses *b, ExprKind kind)
{
	for (int i = 0, k = 0; i < a->n; i++) {
		if (a->at[i]->kind != kind)
			continue;
		while (k < b->n && (b->at[k]->kind != kind || width_of(b->at[k]) != width_of(a->at[i])))
			k++;
		if (k < b->n)
			pair(groups, a->at[i], b->at[k++]);
	}
}

static Accesses accesses_of(const Expr *e)
{
	Accesses all = { .n = 0 };
	Walk walk = { .expr = add_access, .data = &all };
	if (e)
		walk_expr(&walk, e);
	return all;
}

static void match_all(SinkGroups *groups, const Expr *a, const Expr *b)
{
	const Accesses first = accesses_of(a), second = accesses_of(b);
	match_kind(groups, &first, &second, EX_LOAD);
	match_kind(groups, &first, &second, EX_STORE);
	match_kind(groups, &first, &second, EX_COPY);
}

/* --- how a value is finished ---------------------------------------------------------------------------- */

/* The last operation of a value that is loaded from memory that may be shared, or computed from what was; 0: it may be any. */
static int last_operation(const Expr *e)
{
	if (e->kind == EX_LOAD && place_may_be_shared(e->arg[0]))
		return EX_LOAD << 8;
	return e->kind == EX_UNARY || e->kind == EX_BINARY ? (int)e->kind << 8 | (int)e->op : 0;
}

static const Expr *without_casts(const Expr *e)
{
	while (e->kind == EX_CAST)
		e = e->arg[0];
	return e;
}

/* The two values end with different operations, also those of operands, so that LLVM sinks none of their loads
 * (testdata/facts/sunk_ends.cu). */
static bool end_apart(const Expr *a, const Expr *b, int depth)
{
	a = without_casts(a);
	b = without_casts(b);
	const bool one_loads = accesses_of(a).n, other_loads = accesses_of(b).n;
	if (one_loads != other_loads)
		return true;
	const int one = last_operation(a), other = last_operation(b);
	if (!one_loads || !one || !other || depth == MAX_DEPTH)
		return false;
	if (one != other)
		return true;
	if (a->kind == EX_LOAD)
		return false;
	if (a->kind == EX_UNARY)
		return end_apart(a->arg[0], b->arg[0], depth + 1);
	const bool in_order = end_apart(a->arg[0], b->arg[0], depth + 1) || end_apart(a->arg[1], b->arg[1], depth + 1);
	return in_order && (end_apart(a->arg[0], b->arg[1], depth + 1) || end_apart(a->arg[1], b->arg[0], depth + 1));
}

static void match(SinkGroups *groups, const Expr *a, const Expr *b)
{
	if (a->kind != EX_STORE || b->kind != EX_STORE) {
		if (!end_apart(a, b, 0))
			match_all(groups, a, b);
		return;
	}
	if (!end_apart(a->arg[1], b->arg[1], 0)) {
		match_all(groups, a, b);
		return;
	}
	const Accesses first = accesses_of(a->arg[0]), second = accesses_of(b->arg[0]);
	match_kind(groups, &first, &second, EX_LOAD);
	if (place_may_be_shared(a->arg[0]) && place_may_be_shared(b->arg[0]) && width_of(a) == width_of(b))
		pair(groups, a, b);
}

/* --- what is computed ----------------------------------------------------------------------------------- */

/* The operations of an expression, without integer arithmetic: nvcc may compute that once, before the condition. */
typedef struct Shape {
	int at[MAX_OPERATIONS]; /* kinds and operators */
	int n;
} Shape;

static void add_operation(void *data, const Expr *e)
{
	Shape *shape = data;
	const bool of_memory = (e->kind == EX_LOAD || e->kind == EX_STORE || e->kind == EX_COPY) && place_may_be_shared(e->arg[0]);
	const bool of_floats = (e->kind == EX_UNARY || e->kind == EX_BINARY) && e->type->kind == TY_FLOAT;
	const bool calls = e->kind == EX_CALL || e->kind == EX_INTRINSIC || e->kind == EX_ASM;
	if (!of_memory && !of_floats && !calls)
		return;
	if (shape->n < MAX_OPERATIONS)
		shape->at[shape->n] = (int)e->kind << 8 | (of_floats ? (int)e->op : 0);
	shape->n++;
}

static bool same_shape(const Expr *a, const Expr *b)
{
	Shape first = { .n = 0 }, second = { .n = 0 };
	Walk one = { .expr = add_operation, .data = &first }, other = { .expr = add_operation, .data = &second };
	walk_expr(&one, a);
	walk_expr(&other, b);
	bool same = first.n == second.n;
	for (int i = 0; same && i < first.n && i < MAX_OPERATIONS; i++)
		same = first.at[i] == second.at[i];
	return same;
}

/* --- conditions --------------------------------------------------------------------------------------- */

static void match_branches(SinkGroups *groups, const Stmt *a, const Stmt *b, int depth);

static const Expr *expr_of(const Stmt *s)
{
	if (s->kind == ST_DECL && s->init)
		s = s->init;
	return s->kind == ST_EXPR ? s->expr : NULL;
}

/* False: LLVM sinks nothing that precedes them. */
static bool match_stmts(SinkGroups *groups, const Stmt *a, const Stmt *b, int depth)
{
	const Expr *one = expr_of(a), *other = expr_of(b);
	if (one && other)
		match(groups, one, other);
	if (a->kind == ST_IF && a->other) {
		match_branches(groups, a->body, b, depth + 1);
		match_branches(groups, a->other, b, depth + 1);
	} else if (b->kind == ST_IF && b->other) {
		match_branches(groups, a, b->body, depth + 1);
		match_branches(groups, a, b->other, depth + 1);
	}
	/* A value that only one branch computes comes before the access, and is not sunk, nor is anything before it. */
	if (one && other && !same_shape(one, other))
		return false;
	return (one || a->kind == ST_DECL) && (other || b->kind == ST_DECL);
}

static void match_ends(SinkGroups *groups, const Ends *a, const Ends *b, int depth)
{
	for (int i = 0; i < a->n && i < b->n && depth < MAX_DEPTH; i++)
		if (!match_stmts(groups, a->at[i], b->at[i], depth))
			return;
}

static void match_branches(SinkGroups *groups, const Stmt *a, const Stmt *b, int depth)
{
	Ends first = { .n = 0 }, second = { .n = 0 };
	add_ends(&first, a);
	add_ends(&second, b);
	match_ends(groups, &first, &second, depth);
}

/* --- switches ----------------------------------------------------------------------------------------- */

/* What is between the labels of a switch, the last first, without the `break` that it ends with. */
typedef struct Parts {
	Ends at[MAX_PARTS];
	int n;
	bool open; /* nothing is sunk: another path comes in behind them, or one part leads to the next, or there are too many */
} Parts;

static void end_part(Parts *parts, Ends *part)
{
	const bool breaks = part->n && part->at[0]->kind == ST_BREAK;
	if (breaks) {
		part->n--;
		for (int i = 0; i < part->n; i++)
			part->at[i] = part->at[i + 1];
	}
	const bool leads_on = !breaks && parts->n && part->n;
	parts->open = parts->open || leads_on || (breaks && !part->n) || parts->n == MAX_PARTS;
	if (part->n && !parts->open)
		parts->at[parts->n++] = *part;
	part->n = 0;
}

/* LLVM sinks only what there is in all parts. */
static bool may_be_sunk(const Ends *part)
{
	const Expr *last = expr_of(part->at[0]);
	return !last || accesses_of(last).n;
}

/* Only if all parts end alike, and there is a default, is anything sunk (five small kernels for sm_90; testdata/facts/sunk_switches.cu). */
static void match_switch(SinkGroups *groups, const Stmt *body)
{
	Parts parts = { .n = 0 };
	Ends part = { .n = 0 };
	bool has_default = false;
	for (int i = body->n_items - 1; i >= 0; i--) {
		const Stmt *item = body->items[i];
		has_default = has_default || item->kind == ST_DEFAULT;
		if (item->kind == ST_CASE || item->kind == ST_DEFAULT)
			end_part(&parts, &part);
		else
			add_ends(&part, item);
	}
	for (int i = 0; i < parts.n; i++)
		parts.open = parts.open || !may_be_sunk(&parts.at[i]);
	for (int i = 0; i < parts.n && has_default && !parts.open; i++)
		for (int k = 0; k < i; k++)
			match_ends(groups, &parts.at[i], &parts.at[k], 0);
}

static void visit_stmt(void *data, const Stmt *s)
{
	if (s->kind == ST_IF && s->other)
		match_branches(data, s->body, s->other, 0);
	else if (s->kind == ST_SWITCH && s->body && s->body->kind == ST_BLOCK)
		match_switch(data, s->body);
}

static void visit_expr(void *data, const Expr *e)
{
	if (e->kind == EX_COND)
		match(data, e->arg[1], e->arg[2]);
}

void sink_find(Arena *arena, Unit *unit)
{
	SinkGroups groups = { .group = arena_array(arena, int, unit->n_exprs + 1) };
	Walk walk = { .stmt = visit_stmt, .expr = visit_expr, .data = &groups };
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->body && unit->funcs[i]->kind != FN_HOST)
			walk_stmt(&walk, unit->funcs[i]->body);
	unit->sink_groups = groups.group;
}
