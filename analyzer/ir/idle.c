#include "ir/idle.h"

#include <string.h>

#include "ir/walk.h"

enum { MAX_DEPTH = 2500 };

/* The variables' states begin as `may` and only fall. */
typedef struct Pair {
	int from, to; /* if the second one falls, so does the first */
} Pair;

typedef struct Search {
	Unit *unit;
	bool *idle;      /* by Var.id: may be idle */
	bool *global;    /* may be a pointer that never leads to shared or local memory */
	unsigned char *acts; /* by Expr.id */
	VEC(Pair) idle_pairs, global_pairs;
	Arena *scratch;
	int depth;
	bool too_deep;
} Search;

/* Where a value goes. */
enum { GOES_NOWHERE = -1 /* or to where nobody looks */, DECIDES = -2 };

static bool holds_floats(const Type *type, int depth)
{
	if (type->kind == TY_ARRAY)
		return holds_floats(type->elem, depth + 1);
	if (type->kind != TY_RECORD)
		return type->kind == TY_FLOAT;
	bool only = type->n_fields > 0 && depth < 8;
	for (int i = 0; i < type->n_fields && only; i++)
		only = holds_floats(type->fields[i].type, depth + 1);
	return only;
}

bool type_is_floats(const Type *type)
{
	return holds_floats(type, 0);
}

bool is_elsewhere(const Expr *root)
{
	if (root->kind == EX_ADDR)
		return root->var->kind == VAR_SHARED || root->var->kind == VAR_DYNAMIC || root->var->kind == VAR_GLOBAL;
	const Expr *from = root->kind == EX_LOAD ? root->arg[0] : NULL;
	return from && from->kind == EX_ADDR && from->var->kind == VAR_PARAM && from->var->owner &&
	       from->var->owner->kind == FN_KERNEL;
}

bool is_mathematics(const Expr *e)
{
	bool plain = e->func && e->func->is_system && !e->func->body && e->type->kind == TY_FLOAT;
	for (int i = 0; i < e->n_args && plain; i++)
		plain = e->arg[i]->type->kind == TY_FLOAT || e->arg[i]->type->kind == TY_INT;
	return plain;
}

static const Expr *root_of(const Expr *address)
{
	while (address->kind == EX_PTRADD || (address->kind == EX_CAST && address->type->kind == TY_PTR))
		address = address->arg[0];
	return address;
}

static const Var *addressed(const Expr *address)
{
	const Expr *root = root_of(address);
	return root->kind == EX_ADDR ? root->var : NULL;
}

bool is_idle_store(const Unit *unit, const Expr *e)
{
	bool stores = e->kind == EX_STORE || (e->kind == EX_INTRINSIC && e->intrinsic == IN_MEMSET);
	const Var *to = stores ? addressed(e->arg[0]) : NULL;
	return to && unit->is_idle[to->id];
}

/* --- where values go -------------------------------------------------------------------------------- */

static void visit(Search *s, const Expr *e, int to);
static void visit_stmt(Search *s, const Stmt *stmt);

static void falls(void *data, const Expr *e)
{
	Search *s = data;
	if (e->kind == EX_ADDR)
		s->idle[e->var->id] = s->global[e->var->id] = false;
}

/* Whatever may happen to what is named in it. */
static void visit_unknown(Search *s, const Expr *e)
{
	Walk all = { .expr = falls, .data = s };
	walk_expr(&all, e);
}

/* The numbers in an address that is read or written: they decide where.  Returns its root. */
static const Expr *visit_place(Search *s, const Expr *address)
{
	while (address->kind == EX_PTRADD || (address->kind == EX_CAST && address->type->kind == TY_PTR)) {
		if (address->kind == EX_PTRADD)
			visit(s, address->arg[1], DECIDES);
		address = address->arg[0];
	}
	if (address->kind != EX_ADDR)
		visit(s, address, DECIDES);
	return address;
}

static void goes(Search *s, const Var *from, int to)
{
	if (to == DECIDES)
		s->idle[from->id] = false;
	else if (to != GOES_NOWHERE)
		vec_push(s->scratch, &s->idle_pairs, ((Pair){ from->id, to }));
}

static int goes_to(const Expr *root)
{
	if (root->kind == EX_ADDR && (root->var->kind == VAR_LOCAL || root->var->kind == VAR_PARAM))
		return root->var->id;
	return is_elsewhere(root) ? GOES_NOWHERE : DECIDES;
}

/* A pointer variable takes a value. */
static void takes_pointer(Search *s, const Var *var, const Expr *value)
{
	const Expr *root = root_of(value);
	const Var *from = root->kind == EX_LOAD ? addressed(root->arg[0]) : NULL;
	if (from && from->type->kind == TY_PTR)
		vec_push(s->scratch, &s->global_pairs, ((Pair){ var->id, from->id }));
	else if (root->kind != EX_ADDR || (root->var->kind != VAR_GLOBAL && root->var->kind != VAR_CONSTANT))
		s->global[var->id] = false;
}

static void visit_store(Search *s, const Expr *e, int to)
{
	const Expr *root = visit_place(s, e->arg[0]);
	const Expr *value = e->arg[1];
	if (root->kind == EX_ADDR)
		takes_pointer(s, root->var, value);
	visit(s, value, to == GOES_NOWHERE && value->type->kind != TY_PTR ? goes_to(root) : DECIDES);
}

static void visit_copy(Search *s, const Expr *e, int to)
{
	const Expr *root = visit_place(s, e->arg[0]);
	const Var *from = addressed(e->arg[1]);
	if (root->kind == EX_ADDR)
		s->global[root->var->id] = false;
	if (!from || to != GOES_NOWHERE) {
		visit(s, e->arg[1], DECIDES);
		return;
	}
	visit_place(s, e->arg[1]);
	goes(s, from, goes_to(root));
}

static void visit_args(Search *s, const Expr *e, int from, int to)
{
	for (int i = from; i < e->n_args; i++)
		visit(s, e->arg[i], to);
}

static void visit_intrinsic(Search *s, const Expr *e)
{
	if (e->intrinsic != IN_MEMSET) {
		visit_unknown(s, e);
		return;
	}
	const Expr *root = visit_place(s, e->arg[0]);
	if (root->kind == EX_ADDR)
		s->global[root->var->id] = false;
	visit_args(s, e, 1, DECIDES);
}

static bool is_test(const Expr *e)
{
	return e->type->kind != TY_FLOAT;
}

static void visit_by_kind(Search *s, const Expr *e, int to)
{
	switch (e->kind) {
	case EX_INT: case EX_FLOAT: case EX_STRING: case EX_FUNC:
		break;
	case EX_LOAD: {
		const Expr *root = visit_place(s, e->arg[0]);
		if (root->kind == EX_ADDR)
			goes(s, root->var, to);
		break;
	}
	case EX_STORE:
		visit_store(s, e, to);
		break;
	case EX_COPY:
		visit_copy(s, e, to);
		break;
	case EX_UNARY: case EX_BINARY: case EX_CAST:
		visit_args(s, e, 0, is_test(e) ? DECIDES : to);
		break;
	case EX_COND:
		visit(s, e->arg[0], DECIDES);
		visit_args(s, e, 1, is_test(e) ? DECIDES : to);
		break;
	case EX_COMMA:
		visit(s, e->arg[0], GOES_NOWHERE);
		visit(s, e->arg[1], to);
		break;
	case EX_PTRADD: case EX_PTRDIFF: case EX_LAND: case EX_LOR:
		visit_args(s, e, 0, DECIDES);
		break;
	case EX_INTRINSIC:
		visit_intrinsic(s, e);
		break;
	case EX_CALL:
		if (is_mathematics(e))
			visit_args(s, e, 0, to);
		else
			visit_unknown(s, e);
		break;
	default:
		visit_unknown(s, e);
		if (e->stmt)
			visit_stmt(s, e->stmt);
	}
}

static bool enter(Search *s)
{
	s->too_deep = s->too_deep || s->depth >= MAX_DEPTH;
	if (!s->too_deep)
		s->depth++;
	return !s->too_deep;
}

static void visit(Search *s, const Expr *e, int to)
{
	if (!e || !enter(s))
		return;
	/* A pointer's value that is read may go anywhere; only what it points to is of interest. */
	if (e->kind == EX_ADDR)
		falls(s, e);
	else
		visit_by_kind(s, e, to);
	s->depth--;
}

static void visit_stmt(Search *s, const Stmt *stmt)
{
	if (!stmt || !enter(s))
		return;
	bool discards = stmt->kind == ST_EXPR;
	visit(s, stmt->expr, discards ? GOES_NOWHERE : DECIDES);
	visit(s, stmt->step, GOES_NOWHERE);
	visit_stmt(s, stmt->init);
	visit_stmt(s, stmt->body);
	visit_stmt(s, stmt->other);
	for (int i = 0; i < stmt->n_items; i++)
		visit_stmt(s, stmt->items[i]);
	s->depth--;
}

/* The pairs are few, and most fall in the order in which they stand. */
static void settle_pairs(bool *state, const Pair *pairs, int n)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = n - 1; i >= 0; i--)
			if (state[pairs[i].from] && !state[pairs[i].to])
				changed = !(state[pairs[i].from] = false);
	}
}

/* --- what acts ------------------------------------------------------------------------------------------ */

/* Memory that may be shared is read. */
static bool may_read_shared(const Search *s, const Expr *address)
{
	const Expr *root = root_of(address);
	if (root->kind == EX_ADDR)
		return root->var->kind == VAR_SHARED || root->var->kind == VAR_DYNAMIC;
	const Var *pointer = root->kind == EX_LOAD && root->arg[0]->kind == EX_ADDR ? root->arg[0]->var : NULL;
	return !pointer || !s->global[pointer->id];
}

static bool intrinsic_acts(const Search *s, const Expr *e)
{
	switch (e->intrinsic) {
	case IN_MIN: case IN_MAX: case IN_UMIN: case IN_UMAX: case IN_ABS: case IN_MUL24: case IN_UMUL24:
		return false;
	case IN_LDG: case IN_LDCG: case IN_LDCA: case IN_LDCS:
		return may_read_shared(s, e->arg[0]);
	default:
		return true;
	}
}

static bool acts_itself(const Search *s, const Expr *e)
{
	switch (e->kind) {
	case EX_INT: case EX_FLOAT: case EX_STRING: case EX_ADDR: case EX_FUNC: case EX_PTRADD: case EX_PTRDIFF: case EX_UNARY:
	case EX_BINARY: case EX_LAND: case EX_LOR: case EX_COND: case EX_COMMA: case EX_CAST:
		return false;
	case EX_LOAD:
		return may_read_shared(s, e->arg[0]);
	case EX_STORE:
		return !is_idle_store(s->unit, e);
	case EX_CALL:
		return !is_mathematics(e);
	case EX_INTRINSIC:
		return intrinsic_acts(s, e) && !is_idle_store(s->unit, e);
	default:
		return true;
	}
}

static unsigned find_acts(Search *s, const Expr *e, int depth)
{
	unsigned acts = acts_itself(s, e) || depth > MAX_DEPTH ? ACTS_ITSELF | ACTS_INSIDE : 0;
	for (int i = 0; i < e->n_args && depth <= MAX_DEPTH; i++)
		acts |= find_acts(s, e->arg[i], depth + 1) & ACTS_INSIDE;
	s->acts[e->id] = (unsigned char)acts;
	return acts;
}

static void note_expr(void *data, const Stmt *stmt)
{
	if (stmt->expr)
		find_acts(data, stmt->expr, 0);
	if (stmt->step)
		find_acts(data, stmt->step, 0);
}

/* --- the unit --------------------------------------------------------------------------------------------- */

static void begin(Search *s)
{
	for (int i = 0; i < s->unit->n_vars; i++) {
		const Var *var = s->unit->vars[i];
		bool kernels = var->kind == VAR_PARAM && var->owner && var->owner->kind == FN_KERNEL;
		bool local = var->kind == VAR_LOCAL && !var->is_static;
		s->idle[var->id] = (local || var->kind == VAR_PARAM) && type_is_floats(var->type);
		s->global[var->id] = (local || kernels) && var->type->kind == TY_PTR;
	}
}

void idle_find(Arena *arena, Unit *unit)
{
	Search s = { .unit = unit, .scratch = arena_new() };
	s.idle = arena_array(arena, bool, unit->n_vars + 1);
	s.acts = arena_array(arena, unsigned char, unit->n_exprs + 1);
	memset(s.acts, ACTS_ITSELF | ACTS_INSIDE, (size_t)unit->n_exprs + 1);
	s.global = arena_array(s.scratch, bool, unit->n_vars + 1);
	begin(&s);
	for (int i = 0; i < unit->n_funcs; i++)
		visit_stmt(&s, unit->funcs[i]->body);
	settle_pairs(s.idle, s.idle_pairs.at, s.idle_pairs.n);
	settle_pairs(s.global, s.global_pairs.at, s.global_pairs.n);
	for (int i = 0; i < unit->n_vars && s.too_deep; i++)
		s.idle[i] = s.global[i] = false;
	unit->is_idle = s.idle;
	Walk all = { .stmt = note_expr, .data = &s };
	for (int i = 0; i < unit->n_funcs; i++)
		walk_stmt(&all, unit->funcs[i]->body);
	unit->acts = s.acts;
	arena_free(s.scratch);
}
